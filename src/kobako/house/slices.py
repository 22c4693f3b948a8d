"""Long work at tables, in slices between which everyone else has their turn.

One slice at a time, whoever's work it is: a hundred tables that are loaded at once keep others waiting no longer than
one does. After each slice there is a pause as long, for those who play, and for threads that read and write.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from enum import IntEnum

from kobako.house.turns import GUEST, Asker, InTurn

SLICE = 0.005  # seconds for which everyone else waits
READ_AT_ONCE = 2  # tables: a thread that reads takes its part of the interpreter too


class Haste(IntEnum):
    """What work is for, the most urgent first."""

    IN_USE = 0  # a table at which somebody is
    TO_OPEN = 1  # one that is loaded or made


class Slices:
    """What there is to do, and whose turn it is."""

    def __init__(self) -> None:
        self._working, self.reading = InTurn(1), InTurn(READ_AT_ONCE)

    async def work(self, steps: Iterator[None], haste: Haste, table: str = "") -> None:
        """Some work, step by step, for the guest for whom it is done."""
        asker, more = Asker(GUEST.get(), table), True
        while more:
            async with self._working.turn(haste, asker):
                more = unfinished(steps, time.perf_counter() + SLICE)
                if more:
                    await asyncio.sleep(SLICE)


def unfinished(steps: Iterator[None], until: float) -> bool:
    """Go on until then; whether there is something left to do."""
    return any(time.perf_counter() > until for _ in steps)
