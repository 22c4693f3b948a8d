"""The rules of Donburiko! A card is its kind: 0..4 the acorns 1..5, then wild acorn, loach, pond 1, pond 2."""

from kobako.core import fields
from kobako.core.chance import rand, shuffle
from kobako.core.events import emit
from kobako.core.fields import NONE, SEATS, Row, everyone, house, nobody, owner, scratch
from kobako.games.donburiko.events import (
    ADDED,
    COUNTED,
    CREDITED,
    DONBURIKO,
    ENDED,
    FULL,
    GATHERED,
    LAID,
    LAST_ROUND,
    OPENED,
    PAID,
    ROUND,
    ROUND_ENDED,
    SCORED,
    SKIPPED,
    SUMMED,
    SWEPT,
    TOOK,
    TURNED_UP,
)

WILD, LOACH, POND_1, POND_2 = 5, 6, 7, 8
KINDS = 9
FACE_DOWN = 9  # what a row shows of a card laid face down
COPIES = (1, 2, 2, 2, 1, 0, 0, 2, 2)  # DON-1; of wild acorns and loaches there are as many as the house says
POINTS = (1, 2, 3, 4, 5, 1, 0, -1, -2)  # a wild acorn counts 1 until it is counted 5
CARDS = 16

PLACES = 7  # DON-8: the most cards that a row has room for
MOST_WILDS = 2

# Actions: add a card to a row, up or down; take a row; count so many wild acorns as 5.
ADD = 0
TAKE = SEATS * KINDS * 2
FIVES = TAKE + SEATS
ACTIONS = FIVES + MOST_WILDS + 1
MOST_LEGAL = 4 * 4 * 2 + SEATS  # at most four kinds in hand, or six for two rows

# Phases.
PLAY, COUNT = 0, 1


class State(fields.State):
    wild_acorns = house("DON-1", {2: 0, 3: 2, 4: 2}, 0, MOST_WILDS)  # cards of this kind
    loaches = house("DON-1", 2, 0, 2)  # cards of this kind
    all_chips = house("DON-2", 50, 20, 120, option="chips")
    start_chips = house("DON-3", {2: 5, 3: 4, 4: 3}, 0, 20)
    hand = house("DON-4", {2: 4, 3: 4, 4: 3}, 1, {2: 6, 3: 4, 4: 3})
    up_chips = house("DON-6", 1, 0, 3)  # the bank's pay for a card face up
    full = house("DON-8", PLACES, 3, PLACES, option="row_cards")  # a row of so many cards counts 0 (DON-13)
    most_points = house("DON-11", 6, 3, 12)
    goal = house("DON-17", 20, 5, 100)
    most_rounds = house("DON-17", 100, 1, 100)
    bank = everyone()
    chips = everyone(SEATS)
    credit = everyone(SEATS)  # points that the bank could not pay (DON-18)
    last = everyone()  # this round is the last (DON-17)
    hands = owner(SEATS, KINDS)  # [seat, kind] how many
    cards = everyone(SEATS)  # cards in hand
    done = everyone(SEATS)  # has taken a row in this round
    last_taker = everyone()
    length = everyone(SEATS)  # [row] cards in it; 0 when taken, or not of this game
    row = everyone(SEATS, PLACES)  # [row, place] the kind, or FACE_DOWN
    laid_by = everyone(SEATS, PLACES)  # [row, place] who laid this card face down, a chip on it; NONE: face up
    laid = owner(SEATS, SEATS, PLACES)  # [seat, row, place] the card that the seat laid there face down
    gone = everyone(KINDS)  # cards of taken rows: all saw them
    points = everyone()  # while counting: the row's score with every wild acorn as 1
    wilds = everyone()  # while counting: its wild acorns
    aside = nobody(KINDS)  # cards that are not in this round (DON-4)
    deck = scratch(CARDS)  # for shuffling


def deal(s: State) -> None:
    """Set up the game, and deal its first round."""
    for p in range(s.players):
        s.chips[p] = s.start_chips
    s.bank = s.all_chips - s.players * s.start_chips
    s.last_taker = rand(s, s.players) if s.first == NONE else s.first
    start_round(s)


