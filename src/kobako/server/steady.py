"""A clock that does not jump: the time of day when we started, and the seconds counted since.

Somebody's thinking time must not depend on when the machine's clock was set right. It follows a clock that was set,
so slowly that nobody's minute is longer or shorter by more than a fraction of a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable

FOLLOW = 0.002  # seconds per second


class Steady:
    """Called, it gives the time, in seconds since 1970."""

    def __init__(self, wall: Callable[[], float] = time.time, count: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._count = wall, count
        self._time, self._counted = wall(), count()

    def __call__(self) -> float:
        counted = self._count()
        passed = counted - self._counted
        off = self._wall() - (self._time + passed)
        most = FOLLOW * passed
        self._time += passed + max(-most, min(most, off))
        self._counted = counted
        return self._time
