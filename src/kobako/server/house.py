"""The house: the tables in use here, each loaded from the store, changed through it, and shown to its viewers."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import zlib
from collections.abc import Callable, Sequence
from json import dumps, loads
from typing import TYPE_CHECKING, Any

from kobako.core.errors import KobakoError
from kobako.core.registry import game as find_game
from kobako.core.seeds import parse_seed
from kobako.server.bus import Bus
from kobako.server.metrics import METRICS
from kobako.server.store import Store
from kobako.server.thinking import Thinkers
from kobako.table import Back, Clock, Entry, Request, Sit, SitBot, Table, Terms
from kobako.table.frame import welcome
from kobako.table.replay import replay

if TYPE_CHECKING:
    from kobako.server.viewer import Viewer

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is easily taken for another
TRIES = 20  # how often another node may be first before we give up
IDLE = 60.0  # seconds after which a table that nobody looks at is put away
LOBBY = 3600.0  # seconds for which a public table that nothing happens at stays in the lobby


class Missing(KobakoError):
    """There is no such table."""


class OldRules(KobakoError):
    """The table was played under rules that are no longer here."""


def new_secret() -> str:
    """The secret of a seat: 256 bits."""
    return secrets.token_urlsafe(32)


def key_of(secret: str) -> str:
    """What the server keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Room:
    """A table in use: who looks at it here, and what they wait for."""

    def __init__(self, name: str, table: Table) -> None:
        self.name, self.table = name, table
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.elsewhere: set[int] = set()
        self.changed = asyncio.Event()  # for whoever drives it
        self.driving: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.seen: dict[int, float] = {}  # when a seat last had a connection

    @property
    def here(self) -> set[int]:
        """The seats with a connection to this node."""
        return {viewer.seat for viewer in self.viewers if viewer.seat >= 0}

    @property
    def present(self) -> list[bool]:
        """Which seats have a connection, to whichever node."""
        here = self.here | self.elsewhere
        return [seat in here for seat in range(len(self.table.seats))]

    def show(self) -> None:
        """Something has changed: show it to everyone, and wake whoever drives."""
        self.changed.set()
        for viewer in self.viewers:
            viewer.wake()


