"""What a seat knows in Tokkuri Taking: its observation, and states that fit it."""

from kobako.core.chance import quick, quick_shuffle
from kobako.core.fields import NONE, SEATS, Row
from kobako.games.tokkuri.state import (
    CARDS,
    DISCARDED,
    DUMMY,
    FLASKS,
    HAND,
    KINDS,
    MOST_NUMBERS,
    NUMBER_KINDS,
    OPENING,
    TROUBLESOME,
    State,
    has_chosen,
    insert,
    left_of,
    seats_on,
    was_last,
)

# The observation. Kinds are those of the setup's deck; seats count from mine; a seat, card or flask is written as its
# number + 1, and 0 is none or not known to me.
SHOWN_AT = KINDS  # before it: my hand, by kind
FLASK_AT = SHOWN_AT + KINDS  # before it: cards face up (discards, stars, being played), by kind
FLASK_SIZE = 5  # level, laid by, taken by (5: a Dummy, discarded), a last card?, its card
SEAT_AT = FLASK_AT + FLASKS * FLASK_SIZE
# Cards, total + 100, flasks taken, stars, `passed`; is it to move, in turn, start player, choosing with others?
SEAT_SIZE = 9
MINE_AT = SEAT_AT + SEATS * SEAT_SIZE  # the card I chose, the one I know to my left, the one known of my hand
PLAY_AT = MINE_AT + 3  # the card being played, its numbers, the flasks chosen
TABLE_AT = PLAY_AT + 1 + 2 * MOST_NUMBERS
OBSERVATION = TABLE_AT + 4  # phase, round, rounds, cards in the deck
DEEPEST = 100  # totals are written from -100 to 155

# Scratch for imagining, in `left`: places still to fill, by what they may hold; and specials still to be placed there.
# A taken flask is no Dummy (TOK-6), a flask that was no last card is not the Troublesome (TOK-13).
ANYTHING, NO_TROUBLE, NO_DUMMY, NEITHER = range(4)
DUMMIES_IN = 4  # and 5: Dummies for places of ANYTHING and NO_TROUBLE
TROUBLE_IN = 6  # 1 + the sort of place that gets the Troublesome; 0: no longer to be placed
OTHERS = 7  # other cards, which lie shuffled at the beginning of `pile`


def observe(s: State, me: int, x: Row) -> None:
    """Write what `me` knows into x, which is zeroed."""
    for i in range(s.cards[me]):
        x[s.hands[me][i]] += 1
    for kind in range(KINDS):
        x[SHOWN_AT + kind] = s.discards[kind]
    for i in range(s.stars):
        x[SHOWN_AT + s.kept[i]] += 1
    if s.playing != NONE:
        x[SHOWN_AT + s.playing] += 1
    for p in range(s.players):
        observe_seat(s, p, me, x)
    for f in range(s.flasks):
        at = FLASK_AT + f * FLASK_SIZE
        taker = s.taken_by[f]
        x[at] = s.level[f]
        x[at + 1] = seats_on(s, me, s.laid_by[f]) + 1
        x[at + 3] = was_last(s, f)
        x[at + 4] = s.laid[me][f] + 1
        if taker == DISCARDED:
            x[at + 2] = DISCARDED + 1
            x[at + 4] = DUMMY + 1
        elif taker != NONE:
            x[at + 2] = seats_on(s, me, taker) + 1
            x[SEAT_AT + seats_on(s, me, taker) * SEAT_SIZE + 2] += 1
    for i in range(s.stars):
        x[SEAT_AT + seats_on(s, me, s.kept_by[i]) * SEAT_SIZE + 3] += 1
    x[MINE_AT] = s.chosen[me] + 1
    x[MINE_AT + 1] = s.gave[me] + 1
    x[MINE_AT + 2] = s.got[me] + 1
    x[PLAY_AT] = s.playing + 1
    for i in range(MOST_NUMBERS):
        x[PLAY_AT + 1 + i] = s.drinking[i]
        x[PLAY_AT + 1 + MOST_NUMBERS + i] = s.picks[i] + 1
    x[TABLE_AT] = s.phase
    x[TABLE_AT + 1] = s.round_no
    x[TABLE_AT + 2] = s.rounds
    x[TABLE_AT + 3] = s.pile_left


