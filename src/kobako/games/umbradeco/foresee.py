"""What an action would do in Umbradeco: the points of a tile."""

from kobako.core.events import Log
from kobako.games.umbradeco.events import EVENTS, PUSHED, SCORED, STACKED
from kobako.games.umbradeco.placing import ways
from kobako.games.umbradeco.rules import apply
from kobako.games.umbradeco.state import COLOURS, OPEN, PUSH, PUSHING, State
from kobako.games.umbradeco.view import Would


def foresee(s: State, action: int) -> Would | None:
    """What placing a tile would score: it is placed in a copy where no tile lies open, so that the turn ends there."""
    if action >= OPEN:
        return None
    after = s.copy()
    after.log = log = Log(EVENTS)
    after.open_tiles[:] = [0] * COLOURS
    apply(after, action)
    if after.phase == PUSHING:  # whichever way: the tile that is pushed still touches, and is of another colour
        found = ways(after, after.push_cell)
        apply(after, PUSH + (found & -found).bit_length() - 1)
    told = {record[0]: record for record in log.records}
    _, _, rows, four_colours, bonus, total = told[SCORED]
    return {
        "rows": rows,
        "four_colours": four_colours,
        "push": bonus if PUSHED in told else 0,
        "stack": bonus if STACKED in told else 0,
        "total": total,
    }
