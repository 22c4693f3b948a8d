"""A game that we know nothing special of: to the end, at random."""

from __future__ import annotations

from typing import Any

from kobako.bots.minds.shares import share_of_winners

TRIES = 1  # of random actions in a playout: with no taste, one is enough
EXPLORE = 0.7


def settled(s: Any, view: Any) -> int:
    over: int = s.over
    return over


def worth(s: Any, gain: Any) -> None:
    share_of_winners(s, gain)


def taste(s: Any, action: int) -> int:
    return 0
