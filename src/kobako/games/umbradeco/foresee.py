"""What an action would do in Umbradeco: the points of a tile."""

from collections.abc import Sequence

from kobako.core.fields import NONE
from kobako.games.umbradeco.mat import CELLS
from kobako.games.umbradeco.placing import in_line, touching
from kobako.games.umbradeco.state import ALL_COLOURS, COLOURS, DIGIT, OPEN, PUSH, State
from kobako.games.umbradeco.view import Would

LINES = [{other for other in range(CELLS) if other != cell and in_line(cell, other)} for cell in range(CELLS)]


def foresee(s: State, action: int) -> Would | None:
    """What placing a tile would score (UMB-10)."""
    return foresee_all(s, [action])[0]


def foresee_all(s: State, actions: Sequence[int]) -> list[Would | None]:
    """The same for some actions: there are dozens of places to ask about, and the mat is looked at once for them."""
    visible: list[set[int]] = [set() for _ in range(COLOURS)]
    for cell, colour in enumerate(s.top):
        if colour != NONE:
            visible[colour].add(cell)
    return [foreseen(s, visible, action) for action in actions]


def foreseen(s: State, visible: Sequence[set[int]], action: int) -> Would | None:
    """Worked out, not played, from the cells where each colour is visible."""
    if action >= OPEN:
        return None
    colour, cell = (s.push_colour, s.push_cell) if action >= PUSH else (action // CELLS, action % CELLS)
    top = s.top[cell]
    pushes = top != NONE and s.free[cell] > 0
    near = touching(s, cell) | 1 << DIGIT * colour
    if pushes:  # whichever way: the tile that is pushed still touches, and is of another colour
        near |= 1 << DIGIT * top
    rows = s.row_points * len(visible[colour] & LINES[cell])
    four_colours = s.colour_points if near == ALL_COLOURS else 0
    push, stack = (s.push_points, 0) if pushes else (0, 0 if top == NONE else s.stack_points)
    return {
        "rows": rows,
        "four_colours": four_colours,
        "push": push,
        "stack": stack,
        "total": rows + four_colours + push + stack,
    }
