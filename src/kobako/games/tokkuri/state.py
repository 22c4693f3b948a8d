"""What a state of Tokkuri Taking holds, and the smallest things done to it: cards into and out of hands.

A card is its kind. Which face a kind has is settled by the deck (see deck.py): `numbers` and `effect` tell.
"""

from kobako.core import fields
from kobako.core.fields import NONE, SEATS, Row, everyone, house, nobody, owner

CARDS = 32  # TOK-1
NUMBER_KINDS = 28  # so many cards have numbers: at most so many different ones
DUMMY, TROUBLESOME = NUMBER_KINDS, NUMBER_KINDS + 1
KINDS = NUMBER_KINDS + 2
MOST_NUMBERS = 4  # on one card

# What a card does besides drinking. ONE_TO_THREE draws too.
PLAIN, PASS, ROB, DRAW, STAR, ONE_TO_THREE = range(6)

# A hand never grows beyond what was dealt: a draw follows a card played (TOK-9) or stolen (TOK-8), a card comes
# from the right only after one went to the left, or into an empty hand (TOK-7).
HAND = 7  # TOK-2: the most that a hand has room for
# Every card drawn is paid for by another one that went face up, so flasks are at most the cards dealt.
FLASKS = SEATS * HAND
FULL = 10  # TOK-3: the most that a flask holds
TOO_MUCH = 3  # TOK-15
DISCARDED = SEATS  # "taken by": a Dummy, revealed and discarded (TOK-6)
MOST_STARS = FLASKS // 2  # a star card that is kept has emptied two flasks (TOK-11)
BITS = 14  # bits in a number of `last`

# Phases: the first flasks (TOK-3), a turn (TOK-4), and the questions that a card played may ask.
OPENING, TURN, COUNTING, DRINKING, PASSING, ROBBING = range(6)


