"""The rules of Kotori Atsume. A card is its number, 1..10; 0 stands where there is no card."""

from kobako.core import fields
from kobako.core.chance import rand, shuffle
from kobako.core.events import emit
from kobako.core.fields import NONE, SEATS, Row, everyone, house, nobody
from kobako.games.kotori.events import (
    BURST,
    CAGED,
    COUNTED,
    DECK_OUT,
    DOUBLE,
    DROPPED,
    ENDED,
    FIELD,
    PASSED,
    QUARRELLED,
    RESHUFFLED,
    ROUND,
    ROUND_ENDED,
    SCORED,
    SWEPT,
    TOOK,
    TREETOP,
    WON,
)

NO_CARD = 0
HIGHEST = 10  # KOT-1
NUMBERS = HIGHEST + 1  # the size of what is counted by number; place 0 is unused
CARDS = 55  # KOT-1
FIELD_CARDS = 3  # KOT-2: the most that the field has room for
DECKS = 2  # KOT-10, KOT-11

# Actions.
BID, PASS = 0, 1
ACTIONS = 2
MOST_LEGAL = ACTIONS


class State(fields.State):
    lowest = house("KOT-1", 1, 1, 4)  # number of a card
    highest = house("KOT-1", HIGHEST, 6, HIGHEST)
    to_field = house("KOT-2", FIELD_CARDS, 1, FIELD_CARDS, option="field")
    row_cards = house("KOT-3", HIGHEST, 2, HIGHEST)  # a bid row of so many takes no more
    least_row = house("KOT-4", 1, 0, 3)  # cards in a bid row with which one may pass
    decks = house("KOT-10", DECKS, 1, 4)  # so often does the deck run out
    dealer = everyone()
    treetop = everyone()  # the deck's top card, face up; NO_CARD when the game is over
    deck_size = everyone()  # cards below the treetop
    deck = nobody(CARDS)  # what lies below the treetop; the last is the next
    in_deck = everyone(NUMBERS)  # [number] how many lie below the treetop: all can count them
    deck_outs = everyone()  # how often the deck ran out
    discards = everyone(NUMBERS)  # [number] how many
    field_card = everyone(FIELD_CARDS)  # [place] the cards of the field, to be won
    field_size = everyone()
    row = everyone(SEATS, HIGHEST)  # [seat, place] bid cards in order, never two of one number
    length = everyone(SEATS)  # [seat] cards in the bid row
    face_down = everyone(SEATS)  # [seat] the card of the bid row that a burst turned face down
    done = everyone(SEATS)  # [seat] has passed or burst in this round
    cage = everyone(SEATS, NUMBERS)  # [seat, number] 1 if it is in the cage


def deal(s: State) -> None:
    """Shuffle the deck, turn up its top, and deal the first round."""
    s.dealer = rand(s, s.players) if s.first == NONE else s.first
    for number in range(1, NUMBERS):
        s.discards[number] = copies(s, number)
    make_deck(s)
    turn_up(s)
    start_round(s)
    advance(s)


def copies(s: State, number: int) -> int:
    """KOT-1: the cards of a number, as many as it says."""
    return number if s.lowest <= number <= s.highest else 0


def make_deck(s: State) -> None:
    """Shuffle the discards into a new deck."""
    n = 0
    for number in range(1, NUMBERS):
        for _ in range(s.discards[number]):
            s.deck[n] = number
            n += 1
        s.in_deck[number] = s.discards[number]
        s.discards[number] = 0
    shuffle(s, s.deck, n)
    s.deck_size = n


def turn_up(s: State) -> None:
    """The deck's next card becomes the treetop."""
    s.deck_size -= 1
    s.treetop = s.deck[s.deck_size]
    s.deck[s.deck_size] = NO_CARD
    s.in_deck[s.treetop] -= 1


def next_treetop(s: State) -> None:
    """The treetop has been taken, and lies in its new place: turn up the next. Here a deck runs out."""
    if s.deck_size == 0:
        s.deck_outs += 1
        if s.deck_outs < s.decks:
            make_deck(s)  # KOT-10
            if s.deck_size > 0:
                emit(s, RESHUFFLED, s.deck_size)
        if s.deck_size == 0:
            # KOT-11; or nothing to shuffle (KOT-10), which by the rulebook play cannot bring about: rows, cages and
            # field have no room for 55 cards, as a number is in each only once and the dealer's row is empty during a
            # deal.
            emit(s, DECK_OUT)
            end_game(s)
            return
    turn_up(s)


def start_round(s: State) -> None:
    """KOT-2: the dealer turns up the field. The game may end in the middle of it (KOT-11)."""
    s.round_no += 1
    s.to_move = s.dealer
    for p in range(s.players):
        s.done[p] = 0
    emit(s, ROUND, s.round_no, s.dealer)
    for i in range(s.to_field):
        s.field_card[i] = s.treetop
        s.field_size = i + 1
        emit(s, FIELD, s.dealer, s.treetop)
        next_treetop(s)
        if s.over == 1:
            return
    emit(s, TREETOP, s.treetop)
    discard_doubles(s)


def discard_doubles(s: State) -> None:
    """KOT-2: of equal numbers in the field one stays. By now all three are drawn (KOT-10)."""
    n = 0
    for i in range(s.to_field):
        card = s.field_card[i]
        s.field_card[i] = NO_CARD
        if holds(s.field_card, n, card):
            s.discards[card] += 1
            emit(s, DOUBLE, card)
        else:
            s.field_card[n] = card
            n += 1
    s.field_size = n


