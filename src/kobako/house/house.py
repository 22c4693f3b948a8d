"""The house: the tables in use here, each loaded from the store, changed through it, and shown to its viewers."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from json import dumps, loads
from typing import TYPE_CHECKING, Any

from kobako.core.errors import KobakoError
from kobako.house.bus import Bus
from kobako.house.parts import Counting, Store, StoreFailed, Thinkers
from kobako.house.rows import row_of, setup_of, terms_of
from kobako.house.slices import Haste, Slices
from kobako.house.turns import GUEST, Asker
from kobako.table import Act, Back, Entry, Leave, Pace, Refused, Request, Sit, SitBot, Table, Terms
from kobako.table.frame import shown_table, welcome
from kobako.table.protocol import Replay, TableShown, Welcome

if TYPE_CHECKING:
    from kobako.house.viewer import Viewer

LOG = logging.getLogger("kobako.house")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is easily taken for another
TRIES = 20  # how often another node may be first before we give up
IDLE = 60.0  # seconds after which a table that nobody looks at is put away
LAST_ERRANDS = 3.0  # seconds that a server that stops gives to what is still to be done
GOING_AWAY = 1001  # the code of WebSocket for a server that stops
AT_ONE_GO = 8  # tables that are shown before others have their turn: 5 ms, as a slice has
SHARED, MOST_TOLD = 0.1, 8  # seconds for which a frame serves all who watch: clocks are shown in tenths; how many
NEW_REPLAY = b'{"format"'  # how a replay begins that is told as they are now
NOTED = 60.0  # seconds after which it is noted again that something happens at a table


class Missing(KobakoError):
    """There is no such table."""

    code = "no_table"


class Damaged(KobakoError):
    """What is stored of the table cannot be read."""

    code = "damaged"


def new_secret() -> str:
    """The secret of a seat: 256 bits."""
    return secrets.token_urlsafe(32)


def key_of(secret: str) -> str:
    """What the server keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Room:
    """A table in use: who looks at it here, and what they wait for."""

    def __init__(self, name: str, table: Table, showing: Showing, maker: str = "") -> None:
        self.name, self.table, self.showing, self.maker = name, table, showing, maker
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.elsewhere: set[int] = set()
        self.present = [False] * len(table.seats)  # which seats have a connection, to whichever node
        self.to_look = False  # another node has changed it, and we have not looked yet
        self.changed = asyncio.Event()  # for whoever drives it
        self.driving: asyncio.Task[None] | None = None
        self.leased_until = 0.0  # among several nodes: until when this one drives it
        self.used = time.monotonic()
        self.seen: dict[int, float] = {}  # when a seat last had a connection
        self.noted = 0.0  # when the store was last told that something happens here
        self.loaded = 0.0  # when it was read from the store, if it was
        self.ready: dict[int, float] = {}  # of each seat, the last rest that it wants no more of
        self._told: tuple[int, dict[Any, tuple[float, bytes]]] = (-1, {})  # frames of those who watch, after an entry

    @property
    def here(self) -> set[int]:
        """The seats with a connection to this node."""
        return {viewer.seat for viewer in self.viewers if viewer.seat >= 0}

    def count(self) -> None:
        """Somebody has come or gone."""
        here = self.here | self.elsewhere
        self.present = [seat in here for seat in range(len(self.table.seats))]

    def rest_left(self, now: float) -> float:
        """Seconds for which the table still rests: none when all people who are here, at this node, want to go on."""
        until, present = self.table.rest_until, self.present
        people = [i for i, seat in enumerate(self.table.seats) if seat.by == "person" and not seat.away and present[i]]
        if all(self.ready.get(seat) == until for seat in people):
            return 0.0
        return max(0.0, until - now)

    def go_on(self, seat: int) -> None:
        """A person has seen enough, or has acted, which says as much."""
        if self.ready.get(seat) != self.table.rest_until:
            self.ready[seat] = self.table.rest_until
            self.changed.set()

    def told(self, alike: Any, now: float) -> bytes | None:
        """The frame that others who watch and know as much were sent just now, if the table is still the same."""
        entries, texts = self._told
        at, text = texts.get(alike, (0.0, b"")) if entries == self.table.entries else (0.0, b"")
        return text if text and 0 <= now - at < SHARED else None

    def tell(self, alike: Any, now: float, text: bytes) -> None:
        """Keep a frame for the others."""
        entries, texts = self._told
        if entries != self.table.entries or len(texts) > MOST_TOLD:
            texts = {}
        self._told = (self.table.entries, {**texts, alike: (now, text)})

    def shown(self) -> TableShown:
        """The table, as anyone may see it."""
        return shown_table(self.table, self.name)

    def show(self) -> None:
        """Something has changed: show it to everyone, and wake whoever drives, if there is anything to drive."""
        if self.table.clocks or not all(self.present) or any(seat.played_by_bot for seat in self.table.seats):
            self.changed.set()
        self.showing.add(self.table, [viewer for viewer in self.viewers if viewer.call()])


