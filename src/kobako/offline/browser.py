"""The house of a page in a real browser: what JavaScript gives is made into what Python expects."""

from __future__ import annotations

import asyncio
from typing import Any

from kobako.house.driver import BOT_DELAY
from kobako.offline.laying import laid_for
from kobako.offline.page import Page
from kobako.offline.thinking import Thinkers
from kobako.table.rest import REST


class Browser:
    """JavaScript's side of `Outside`. A promise is awaited; its failure is an OSError, whatever it was."""

    def __init__(self, given: Any) -> None:
        self._given = given
        self.cancel, self.say, self.shut = given.cancel, given.say, given.shut

    async def keep(self, job: str) -> bool:
        return bool(await self._await(self._given.keep(job)))

    async def load(self, table: str, since: int) -> str:
        return str(await self._await(self._given.load(table, since)))

    async def lobby(self) -> str:
        return str(await self._await(self._given.lobby()))

    async def think(self, asked: str, number: int) -> bytes:
        numbers = await self._await(self._given.think(asked, number))
        found: bytes = numbers.to_bytes()
        return found

    @staticmethod
    async def _await(promise: Any) -> Any:
        try:
            return await promise
        except asyncio.CancelledError:
            raise
        except Exception as failed:
            raise OSError(str(failed)) from None


def open_house(given: Any, rest: str | None, bot_delay: str | None) -> Page:
    """Open the house of a page; what its head says of time, in seconds, stands in place of what is usual."""
    return Page(Browser(given), float(rest or REST), float(bot_delay or BOT_DELAY))


async def lay(given: Any, wish: str) -> str | None:
    """The next deal of what is wished for, as it is kept for the next visit."""
    return await laid_for(wish, Thinkers(Browser(given)))
