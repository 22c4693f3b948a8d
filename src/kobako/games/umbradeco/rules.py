"""The rules of Umbradeco: the deal, the actions, and the course of a turn. Where a tile can go is in placing.py."""

from kobako.core.chance import rand, shuffle
from kobako.core.events import emit
from kobako.core.fields import NONE, Row
from kobako.games.umbradeco.events import (
    AIMED,
    BEGAN,
    DEALT,
    DECK_EMPTY,
    DISCARDED,
    ENDED,
    NONE_OPEN,
    OPENED,
    PLACED,
    PUSH_PAID,
    PUSHED,
    PUT_BACK,
    REMOVED,
    SCORED,
    STACK_PAID,
    STACKED,
    STARTED,
    TOOK,
)
from kobako.games.umbradeco.mat import CELLS, CENTRE, SIZES, SOUTH, beside
from kobako.games.umbradeco.placing import fitting, lay, on_mat, seen_in_rows, touching, ways
from kobako.games.umbradeco.state import (
    ACTIONS,
    ALL_COLOURS,
    COLOURS,
    DIGIT,
    DISCARD,
    HAND,
    MOST_LEGAL,
    MOST_REMOVED,
    OPEN,
    PLACE,
    PLACING,
    PUSH,
    PUSHING,
    TAKING,
    TILES,
    State,
)

__all__ = ["ACTIONS", "MOST_LEGAL", "State", "apply", "bound", "deal", "legal", "result", "score"]


def deal(s: State) -> None:
    """UMB-1 to UMB-3: set up the game."""
    clear_mat(s)
    s.starter = rand(s, s.players) if s.first == NONE else s.first
    s.deck_left = full_deck(s)
    shuffle(s, s.deck, s.deck_left)
    s.to_move = s.starter
    s.round_no = 1
    s.phase = PLACING
    s.push_cell = NONE
    s.push_colour = NONE
    emit(s, BEGAN, s.starter)
    for i in range(MOST_REMOVED):
        s.removed[i] = draw_tile(s) if i < s.to_remove else NONE
    if s.to_remove > 0:
        emit(s, REMOVED, s.to_remove)
    start_tiles(s)
    for p in range(s.players):
        one = draw_tile(s)
        two = draw_tile(s)
        s.hands[p][one] += 1
        s.hands[p][two] += 1
        s.tiles[p] = HAND
        s.dealt[p] = HAND
        s.points[p] = s.head_start * ((s.starter - p - 1 + s.players) % s.players)
        emit(s, DEALT, p, one, two)
    for _ in range(s.to_open):
        open_tile(s)


def full_deck(s: State) -> int:
    """UMB-1: lay all tiles into the deck, and give how many."""
    n = 0
    for colour in range(COLOURS):
        for _ in range(s.copies):
            s.deck[n] = colour
            n += 1
    for i in range(n, TILES):
        s.deck[i] = NONE
    return n


def clear_mat(s: State) -> None:
    """An empty mat."""
    for cell in range(CELLS):
        s.top[cell] = NONE
        s.under[cell] = NONE
        s.near[cell] = 0
        s.free[cell] = 0
        if cell < SIZES[s.side]:
            for direction in range(6):
                if on_mat(s, beside(cell, direction)):
                    s.free[cell] += 1


def start_tiles(s: State) -> None:
    """UMB-3: two tiles of different colours, on the centre and on the cell below it."""
    below = beside(CENTRE, SOUTH)
    first = draw_tile(s)
    emit(s, STARTED, first, CENTRE)
    second = draw_tile(s)
    while second == first:
        emit(s, PUT_BACK, second)
        put_back(s, second)
        second = draw_tile(s)
    emit(s, STARTED, second, below)
    lay(s, CENTRE, first)
    lay(s, below, second)
    s.shown[first] += 1
    s.shown[second] += 1


def draw_tile(s: State) -> int:
    """The top tile of the deck."""
    s.deck_left -= 1
    tile = s.deck[s.deck_left]
    s.deck[s.deck_left] = NONE
    return tile


