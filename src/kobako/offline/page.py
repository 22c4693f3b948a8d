"""The whole house of a page: requests are answered, lines are opened, bots move."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from kobako.bots.company import bot_seed
from kobako.bots.registry import level_names
from kobako.core.errors import KobakoError
from kobako.house import desk
from kobako.house.bus import Bus
from kobako.house.driver import BOT_DELAY, Driver
from kobako.house.faults import Fault, fault_of, told
from kobako.house.house import House, Missing
from kobako.house.limits import Limits
from kobako.house.reviews import Reviews
from kobako.house.viewer import Viewer
from kobako.house.wishes import BOT_WISH, SIT_WISH, table_wish, wished
from kobako.offline.keeping import Keeper
from kobako.offline.lines import PageReader, PageWire
from kobako.offline.outside import Outside
from kobako.offline.thinking import Thinkers
from kobako.table import Table
from kobako.table.protocol import Replay
from kobako.table.replay import replay
from kobako.table.rest import REST

NEVER = 1e9  # seconds after which somebody who is not there is played for: at one's own screen nobody is absent


class PageHouse(House):
    """The tables of one browser. It keeps no replays: they are told again."""

    async def finished(self, name: str) -> tuple[str, Replay]:
        kifu = await self.kifu(name)
        return kifu, replay(kifu)

    async def kifu(self, name: str) -> str:
        """As it was written when the game ended: its rules need not be here any more."""
        row = await self.store.row(name)
        if row is None:
            raise Missing(f"no table {name!r}")
        if row["kifu"] is not None:
            return str(row["kifu"])
        room = await self.room(name)
        if room.table.status != "over":
            raise Missing(f"the game at table {name} is not over", "not_over")
        return room.table.kifu()

    def bot_seed(self, table: Table, seat: int) -> int:
        return seed_at(table, seat)


def seed_at(table: Table, seat: int) -> int:
    """The seed of the bot that is to move at a table now."""
    return bot_seed(table.terms.seed, seat, len(table.match.actions) if table.match else 0)


class Page:
    """What a page talks to."""

    def __init__(self, outside: Outside, rest: float = REST, bot_delay: float = BOT_DELAY) -> None:
        self.outside = outside
        self.thinkers = Thinkers(outside)
        self.house = PageHouse(Keeper(outside), Bus(), self.thinkers, rest=rest)
        self.driver = Driver(self.house, NEVER, bot_delay)
        self.reviews = Reviews(self.thinkers)
        self.levels = level_names()
        self._lines: dict[int, tuple[PageWire, asyncio.Task[None]]] = {}

    # Lines

    def open(self, number: int) -> None:
        """A new line: what comes first on it is a hello."""
        wire = PageWire(number, self.outside)
        viewing = asyncio.ensure_future(Viewer(wire, self.house, Limits(False), PageReader()).run())
        self._lines[number] = wire, viewing
        viewing.add_done_callback(lambda _: self._lines.pop(number, None))

    def hear(self, number: int, text: str | None) -> None:
        """A message on a line; None: the page has hung up."""
        if number in self._lines:
            self._lines[number][0].hear(text)

    # Requests

    async def ask(self, method: str, path: str, body: str | None = None, secret: str | None = None) -> str:
        """The answer to a request, as `{"status", "json", "text"}`; `path` is what follows /api/."""
        try:
            said = await self._answer(method, path.split("?", 1)[0].split("/"), json.loads(body or "{}"), secret)
            status = 201 if method == "POST" and path.partition("/")[0] == "tables" else 200
        except (Fault, KobakoError) as refused:
            fault = fault_of(refused)
            said, status = told(fault), fault.status
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        return json.dumps({"status": status, "json": not isinstance(said, str), "text": text}, ensure_ascii=False)

    async def _answer(self, method: str, path: list[str], body: Any, secret: str | None) -> Any:
        house = self.house
        match method, path:
            case "GET", ["bots"]:
                return list(self.levels)
            case "GET", ["tables"]:
                return await desk.lobby(house)
            case "POST", ["tables"]:
                return await desk.make(house, table_wish(body), self.levels)
            case "GET", ["tables", table]:
                return (await house.room(table)).shown()
            case "POST", ["tables", table, "seats"]:
                return await desk.sit(house, table, wished(SIT_WISH, body))
            case "POST", ["tables", table, "bots"]:
                return await desk.fill(house, table, wished(BOT_WISH, body), self.levels, secret)
            case "DELETE", ["tables", table, "seats", seat]:
                return await desk.give_up(house, table, int(seat), secret)
            case "POST", ["tables", table, "rematch"]:
                return await desk.rematch(house, table, secret)
            case "POST", ["tables", table, "what-if"]:
                return await desk.ask_what_if(house, table, secret)
            case "GET", ["tables", table, "kifu"]:
                return await house.kifu(table)
            case "GET", ["tables", table, "replay"]:
                return (await house.finished(table))[1]
            case "POST", ["replay"]:
                return replay(body["kifu"], from_elsewhere=True)
            case "GET", ["tables", table, "review"]:
                return (await self.reviews.of(await house.kifu(table))).shown()
            case "POST", ["review"]:
                return (await self.reviews.of(body["kifu"], from_elsewhere=True)).shown()
        raise Fault(404, "not_found", f"a page without a server has no {method} /api/{'/'.join(path)}")
