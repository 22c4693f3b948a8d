"""How a game that measures its seats judges where a look ahead ends: by the weights of the measures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kobako.core.maths import exp
from kobako.kit.shares import share_of_winners

note_measures: Callable[[Any, int, Any], None]
TRAITS: int
SIGNS: int
MEASURES: int


def measured(s: Any, view: Any, gain: Any, w: Any, x: Any) -> None:
    """Each seat's share of the win by what is measured of it, where the game is not over."""
    if s.over == 1:
        share_of_winners(s, gain)
        return
    best = 0.0
    for p in range(s.players):
        for i in range(MEASURES):
            x[i] = 0
        note_measures(s, p, x)
        total = 0
        for i in range(MEASURES):
            total += w[TRAITS + SIGNS + i] * x[i]
        gain[p] = total / 1024.0
        if p == 0 or gain[p] > best:
            best = gain[p]
    total_share = 0.0
    for p in range(s.players):
        gain[p] = exp(gain[p] - best)
        total_share += gain[p]
    for p in range(s.players):
        gain[p] /= total_share
