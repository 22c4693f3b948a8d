"""Who comes next, where many wait: the more urgent first, and among those of one kind every guest in turn.

A guest with sixty questions and one with a single one are both asked for theirs; within a guest's, table by table.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Collection
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

from kobako.core.errors import KobakoError

T = TypeVar("T")


class Rank(IntEnum):
    """What a question is for, the most urgent first."""

    LATE = 0  # a bot that people have waited for too long: it is answered at first sight
    PLAY = 1  # a bot that people wait for
    HINT = 2
    SHOW = 3  # a bot among bots
    PAST = 4  # games that are over: told again, reviewed


@dataclass(frozen=True)
class Asker:
    """Who asks, and where."""

    guest: str = ""
    table: str = ""


NOBODY = Asker()
GUEST: ContextVar[str] = ContextVar("guest", default="")  # for whom all that is now being done is done


class Busy(KobakoError):
    """There is too much to think about just now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        told = f"too much is being thought about just now: try again in {self.seconds} seconds"
        super().__init__(told, "crowded", seconds=self.seconds)


@dataclass
class Turns(Generic[T]):
    """What waits, each with its rank and who asks."""

    _waiting: dict[int, OrderedDict[str, OrderedDict[str, deque[T]]]] = field(default_factory=dict)

    def add(self, rank: int, asker: Asker, what: T) -> None:
        """Something more that waits."""
        guests = self._waiting.setdefault(rank, OrderedDict())
        guests.setdefault(asker.guest, OrderedDict()).setdefault(asker.table, deque()).append(what)

    def next(self, ranks: Collection[int] = ()) -> T | None:
        """What comes next, of these ranks if they are named. Whose turn it was goes to the end."""
        for rank in sorted(ranks or self._waiting):
            guests = self._waiting.get(rank)
            if not guests:
                continue
            guest, tables = guests.popitem(last=False)
            table, waiting = tables.popitem(last=False)
            what = waiting.popleft()
            if waiting:
                tables[table] = waiting
            if tables:
                guests[guest] = tables
            return what
        return None

    def ahead(self, rank: int, asker: Asker) -> int:
        """How many come before one more of this asker, if none were added."""
        before = sum(
            len(waiting)
            for more_urgent, guests in self._waiting.items()
            if more_urgent < rank
            for tables in guests.values()
            for waiting in tables.values()
        )
        guests = self._waiting.get(rank, OrderedDict())
        mine = self.of(rank, asker.guest)
        return before + sum(min(self.of(rank, guest), mine + 1) for guest in guests if guest != asker.guest) + mine

    def of(self, rank: int, guest: str) -> int:
        """How many of one guest's wait."""
        return sum(map(len, self._waiting.get(rank, OrderedDict()).get(guest, OrderedDict()).values()))


class InTurn:
    """So many at once, and the others in turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: Turns[asyncio.Future[None]] = Turns()

    @contextlib.asynccontextmanager
    async def turn(self, rank: int, asker: Asker) -> AsyncIterator[None]:
        """For as long as it lasts, one of the places."""
        await self._come(rank, asker)
        try:
            yield
        finally:
            self._leave()

    async def _come(self, rank: int, asker: Asker) -> None:
        if self._free:
            self._free -= 1
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(rank, asker, waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if not waiting.cancelled():  # it was its turn just now
                self._leave()
            raise

    def _leave(self) -> None:
        """Soon the next has the place: who leaves may want to come again at once, and is one of those who wait then."""
        asyncio.get_running_loop().call_soon(self._give)

    def _give(self) -> None:
        """Whose turn it is has the place; who waits no more has lost theirs."""
        while (waiting := self._waiting.next()) and waiting.done():
            pass
        if waiting:
            waiting.set_result(None)
        else:
            self._free += 1