class State(fields.State):
    hand = house("TOK-2", HAND, 2, HAND)  # cards dealt
    start_total = house("TOK-2", 10, 1, 50)
    full = house("TOK-3", FULL, 5, FULL, option="flask")  # sake in a flask that is laid
    star_flasks = house("TOK-11", 2, 2, 4)  # a star card that empties so many is kept
    too_much = house("TOK-15", TOO_MUCH, 1, FULL)  # a flask left at so much
    cost = house("TOK-15", 2, 0, 5)  # costs so much
    rounds = everyone()  # option: the most rounds (TOK-17)
    deck = everyone(KINDS)  # option: [kind] how many cards of it there are (TOK-1)
    numbers = everyone(KINDS, MOST_NUMBERS)  # [kind] its numbers, highest first; 0 beyond the last
    effect = everyone(KINDS)  # [kind] PLAIN, PASS, …
    start = everyone()  # the start player of this round
    turn = everyone()  # whose turn it is, even while others choose
    totals = everyone(SEATS)
    points = everyone(SEATS)  # scores of the last round that ended (TOK-15)

    hands = owner(SEATS, HAND)  # [seat, place] kinds, ascending; NONE beyond the last
    cards = everyone(SEATS)  # cards in hand
    chosen = owner(SEATS)  # while all choose: the card this seat will lay or pass; else NONE
    pile = nobody(CARDS)  # the cards to draw, the next one last
    pile_left = everyone()

    flasks = everyone()  # flasks laid in this round
    laid_by = everyone(FLASKS)  # NONE: not laid yet
    level = everyone(FLASKS)
    having = everyone(FULL + 1)  # [sake] how many flasks have at least so much: counted on, because it is asked often
    taken_by = everyone(FLASKS)  # NONE: not taken; DISCARDED: it was a Dummy
    last = everyone(FLASKS // BITS)  # a bit a flask: laid as the last card of a hand (TOK-13)
    laid = owner(SEATS, FLASKS)  # [seat, flask] its card, if this seat laid or took it; else NONE
    discards = everyone(KINDS)  # [kind] how many lie face up
    stars = everyone()  # star cards kept as points in this round (TOK-11)
    kept = everyone(MOST_STARS)  # which
    kept_by = everyone(MOST_STARS)  # and by whom

    playing = everyone()  # the card being played face up, until it has drunk; else NONE
    drinking = everyone(MOST_NUMBERS)  # the numbers it drinks, as in `numbers`; all 0: not settled
    part = everyone()  # how many of them have their flask
    picks = everyone(MOST_NUMBERS)  # [part] the flask it will drink from; NONE: not chosen

    # TOK-18. A pass reaches only hands that are empty or have just passed on a card unseen, which ends what was known
    # of them: so one card at most is known. That a card shown was the one that came by the pass is known to the two
    # alone, so all others must go by the number of cards shown.
    gave = owner(SEATS)  # the card that this seat passed and its left neighbour still has; else NONE
    got = owner(SEATS)  # the same seen from the other side: the card that came from the right
    passed = everyone(SEATS)  # 0, or 1 + cards shown by the left neighbour since this seat's pass
    left = nobody(8)  # scratch for imagining


def left_of(s: State, p: int) -> int:
    """The seat to the left: clockwise."""
    return p + 1 if p + 1 < s.players else 0


def right_of(s: State, p: int) -> int:
    """The seat to the right."""
    return p - 1 if p > 0 else s.players - 1


def seats_on(s: State, p: int, q: int) -> int:
    """How many seats q is to the left of p."""
    return q - p if q >= p else q - p + s.players


def insert(hand: Row, n: int, kind: int) -> None:
    """Put a card among the first n of a hand, which stay in order."""
    i = n
    while i > 0 and hand[i - 1] > kind:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = kind


def put_in(s: State, p: int, kind: int) -> None:
    """Put a card into a hand."""
    insert(s.hands[p], s.cards[p], kind)
    s.cards[p] += 1


def take_out(s: State, p: int, kind: int) -> None:
    """Take a card out of a hand."""
    s.cards[p] -= 1
    n = s.cards[p]
    i = 0
    while s.hands[p][i] != kind:
        i += 1
    while i < n:
        s.hands[p][i] = s.hands[p][i + 1]
        i += 1
    s.hands[p][n] = NONE


def forget(s: State, p: int) -> None:
    """TOK-18: what the right neighbour knew of this hand holds no more."""
    giver = right_of(s, p)
    s.gave[giver] = NONE
    s.got[p] = NONE
    s.passed[giver] = 0


def show_card(s: State, p: int, kind: int) -> None:
    """A card leaves a hand, face up. The one who passed such a card there knows of it no more (TOK-18)."""
    take_out(s, p, kind)
    giver = right_of(s, p)
    if s.cards[p] == 0:
        forget(s, p)
    elif s.passed[giver] > 0:
        s.passed[giver] += 1
        if s.got[p] == kind:
            s.gave[giver] = NONE
            s.got[p] = NONE


def was_last(s: State, f: int) -> int:
    """1 if this flask was laid as the last card of a hand: it alone can be the Troublesome (TOK-13)."""
    return s.last[f // BITS] >> f % BITS & 1


def standing(s: State, f: int) -> int:
    """1 if this flask is on the table."""
    return 1 if s.laid_by[f] != NONE and s.taken_by[f] == NONE else 0


def has_chosen(s: State, p: int) -> int:
    """1 if a seat's choice is made while all choose: they are asked in order from the player whose turn it is.

    A single card to pass is chosen from the start (TOK-7).
    """
    if s.phase == PASSING and s.cards[p] == 1:
        return 1
    asked = seats_on(s, s.turn, p) < seats_on(s, s.turn, s.to_move)
    return 1 if asked and s.together >> p & 1 == 1 else 0


def put_away(s: State) -> None:
    """No card is being played."""
    s.playing = NONE
    s.part = 0
    for i in range(MOST_NUMBERS):
        s.drinking[i] = 0
        s.picks[i] = NONE