def put_back(s: State, tile: int) -> None:
    """UMB-3: put a tile back inside the deck: under the top tile, all places from there down equally likely."""
    place = rand(s, s.deck_left)
    for i in range(s.deck_left, place, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[place] = tile
    s.deck_left += 1


def open_tile(s: State) -> None:
    """Lay the top tile of the deck open, if there is one."""
    if s.deck_left > 0:
        tile = draw_tile(s)
        s.open_tiles[tile] += 1
        s.shown[tile] += 1
        emit(s, OPENED, tile)
        if s.deck_left == 0:
            emit(s, DECK_EMPTY)


def legal(s: State, out: Row) -> int:
    """Write the legal actions to `out`, and give how many."""
    if s.phase == PLACING:
        n = legal_places(s, s.hands[s.to_move], out)
        if n == 0:
            n = legal_discards(s.hands[s.to_move], out)  # UMB-9
        return n
    n = 0
    if s.phase == PUSHING:
        found = ways(s, s.push_cell)
        for direction in range(6):
            if found >> direction & 1 == 1:
                out[n] = PUSH + direction
                n += 1
    else:
        for colour in range(COLOURS):
            if s.open_tiles[colour] > 0:
                out[n] = OPEN + colour
                n += 1
    return n


def legal_places(s: State, hand: Row, out: Row) -> int:
    """Every cell for every colour in hand.

    A hand has two colours at most. One look at each cell serves both: the higher colour's actions wait in the second
    half of `out`, and then close up to those of the lower.
    """
    low, high, colours = NONE, NONE, 0
    for colour in range(COLOURS):
        if hand[colour] > 0:
            low = colour if low == NONE else low
            high = colour
            colours |= 1 << DIGIT * colour
    n, m = 0, CELLS
    two = 0 if high == low else 1
    for cell in range(SIZES[s.side]):
        fits = fitting(s, cell, colours)
        out[n] = PLACE + low * CELLS + cell  # written in any case, counted if it fits: fast
        n += fits >> DIGIT * low & 1
        out[m] = PLACE + high * CELLS + cell
        m += fits >> DIGIT * high & two
    for i in range(CELLS, m):
        out[n] = out[i]
        n += 1
    return n


def legal_discards(hand: Row, out: Row) -> int:
    """UMB-9: any colour in hand."""
    n = 0
    for colour in range(COLOURS):
        if hand[colour] > 0:
            out[n] = DISCARD + colour
            n += 1
    return n


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    p = s.to_move
    if action < PUSH:
        place_tile(s, p, action // CELLS, action % CELLS)
    elif action < OPEN:
        push_tile(s, p, s.push_colour, s.push_cell, action - PUSH)
    elif action < DISCARD:
        take_tile(s, p, action - OPEN)
    else:
        discard_tile(s, p, action - DISCARD)


def use_tile(s: State, p: int, colour: int) -> None:
    """A tile leaves a hand, seen by all. If one of its colour was known it is that one; the rest is alike (UMB-13)."""
    s.hands[p][colour] -= 1
    s.tiles[p] -= 1
    if s.known[p][colour] > 0:
        s.known[p][colour] -= 1
    else:
        s.shown[colour] += 1
        s.dealt[p] -= 1
        if s.dealt[p] == 0:
            for other in range(COLOURS):
                s.cannot[p][other] = 0


def place_tile(s: State, p: int, colour: int, cell: int) -> None:
    """Place a tile beside others (UMB-6), on top of one (UMB-8), or where one is pushed away (UMB-7)."""
    use_tile(s, p, colour)
    top = s.top[cell]
    if top == NONE:
        emit(s, PLACED, p, colour, cell)
        lay(s, cell, colour)
        score_tile(s, p, colour, cell, 0)
    elif s.free[cell] == 0:
        s.points[p] += s.stack_points
        emit(s, STACKED, p, colour, cell, top)
        s.under[cell] = top
        lay(s, cell, colour)
        if s.stack_points != 0:
            emit(s, STACK_PAID, p, s.stack_points)
        score_tile(s, p, colour, cell, s.stack_points)
    else:
        found = ways(s, cell)
        if found & (found - 1) == 0:  # one way only: no question
            direction = 0
            while found >> direction > 1:
                direction += 1
            push_tile(s, p, colour, cell, direction)
        else:
            emit(s, AIMED, p, colour, cell, top)
            s.push_colour = colour
            s.push_cell = cell
            s.phase = PUSHING


def push_tile(s: State, p: int, colour: int, cell: int, direction: int) -> None:
    """UMB-7: the tile of a cell moves, and the new one takes its place."""
    pushed = s.top[cell]
    to = beside(cell, direction)
    s.points[p] += s.push_points
    emit(s, PUSHED, p, colour, cell, pushed, to)
    s.push_cell = NONE
    s.push_colour = NONE
    lay(s, cell, colour)
    lay(s, to, pushed)
    if s.push_points != 0:
        emit(s, PUSH_PAID, p, s.push_points)
    score_tile(s, p, colour, cell, s.push_points)


def score_tile(s: State, p: int, colour: int, cell: int, bonus: int) -> None:
    """UMB-10: score the tile just placed; `bonus`, for a push or a stack, was scored with it."""
    rows = s.row_points * seen_in_rows(s, colour, cell)
    four = s.colour_points if touching(s, cell) | 1 << DIGIT * colour == ALL_COLOURS else 0
    s.points[p] += rows + four
    emit(s, SCORED, p, rows, four, bonus, rows + four + bonus)
    offer_tiles(s, p)


def discard_tile(s: State, p: int, colour: int) -> None:
    """UMB-9: discard a tile, as none can be placed. So the other one in hand has no colour that could be."""
    emit(s, DISCARDED, p, colour)
    use_tile(s, p, colour)
    s.discarded[colour] += 1
    if s.dealt[p] > 0:
        could = 0
        for cell in range(SIZES[s.side]):
            could |= fitting(s, cell, ALL_COLOURS)
        for other in range(COLOURS):
            if could >> DIGIT * other & 1 == 1:
                s.cannot[p][other] = 1
    offer_tiles(s, p)


def offer_tiles(s: State, p: int) -> None:
    """UMB-4: which open tile to take is asked for if there are two colours; UMB-11: none left, none taken."""
    kinds, colour = 0, NONE
    for other in range(COLOURS):
        if s.open_tiles[other] > 0:
            kinds += 1
            colour = other
    if kinds > 1:
        s.phase = TAKING
    elif kinds == 1:
        take_tile(s, p, colour)
    else:
        next_turn(s)


def take_tile(s: State, p: int, colour: int) -> None:
    """UMB-4: an open tile goes to the hand, and another is laid open."""
    s.open_tiles[colour] -= 1
    s.hands[p][colour] += 1
    s.known[p][colour] += 1
    s.tiles[p] += 1
    emit(s, TOOK, p, colour)
    open_tile(s)
    left = 0
    for other in range(COLOURS):
        left += s.open_tiles[other]
    if left == 0:
        emit(s, NONE_OPEN)
    next_turn(s)


def next_turn(s: State) -> None:
    """The next seat clockwise; the game ends when all hands are empty, or a house's fewer turns are over (UMB-11).

    All have as many turns, so where the next hand is empty all are.
    """
    s.phase = PLACING
    q = s.to_move + 1 if s.to_move + 1 < s.players else 0
    if s.tiles[q] == 0 or (q == s.starter and s.round_no == s.turns):
        s.over = 1
        emit(s, ENDED)
        return
    s.to_move = q
    if q == s.starter:
        s.round_no += 1


def score(s: State, p: int) -> int:
    """UMB-12: the points."""
    return s.points[p]


def result(s: State, p: int) -> int:
    """What decides the game: the points, ties shared (UMB-12)."""
    return s.points[p]


def bound(s: State) -> int:
    """The most decisions of a game: in each turn a tile, a direction to push, and a tile to take."""
    return 3 * s.players * s.turns
