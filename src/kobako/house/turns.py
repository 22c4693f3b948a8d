"""Whose question is thought about next: the more urgent first, and among those of one kind every guest in turn.

A guest with sixty questions and one with a single one are both asked for theirs; within a guest's, table by table.
"""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Collection
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


class Busy(KobakoError):
    """There is too much to think about just now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        told = f"too much is being thought about just now: try again in {self.seconds} seconds"
        super().__init__(told, "crowded", seconds=self.seconds)


@dataclass
class Turns(Generic[T]):
    """What waits, each with its rank and who asks."""

    _waiting: dict[Rank, OrderedDict[str, OrderedDict[str, deque[T]]]] = field(default_factory=dict)

    def add(self, rank: Rank, asker: Asker, what: T) -> None:
        """Something more that waits."""
        guests = self._waiting.setdefault(rank, OrderedDict())
        guests.setdefault(asker.guest, OrderedDict()).setdefault(asker.table, deque()).append(what)

    def next(self, ranks: Collection[Rank]) -> T | None:
        """What comes next of these ranks. Whose turn it was goes to the end."""
        for rank in sorted(ranks):
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

    def ahead(self, rank: Rank, asker: Asker) -> int:
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

    def of(self, rank: Rank, guest: str) -> int:
        """How many of one guest's wait."""
        return sum(map(len, self._waiting.get(rank, OrderedDict()).get(guest, OrderedDict()).values()))