class Showing:
    """Tables that have changed, and who is to be shown it: soon, and those of one commit together.

    First the frames of several tables are made, then all are sent. What a processor has at hand for the one is not at
    hand for the other, and to take turns cost a tenth more.
    """

    def __init__(self) -> None:
        self._due: deque[tuple[Table, list[Viewer]]] = deque()

    def add(self, table: Table, viewers: list[Viewer]) -> None:
        """Show a table to some viewers."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._show)
        self._due.append((table, viewers))

    def _show(self) -> None:
        """Some at one go, then others have their turn.

        When all have their frames, what these share need not be kept, and who comes later makes it anew.
        """
        ready: list[Viewer] = []
        for _ in range(min(AT_ONE_GO, len(self._due))):
            table, viewers = self._due.popleft()
            ready += [viewer for viewer in viewers if viewer.prepare()]
            table.forget_shown()
        for viewer in ready:
            viewer.put()
        if self._due:
            asyncio.get_running_loop().call_soon(self._show)


class House:
    """All tables, as this node sees them."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        now: Callable[[], float] = time.time,
        rest: float = 0.0,
        counting: Counting | None = None,
    ) -> None:
        self.store, self.bus, self.thinkers, self.now, self.rest = store, bus, thinkers, now, rest
        self.counting = counting or Counting()
        self.rooms: dict[str, Room] = {}
        self._showing, self._slices = Showing(), Slices()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._damaged: set[str] = set()
        self.on_open: Callable[[Room], None] = lambda room: None
        self.gone = 0  # tables that were put away, since garbage was last looked for

    # Finding

    async def room(self, name: str) -> Room:
        """A table by its name, loaded if need be, once for all who ask."""
        room = self.rooms.get(name)
        if room is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = self._loading[name] = asyncio.create_task(self._load(name))
                loading.add_done_callback(lambda _: self._loading.pop(name))
            room = await asyncio.shield(loading)
        elif not self.bus.well:  # nobody would have told us
            await self._look(room)
        room.used = time.monotonic()
        return room

    async def _load(self, name: str) -> Room:
        with self._reading(name):
            async with self._slices.reading.turn(Haste.TO_OPEN, Asker(GUEST.get(), name)):
                found = await self.store.load(name)
            if found is None:
                raise Missing(f"no table {name!r}")
            row, entries = found
            table = Table(terms_of(row), self.rest)
            await self._slices.work(table.prepare(), Haste.TO_OPEN, name)
            await self._slices.work(table.take_all(entries), Haste.TO_OPEN, name)
        room = Room(name, table, self._showing, row.get("maker") or "")
        room.loaded, room.noted = self.now(), row["updated"]
        self._learn(room, await self.bus.elsewhere([name]))
        self.rooms[name] = room
        self.on_open(room)
        if table.status != row["status"]:  # a node died before it had noted that
            self._errand(self._note(room))
        return room

    async def finished(self, name: str) -> tuple[str, Replay]:
        """Kifu and replay of a finished game, written when it ended: its rules need not be here any more."""
        row = await self._over(name)
        with self._reading(name):
            told = loads(zlib.decompress(row["replay"]))
        return row["kifu"], told if "format" in told else await self._tell_anew(name, row["kifu"], told)

    async def replay(self, name: str) -> bytes:
        """The replay alone as it is kept, compressed: it is long, and unpacked here others would wait for it."""
        kept: bytes = (await self._over(name))["replay"]
        with self._reading(name):
            whole = await asyncio.to_thread(zlib.decompress, kept)
        if whole.startswith(NEW_REPLAY):
            return kept
        return zlib.compress(dumps((await self.finished(name))[1], ensure_ascii=False).encode())

    async def _over(self, name: str) -> dict[str, Any]:
        """The row of a finished game, in which its kifu and replay are."""
        with self._reading(name):
            row = await self.store.row(name)
        if row is None:
            raise Missing(f"no table {name!r}")
        if row["kifu"] is None:
            room = await self.room(name)
            if room.table.status != "over":
                raise Missing(f"the game at table {name} is not over", "not_over")
            await self._note(room)
            return await self._over(name)
        return row

    async def _tell_anew(self, name: str, kifu: str, old: Replay) -> Replay:
        """A replay from before phases had names: told again and kept so, unless its rules are not here any more."""
        try:
            told = await self.thinkers.tell(old["game"], kifu, Asker(GUEST.get(), name))
        except KobakoError:
            return {**old, "format": 1}
        await self.store.change(name, replay=told)
        anew: Replay = loads(zlib.decompress(told))
        return anew

    async def kifu(self, name: str) -> str:
        """The kifu alone, for which nobody waits until the replay is told."""
        room = self.rooms.get(name)
        if room and room.table.status == "over":
            return room.table.kifu()
        return (await self.finished(name))[0]

    @contextlib.contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        """One table that cannot be read is told of once, and is no harm to the others."""
        try:
            yield
        except KobakoError:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, zlib.error) as wrong:
            if name not in self._damaged:
                LOG.error("table damaged", extra={"table": name, "reason": f"{type(wrong).__name__}: {wrong}"})
            self._damaged.add(name)
            raise Damaged(f"table {name} cannot be read: what is stored of it is damaged") from None

    # Changing

    async def make(self, terms: Terms, seats: Sequence[Request], maker: str = "") -> Room:
        """Keep a new table, with those who sit there from the start."""
        setup = terms.setup
        terms = replace(terms, setup=setup_of(setup.game.name, setup.players, tuple(setup.option_texts().items())))
        name = "t" + "".join(secrets.choice(LETTERS) for _ in range(10))
        table = Table(terms, self.rest)
        await self._slices.work(table.prepare(), Haste.TO_OPEN, name)
        now = self.now()
        entries = seat_entries(table, seats, now)
        await self.store.make(row_of(name, terms, table, now, maker), entries)
        room = self.rooms[name] = Room(name, table, self._showing, maker)
        room.noted = now
        self.on_open(room)
        self.counting.table_made()
        return room

    async def submit(self, room: Room, request: Request) -> Entry | None:
        """Check a request, keep it, and only then let it happen. Refused: it may not; None: it had happened already."""
        async with room.lock:
            before = room.table.status
            for _ in range(TRIES):
                turn = room.table.turn
                if room.table.answered(request.seat, getattr(request, "id", "")) is not None:
                    return None
                entry = room.table.propose(request, self.now())
                if isinstance(request, Act) and not request.bot:
                    room.go_on(request.seat)
                if await self.store.append(room.name, entry):
                    room.table.take(entry)
                    break
                if entry in await self._catch_up(room):
                    break  # it had been kept after all, and only the word of it was lost
            else:
                raise KobakoError("the table changes too fast: try again")
        self.counting.accepted(entry.kind)
        room.show()
        self.bus.tell(room.name)
        if room.table.status != before:
            self._errand(self._note(room))
        elif room.table.turn != turn or isinstance(request, Sit | SitBot | Leave):  # what all see, and no secret choice
            self._keep_in_lobby(room, entry.at)
        return entry

    def _keep_in_lobby(self, room: Room, at: float) -> None:
        if room.table.status != "over" and at > room.noted + NOTED:
            room.noted = at
            self._errand(self.store.change(room.name, updated=at))

    async def _note(self, room: Room) -> None:
        """Keep what the lobby and later readers want to know; the replay when somebody has told it."""
        table = room.table
        await self.store.change(room.name, status=table.status, updated=table.updated)
        if table.status == "over":
            kifu = table.kifu()
            asker = Asker(room.maker, room.name)
            replay = await self.thinkers.tell(table.terms.setup.game.name, kifu, asker)
            await self.store.change(room.name, kifu=kifu, replay=replay)

    def _errand(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for. If it fails it is done when the table is next loaded."""

        async def run() -> None:
            try:
                await doing
            except (KobakoError, OSError) as failed:
                LOG.warning("left undone", extra={"reason": str(failed)})

        errand = asyncio.create_task(run())
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    async def take_leave(self, most: float) -> None:
        """The server stops: tell everyone to connect again, and wait a little until they are gone."""
        everyone = [viewer for room in self.rooms.values() for viewer in room.viewers]
        for viewer in everyone:
            viewer.hang_up(GOING_AWAY, "the server restarts: connect again")
        until = time.monotonic() + most
        while time.monotonic() < until and any(room.viewers for room in self.rooms.values()):
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Do what was still to be done, and what came of it. What takes too long is done when it is next asked for."""
        until = time.monotonic() + LAST_ERRANDS
        while self._errands and time.monotonic() < until:
            await asyncio.wait(self._errands, timeout=until - time.monotonic())
        for errand in self._errands:
            errand.cancel()

    # Other nodes

    def wake(self, name: str) -> None:
        """Another node has changed this table, or who is there: look, if anyone here cares."""
        room = self.rooms.get(name)
        if room and not room.to_look:
            room.to_look = True
            self._errand(self._look(room))

    async def _look(self, room: Room) -> None:
        async with room.lock:
            room.to_look = False
            await self._catch_up(room)
        if self._learn(room, await self.bus.elsewhere([room.name])):
            room.changed.set()
            room.show()

    async def _catch_up(self, room: Room) -> list[Entry]:
        """Take what others have added, and show it."""
        fresh = await self.store.since(room.name, room.table.entries)
        await self._slices.work(room.table.take_all(fresh), Haste.IN_USE, room.name)
        if fresh:
            room.show()
        return fresh

    @staticmethod
    def _learn(room: Room, elsewhere: dict[str, set[int]] | None) -> bool:
        """Who has a connection to other nodes; where nobody can tell, it is as it was. Gives whether it changed."""
        before = room.elsewhere
        if elsewhere is not None:
            room.elsewhere = elsewhere.get(room.name, set())
            room.count()
        return room.elsewhere != before

    async def tidy(self) -> None:
        """Put away what nobody uses; among several nodes, look at the rest, in case a wake-up was lost."""
        await self._slices.work(self._put_away(), Haste.IN_USE)
        if self.bus.several:
            await self._look_at_all([room for room in self.rooms.values() if room.viewers])

    def _put_away(self) -> Iterator[None]:
        """Room by room, for there are thousands."""
        now = time.monotonic()
        for room in list(self.rooms.values()):
            for viewer in room.viewers:
                viewer.look(now)
            if not room.viewers and now - room.used > IDLE and not room.lock.locked():
                self.rooms.pop(room.name, None)
                self.gone += 1
                if room.driving:
                    room.driving.cancel()
            yield

    async def _look_at_all(self, rooms: Sequence[Room]) -> None:
        if not rooms:
            return
        names = [room.name for room in rooms]
        for room in rooms:
            self.bus.renew(room.name, room.here)
        lengths, elsewhere = await self.store.lengths(names), await self.bus.elsewhere(names)
        for room in rooms:
            if self._learn(room, elsewhere):
                room.changed.set()
                room.show()
            if lengths.get(room.name, 0) > room.table.entries:
                self.wake(room.name)

    # Viewers

    async def enter(self, room: Room, viewer: Viewer) -> None:
        """Someone looks at a table. Who was away is back; what waited for who tried something out goes on."""
        room.viewers.add(viewer)
        room.count()
        if self.bus.several:  # they may come from a node that died before it told us what they have seen there
            await self._look(room)
        self._presence(room)
        if viewer.seat >= 0 and room.table.seats[viewer.seat].away:
            with contextlib.suppress(Refused, StoreFailed):  # then whoever drives the table sees to it
                await self.submit(room, Back(viewer.seat))
        if viewer.seat >= 0 and room.table.pace == 0:
            with contextlib.suppress(Refused, StoreFailed):  # then it goes on with their next move
                await self.submit(room, Pace(viewer.seat, 1))

    async def leave(self, room: Room, viewer: Viewer) -> None:
        """Someone's connection is gone."""
        room.viewers.discard(viewer)
        room.count()
        room.used = time.monotonic()
        if viewer.seat >= 0:
            room.seen[viewer.seat] = time.monotonic()
        self._presence(room)

    def _presence(self, room: Room) -> None:
        self.bus.here(room.name, room.here)
        room.changed.set()
        room.show()

    def bot_seed(self, table: Table, seat: int) -> int | None:
        """The seed of the bot that is to move at a seat. None: its chance is its own."""
        return None

    def greeting(self, room: Room, seat: int) -> Welcome:
        """The first thing that a viewer is told."""
        return welcome(room.table, room.name, seat)


def seat_entries(table: Table, seats: Sequence[Request], now: float) -> list[Entry]:
    """They sit down, one after the other; if no seat is left open, it is dealt."""
    entries = []
    for request in seats:
        entries.append(table.propose(request, now))
        table.take(entries[-1])
    return entries


def seat_requests(
    seats: Sequence[dict[str, Any]], fresh: Callable[[], str] = new_secret
) -> tuple[list[Request], list[dict[str, Any]]]:
    """Who sits at a new table from the start, and the secrets of those who are people."""
    requests: list[Request] = []
    given = []
    for number, seat in enumerate(seats):
        if seat["by"] == "person":
            secret = fresh()
            requests.append(Sit(number, key_of(secret), seat.get("name") or "", seat.get("face") or ""))
            given.append({"seat": number, "secret": secret})
        elif seat["by"] == "bot":
            requests.append(SitBot(number, seat["level"]))
    return requests, given
