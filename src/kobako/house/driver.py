"""Driving a table: bots move, clocks run out, and after a while a bot plays for someone who is absent.

These are three things. A lost connection is the line's matter: it changes nothing at the table. Absence is when it has
been lost for so long that others have waited enough. Running out of time is the clock's matter, connected or not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time

from kobako.bots.characters import bot_of
from kobako.bots.lessons import lesson_answer
from kobako.core.errors import KobakoError
from kobako.house.house import House, Room
from kobako.house.turns import Asker
from kobako.table import Act, Away, Back, Refused, TimeOut

LOG = logging.getLogger("kobako.driver")
LEASE = 6.0  # seconds for which a node drives a table before it must ask again
STAND_IN = "regular"  # who plays for the absent and the late
BREATH = 0.02
COMING_BACK = 10.0  # seconds that are left to everyone when a table is loaded: the server may have been away
BOT_DELAY = 0.7  # seconds that a bot lets pass before it moves, so that people can follow
AGAIN = 1.0  # seconds until what failed is tried again


class Driver:
    """Drives the tables of this node that someone looks at. Of several nodes, one drives a table at a time."""

    def __init__(self, house: House, grace: float, bot_delay: float) -> None:
        self.house, self.grace, self.bot_delay = house, grace, bot_delay
        self.node = secrets.token_hex(8)
        house.on_open = self.open

    def open(self, room: Room) -> None:
        """A table came into use. Its entries may be of a time that is still to come, if the clock was set back."""
        room.table.behind = max(0.0, room.table.updated - self.house.now())
        room.driving = asyncio.create_task(self._drive(room), name=f"drive {room.name}")

    async def _drive(self, room: Room) -> None:
        while True:
            room.changed.clear()
            try:
                pause = await self._once(room)
            except (KobakoError, OSError) as failed:
                LOG.error("driving failed", extra={"table": room.name, "reason": str(failed)})
                pause = AGAIN
            except Exception as failed:  # a fault of ours, but no reason for this table to stand still for ever
                LOG.error("driving failed", exc_info=failed, extra={"table": room.name})
                pause = AGAIN
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(room.changed.wait(), pause)

    async def _once(self, room: Room) -> float | None:
        """Do what is due; gives the seconds until something may be due again, None: only after a change."""
        if not room.viewers:
            room.seen.clear()  # where nobody waits, nobody is waited for
            return None
        if room.table.status != "playing":
            return None
        if not await self._mine(room):
            return LEASE / 2
        await self._welcome_back(room)
        bots = [seat for seat in room.table.owing if room.table.seats[seat].played_by_bot]
        if bots and not room.table.pace:
            return None  # a pause
        if bots:
            if (left := room.rest_left(room.table.time(self.house.now()))) > 0:
                return left
            await self._let_bot_move(room, bots[0])
            return 0.0
        return await self._watch_people(room)

    async def _mine(self, room: Room) -> bool:
        """Whether no other node drives this table. The lease is renewed when half of it is over."""
        now = time.monotonic()
        if not self.house.bus.several or now < room.leased_until - LEASE / 2:
            return True
        mine = await self.house.store.lease(room.name, self.node, LEASE)
        room.leased_until = now + LEASE if mine else 0.0
        return mine

    async def _welcome_back(self, room: Room) -> None:
        """Who is away and has a connection again plays for themselves."""
        for seat, here in enumerate(room.present):
            if here and room.table.seats[seat].away:
                with contextlib.suppress(Refused):
                    await self.house.submit(room, Back(seat))

    async def _let_bot_move(self, room: Room, seat: int) -> None:
        table, turn = room.table, room.table.turn
        level, face = table.seats[seat].level or STAND_IN, table.seats[seat].face
        began = time.perf_counter()
        view, legal = table.deciding_view(seat), table.legal(seat)
        if not legal:
            return
        if table.terms.lesson:
            action = await self.house.thinkers.aside(lesson_answer, view, legal)
        else:
            seed, asker = self.house.bot_seed(table, seat), Asker(room.maker, room.name)
            action = await self.house.thinkers.choose(
                view, legal, bot_of(level, face), seed, asker=asker, awaited=not table.bots_only
            )
        took = time.perf_counter() - began
        self.house.counting.thought(level, took)
        if took < self.bot_delay:
            await asyncio.sleep((self.bot_delay - took) / max(1, table.pace))
        if not table.pace:
            return  # a pause was wished for while it thought
        with contextlib.suppress(Refused):  # the position may have changed while it thought
            await self.house.submit(room, Act(seat, int(action), turn, bot=True))

    async def _watch_people(self, room: Room) -> float | None:
        """Clocks and absence; gives when to look again."""
        waits = []
        for seat in room.table.owing:
            waits += await self._watch_clock(room, seat)
        # Among those who choose at once, absence must not tell who has not: all of them are watched.
        for seat in room.table.acting:
            if not room.table.seats[seat].played_by_bot:
                waits += await self._watch_absence(room, seat)
        return max(BREATH, min(waits)) if waits else None

    async def _watch_clock(self, room: Room, seat: int) -> list[float]:
        clocks = room.table.clocks
        if clocks is None:
            return []
        now = self.house.now()
        left = max(clocks.left(seat, room.table.time(now)), room.loaded + COMING_BACK - now)
        if left <= 0:
            with contextlib.suppress(Refused):
                await self.house.submit(room, TimeOut(seat))
        return [left]

    async def _watch_absence(self, room: Room, seat: int) -> list[float]:
        """A bot plays for the absent, if another person waits. Who cannot hear the other nodes judges nobody."""
        if not self.house.bus.well:
            return [AGAIN]
        present = room.present
        others = [i for i, other in enumerate(room.table.seats) if other.by == "person" and i != seat and present[i]]
        if present[seat] or not others:
            room.seen.pop(seat, None)
            return []
        since = room.seen.setdefault(seat, time.monotonic())
        left = since + self.grace - time.monotonic()
        if left <= 0:
            with contextlib.suppress(Refused):
                await self.house.submit(room, Away(seat))
        return [left]
