"""What a seat knows in Umbradeco: its observation, and states that fit it."""

from kobako.core.chance import quick, quick_shuffle
from kobako.core.fields import NONE, SEATS, Row
from kobako.games.umbradeco.mat import CELLS, SIZES
from kobako.games.umbradeco.state import COLOURS, MOST_REMOVED, TILES, State

# The observation. Planes of the mat, [cell] each: a visible tile of each colour; a stack; the cell to be pushed from.
STACK_AT = COLOURS * CELLS
PUSH_AT = STACK_AT + CELLS
# By colour: my hand, open tiles, tiles I have not seen, the tile whose push waits for a direction.
HAND_AT = PUSH_AT + CELLS
OPEN_AT = HAND_AT + COLOURS
UNSEEN_AT = OPEN_AT + COLOURS
PUSHED_AT = UNSEEN_AT + COLOURS
# The seats from mine on: points, tiles, dealt tiles among them, to move; by colour: known tiles, "dealt is not".
SEAT_AT = PUSHED_AT + COLOURS
SEAT_SIZE = 4 + 2 * COLOURS
# The table: phase, tiles in the deck, turn, players, side, edge_stack.
TABLE_AT = SEAT_AT + SEATS * SEAT_SIZE
OBSERVATION = TABLE_AT + 6

BYTE = 255
GUESSES = COLOURS * COLOURS * COLOURS  # a colour for each of three other seats


def observe(s: State, me: int, x: Row) -> None:
    """Write what `me` knows into x, which is zeroed; seats are counted from `me`."""
    for cell in range(SIZES[s.side]):
        if s.top[cell] != NONE:
            x[s.top[cell] * CELLS + cell] = 1
            if s.under[cell] != NONE:
                x[STACK_AT + cell] = 1
    if s.push_cell != NONE:
        x[PUSH_AT + s.push_cell] = 1
        x[PUSHED_AT + s.push_colour] = 1
    for colour in range(COLOURS):
        x[HAND_AT + colour] = s.hands[me][colour]
        x[OPEN_AT + colour] = s.open_tiles[colour]
        x[UNSEEN_AT + colour] = unseen_by(s, me, colour)
    p = me
    for seat in range(s.players):
        at = SEAT_AT + seat * SEAT_SIZE
        x[at] = min(s.points[p], BYTE)
        x[at + 1] = s.tiles[p]
        x[at + 2] = s.dealt[p]
        x[at + 3] = 1 if s.to_move == p else 0
        for colour in range(COLOURS):
            x[at + 4 + colour] = s.known[p][colour]
            x[at + 4 + COLOURS + colour] = s.cannot[p][colour]
        p = p + 1 if p + 1 < s.players else 0
    x[TABLE_AT] = s.phase
    x[TABLE_AT + 1] = s.deck_left
    x[TABLE_AT + 2] = s.round_no
    x[TABLE_AT + 3] = s.players
    x[TABLE_AT + 4] = s.side
    x[TABLE_AT + 5] = s.edge_stack


def unseen_by(s: State, me: int, colour: int) -> int:
    """Tiles of a colour that `me` has not seen: in the deck, removed, or dealt to others."""
    return s.copies - s.shown[colour] - (s.hands[me][colour] - s.known[me][colour])


def imagine(s: State, me: int, r: Row) -> None:
    """Deal the tiles that `me` has not seen to the others' hands, the removed tiles and the deck.

    All deals are equal. (One thing is left out: that a tile put back at the start, UMB-3, is not among the two removed.
    It would make its colour a little rarer there.)
    """
    for colour in range(COLOURS):
        for q in range(SEATS):
            if q != me:
                s.hands[q][colour] = s.known[q][colour]
    guess_hemmed_in(s, me, r)
    n = 0
    for colour in range(COLOURS):
        left = unseen_by(s, me, colour)
        for q in range(s.players):
            if q != me:
                left -= s.hands[q][colour] - s.known[q][colour]  # dealt just now
        for _ in range(left):
            s.deck[n] = colour
            n += 1
    quick_shuffle(r, s.deck, n)
    for q in range(s.players):
        if q != me and not is_hemmed_in(s, q):
            for _ in range(s.dealt[q]):
                n -= 1
                s.hands[q][s.deck[n]] += 1
    for i in range(MOST_REMOVED):
        s.removed[i] = NONE
        if i < s.to_remove:
            n -= 1
            s.removed[i] = s.deck[n]
    for i in range(n, TILES):
        s.deck[i] = NONE


def is_hemmed_in(s: State, q: int) -> bool:
    """Whether it is known of a seat's dealt tile (then it has one only) that it is not of some colours (UMB-9)."""
    for colour in range(COLOURS):
        if s.cannot[q][colour] == 1:
            return True
    return False


def guess_hemmed_in(s: State, me: int, r: Row) -> None:
    """Deal first the tiles of which all know that they are not of some colours: together, each way by its chances."""
    hemmed = 0
    for q in range(s.players):
        if q != me and is_hemmed_in(s, q):
            hemmed += 1
    if hemmed == 0:
        return
    total = 0
    for guess in range(GUESSES):
        total += chances(s, me, guess)
    left = quick(r, total)
    guess = 0
    while guess < GUESSES - 1 and left >= chances(s, me, guess):
        left -= chances(s, me, guess)
        guess += 1
    for seat in range(1, s.players):
        q = (me + seat) % s.players
        if is_hemmed_in(s, q):
            s.hands[q][guess % COLOURS] += 1
        guess //= COLOURS


def chances(s: State, me: int, guess: int) -> int:
    """In how many ways the unseen tiles give the seats after `me` the colours of a guess, a digit to base 5 for each.

    A seat of which nothing is known is not dealt to here: its digit is 0.
    """
    found, rest = 1, guess
    first, second = NONE, NONE  # colours dealt already
    for seat in range(1, SEATS):
        colour = rest % COLOURS
        rest //= COLOURS
        q = (me + seat) % s.players
        if seat < s.players and is_hemmed_in(s, q):
            if s.cannot[q][colour] == 1:
                return 0
            taken = (1 if colour == first else 0) + (1 if colour == second else 0)
            found *= max(0, unseen_by(s, me, colour) - taken)
            second = first
            first = colour
        elif colour != 0:
            return 0
    return found
