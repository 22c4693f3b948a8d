"""How a rollout chooses: at random, or rather by the prior."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kobako.core.chance import quick

legal: Callable[[Any, Any], int]
expansion_policy: Callable[[Any, Any, int, Any], int]
prior: Callable[[Any, int], int]


def by_expansion_policy(s: Any, out: Any, r: Any) -> int:
    """What the expansion policy picks of all that is legal."""
    return expansion_policy(s, out, legal(s, out), r)


def uniform(out: Any, n: int, r: Any) -> int:
    """One of the n actions, all alike."""
    action: int = out[quick(r, n)]
    return action


def best_by_prior(s: Any, out: Any, n: int, r: Any, tries: int) -> int:
    """Of some random actions the one of the highest prior."""
    action: int = out[quick(r, n)]
    if n == 1:
        return action
    highest = prior(s, action)
    for _ in range(tries - 1):
        other = out[quick(r, n)]
        if other != action:
            found = prior(s, other)
            if found > highest:
                action, highest = other, found
    return action
