"""What a search believes of a game whose `mind.py` does not say: play on to the end at random, and see who has won."""

from __future__ import annotations

from typing import Any

from kobako.kit.policies import by_expansion_policy, uniform
from kobako.kit.shares import share_of_winners

EXPLORATION = 0.7
SLIPS = 0.25


def truncate(s: Any) -> None:
    """The game goes on to its own end."""


def is_cutoff(s: Any, view: Any) -> int:
    """1 when the game is over."""
    over: int = s.over
    return over


def evaluate(s: Any, view: Any, gain: Any) -> None:
    """The winners share 1."""
    share_of_winners(s, gain)


def expansion_policy(s: Any, out: Any, n: int, r: Any) -> int:
    """Any of them."""
    return uniform(out, n, r)


def rollout_policy(s: Any, out: Any, r: Any) -> int:
    """As the tree is expanded."""
    return by_expansion_policy(s, out, r)


def prior(s: Any, action: int) -> int:
    """All alike."""
    return 0


def known(s: Any) -> int:
    """Never asked for."""
    return 0