def holds(cards: Row, n: int, card: int) -> bool:
    """Whether a card is among the first n."""
    for i in range(n):
        if cards[i] == card:
            return True
    return False


def legal(s: State, out: Row) -> int:
    """Write the legal actions to `out`, and give how many. A treetop that may not be bid has burst the bidder."""
    length = s.length[s.to_move]
    if length >= s.row_cards:  # KOT-3; by the rulebook such a row has every number
        out[0] = PASS
        return 1
    out[0] = BID
    if length < s.least_row:  # KOT-4
        return 1
    out[1] = PASS
    return 2


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    p = s.to_move
    if action == BID:
        bid(s, p)
    else:
        s.done[p] = 1
        emit(s, PASSED, p, row_sum(s, p))
    advance(s)


def bid(s: State, p: int) -> None:
    """KOT-3: take the treetop into the bid row."""
    s.row[p][s.length[p]] = s.treetop
    s.length[p] += 1
    emit(s, TOOK, p, s.treetop)
    next_treetop(s)
    if s.over == 0:
        emit(s, TREETOP, s.treetop)


def advance(s: State) -> None:
    """Go on to the next decision: bursts, the end of a round and the next deal happen by themselves."""
    while s.over == 0:
        p = s.to_move
        if s.done[p] == 0:
            if not holds(s.row[p], s.length[p], s.treetop):
                return
            s.done[p] = 1  # KOT-5, at the start of the turn too
            s.face_down[p] = s.treetop
            emit(s, BURST, p, s.treetop, row_sum(s, p))
        s.to_move = p + 1 if p + 1 < s.players else 0
        if s.to_move == s.dealer:  # KOT-3: one turn each
            settle(s)
            start_round(s)


def row_sum(s: State, p: int) -> int:
    """The sum of the face-up cards of a bid row."""
    total = 0
    for i in range(s.length[p]):
        total += s.row[p][i]
    return total - s.face_down[p]


def settle(s: State) -> None:
    """The field goes to the highest sum (KOT-6), whose bidder deals next (KOT-9)."""
    winner, best = s.dealer, -1
    p = s.dealer
    for _ in range(s.players):
        total = row_sum(s, p)
        emit(s, COUNTED, p, total)
        if total > best:  # equal: the first from the dealer stays
            winner, best = p, total
        p = p + 1 if p + 1 < s.players else 0
    emit(s, WON, winner, best, s.field_size)
    for q in range(s.players):  # KOT-7
        if q == winner:
            discard_row(s, q)
        elif s.face_down[q] != NO_CARD:
            discard_face_down(s, q)
    fill_cage(s, winner)
    s.dealer = winner
    emit(s, ROUND_ENDED, s.round_no)


def discard_row(s: State, p: int) -> None:
    """Discard a whole bid row, its face-down card included."""
    for i in range(s.length[p]):
        s.discards[s.row[p][i]] += 1
        s.row[p][i] = NO_CARD
    s.length[p] = 0
    s.face_down[p] = NO_CARD


def discard_face_down(s: State, p: int) -> None:
    """Discard the face-down card of a bid row; the others close up."""
    card = s.face_down[p]
    n = 0
    for i in range(s.length[p]):
        kept = s.row[p][i]
        s.row[p][i] = NO_CARD
        if kept != card:
            s.row[p][n] = kept
            n += 1
    s.length[p] = n
    s.face_down[p] = NO_CARD
    s.discards[card] += 1
    emit(s, DROPPED, p, card)


def fill_cage(s: State, p: int) -> None:
    """KOT-8: put the field into a cage; a number that is there already is discarded with its double."""
    for i in range(s.field_size):
        card = s.field_card[i]
        s.field_card[i] = NO_CARD
        if s.cage[p][card] == 1:
            s.cage[p][card] = 0
            s.discards[card] += 2
            emit(s, QUARRELLED, p, card)
        else:
            s.cage[p][card] = 1
            emit(s, CAGED, p, card)
    s.field_size = 0


def end_game(s: State) -> None:
    """KOT-11: field and bid rows are discarded; the cages count."""
    swept = s.field_size
    for i in range(s.field_size):
        s.discards[s.field_card[i]] += 1
        s.field_card[i] = NO_CARD
    for p in range(s.players):
        swept += s.length[p]
        discard_row(s, p)
    s.field_size = 0
    s.treetop = NO_CARD
    s.over = 1
    emit(s, SWEPT, swept)
    for p in range(s.players):
        emit(s, SCORED, p, score(s, p))
    emit(s, ENDED)


def score(s: State, p: int) -> int:
    """KOT-12: the cards in the cage."""
    total = 0
    for number in range(1, NUMBERS):
        total += s.cage[p][number]
    return total


def result(s: State, p: int) -> int:
    """What decides the game (KOT-12): the cards in the cage, then the highest number among them."""
    highest = 0
    for number in range(1, NUMBERS):
        if s.cage[p][number] == 1:
            highest = number
    return score(s, p) * NUMBERS + highest


def bound(s: State) -> int:
    """The most decisions of a game.

    A bid takes a card. A round takes three for its field and one bid or more, for its dealer's row is empty (nobody
    has bid before, or the dealer has just won), so it must bid. So there are at most draws // 4 rounds with decisions
    in them, and in r such rounds at most draws - 3 * r bids and players * r passes.
    """
    cards = 0
    for number in range(1, NUMBERS):
        cards += copies(s, number)
    draws = cards * s.decks - (s.decks - 1)  # of another deck at least a card is missing: the last of the one before
    rounds = draws // (s.to_field + min(1, s.least_row)) if s.players > s.to_field else 1
    return draws + (s.players - s.to_field) * rounds
