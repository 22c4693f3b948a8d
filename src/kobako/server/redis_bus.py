"""The bus over Redis, for several nodes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from kobako.core.fields import SEATS
from kobako.server.bus import Bus, Wake

LOG = logging.getLogger("kobako.bus")
CHANNEL = "kobako:wake"
HERE = "kobako:here:"
LASTS = 15.0  # seconds that a node's word on who is here is good for
AGAIN = 1.0  # seconds until a lost bus is tried again


class RedisBus(Bus):
    """Several nodes, over Redis. While it is away the nodes look at the store now and then, and play goes on."""

    several = True

    def __init__(self, address: str, node: str) -> None:
        self.node = node
        self._redis: Any = Redis.from_url(address, decode_responses=True, socket_timeout=5, socket_connect_timeout=5)
        self._listening: asyncio.Task[None] | None = None

    async def start(self, wake: Wake) -> None:
        self._listening = asyncio.create_task(self._listen(wake), name="bus")

    async def _listen(self, wake: Wake) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    while True:
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=1.0)
                        if message:
                            node, _, table = message["data"].partition(" ")
                            if node != self.node:
                                await wake(table)
            except (RedisError, OSError) as lost:
                LOG.warning("bus lost", extra={"reason": type(lost).__name__})
                await asyncio.sleep(AGAIN)

    async def tell(self, table: str) -> None:
        with contextlib.suppress(RedisError, OSError):
            await self._redis.publish(CHANNEL, f"{self.node} {table}")

    async def here(self, table: str, seats: set[int]) -> None:
        key, now = HERE + table, time.time()
        with contextlib.suppress(RedisError, OSError):
            async with self._redis.pipeline(transaction=False) as pipe:
                for seat in range(SEATS):
                    if seat in seats:
                        pipe.zadd(key, {f"{seat} {self.node}": now + LASTS})
                    else:
                        pipe.zrem(key, f"{seat} {self.node}")
                pipe.expire(key, int(LASTS) * 2)
                await pipe.execute()

    async def elsewhere(self, table: str) -> set[int]:
        with contextlib.suppress(RedisError, OSError):
            members = await self._redis.zrangebyscore(HERE + table, time.time(), "+inf")
            words = [member.split(" ", 1) for member in members]
            return {int(seat) for seat, node in words if node != self.node}
        return set()

    async def ready(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        if self._listening:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self._redis.aclose()
