"""How standings become shares of the win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kobako.core.maths import exp

result: Callable[[Any, int], int]


def share_of_winners(s: Any, gain: Any) -> None:
    """The winners of a finished game share 1."""
    best, winners = result(s, 0), 0
    for p in range(s.players):
        best = max(best, result(s, p))
    for p in range(s.players):
        if result(s, p) == best:
            winners += 1
    for p in range(s.players):
        gain[p] = 1.0 / winners if result(s, p) == best else 0.0


def share_by_lead(s: Any, gain: Any, scale: float) -> None:
    """Shares that grow by e for every `scale` of what is in `gain`, which they replace."""
    best = gain[0]
    for p in range(s.players):
        best = max(best, gain[p])
    total = 0.0
    for p in range(s.players):
        gain[p] = exp((gain[p] - best) / scale)
        total += gain[p]
    for p in range(s.players):
        gain[p] /= total