def copies(s: State, kind: int) -> int:
    """DON-1: the cards of a kind; two players leave the wild acorns in the box."""
    if kind == WILD:
        return s.wild_acorns
    return s.loaches if kind == LOACH else COPIES[kind]


def full_deck(s: State, deck: Row) -> int:
    """Write all cards of the game into the deck."""
    n = 0
    for kind in range(KINDS):
        for _ in range(copies(s, kind)):
            deck[n] = kind
            n += 1
    return n


def start_round(s: State) -> None:
    """DON-4: a face-up card for each row, hands, and the rest aside."""
    n = full_deck(s, s.deck)
    shuffle(s, s.deck, n)
    for kind in range(KINDS):
        s.aside[kind] = 0
        s.gone[kind] = 0
        for p in range(SEATS):
            s.hands[p][kind] = 0
    for row in range(SEATS):
        for place in range(PLACES):
            s.row[row][place] = NONE
            s.laid_by[row][place] = NONE
            for p in range(SEATS):
                s.laid[p][row][place] = NONE
    s.round_no += 1
    s.to_move = s.last_taker
    s.phase = PLAY
    emit(s, ROUND, s.round_no, s.to_move)
    if s.round_no == s.most_rounds:
        call_last(s)
    i = 0
    for p in range(s.players):
        s.length[p] = 1
        s.row[p][0] = s.deck[i]
        emit(s, OPENED, p, s.deck[i])
        i += 1
    for p in range(s.players):
        s.done[p] = 0
        s.cards[p] = s.hand
        for _ in range(s.cards[p]):
            s.hands[p][s.deck[i]] += 1
            i += 1
    while i < n:
        s.aside[s.deck[i]] += 1
        i += 1


