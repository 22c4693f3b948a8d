"""How a playout chooses: at random, or rather by taste."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kobako.core.chance import quick

legal: Callable[[Any, Any], int]
lean: Callable[[Any, Any, int, Any], int]
taste: Callable[[Any, int], int]


def leant_to(s: Any, out: Any, r: Any) -> int:
    """What is leant to of all that is legal."""
    return lean(s, out, legal(s, out), r)


def any_of(out: Any, n: int, r: Any) -> int:
    """One of the n actions, all alike."""
    action: int = out[quick(r, n)]
    return action


def best_of(s: Any, out: Any, n: int, r: Any, tries: int) -> int:
    """Of some random actions the most to the seat's taste."""
    action: int = out[quick(r, n)]
    if n == 1:
        return action
    liking = taste(s, action)
    for _ in range(tries - 1):
        other = out[quick(r, n)]
        if other != action:
            liked = taste(s, other)
            if liked > liking:
                action, liking = other, liked
    return action
