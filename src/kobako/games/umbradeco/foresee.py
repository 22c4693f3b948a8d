"""What an action would do in Umbradeco: the points of a tile."""

from kobako.core.fields import NONE
from kobako.games.umbradeco.mat import CELLS
from kobako.games.umbradeco.placing import seen_in_rows, touching
from kobako.games.umbradeco.state import ALL_COLOURS, DIGIT, OPEN, PUSH, State
from kobako.games.umbradeco.view import Would


def foresee(s: State, action: int) -> Would | None:
    """What placing a tile would score (UMB-10): worked out, not played, for there are dozens of places to ask about."""
    if action >= OPEN:
        return None
    colour, cell = (s.push_colour, s.push_cell) if action >= PUSH else (action // CELLS, action % CELLS)
    top = s.top[cell]
    pushes = top != NONE and s.free[cell] > 0
    near = touching(s, cell) | 1 << DIGIT * colour
    if pushes:  # whichever way: the tile that is pushed still touches, and is of another colour
        near |= 1 << DIGIT * top
    rows = s.row_points * seen_in_rows(s, colour, cell)
    four_colours = s.colour_points if near == ALL_COLOURS else 0
    push, stack = (s.push_points, 0) if pushes else (0, 0 if top == NONE else s.stack_points)
    return {
        "rows": rows,
        "four_colours": four_colours,
        "push": push,
        "stack": stack,
        "total": rows + four_colours + push + stack,
    }
