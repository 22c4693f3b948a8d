"""What stands for the parts of a learned mind that a game's `learned.py` leaves out: what its `mind.py` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

is_cutoff: Callable[[Any, Any], int]
evaluate: Callable[[Any, Any, Any], None]
rollout_policy: Callable[[Any, Any, Any], int]

EXPLORATION = 1.0
WIDENING = 1.0


def note_traits(s: Any, action: int, x: Any) -> None:
    """An action has no traits: all are liked alike."""


def note_signs(s: Any, seat: int, x: Any) -> None:
    """An imagined state has no signs: all are as likely."""


def rewind(s: Any) -> int:
    """Nothing is remembered."""
    return 0


def recall(s: Any, i: int) -> int:
    """Never asked for."""
    return 0


def stir(s: Any, seat: int, r: Any) -> None:
    """Never asked for."""


def note_measures(s: Any, seat: int, x: Any) -> None:
    """Nothing is measured."""


def playout_policy(s: Any, out: Any, r: Any, w: Any, x: Any) -> int:
    """As without weights."""
    return rollout_policy(s, out, r)


def is_far_enough(s: Any, view: Any) -> int:
    """As without weights."""
    return is_cutoff(s, view)


def judge(s: Any, view: Any, gain: Any, w: Any, x: Any) -> None:
    """As without weights."""
    evaluate(s, view, gain)
