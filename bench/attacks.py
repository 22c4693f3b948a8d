"""`python -m bench.attacks`: what everyone else feels of one bad guest: moves in calm, then under attack.

The server is `kobako serve` as it comes, limits on. `--server FOLDER` takes another checkout's `src`, to compare.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx

import kobako
from bench.attackers import ATTACKS, HOST
from bench.load import memory
from bench.sockets import Line, connect

TABLES, PACE = 5, 20.0  # tables of honest guests, and their moves per second, all together
PATIENCE = 30.0


@dataclass
class Felt:
    """What the others felt of it."""

    times: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)  # how long a bot took to answer
    memory: float = 0.0  # MB, at most

    def summary(self) -> dict[str, Any]:
        shown = {f"p{n}_ms": round(percentile(self.times, n / 100), 1) for n in (50, 99)}
        bots = {"bot_moves": len(self.bots), "bot_slowest_s": round(max(self.bots, default=0.0), 1)}
        return {"moves": len(self.times), **shown, **bots, "memory_mb": round(self.memory)}


def percentile(times: Sequence[float], share: float) -> float:
    """Milliseconds within which this share of the moves was acknowledged."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("inf")


class Seat:
    """Someone who plays, and nothing else."""

    def __init__(self, honest: Honest, table: str, secret: str) -> None:
        self.honest, self.table, self.secret = honest, table, secret
        self.line: Line | None = None
        self.frame: dict[str, Any] = {}
        self.sent: dict[str, float] = {}
        self.bot_since = 0.0
        self.ids = itertools.count()

    async def sit(self, port: int) -> None:
        self.line = await connect(HOST, port, self.heard, lambda code: None)
        self.line.send(json.dumps({"type": "hello", "table": self.table, "secret": self.secret}).encode())

    def heard(self, data: bytes) -> None:
        said = json.loads(data)
        if said["type"] == "table":
            self.frame = said
            if self.bot_since and said["legal"]:
                self.honest.felt.bots.append(time.perf_counter() - self.bot_since)
                self.bot_since = 0.0
        elif said["type"] in ("ack", "refused") and said["id"] in self.sent:
            self.honest.felt.times.append(time.perf_counter() - self.sent.pop(said["id"]))
            self.bot_since = time.perf_counter() if any(seat["by"] == "bot" for seat in self.frame["seats"]) else 0.0

    def play(self) -> bool:
        """Make a move, if there is one to make and none on its way."""
        if self.sent or not self.line or not self.frame.get("legal"):
            return False
        id = f"m{next(self.ids)}"
        action = random.choice(self.frame["legal"])["id"]
        self.sent[id] = time.perf_counter()
        self.line.send(json.dumps({"type": "act", "id": id, "turn": self.frame["turn"], "action": action}).encode())
        return True


class Honest:
    """A few tables at which people play on, game after game."""

    def __init__(self, port: int) -> None:
        self.port, self.felt = port, Felt()
        self.http = httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=PATIENCE, verify=False)
        self.tables: list[list[Seat]] = []

    async def open(self) -> str:
        """Sit down everywhere; gives the name of one of the tables."""
        for game in itertools.islice(itertools.cycle(kobako.game_names()), TABLES - 1):
            self.tables.append(await self.table(game))
        self.tables.append(await self.table("umbradeco", {"by": "bot", "level": "master"}))
        return self.tables[0][0].table

    async def table(self, game: str, other: dict[str, str] | None = None) -> list[Seat]:
        wish = {"game": game, "players": 2, "seats": [{"by": "person"}, other or {"by": "person"}], "private": True}
        made = (await self.http.post("/api/tables", json=wish)).json()
        seats = [Seat(self, made["table"], given["secret"]) for given in made["seats"]]
        for seat in seats:
            await seat.sit(self.port)
        return seats

    async def play(self, seconds: float, server: int) -> Felt:
        """Play for so long; gives how long moves took, those that were never answered as well."""
        self.felt = Felt()
        began = time.perf_counter()
        turn = 0
        while time.perf_counter() - began < seconds:
            turn += 1
            for seat in self.tables[turn % TABLES]:
                if seat.play():
                    break
            self.felt.memory = max(self.felt.memory, memory(server))
            await asyncio.sleep(1 / PACE)
        await self.settle()
        return self.felt

    async def close(self) -> None:
        """Go home."""
        for seat in (seat for table in self.tables for seat in table):
            if seat.line:
                seat.line.close()
        await self.http.aclose()
        await asyncio.sleep(0.05)

    async def settle(self) -> None:
        """Wait for what is on its way; games that are over give way to new ones."""
        until = time.perf_counter() + PATIENCE
        seats = [seat for table in self.tables for seat in table]
        while any(seat.sent for seat in seats) and time.perf_counter() < until:
            await asyncio.sleep(0.01)
        for seat in seats:
            self.felt.times += [time.perf_counter() - sent for sent in seat.sent.values()]
            seat.sent.clear()
        for at, table in enumerate(self.tables):
            if table[0].frame.get("status") == "over":
                for seat in table:
                    seat.line.close() if seat.line else None
                other = {"by": "bot", "level": "master"} if len(table) == 1 else None
                with contextlib.suppress(httpx.HTTPError, OSError, KeyError):
                    self.tables[at] = await self.table(random.choice(kobako.game_names()), other)


