"""What a seat knows in Kotori Atsume: everything but the order of the deck."""

from kobako.core.chance import quick_shuffle
from kobako.core.fields import SEATS, Row
from kobako.games.kotori.rules import CARDS, HIGHEST, NO_CARD, NUMBERS, State, row_sum, score

# The observation: what is counted by number, the table, the seats from mine on.
DECK_AT = 0  # below the treetop, by number
DISCARDS_AT = DECK_AT + HIGHEST  # by number
FIELD_AT = DISCARDS_AT + HIGHEST  # by number
TREETOP_AT = FIELD_AT + HIGHEST  # by number: 1 for the treetop's
TABLE_AT = TREETOP_AT + HIGHEST
TABLE_SIZE = 3  # cards below the treetop, how often the deck ran out, round
SEAT_AT = TABLE_AT + TABLE_SIZE
ROW_AT = 0  # within a seat's part: its bid row by number
FACE_DOWN_AT = ROW_AT + HIGHEST  # its face-down card by number (it is in the bid row as well)
CAGE_AT = FACE_DOWN_AT + HIGHEST  # its cage by number
STANDING_AT = CAGE_AT + HIGHEST
SEAT_SIZE = STANDING_AT + 5  # sum face up, cards in the cage, done, dealer, to move
OBSERVATION = SEAT_AT + SEATS * SEAT_SIZE


def observe(s: State, me: int, x: Row) -> None:
    """Write what `me` knows into x, which is zeroed; seats are counted from `me`."""
    for number in range(1, NUMBERS):
        x[DECK_AT + number - 1] = s.in_deck[number]
        x[DISCARDS_AT + number - 1] = s.discards[number]
    for i in range(s.field_size):
        x[FIELD_AT + s.field_card[i] - 1] = 1
    if s.treetop != NO_CARD:
        x[TREETOP_AT + s.treetop - 1] = 1
    x[TABLE_AT] = s.deck_size
    x[TABLE_AT + 1] = s.deck_outs
    x[TABLE_AT + 2] = s.round_no
    p = me
    for seat in range(s.players):
        at = SEAT_AT + seat * SEAT_SIZE
        for i in range(s.length[p]):
            x[at + ROW_AT + s.row[p][i] - 1] = 1
        if s.face_down[p] != NO_CARD:
            x[at + FACE_DOWN_AT + s.face_down[p] - 1] = 1
        for number in range(1, NUMBERS):
            x[at + CAGE_AT + number - 1] = s.cage[p][number]
        x[at + STANDING_AT] = row_sum(s, p)
        x[at + STANDING_AT + 1] = score(s, p)
        x[at + STANDING_AT + 2] = s.done[p]
        x[at + STANDING_AT + 3] = 1 if s.dealer == p else 0
        x[at + STANDING_AT + 4] = 1 if s.to_move == p else 0
        p = p + 1 if p + 1 < s.players else 0


def imagine(s: State, me: int, r: Row) -> None:
    """Put the cards that are known to be in the deck into some order. All orders are equal."""
    n = 0
    for number in range(1, NUMBERS):
        for _ in range(s.in_deck[number]):
            s.deck[n] = number
            n += 1
    for i in range(n, CARDS):
        s.deck[i] = NO_CARD
    quick_shuffle(r, s.deck, n)
