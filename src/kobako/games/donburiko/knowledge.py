"""What a seat knows in Donburiko: its observation, and states that fit it."""

from kobako.core.chance import quick_shuffle
from kobako.core.fields import NONE, SEATS, Row
from kobako.games.donburiko.rules import FACE_DOWN, KINDS, PLACES, State, full_deck

# The observation: my hand, the rows, cards gone, the seats from mine on, the table.
ROW_AT = KINDS
ROW_SIZE = KINDS + SEATS + 1  # cards by kind as I know them, cards laid by each seat unseen, length
GONE_AT = ROW_AT + SEATS * ROW_SIZE
SEAT_AT = GONE_AT + KINDS
SEAT_SIZE = 5  # chips, credit, cards, done, to move
TABLE_AT = SEAT_AT + SEATS * SEAT_SIZE
OBSERVATION = TABLE_AT + 6  # bank, last round, round, phase, wild acorns, points + 32


def observe(s: State, me: int, x: Row) -> None:
    """Write what `me` knows into x, which is zeroed; seats are counted from `me`."""
    for kind in range(KINDS):
        x[kind] = s.hands[me][kind]
        x[GONE_AT + kind] = s.gone[kind]
    for row in range(s.players):
        at = ROW_AT + row * ROW_SIZE
        for place in range(s.length[row]):
            kind = s.row[row][place]
            layer = s.laid_by[row][place]
            if layer != NONE:
                x[at + KINDS + (layer - me if layer >= me else layer - me + s.players)] += 1
            if layer == me:
                kind = s.laid[me][row][place]
            if kind != FACE_DOWN:
                x[at + kind] += 1
        x[at + KINDS + SEATS] = s.length[row]
    p = me
    for seat in range(s.players):
        at = SEAT_AT + seat * SEAT_SIZE
        x[at] = s.chips[p]
        x[at + 1] = s.credit[p]
        x[at + 2] = s.cards[p]
        x[at + 3] = s.done[p]
        x[at + 4] = 1 if s.to_move == p else 0
        p = p + 1 if p + 1 < s.players else 0
    x[TABLE_AT] = s.bank
    x[TABLE_AT + 1] = s.last
    x[TABLE_AT + 2] = s.round_no
    x[TABLE_AT + 3] = s.phase
    x[TABLE_AT + 4] = s.wilds
    x[TABLE_AT + 5] = s.points + 32


def imagine(s: State, me: int, r: Row) -> None:
    """Deal the cards that `me` has not seen to the others' hands and face-down cards, and aside; all deals alike."""
    deck = s.deck
    left = s.aside  # first: how many of each kind are unseen
    for kind in range(KINDS):
        left[kind] = -s.gone[kind] - s.hands[me][kind]
        for q in range(SEATS):
            if q != me:
                s.hands[q][kind] = 0
    n = full_deck(s, deck)
    for i in range(n):
        left[deck[i]] += 1
    for row in range(SEATS):
        for place in range(PLACES):
            for q in range(SEATS):
                if q != me:
                    s.laid[q][row][place] = NONE
            if place < s.length[row]:
                if s.laid_by[row][place] == me:
                    left[s.laid[me][row][place]] -= 1
                elif s.row[row][place] != FACE_DOWN:
                    left[s.row[row][place]] -= 1
    n = 0
    for kind in range(KINDS):
        for _ in range(left[kind]):
            deck[n] = kind
            n += 1
        left[kind] = 0
    quick_shuffle(r, deck, n)
    for row in range(s.players):
        for place in range(s.length[row]):
            layer = s.laid_by[row][place]
            if layer != NONE and layer != me:
                n -= 1
                s.laid[layer][row][place] = deck[n]
    for q in range(s.players):
        if q != me:
            for _ in range(s.cards[q]):
                n -= 1
                s.hands[q][deck[n]] += 1
    for i in range(n):
        s.aside[deck[i]] += 1
