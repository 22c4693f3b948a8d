"""A game that we know nothing special of: to the end, at random."""

from __future__ import annotations

from typing import Any

from kobako.bots.minds.leaning import any_of, leant_to
from kobako.bots.minds.shares import share_of_winners

EXPLORE = 0.7


def shorten(s: Any) -> None:
    pass


def settled(s: Any, view: Any) -> int:
    over: int = s.over
    return over


def worth(s: Any, view: Any, gain: Any) -> None:
    share_of_winners(s, gain)


def lean(s: Any, out: Any, n: int, r: Any) -> int:
    return any_of(out, n, r)


def drift(s: Any, out: Any, r: Any) -> int:
    return leant_to(s, out, r)


def taste(s: Any, action: int) -> int:
    return 0
