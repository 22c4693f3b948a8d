"""A clock that does not jump: the time of day when we started, and the seconds counted since.

Somebody's thinking time must not depend on when the machine's clock was set right. It follows a clock that was set,
so slowly that nobody's minute is longer or shorter by more than a fraction of a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from kobako.house.parts import StoreFailed

AGREE = 60.0  # seconds after which nodes look again what time it is
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


class Shared:
    """A database's clock, for nodes of which each may have another time: asked now and then, and counted on."""

    def __init__(self, ask: Callable[[], Awaitable[float]], count: Callable[[], float] = time.monotonic) -> None:
        self._ask, self._count, self._ahead = ask, count, 0.0

    def __call__(self) -> float:
        return self._count() + self._ahead

    async def agree(self) -> None:
        """Ask."""
        before = self._count()
        told = await self._ask()
        self._ahead = told - (before + self._count()) / 2

    async def keep(self) -> None:
        """Ask again and again."""
        while True:
            await asyncio.sleep(AGREE)
            with contextlib.suppress(StoreFailed):
                await self.agree()
