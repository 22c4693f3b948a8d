"""Umbradeco: look some turns ahead; being ahead is worth more the fewer turns are left."""

from __future__ import annotations

from typing import Any

from kobako.core.fields import NONE
from kobako.games.umbradeco.mat import CELLS
from kobako.games.umbradeco.placing import seen_in_rows, touching
from kobako.games.umbradeco.state import ALL_COLOURS, DIGIT, PUSH
from kobako.kit.policies import best_by_prior
from kobako.kit.shares import share_by_lead, share_of_winners

EXPLORATION = 0.7
SLIPS = 0.32
TURNS_AHEAD = 2


def is_cutoff(s: Any, view: Any) -> int:
    return 1 if s.over == 1 or s.round_no >= view.round_no + TURNS_AHEAD else 0


def evaluate(s: Any, view: Any, gain: Any) -> None:
    if s.over == 1:
        share_of_winners(s, gain)
    else:
        for p in range(s.players):
            gain[p] = s.points[p]
        share_by_lead(s, gain, 4.0 + 0.6 * (s.turns - s.round_no))


def expansion_policy(s: Any, out: Any, n: int, r: Any) -> int:
    return best_by_prior(s, out, n, r, 3)


def prior(s: Any, action: int) -> int:
    """What a tile would score if nothing moved."""
    if action >= PUSH:
        return 0
    colour, cell = action // CELLS, action % CELLS
    points: int = s.row_points * seen_in_rows(s, colour, cell)
    if touching(s, cell) | 1 << DIGIT * colour == ALL_COLOURS:
        points += s.colour_points
    if s.top[cell] != NONE:
        points += s.push_points if s.free[cell] > 0 else s.stack_points
    return points