def observe_seat(s: State, p: int, me: int, x: Row) -> None:
    """What everyone sees of a player; flasks taken and stars are counted by the caller."""
    at = SEAT_AT + seats_on(s, me, p) * SEAT_SIZE
    x[at] = s.cards[p]
    x[at + 1] = max(0, min(255, s.totals[p] + DEEPEST))
    x[at + 4] = s.passed[p]
    x[at + 5] = 1 if s.to_move == p else 0
    x[at + 6] = 1 if s.turn == p else 0
    x[at + 7] = 1 if s.start == p else 0
    x[at + 8] = s.together >> p & 1


def imagine(s: State, me: int, r: Row) -> None:
    """Deal the cards that `me` has not seen to the others' hands, flasks and the deck. All deals that fit are equal.

    What the others have chosen, and know by a pass, is then drawn from their hands: fair, save that a kind seen to
    leave a hand since a pass is not ruled out as the one passed and still there.
    """
    forget_others(s, me)
    gather_unseen(s, me, s.laid[1 if me == 0 else 0])
    quick_shuffle(r, s.pile, s.left[OTHERS])
    count_places(s, me)
    place_specials(s, r)
    fill_flasks(s, me, r)
    fill_hands(s, me, r)
    for i in range(CARDS - 1, -1, -1):  # from above: the other cards lie below, in the same row
        if i < s.pile_left:
            s.pile[i] = next_card(s, r, ANYTHING)
        else:
            s.pile[i] = NONE
    for p in range(s.players):
        if p != me:
            imagine_choice(s, p, r)
        imagine_pass(s, p, me, r)


def forget_others(s: State, me: int) -> None:
    """Nothing where `me` does not see."""
    for p in range(SEATS):
        if p != me:
            s.chosen[p] = NONE
            s.gave[p] = NONE
            s.got[p] = NONE
            for i in range(HAND):
                s.hands[p][i] = NONE
            for f in range(FLASKS):
                s.laid[p][f] = NONE
    for i in range(len(s.left)):
        s.left[i] = 0


def gather_unseen(s: State, me: int, unseen: Row) -> None:
    """Write the cards that `me` has not seen: the specials into `left`, the others into the pile.

    `unseen`, lent for counting them, is given back empty.
    """
    for kind in range(NUMBER_KINDS):
        unseen[kind] = s.deck[kind] - s.discards[kind]
    s.left[DUMMIES_IN] = s.deck[DUMMY] - s.discards[DUMMY]
    s.left[TROUBLE_IN] = s.deck[TROUBLESOME] - s.discards[TROUBLESOME]
    for i in range(s.cards[me]):
        count_off(s, unseen, s.hands[me][i])
    for f in range(s.flasks):
        count_off(s, unseen, s.laid[me][f])
    for i in range(s.stars):
        count_off(s, unseen, s.kept[i])
    count_off(s, unseen, s.playing)
    count_off(s, unseen, s.gave[me])  # TOK-18
    n = 0
    for kind in range(NUMBER_KINDS):
        for _ in range(unseen[kind]):
            s.pile[n] = kind
            n += 1
        unseen[kind] = NONE
    s.left[OTHERS] = n


def count_off(s: State, unseen: Row, kind: int) -> None:
    """This card, if it is one, has been seen."""
    if kind == DUMMY:
        s.left[DUMMIES_IN] -= 1
    elif kind == TROUBLESOME:
        s.left[TROUBLE_IN] -= 1
    elif kind != NONE:
        unseen[kind] -= 1


def sort_of_place(s: State, f: int) -> int:
    """What a flask may hold."""
    sort = NO_DUMMY if s.taken_by[f] != NONE else ANYTHING
    return sort if was_last(s, f) == 1 else sort + 1


def hidden(s: State, me: int, f: int) -> int:
    """1 if `me` does not know the card of this flask."""
    return 1 if s.laid[me][f] == NONE and s.taken_by[f] != DISCARDED else 0


