"""The mat of Umbradeco in play: which colours can be placed where, which way a tile can be pushed, what is in line."""

from kobako.core.fields import NONE
from kobako.games.umbradeco.mat import COLUMN, FALLING, RING, RISING, SIZES, beside
from kobako.games.umbradeco.state import ALL_COLOURS, DIGIT, State


def on_mat(s: State, cell: int) -> bool:
    """Whether there is such a cell on this game's mat (NONE is no cell)."""
    return 0 <= cell < SIZES[s.side]


def lay(s: State, cell: int, colour: int) -> None:
    """Make a colour what is visible on a cell, and let the cells that touch it know."""
    was = s.top[cell]
    more, filled = 1 << DIGIT * colour, 1
    if was != NONE:
        more -= 1 << DIGIT * was
        filled = 0
    s.top[cell] = colour
    for direction in range(6):
        to = beside(cell, direction)
        if on_mat(s, to):
            s.near[to] += more
            s.free[to] -= filled


def touching(s: State, cell: int) -> int:
    """The set of the colours of the visible tiles that touch a cell."""
    near = s.near[cell]
    return (near | near >> 1 | near >> 2) & ALL_COLOURS


def fitting(s: State, cell: int, colours: int) -> int:
    """Which of a set of colours can be placed on a cell, as a set."""
    top = s.top[cell]
    if s.under[cell] != NONE or (top == NONE and s.near[cell] == 0):  # UMB-8: two high at most; UMB-6
        return 0
    fits = colours & ~touching(s, cell)  # UMB-5
    if top == NONE or fits == 0:
        return fits
    fits &= ~(1 << DIGIT * top)  # UMB-5 after a push, UMB-8 in a stack
    if fits == 0:
        return 0
    if s.free[cell] > 0:
        return fits if has_way(s, cell) else 0  # UMB-7
    if s.edge_stack == 0 and RING[cell] == s.side - 1:
        return 0  # UMB-8
    return fits


def ways(s: State, cell: int) -> int:
    """UMB-7: the directions in which the tile of a cell can be pushed, a bit for each."""
    found = 0
    for direction in range(6):
        if can_go(s, s.top[cell], beside(cell, direction)):
            found |= 1 << direction
    return found


def has_way(s: State, cell: int) -> bool:
    """Whether the tile of a cell can be pushed at all: quicker than to ask which ways."""
    for direction in range(6):
        if can_go(s, s.top[cell], beside(cell, direction)):
            return True
    return False


def can_go(s: State, colour: int, to: int) -> bool:
    """UMB-7: whether a tile can be pushed to a cell beside it: empty, and no tile of its colour near but itself."""
    # Beyond the edge of a smaller mat nothing is ever noted as near, so that `on_mat` need not be asked here.
    return to != NONE and s.near[to] >> DIGIT * colour & 7 == 1 and s.top[to] == NONE


def seen_in_rows(s: State, colour: int, cell: int) -> int:
    """UMB-10: visible tiles of a colour on the three lines through a cell, to the mat's edge, itself not counted."""
    rows = 0
    for other in range(SIZES[s.side]):
        if s.top[other] == colour and other != cell and in_line(cell, other):
            rows += 1
    return rows


def in_line(cell: int, other: int) -> bool:
    """Whether two cells are on one line, up and down or on a diagonal."""
    return COLUMN[cell] == COLUMN[other] or FALLING[cell] == FALLING[other] or RISING[cell] == RISING[other]
