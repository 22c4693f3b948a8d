"""The bus over Redis, for several nodes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from kobako.core.fields import SEATS
from kobako.house.bus import Bus, Wake

LOG = logging.getLogger("kobako.bus")
CHANNEL = "kobako:wake"
HERE = "kobako:here:"
LASTS = 15.0  # seconds that a node's word on who is here is good for
AGAIN = 0.5  # seconds until a lost bus is tried again
PATIENCE = 2.0  # seconds after which Redis counts as lost


def time_of(told: tuple[int, int]) -> float:
    """The time by Redis's own clock, which all nodes share whatever theirs say."""
    return told[0] + told[1] / 1e6


class RedisBus(Bus):
    """Several nodes, over Redis. While it is away the nodes look at the store now and then, and play goes on."""

    several = True

    def __init__(self, address: str, node: str) -> None:
        self.node = node
        self.well = False
        self._redis: Any = Redis.from_url(
            address,
            decode_responses=True,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),  # we try again ourselves, and play on meanwhile
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._changed: set[str] = set()  # tables that the others have not been told of
        self._present: dict[str, set[int]] = {}  # who is here, where the others have not been told
        self._here: dict[str, set[int]] = {}  # and everywhere
        self._something = asyncio.Event()

    async def start(self, wake: Wake) -> None:
        self._tasks = [
            asyncio.create_task(self._listen(wake), name="bus listening"),
            asyncio.create_task(self._speak(), name="bus speaking"),
        ]

    async def _listen(self, wake: Wake) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self._found()
                    while True:
                        if not self.well and await self._redis.ping():  # what failed on another connection is mended
                            self._found()
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=1.0)
                        if message:
                            node, *tables = message["data"].split(" ")
                            for table in tables if node != self.node else ():
                                wake(table)
            except (RedisError, OSError) as lost:
                self._lost(lost)
                await asyncio.sleep(AGAIN)

    def _found(self) -> None:
        """Say again who is here: Redis may have forgotten, and the others would take them for absent."""
        self.well = True
        self._present = {**self._here, **self._present}
        self._changed.update(self._here)
        self._something.set()

    def _lost(self, why: Exception) -> None:
        if self.well:
            LOG.warning("bus lost", extra={"reason": type(why).__name__})
        self.well = False

    def tell(self, table: str) -> None:
        self._changed.add(table)
        self._something.set()

    def here(self, table: str, seats: set[int]) -> None:
        self.tell(table)
        self.renew(table, seats)

    def renew(self, table: str, seats: set[int]) -> None:
        self._present[table] = self._here[table] = seats
        if not seats:
            del self._here[table]
        self._something.set()

    async def _speak(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            await self._say_all()

    async def _say_all(self) -> None:
        """Say what there is to say, many things at once. What cannot be said is dropped: the others look anyway."""
        changed, self._changed = self._changed, set()
        present, self._present = self._present, {}
        if not self.well or not (changed or present):
            return
        try:
            until = time_of(await self._redis.time()) + LASTS if present else 0.0
            async with self._redis.pipeline(transaction=False) as pipe:
                for table, seats in present.items():
                    self._note_presence(pipe, HERE + table, seats, until)
                if changed:  # one message for all: every node reads each
                    pipe.publish(CHANNEL, " ".join([self.node, *changed]))
                await pipe.execute()
        except (RedisError, OSError) as lost:
            self._lost(lost)

    def _note_presence(self, pipe: Any, key: str, seats: set[int], until: float) -> None:
        for seat in range(SEATS):
            if seat in seats:
                pipe.zadd(key, {f"{seat} {self.node}": until})
            else:
                pipe.zrem(key, f"{seat} {self.node}")
        pipe.expire(key, int(LASTS) * 2)

    async def elsewhere(self, tables: Collection[str]) -> dict[str, set[int]] | None:
        if not self.well:
            return None
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                pipe.time()
                for table in tables:
                    pipe.zrange(HERE + table, 0, -1, withscores=True)
                now, *found = await pipe.execute()
        except (RedisError, OSError) as lost:
            self._lost(lost)
            return None
        return {table: self._others(members, time_of(now)) for table, members in zip(tables, found, strict=True)}

    def _others(self, members: list[tuple[str, float]], now: float) -> set[int]:
        words = [member.split(" ", 1) for member, until in members if until >= now]
        return {int(seat) for seat, node in words if node != self.node}

    async def ready(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks)
        await self._say_all()
        await self._redis.aclose()