def legal(s: State, out: Row) -> int:
    """Write the legal actions to `out`, and give how many."""
    n = 0
    if s.phase == COUNT:
        for fives in range(s.wilds + 1):
            out[n] = FIVES + fives
            n += 1
        return n
    p = s.to_move
    for row in range(s.players):
        if 0 < s.length[row] < s.full:  # DON-8
            for kind in range(KINDS):
                if s.hands[p][kind] > 0:
                    out[n] = ADD + (row * KINDS + kind) * 2
                    n += 1
                    if s.chips[p] > 0:  # DON-7
                        out[n] = ADD + (row * KINDS + kind) * 2 + 1
                        n += 1
    for row in range(s.players):
        if s.length[row] >= 2:  # DON-5
            out[n] = TAKE + row
            n += 1
    return n


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    p = s.to_move
    if action < TAKE:
        add(s, p, action // 2 // KINDS, action // 2 % KINDS, action % 2)
        next_turn(s)
    elif action < FIVES:
        take(s, p, action - TAKE)
    else:
        fives = action - FIVES
        emit(s, COUNTED, p, fives)
        s.phase = PLAY
        score_row(s, p, s.points + 4 * fives)


def add(s: State, p: int, row: int, kind: int, face_down: int) -> None:
    """DON-5 to DON-7: add a card to a row."""
    place = s.length[row]
    s.length[row] += 1
    s.hands[p][kind] -= 1
    s.cards[p] -= 1
    if face_down:
        s.row[row][place] = FACE_DOWN
        s.laid_by[row][place] = p
        s.laid[p][row][place] = kind
        s.chips[p] -= 1
        emit(s, LAID, p, kind, row)
    else:
        s.row[row][place] = kind
        chips = min(s.up_chips, s.bank)
        s.bank -= chips
        s.chips[p] += chips
        emit(s, ADDED, p, kind, row, chips)
        watch_for_end(s)


def take(s: State, p: int, row: int) -> None:
    """DON-9: take a row; its cards are turned up, and the chips on them are yours before it is scored."""
    emit(s, TOOK, p, row)
    s.done[p] = 1
    s.last_taker = p
    full = s.length[row] == s.full
    found = turn_up(s, p, row)
    if full:
        emit(s, FULL, p, row, s.full)
    if found > 0:
        s.chips[p] += found
        emit(s, GATHERED, p, found)
        watch_for_end(s)
    if full:
        score_row(s, p, 0)  # DON-13
    elif s.wilds > 0:
        s.phase = COUNT  # DON-10
    else:
        score_row(s, p, s.points)


def turn_up(s: State, p: int, row: int) -> int:
    """Turn up a row and take it away; note its score and wild acorns, and give the chips that lay on it."""
    total, ponds, loaches, wilds, found = 0, 0, 0, 0, 0
    for place in range(s.length[row]):
        kind = s.row[row][place]
        layer = s.laid_by[row][place]
        if layer != NONE:
            kind = s.laid[layer][row][place]
            s.laid[layer][row][place] = NONE
            s.row[row][place] = kind
            found += 1
            emit(s, TURNED_UP, p, kind, row)
        if kind == POND_1 or kind == POND_2:
            ponds -= POINTS[kind]
        else:
            total += POINTS[kind]
        if kind == LOACH:
            loaches += 1
        if kind == WILD:
            wilds += 1
    s.points = row_points(total, ponds, loaches)
    s.wilds = wilds
    emit(s, SUMMED, p, row, s.points)
    take_away(s, row)
    return found


def row_points(total: int, ponds: int, loaches: int) -> int:
    """DON-10: acorns and pond cards; a loach turns the pond cards plus."""
    return total + ponds if loaches > 0 else total - ponds


def take_away(s: State, row: int) -> None:
    """A row that lies open leaves the table."""
    for place in range(s.length[row]):
        s.gone[s.row[row][place]] += 1
        s.row[row][place] = NONE
        s.laid_by[row][place] = NONE
    s.length[row] = 0


def score_row(s: State, p: int, points: int) -> None:
    """DON-11, DON-12, DON-18: settle a row's points with the bank; exactly 6 ends the round."""
    s.points = 0
    s.wilds = 0
    if 0 <= points <= s.most_points:
        if s.bank >= points:
            s.bank -= points
            s.chips[p] += points
            emit(s, SCORED, p, points)
        else:
            s.credit[p] += points
            emit(s, CREDITED, p, points)
            call_last(s)
    else:
        paid = min(due(s, points), s.chips[p])
        s.chips[p] -= paid
        s.bank += paid
        emit(s, PAID, p, points, paid)
    watch_for_end(s)
    if points == s.most_points:
        emit(s, DONBURIKO, p)
        end_round(s)
    else:
        next_turn(s)


def due(s: State, points: int) -> int:
    """DON-11: what a row over 6 or below 0 costs."""
    return points - s.most_points if points > s.most_points else -points


def watch_for_end(s: State) -> None:
    """DON-17: from the moment someone holds 20, or the bank is empty, this round is the last."""
    if s.bank == 0:
        call_last(s)
    for p in range(s.players):
        if s.chips[p] >= s.goal:
            call_last(s)


def call_last(s: State) -> None:
    if s.last == 0:
        s.last = 1
        emit(s, LAST_ROUND)


def next_turn(s: State) -> None:
    """The turn passes to the next who can act; where none can, the round ends (DON-15, DON-16)."""
    rows, takeable = 0, 0
    for row in range(s.players):
        if s.length[row] > 0:
            rows += 1
        if s.length[row] >= 2:
            takeable += 1
    q = s.to_move
    for _ in range(s.players):
        q = q + 1 if q + 1 < s.players else 0
        if s.done[q] == 0:
            if takeable > 0 or (rows > 0 and s.cards[q] > 0):
                s.to_move = q
                return
            emit(s, SKIPPED, q)
    end_round(s)


def end_round(s: State) -> None:
    """DON-16: chips left on cards go to the bank; DON-19: after the last round the game is over."""
    swept = 0
    for row in range(s.players):
        for place in range(s.length[row]):
            if s.laid_by[row][place] != NONE:
                swept += 1
    if swept > 0:
        s.bank += swept
        emit(s, SWEPT, swept)
    emit(s, ROUND_ENDED, s.round_no)
    if s.last == 1:
        s.over = 1
        emit(s, ENDED)
    else:
        start_round(s)


def score(s: State, p: int) -> int:
    """DON-19: chips and credit."""
    return s.chips[p] + s.credit[p]


def result(s: State, p: int) -> int:
    """What decides the game: the score, ties shared."""
    return score(s, p)


def bound(s: State) -> int:
    """The most decisions of a game: in each round every card added, every row taken and its wild acorns counted."""
    return s.most_rounds * s.players * (s.hand + 2)
