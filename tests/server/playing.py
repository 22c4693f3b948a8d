"""A player over the real protocol, who loses the line, comes back, and sends again what was not answered."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2 as httpx
from sqlalchemy import create_engine, select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kobako.core.kifu import replay
from kobako.server.schema import ENTRIES
from kobako.server.settings import Settings
from tests.server.running import PATIENCE, ask

AGAIN = 0.02  # seconds until a lost line is tried again
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


@dataclass
class Made:
    """A table that was made, and the secrets of its seats."""

    name: str
    secrets: dict[int, str]


def make_table(address: str, game: str, players: int = 3, bots: int = 0, level: str = "random", **more: Any) -> Made:
    """A table for some people and some bots."""
    seats = [{"by": "person"}] * (players - bots) + [{"by": "bot", "level": level}] * bots
    wish = {"game": game, "players": players, "seats": seats, "private": True, **more}
    answered = httpx.post(f"{address}/api/tables", json=wish, timeout=PATIENCE, verify=False)
    assert answered.status_code == 201, answered.text
    made = answered.json()
    return Made(made["table"], {seat["seat"]: seat["secret"] for seat in made["seats"]})


class Player:
    """Plays what is legal, by chance. `acked` is what the server has promised: id → message."""

    def __init__(self, addresses: Sequence[str], table: str, secret: str, seed: object, pause: float = 0.0) -> None:
        self.addresses = list(addresses)  # tried in turn: a line that is lost is sought at the next
        self.table, self.secret, self.pause = table, secret, pause
        self.rng = random.Random(str(seed))
        mine = secrets.token_hex(4)  # an id is never used again, not by the same person's next program either
        self.names = (f"{mine}-{n}" for n in itertools.count())
        self.acked: dict[str, dict[str, Any]] = {}
        self.refused: list[dict[str, Any]] = []
        self.pending: dict[str, Any] | None = None
        self.frame: dict[str, Any] = {}
        self.closed: list[int] = []  # the codes with which lines ended
        self.news = asyncio.Event()
        self.line: ClientConnection | None = None
        self.resent = 0
        self.decided_at = -1
        self.enough = False

    async def play(self) -> Player:
        """To the end of the game, over as many connections as it takes."""
        while not self._done:
            try:
                async with connect(self.addresses[0], compression=None, max_size=None, open_timeout=5) as line:
                    await self._sit(line)
            except LOST as lost:
                if isinstance(lost, ConnectionClosed) and lost.rcvd:
                    self.closed.append(lost.rcvd.code)
                self.addresses.append(self.addresses.pop(0))
                await asyncio.sleep(AGAIN)
        return self

    def cut(self) -> None:
        """Lose the line, without a word."""
        if self.line:
            self.line.transport.abort()

    def leave(self) -> None:
        """Lose the line, and do not come back before the next `play`."""
        self.enough = True
        self.cut()

    async def come_back(self) -> None:
        """Play on after having left."""
        self.enough = False
        await self.play()

    @property
    def _done(self) -> bool:
        return self.enough or (self.frame.get("status") == "over" and self.pending is None)

    async def _sit(self, line: ClientConnection) -> None:
        self.line = line
        await line.send(json.dumps({"type": "hello", "table": self.table, "secret": self.secret}))
        if self.pending:
            self.resent += 1
            await line.send(json.dumps(self.pending))
        while not self._done:
            await self._hear(line, json.loads(await asyncio.wait_for(line.recv(), PATIENCE)))

    async def _hear(self, line: ClientConnection, said: dict[str, Any]) -> None:
        if said["type"] == "table":
            # What was once shown is never gone, whatever happens to the server.
            assert said["seq"] >= self.frame.get("seq", 0), f"from {self.frame['seq']} back to {said['seq']}"
            self.frame = said
            self.news.set()
        elif said["type"] == "ack":
            self._settle(said, self.acked)
        elif said["type"] == "refused":
            if said["code"] == "unavailable":
                self.refused.append(said)
                await asyncio.sleep(AGAIN)
                await line.send(json.dumps(self.pending))
                return
            self._settle(said, None)
            self.refused.append(said)
            self.decided_at = -1
        assert said["type"] != "error", said
        if self.pending is None and said["type"] in ("table", "ack", "refused") and self._fresh:
            await self._decide(line)

    @property
    def _fresh(self) -> bool:
        """Whether a frame has come since the last request: what was shown before it is not to be decided by again."""
        return bool(self.frame) and self.frame["seq"] > self.decided_at

    def _settle(self, said: dict[str, Any], kept: dict[str, dict[str, Any]] | None) -> None:
        assert self.pending, said
        assert self.pending["id"] == said["id"]
        if kept is not None:
            kept[said["id"]] = self.pending
        self.pending = None

    async def _decide(self, line: ClientConnection) -> None:
        message = self._wish()
        if message is None or self.enough:
            return
        if self.pause:
            await asyncio.sleep(self.pause * self.rng.uniform(0.5, 1.5))
        self.pending = {"id": next(self.names), **message}
        self.decided_at = self.frame["seq"]
        await line.send(json.dumps(self.pending))

    def _wish(self) -> dict[str, Any] | None:
        """What to do in the position that was last shown: acts, held ones too, things taken back, things said."""
        frame, turn = self.frame, self.frame["turn"]
        if frame["status"] != "playing":
            return None
        if frame["held"]:
            return {"type": "undo" if "undo" in frame["can"] and self.rng.random() < 0.3 else "confirm", "turn": turn}
        if frame["legal"]:
            hold = self.rng.random() < 0.2
            return {"type": "act", "turn": turn, "action": self.rng.choice(frame["legal"])["id"], "hold": hold}
        if self.rng.random() < 0.02:
            return {"type": "say", "what": "thanks"}
        return None


def stored(settings: Settings, table: str) -> list[Any]:
    """The entries of a table as they are in the database, read past the server."""
    engine = create_engine(settings.database_url)
    with engine.connect() as connection:
        rows = list(connection.execute(select(ENTRIES).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.seq)))
    engine.dispose()
    assert [row.seq for row in rows] == list(range(len(rows))), "entries are numbered without a gap"
    return rows


def check_promises(settings: Settings, table: str, players: dict[int, Player]) -> int:
    """All that was acknowledged is stored, once, as it was sent, and nothing else; gives how many that were."""
    kept = Counter((row.data["seat"], row.data["id"]) for row in stored(settings, table) if row.data.get("id"))
    data = {(row.data["seat"], row.data["id"]): row for row in stored(settings, table) if row.data.get("id")}
    promised = {(seat, id): sent for seat, player in players.items() for id, sent in player.acked.items()}
    assert set(kept.values()) <= {1}, "something is stored twice"
    assert kept.keys() == promised.keys(), f"lost or unasked: {kept.keys() ^ promised.keys()}"
    for key, sent in promised.items():
        row = data[key]
        assert row.kind == sent["type"]
        assert row.data.get("action") == sent.get("action")
    return len(promised)


def check_kifu(address: str, table: str, settings: Settings) -> None:
    """The finished game's kifu replays, to the actions that are stored."""
    answered = ask(f"{address}/api/tables/{table}/kifu")
    assert answered.status_code == 200, answered.text
    match = replay(answered.text)
    assert match.over
    told = ask(f"{address}/api/tables/{table}/replay").json()
    assert told["winners"] == match.winners
    assert len(told["positions"]) == len(match.actions) + 1
    counts = Counter(row.kind for row in stored(settings, table))
    assert len(match.actions) == counts["act"] - counts["undo"]


def together(*doing: Coroutine[Any, Any, Any]) -> list[Any]:
    """All at once; the first failure is everyone's."""

    async def run() -> list[Any]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one) for one in doing]
        return [task.result() for task in tasks]

    return asyncio.run(run())


async def until(true: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait for something that comes about by and by."""
    async with asyncio.timeout(patience):
        while not true():
            await asyncio.sleep(0.005)
    assert true(), what
