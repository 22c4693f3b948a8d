"""`python -m bench.load`: thousands of seats play at one server, paced; how long until a move is acknowledged?

The server is `kobako serve` on a new SQLite file, in a process of its own; this one plays all seats. Moves are due at
a fixed pace, and a move's time is counted from when it was due, not from when we got round to sending it. With
`--nodes 2` there are two servers on one PostgreSQL and Redis, and every other table is played at the second; `--shared`
is one server on them, to compare with. With `--beside SRC` another checkout's server, of that `src`, plays every other
table at the same time: on a busy machine the time for a move can be compared only so, for both suffer alike.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
import orjson
import uvloop

import kobako
from bench.sockets import Line, allow_files, connect

HOST = "127.0.0.1"
SAMPLE = 5.0  # seconds between looks at the server's memory


@dataclass
class Figures:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)  # MB, every SAMPLE seconds
    refused: Counter[str] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)  # by the port at which they were made
    each_cpu: list[float] = field(default_factory=list)  # seconds, of each server
    finished: int = 0
    opening: float = 0.0  # seconds until everyone sat
    seconds: float = 0.0
    cpu: float = 0.0
    own_cpu: float = 0.0  # near 1, it is this program that cannot keep up

    def percentile(self, share: float) -> float:
        """Milliseconds within which this share of the moves was acknowledged."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000

    def summary(self) -> dict[str, Any]:
        return {
            "moves_a_second": round(len(self.times) / self.seconds, 1),
            "p50_ms": round(self.percentile(0.5), 1),
            "p90_ms": round(self.percentile(0.9), 1),
            "p99_ms": round(self.percentile(0.99), 1),
            "longest_ms": round(max(self.times) * 1000, 1),
            "memory_mb": [round(self.memory[i * (len(self.memory) - 1) // 9]) for i in range(10)],
            "opened_in_s": round(self.opening, 1),
            "cores_of_server": round(self.cpu / self.seconds, 2),
            "server_ms_a_move": round(self.cpu * 1000 / len(self.times), 2),
            "each_ms_a_move": [
                round(cpu * 1000 / moves, 2) for cpu, moves in zip(self.each_cpu, self.moves.values(), strict=True)
            ],
            "cores_of_load": round(self.own_cpu / self.seconds, 2),
            "games_finished": self.finished,
            "refused": dict(self.refused),
            "lost": {str(code): number for code, number in self.lost.items()},
        }


class Seat:
    """One seat, and its connection."""

    def __init__(self, load: Load, table: Playing, secret: str) -> None:
        self.load, self.table, self.secret = load, table, secret
        self.line: Line | None = None
        self.waiting = False  # for its pace
        self.due = 0.0
        self.move = ""
        self.ids = itertools.count()

    async def sit(self) -> None:
        self.line = await connect(HOST, self.table.port, self.heard, self.lost)
        self.line.send(json.dumps({"type": "hello", "table": self.table.name, "secret": self.secret}).encode())

    def lost(self, code: int) -> None:
        if not self.table.over and not self.load.closing:
            self.load.figures.lost[code] += 1

    def heard(self, data: bytes) -> None:
        if data.startswith(b'{"n":') and b'"type":"table"' in data[:64]:
            if b'"status":"over"' in data[:128]:
                self.table.end()
            elif b'"legal":[]' not in data and not self.waiting:
                self.frame = orjson.loads(data)
                self.waiting = True
                self.load.ready.append(self)
        elif b'"type":"ack"' in data[:64]:
            self.load.acknowledged(self)
        elif b'"type":"refused"' in data[:64]:
            self.load.figures.refused[json.loads(data)["code"]] += 1

    def play(self, due: float) -> None:
        """Send a move that was due then."""
        self.waiting, self.due = False, due
        action = self.load.rng.choice(self.frame["legal"])["id"]
        said = {"type": "act", "id": f"m{next(self.ids)}", "turn": self.frame["turn"], "action": action}
        if self.line:
            self.line.send(json.dumps(said).encode())


class Playing:
    """One table, and a new one in its place when the game is over."""

    def __init__(self, load: Load, game: str) -> None:
        self.load, self.game = load, game
        self.port = next(load.next_port)
        self.name, self.over = "", False
        self.seats: list[Seat] = []

    async def open(self) -> None:
        wish = {"game": self.game, "players": self.load.seats, "seats": [{"by": "person"}] * self.load.seats}
        made = (await self.load.http.post(f"{at(self.port)}/api/tables", json={**wish, "private": True})).json()
        self.name = made["table"]
        self.seats = [Seat(self.load, self, seat["secret"]) for seat in made["seats"]]
        self.load.playing.add(self)
        for seat in self.seats:
            await seat.sit()

    def end(self) -> None:
        if not self.over:
            self.over = True
            self.load.figures.finished += 1
            asyncio.get_running_loop().call_later(1.0, self.leave)
            self.load.again(self.game)

    def leave(self) -> None:
        self.load.playing.discard(self)
        for seat in self.seats:
            if seat.line:
                seat.line.close()


class Load:
    """All tables."""

    def __init__(self, ports: Sequence[int], tables: int, seats: int, rate: float) -> None:
        self.next_port, self.ports = itertools.cycle(ports), ports
        self.tables, self.seats, self.rate = tables, seats, rate
        self.rng = random.Random(1)
        self.ready: deque[Seat] = deque()
        self.figures = Figures()
        self.measuring, self.closing = False, False
        self.playing: set[Playing] = set()
        self.http = httpx.AsyncClient(timeout=60, verify=False)
        self._opening: set[asyncio.Task[None]] = set()

    async def open_all(self) -> None:
        games = itertools.cycle(kobako.game_names())
        for start in range(0, self.tables, 20):
            wanted = min(20, self.tables - start)
            await asyncio.gather(*(Playing(self, next(games)).open() for _ in range(wanted)))

    def again(self, game: str) -> None:
        opening = asyncio.create_task(Playing(self, game).open())
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)

    async def close(self) -> None:
        """Leave all tables. Those being opened are waited for: uvloop does not close on a connection half made."""
        self.closing = True
        await asyncio.gather(*self._opening, return_exceptions=True)
        for table in [*self.playing]:
            table.leave()
        await self.http.aclose()
        await asyncio.sleep(0.1)  # until they are closed

    def acknowledged(self, seat: Seat) -> None:
        if self.measuring:
            self.figures.times.append(time.perf_counter() - seat.due)
            self.figures.moves[seat.table.port] += 1

    async def play(self, seconds: float, servers: Sequence[int]) -> None:
        """Play at the pace for so long, and measure after the first tenth."""
        began = time.perf_counter()
        sent, warm, own = 0, seconds / 10, 0.0
        theirs: list[float] = []
        sampling: asyncio.Task[None] | None = None
        while (now := time.perf_counter() - began) < seconds + warm:
            if now > warm and sampling is None:
                self.figures.moves.update(dict.fromkeys(self.ports, 0))  # in their order
                self.measuring, own, theirs = True, time.process_time(), [*map(cpu_seconds, servers)]
                sampling = asyncio.create_task(self._sample(servers))
            while sent < now * self.rate:
                if self.ready:
                    self.ready.popleft().play(began + sent / self.rate)
                sent += 1
            await asyncio.sleep(0.001)
        self.measuring = False
        self.figures.seconds, self.figures.own_cpu = seconds, time.process_time() - own
        self.figures.each_cpu = [cpu_seconds(pid) - before for pid, before in zip(servers, theirs, strict=True)]
        self.figures.cpu = sum(self.figures.each_cpu)
        if sampling:
            sampling.cancel()

    async def _sample(self, servers: Sequence[int]) -> None:
        while True:
            self.figures.memory.append(sum(map(memory, servers)))
            await asyncio.sleep(SAMPLE)


def at(port: int) -> str:
    """A server's address."""
    return f"http://{HOST}:{port}"


def memory(pid: int) -> float:
    """Resident memory of a process, in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def cpu_seconds(pid: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(
    tables: int = 1000,
    seats: int = 4,
    rate: float = 200.0,
    seconds: float = 60.0,
    nodes: int = 1,
    shared: bool = False,
    beside: Path | None = None,
) -> Figures:
    """Start a server, or several nodes of one, play, and give what was measured."""
    allow_files(tables * seats + 500)
    with contextlib.ExitStack() as stack:
        where = shared_store(stack) if nodes > 1 or shared else alone(stack)
        running = [stack.enter_context(server(where)) for _ in range(nodes)]
        if beside:
            running.append(stack.enter_context(server(alone(stack), beside)))
        load = Load([port for port, _ in running], tables, seats, rate)
        gc.disable()  # our own pauses are none of the server's
        stack.callback(gc.enable)
        return uvloop.run(play(load, seconds, [pid for _, pid in running]))


def alone(stack: contextlib.ExitStack) -> list[str]:
    """A new SQLite file."""
    return ["--database", str(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kobako-load-"))) / "tables")]


def shared_store(stack: contextlib.ExitStack) -> list[str]:
    """A PostgreSQL and a Redis of our own."""
    from tests.server.running import Postgres, Redis, open_folder, someone_else

    user = someone_else()
    postgres = Postgres(stack.enter_context(open_folder(user)), user)
    stack.callback(postgres.stop)
    redis = Redis()
    stack.callback(redis.kill)
    return ["--database", postgres.new_database(), "--redis", redis.address]


@contextlib.contextmanager
def server(where: Sequence[str], source: Path | None = None) -> Iterator[tuple[int, int]]:
    """A server of its own, of another checkout's `src` if one is named; gives its port and its process."""
    words = ["serve", "--port", "0", *where, "--no-limits", "--log-level", "ERROR"]
    environment = {**os.environ, **({"PYTHONPATH": str(source)} if source else {})}
    command = [sys.executable, "-m", "kobako", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as running:
        try:
            assert running.stdout
            yield int(running.stdout.readline().split("/  (")[0].rsplit(":", 1)[1]), running.pid
        finally:
            running.terminate()
            running.wait(60)


async def play(load: Load, seconds: float, servers: Sequence[int]) -> Figures:
    began = time.perf_counter()
    await load.open_all()
    load.figures.opening = time.perf_counter() - began
    await load.play(seconds, servers)
    await load.close()
    return load.figures


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4, choices=[2, 3, 4])
    parser.add_argument("--rate", type=float, default=200.0, help="moves per second, all tables together")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to measure")
    parser.add_argument("--nodes", type=int, default=1, help="more than one share a PostgreSQL and a Redis")
    parser.add_argument("--shared", action="store_true", help="a PostgreSQL and a Redis for one node, too")
    parser.add_argument("--beside", type=Path, metavar="SRC", help="another checkout's server at the same time")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures here")
    args = parser.parse_args(argv)
    kept = []
    for _ in range(args.runs):
        figures = run(args.tables, args.seats, args.rate, args.seconds, args.nodes, args.shared, args.beside).summary()
        kept.append(figures)
        print(json.dumps(figures), flush=True)
    if args.json:
        args.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
