"""What stands for the parts of a learned mind that a game's `learned.py` leaves out: what its `mind.py` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kobako.core.maths import exp
from kobako.kit.shares import share_of_winners

evaluate: Callable[[Any, Any, Any], None]
rollout_policy: Callable[[Any, Any, Any], int]
TRAITS: int
SIGNS: int
MEASURES: int

EXPLORATION = 1.0
WIDENING = 1.0


def note_traits(s: Any, action: int, x: Any) -> None:
    """An action has no traits: all are liked alike."""


def note_signs(s: Any, seat: int, x: Any) -> None:
    """An imagined state has no signs: all are as likely."""


def note_measures(s: Any, seat: int, x: Any) -> None:
    """Nothing is measured."""


def playout_policy(s: Any, out: Any, r: Any, w: Any, x: Any) -> int:
    """As without weights."""
    return rollout_policy(s, out, r)


def judge(s: Any, view: Any, gain: Any, w: Any, x: Any) -> None:
    """As without weights."""
    evaluate(s, view, gain)


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