def count_places(s: State, me: int) -> None:
    """How many places of each sort the unseen cards go to: as many as there are unseen cards."""
    s.left[ANYTHING] = s.pile_left
    if s.gave[me] != NONE:
        s.left[ANYTHING] -= 1
    for p in range(s.players):
        if p != me:
            s.left[ANYTHING] += s.cards[p]
    for f in range(s.flasks):
        if hidden(s, me, f) == 1:
            s.left[sort_of_place(s, f)] += 1


def place_specials(s: State, r: Row) -> None:
    """Settle which sort of places the Troublesome and the Dummies go to, each way by the number of deals it allows.

    With the Troublesome on one of the `room` places open to the d Dummies, these can lie in C(room - 1, d) ways,
    else in C(room, d) ways: the two are as room - d to room.
    """
    dummies = s.left[DUMMIES_IN]
    s.left[DUMMIES_IN] = 0
    anything, no_trouble = s.left[ANYTHING], s.left[NO_TROUBLE]
    if s.left[TROUBLE_IN] == 1:
        room = anything + no_trouble
        among = anything * (room - dummies)
        if quick(r, among + s.left[NO_DUMMY] * room) < among:
            s.left[TROUBLE_IN] = 1 + ANYTHING
            anything -= 1
        else:
            s.left[TROUBLE_IN] = 1 + NO_DUMMY
    for _ in range(dummies):
        if quick(r, anything + no_trouble) < anything:
            s.left[DUMMIES_IN + ANYTHING] += 1
            anything -= 1
        else:
            s.left[DUMMIES_IN + NO_TROUBLE] += 1
            no_trouble -= 1


def next_card(s: State, r: Row, sort: int) -> int:
    """The card for the next place of a sort: each place of it is as likely to get the specials that are due there."""
    x = quick(r, s.left[sort])
    s.left[sort] -= 1
    if s.left[TROUBLE_IN] == 1 + sort:
        if x == 0:
            s.left[TROUBLE_IN] = 0
            return TROUBLESOME
        x -= 1
    if sort <= NO_TROUBLE and x < s.left[DUMMIES_IN + sort]:
        s.left[DUMMIES_IN + sort] -= 1
        return DUMMY
    s.left[OTHERS] -= 1
    return s.pile[s.left[OTHERS]]


def fill_flasks(s: State, me: int, r: Row) -> None:
    """Who laid a flask and who took it know its card."""
    for f in range(s.flasks):
        if s.taken_by[f] != DISCARDED:
            kind = next_card(s, r, sort_of_place(s, f)) if hidden(s, me, f) == 1 else s.laid[me][f]
            s.laid[s.laid_by[f]][f] = kind
            if s.taken_by[f] != NONE:
                s.laid[s.taken_by[f]][f] = kind


def fill_hands(s: State, me: int, r: Row) -> None:
    """Fill the others' hands; the card that `me` passed lies where it went."""
    for p in range(s.players):
        if p != me:
            n = 0
            if p == left_of(s, me) and s.gave[me] != NONE:
                insert(s.hands[p], n, s.gave[me])
                n += 1
            while n < s.cards[p]:
                insert(s.hands[p], n, next_card(s, r, ANYTHING))
                n += 1


def imagine_choice(s: State, p: int, r: Row) -> None:
    """While all choose: who was asked before has chosen a card, in TOK-3 not the Troublesome, which stands last."""
    if has_chosen(s, p) == 1:
        choices = s.cards[p]
        if s.phase == OPENING and s.hands[p][choices - 1] == TROUBLESOME:
            choices -= 1
        s.chosen[p] = s.hands[p][quick(r, choices)]


def imagine_pass(s: State, p: int, me: int, r: Row) -> None:
    """TOK-18: what `p` knows of the next hand. Between two others: a card that is there, or it has been shown since."""
    q = left_of(s, p)
    if p == me:
        s.got[q] = s.gave[p]
    elif q == me:
        s.gave[p] = s.got[q]
    elif s.passed[p] > 0:
        x = quick(r, s.cards[q] + s.passed[p] - 1)
        if x < s.cards[q]:
            s.gave[p] = s.hands[q][x]
            s.got[q] = s.hands[q][x]
