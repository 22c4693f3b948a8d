"""The mat, as data (UMB-2): flat-topped hexagons in a hexagon of side 3, 4 or 5.

Cells are numbered from the centre outwards, ring by ring, so the cells of a smaller mat are the first ones of a larger:
the mat of side n has the cells 0 .. SIZES[n] - 1. In a ring they go by column from the left, in a column from the top.

A cell lies on three lines: its column (up and down), and its two diagonals.
"""

from kobako.core.fields import NONE

LARGEST = 5  # the most cells a side
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
SOUTH = 3

_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # column, diagonal: for each direction


def distance(column: int, diagonal: int) -> int:
    """Steps from the centre."""
    return max(abs(column), abs(diagonal), abs(column + diagonal))


_SPAN = range(1 - LARGEST, LARGEST)
_PLACES = sorted(
    (distance(column, diagonal), column, diagonal)
    for column in _SPAN
    for diagonal in _SPAN
    if distance(column, diagonal) < LARGEST
)
_NUMBERS = {(column, diagonal): cell for cell, (_, column, diagonal) in enumerate(_PLACES)}

CELLS = len(_PLACES)
CENTRE = 0
SIZES = tuple(1 + 3 * side * (side - 1) if side else 0 for side in range(LARGEST + 1))  # cells of a mat, by side

# For each cell: its ring (0: the centre), and its three lines. Two cells are in line if one of the three is the same.
RING = tuple(ring for ring, _, _ in _PLACES)
COLUMN = tuple(column for _, column, _ in _PLACES)  # n to s
FALLING = tuple(diagonal for _, _, diagonal in _PLACES)  # nw to se
RISING = tuple(column + diagonal for _, column, diagonal in _PLACES)  # sw to ne

# The cell beside a cell, at 6 * cell + direction, or NONE off the largest mat. It is flat because a nested table,
# once compiled, is twenty times slower to look up.
NEIGHBOURS = tuple(
    _NUMBERS.get((column + across, diagonal + down), NONE) for _, column, diagonal in _PLACES for across, down in _STEPS
)


def beside(cell: int, direction: int) -> int:
    """The cell beside a cell, or NONE off the largest mat."""
    return NEIGHBOURS[6 * cell + direction]


def _name(side: int, cell: int) -> str:
    """A column's letter, from the left, and the number in the column, from the top."""
    far = side - 1
    top = max(-far, -far - COLUMN[cell])
    return f"{'abcdefghi'[COLUMN[cell] + far]}{FALLING[cell] - top + 1}"


# [side] the names of its cells; they depend on the side, as the leftmost column is always a.
NAMES = tuple(tuple(_name(side, cell) for cell in range(SIZES[side])) for side in range(LARGEST + 1))
