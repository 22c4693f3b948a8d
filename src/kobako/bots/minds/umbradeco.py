"""Umbradeco: look some turns ahead; being ahead is worth more the fewer turns are left."""

from __future__ import annotations

from typing import Any

from kobako.bots.minds.leaning import best_of, leant_to
from kobako.bots.minds.shares import share_by_lead, share_of_winners
from kobako.core.fields import NONE
from kobako.games.umbradeco.mat import CELLS
from kobako.games.umbradeco.placing import seen_in_rows, touching
from kobako.games.umbradeco.state import ALL_COLOURS, DIGIT, FOUR_COLOURS, PUSH, PUSH_POINTS, STACK_POINTS, TURNS

EXPLORE = 0.7
TURNS_AHEAD = 2


def shorten(s: Any) -> None:
    pass


def settled(s: Any, view: Any) -> int:
    return 1 if s.over == 1 or s.round_no >= view.round_no + TURNS_AHEAD else 0


def worth(s: Any, view: Any, gain: Any) -> None:
    if s.over == 1:
        share_of_winners(s, gain)
    else:
        for p in range(s.players):
            gain[p] = s.points[p]
        share_by_lead(s, gain, 4.0 + 0.6 * (TURNS[s.players] - s.round_no))


def lean(s: Any, out: Any, n: int, r: Any) -> int:
    return best_of(s, out, n, r, 3)


def drift(s: Any, out: Any, r: Any) -> int:
    return leant_to(s, out, r)


def taste(s: Any, action: int) -> int:
    """What a tile would score if nothing moved."""
    if action >= PUSH:
        return 0
    colour, cell = action // CELLS, action % CELLS
    points = seen_in_rows(s, colour, cell)
    if touching(s, cell) | 1 << DIGIT * colour == ALL_COLOURS:
        points += FOUR_COLOURS
    if s.top[cell] != NONE:
        points += PUSH_POINTS if s.free[cell] > 0 else STACK_POINTS
    return points