class House:
    """All tables, as this node sees them."""

    def __init__(self, store: Store, bus: Bus, thinkers: Thinkers, now: Callable[[], float] = time.time) -> None:
        self.store, self.bus, self.thinkers, self.now = store, bus, thinkers, now
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.on_open: Callable[[Room], None] = lambda room: None

    # Finding

    async def room(self, name: str) -> Room:
        """A table by its name, loaded if need be."""
        async with self._loading.setdefault(name, asyncio.Lock()):
            room = self.rooms.get(name)
            if room is None:
                room = self.rooms[name] = await self._load(name)
                self.on_open(room)
            room.used = time.monotonic()
        self._loading.pop(name, None)
        return room

    async def _load(self, name: str) -> Room:
        found = await self.store.load(name)
        if found is None:
            raise Missing(f"no table {name!r}")
        row, entries = found
        table = Table(terms_of(row))
        for entry in entries:
            table.take(entry)
        room = Room(name, table)
        if self.bus.several:
            room.elsewhere = await self.bus.elsewhere(name)
        return room

    async def finished(self, name: str) -> tuple[str, dict[str, Any]]:
        """Kifu and replay of a finished game, written when it ended: its rules need not be here any more."""
        found = await self.store.load(name)
        if found is None:
            raise Missing(f"no table {name!r}")
        row = found[0]
        if row["kifu"] is None:
            room = await self.room(name)
            if room.table.status != "over":
                raise Missing(f"the game at table {name} is not over")
            await self._finish(room)
            return await self.finished(name)
        return row["kifu"], loads(zlib.decompress(row["replay"]))

    # Changing

    async def make(self, terms: Terms, seats: Sequence[Request]) -> Room:
        """Keep a new table, with those who sit there from the start."""
        name = "t" + "".join(secrets.choice(LETTERS) for _ in range(10))
        table = Table(terms)
        now = self.now()
        entries = []
        for request in seats:
            entries.append(table.propose(request, now))
            table.take(entries[-1])
        await self.store.make(row_of(name, terms, table, now), entries)
        room = self.rooms[name] = Room(name, table)
        self.on_open(room)
        METRICS.tables.inc()
        return room

    async def submit(self, room: Room, request: Request) -> Entry | None:
        """Check a request, keep it, and only then let it happen. Refused: it may not; None: it had happened already."""
        async with room.lock:
            for _ in range(TRIES):
                if room.table.answered(request.seat, getattr(request, "id", "")) is not None:
                    return None
                entry = room.table.propose(request, self.now())
                if await self.store.append(room.name, entry):
                    break
                await self._catch_up(room)
            else:
                raise KobakoError("the table changes too fast: try again")
            before = room.table.status
            room.table.take(entry)
            METRICS.entries.labels(entry.kind).inc()
        room.show()
        await self.bus.tell(room.name)
        await self._note(room, before)
        return entry

    async def _note(self, room: Room, before: str) -> None:
        """Keep what the lobby and later readers want to know."""
        status = room.table.status
        if status == "over" and before != "over":
            await self._finish(room)
        elif status != before:
            await self.store.change(room.name, status=status, updated=room.table.updated)

    async def _finish(self, room: Room) -> None:
        kifu = room.table.kifu()
        told = await asyncio.to_thread(lambda: zlib.compress(dumps(replay(kifu), ensure_ascii=False).encode()))
        await self.store.change(room.name, status="over", updated=room.table.updated, kifu=kifu, replay=told)

    # Other nodes

    async def look(self, name: str) -> None:
        """Another node has changed this table, or who is there: look, if anyone here cares."""
        room = self.rooms.get(name)
        if room:
            room.elsewhere = await self.bus.elsewhere(name)
            async with room.lock:
                await self._catch_up(room)
            room.show()

    async def _catch_up(self, room: Room) -> bool:
        fresh = await self.store.since(room.name, room.table.entries)
        for entry in fresh:
            room.table.take(entry)
        return bool(fresh)

    async def tidy(self) -> None:
        """Put away what nobody uses; among several nodes, look at the rest, in case a wake-up was lost."""
        for room in list(self.rooms.values()):
            if not room.viewers and time.monotonic() - room.used > IDLE and not room.lock.locked():
                self.rooms.pop(room.name, None)
                if room.driving:
                    room.driving.cancel()
            elif self.bus.several and room.viewers:
                await self.bus.here(room.name, room.here)
                await self.look(room.name)

    # Viewers

    async def enter(self, room: Room, viewer: Viewer) -> None:
        """Someone looks at a table; who was away is back."""
        room.viewers.add(viewer)
        if viewer.seat >= 0 and room.table.seats[viewer.seat].away:
            await self.submit(room, Back(viewer.seat))
        await self._presence(room)

    async def leave(self, room: Room, viewer: Viewer) -> None:
        """Someone's connection is gone."""
        room.viewers.discard(viewer)
        room.used = time.monotonic()
        if viewer.seat >= 0:
            room.seen[viewer.seat] = time.monotonic()
        await self._presence(room)

    async def _presence(self, room: Room) -> None:
        if self.bus.several:
            await self.bus.here(room.name, room.here)
            await self.bus.tell(room.name)
        room.show()

    def greeting(self, room: Room, seat: int) -> dict[str, Any]:
        """The first thing that a viewer is told."""
        return welcome(room.table, room.name, seat)


def row_of(name: str, terms: Terms, table: Table, now: float) -> dict[str, Any]:
    """A new table as it is stored."""
    setup = terms.setup
    return {
        "id": name,
        "made": now,
        "updated": now,
        "status": table.status,
        "game": setup.game.name,
        "rules": setup.game.version,
        "players": setup.players,
        "options": setup.option_texts(),
        "seed": terms.proof,
        "private": terms.private,
        "clock": None if terms.clock is None else {"bank": terms.clock.bank, "per_move": terms.clock.per_move},
        "hints": terms.hints,
        "opening": list(terms.opening),
        "driver_until": 0.0,
    }


def terms_of(row: dict[str, Any]) -> Terms:
    """The terms of a stored table."""
    game = find_game(row["game"])
    if row["rules"] != game.version:
        raise OldRules(
            f"this table is of rules {row['rules']} of {game.name}; here are rules {game.version}, and a game is not "
            "played on by other rules. If it was finished, its kifu and replay can still be read."
        )
    return Terms(
        game.setup_from(str(row["players"]), row["options"]),
        parse_seed(row["seed"]),
        row["private"],
        Clock(**row["clock"]) if row["clock"] else None,
        row["hints"],
        tuple(row["opening"]),
    )


def seat_requests(seats: Sequence[dict[str, Any]]) -> tuple[list[Request], list[dict[str, Any]]]:
    """Who sits at a new table from the start, and the secrets of those who are people."""
    requests: list[Request] = []
    given = []
    for number, seat in enumerate(seats):
        if seat["by"] == "person":
            secret = new_secret()
            requests.append(Sit(number, key_of(secret), seat.get("name") or ""))
            given.append({"seat": number, "secret": secret})
        elif seat["by"] == "bot":
            requests.append(SitBot(number, seat.get("level") or "regular"))
    return requests, given