@contextlib.contextmanager
def server(source: Path | None = None, *words: str) -> Iterator[tuple[int, int]]:
    """A server of its own; gives its port and its process."""
    with tempfile.TemporaryDirectory(prefix="kobako-attacks-") as folder:
        given = ["serve", "--port", "0", "--database", str(Path(folder) / "tables.sqlite"), "--log-level", "ERROR"]
        environment = {**os.environ, **({"PYTHONPATH": str(source)} if source else {})}
        command = [sys.executable, "-m", "kobako", *given, *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as running:
            try:
                assert running.stdout
                port = int(running.stdout.readline().split("/  (")[0].rsplit(":", 1)[1])
                yield port, running.pid
            finally:
                running.terminate()
                try:
                    running.wait(20)
                except subprocess.TimeoutExpired:
                    running.kill()


async def measure(port: int, pid: int, attacks: Sequence[str], seconds: float) -> tuple[Felt, Felt]:
    """How moves go in calm, and then under some attacks at once."""
    honest = Honest(port)
    table = await honest.open()
    await honest.play(seconds / 3, pid)  # to warm up
    calm = await honest.play(seconds, pid)
    command = [sys.executable, "-m", "bench.attackers"]
    running = [subprocess.Popen([*command, name, str(port), table, str(seconds + 1)]) for name in attacks]
    try:
        await asyncio.sleep(1.0)
        felt = await honest.play(seconds, pid)
    finally:
        for attacker in running:
            attacker.kill()
            attacker.wait()
    await honest.close()
    return calm, felt


@contextlib.contextmanager
def behind_nginx(port: int) -> Iterator[int]:
    """The nginx of docs/deploy.md before a server; gives its port."""
    from tests.server.test_deploy import nginx

    with tempfile.TemporaryDirectory(prefix="kobako-nginx-") as folder:
        Path(folder).chmod(0o755)
        with nginx(Path(folder), [SimpleNamespace(port=port)] * 2) as address:
            yield int(address.rsplit(":", 1)[1])


def run(attacks: Sequence[str], seconds: float, source: Path | None = None, proxy: bool = False) -> dict[str, Any]:
    """One row: a new server, calm, and these attacks at once."""
    with contextlib.ExitStack() as stack:
        port, pid = stack.enter_context(server(source))
        door = stack.enter_context(behind_nginx(port)) if proxy else port
        calm, felt = asyncio.run(measure(door, pid, attacks, seconds))
    return {"attack": " + ".join(attacks), "calm": calm.summary(), "attacked": felt.summary()}


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench.attacks", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", default="", help="names, by semicolons; with + between them, at once")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--server", type=Path, help="the `src` of another checkout, whose server is attacked")
    parser.add_argument("--nginx", action="store_true", help="everyone comes through the nginx of docs/deploy.md")
    args = parser.parse_args(argv)
    wanted = [one for one in args.only.split(";") if one] or list(ATTACKS)
    for row in wanted:
        print(json.dumps(run(row.split("+"), args.seconds, args.server, args.nginx)), flush=True)


if __name__ == "__main__":
    main()
