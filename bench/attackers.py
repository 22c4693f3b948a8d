"""Guests who misbehave, one program each: `python -m bench.attackers NAME PORT TABLE SECONDS`.

They speak to this machine alone, for some seconds, and end by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx2 as httpx

import kobako
from bench.sockets import PING, Line, connect
from kobako.server.screen import screen_folder

HOST = "127.0.0.1"
CROWD = 74
Attack = Callable[[int, str, float], Awaitable[None]]


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeroes."""
    assert len(data) < 126
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | len(data)]) + bytes(4) + data


async def sit(port: int, table: str, heard: Callable[[bytes], None] = lambda data: None) -> Line:
    """A line to a table, from which we watch."""
    line = await connect(HOST, port, heard, lambda code: None)
    line.send(json.dumps({"type": "hello", "table": table}).encode())
    await asyncio.sleep(0.1)
    return line


async def pour(port: int, beginning: bytes, chunk: bytes, until: float, read: bool) -> None:
    """Open a connection, begin, and send one chunk after the other until it is closed; then open the next."""
    while time.monotonic() < until:
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            reader, writer = await asyncio.open_connection(HOST, port)
            reading = asyncio.create_task(drain(reader)) if read else None
            try:
                writer.write(beginning)
                while time.monotonic() < until and not (reading and reading.done()):
                    writer.write(chunk)
                    await asyncio.wait_for(writer.drain(), max(0.1, until - time.monotonic()))
                    await asyncio.sleep(0)
            finally:
                writer.transport.abort()
                if reading:
                    reading.cancel()
        await asyncio.sleep(0.01)


async def drain(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def over_line(port: int, table: str, seconds: float, chunk: bytes, read: bool = True, begin: bytes = b"") -> None:
    """A WebSocket that says hello, and then this, without end."""
    until = time.monotonic() + seconds
    hello = json.dumps({"type": "hello", "table": table}).encode()
    while time.monotonic() < until:
        writer = reading = None
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(UPGRADE)
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), seconds)
            writer.write(frame(1, hello))
            await asyncio.sleep(0.1)
            writer.write(begin)
            reading = asyncio.create_task(drain(reader)) if read else None
            while time.monotonic() < until and not writer.is_closing() and not (reading and reading.done()):
                writer.write(chunk)
                await asyncio.wait_for(writer.drain(), max(0.1, until - time.monotonic()))
                await asyncio.sleep(0)
        if writer:
            writer.transport.abort()
        if reading:
            reading.cancel()
        await asyncio.sleep(0.05)


async def pings(port: int, table: str, seconds: float) -> None:
    await over_line(port, table, seconds, frame(PING) * 4000)


async def unread_pings(port: int, table: str, seconds: float) -> None:
    await over_line(port, table, seconds, frame(PING, bytes(125)) * 200, read=False)


async def fragments(port: int, table: str, seconds: float) -> None:
    await over_line(port, table, seconds, frame(0, fin=False) * 4000, begin=frame(1, fin=False))


async def crumbs(port: int, table: str, seconds: float) -> None:
    """One byte in each packet."""
    until = time.monotonic() + seconds
    loop = asyncio.get_running_loop()
    while time.monotonic() < until:
        with contextlib.suppress(OSError, TimeoutError), socket.create_connection((HOST, port)) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.sendall(UPGRADE)
            line.setblocking(False)
            text = frame(PING, bytes(100))
            while time.monotonic() < until:
                for byte in text:
                    left = max(0.1, until - time.monotonic())
                    await asyncio.wait_for(loop.sock_sendall(line, bytes([byte])), left)
        await asyncio.sleep(0.05)


async def endless_header(port: int, table: str, seconds: float) -> None:
    start = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "
    await pour(port, start, b"a" * 65536, time.monotonic() + seconds, read=True)


async def endless_url(port: int, table: str, seconds: float) -> None:
    await pour(port, b"GET /", b"a" * 65536, time.monotonic() + seconds, read=True)


async def many_headers(port: int, table: str, seconds: float) -> None:
    start = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    await pour(port, start, b"a: b\r\n" * 10_000, time.monotonic() + seconds, read=True)


async def pipelined(port: int, table: str, seconds: float) -> None:
    asked = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 500
    await pour(port, b"", asked, time.monotonic() + seconds, read=False)


async def requests(port: int, table: str, seconds: float) -> None:
    """A new connection for every request, 16 at a time."""
    await knock_all(16, port, b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", seconds)


async def trailers(port: int, table: str, seconds: float) -> None:
    """A hundred bodies after whose end more headers come, and do not end."""
    begin = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"
    await pour_all(100, port, begin, b"a:b\r\n" * 10_000, seconds)


async def bodies_in_crumbs(port: int, table: str, seconds: float) -> None:
    """Four hundred bodies of one byte after the other, each a chunk of its own, that nobody asked for."""
    begin = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    await pour_all(400, port, begin, b"1\r\na\r\n" * 10_000, seconds)


async def long_bodies(port: int, table: str, seconds: float) -> None:
    """Four hundred bodies as long as they may be, that nobody asked for, one after the other."""
    body = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 262144\r\n\r\n" + bytes(262_144)
    await pour_all(400, port, b"", body, seconds)


async def crowd_of_requests(port: int, table: str, seconds: float) -> None:
    """Three hundred lines that ask for one thing after the other."""
    await pour_all(300, port, b"", b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", seconds)


async def crowd_of_pings(port: int, table: str, seconds: float) -> None:
    """As many lines as are let in, all of which send pings."""
    await asyncio.gather(*(pings(port, table, seconds) for _ in range(CROWD)))


async def pour_all(number: int, port: int, beginning: bytes, chunk: bytes, seconds: float) -> None:
    """So many who pour at once."""
    until = time.monotonic() + seconds
    await asyncio.gather(*(pour(port, beginning, chunk, until, read=True) for _ in range(number)))


async def handshakes(port: int, table: str, seconds: float) -> None:
    """WebSockets that are asked for where there are none, 32 at a time."""
    await knock_all(32, port, UPGRADE.replace(b"/ws", b"/nothing"), seconds)


async def doors_opened_and_shut(port: int, table: str, seconds: float) -> None:
    """Connections that are opened and closed at once, 16 at a time."""
    await knock_all(16, port, b"", seconds)


async def knock_all(number: int, port: int, words: bytes, seconds: float) -> None:
    """So many at a time who connect, say this, hear the first of the answer, and are gone."""
    until = time.monotonic() + seconds

    async def knock() -> None:
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(words)
                with contextlib.suppress(asyncio.TimeoutError, OSError):
                    await asyncio.wait_for(reader.read(100), 2.0 if words else 0.0)
                writer.transport.abort()

    await asyncio.gather(*(knock() for _ in range(number)))


async def slow_heads(port: int, table: str, seconds: float) -> None:
    """Three hundred requests that begin and do not go on."""
    lines = []
    for _ in range(300):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port)
            writer.write(b"GET / HTTP/1.1\r\nHost: 127")
            lines.append(writer)
    await asyncio.sleep(seconds)
    for writer in lines:
        writer.transport.abort()


async def crowd(port: int, table: str, seconds: float, message: bytes) -> None:
    """Many lines that say one thing again and again, as often as messages are allowed."""
    until = time.monotonic() + seconds
    lines = []
    for _ in range(CROWD):
        with contextlib.suppress(OSError):
            lines.append(await sit(port, table))
    while time.monotonic() < until:
        for line in lines:
            line.send(message)
        await asyncio.sleep(1 / 14)


async def resyncs(port: int, table: str, seconds: float) -> None:
    """A crowd that asks for the whole table."""
    await crowd(port, table, seconds, b'{"type":"resync","id":"r"}')


async def make(port: int, **wish: Any) -> dict[str, Any]:
    """A table as somebody wishes for it."""
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=60, verify=False) as http:
        made: dict[str, Any] = (await http.post("/api/tables", json=wish)).json()
        return made


class Player:
    """Who holds a seat, knows its latest frame, and says something whenever it is theirs to decide."""

    def __init__(self, say: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
        self.say, self.frame = say, dict[str, Any]()
        self.line: Line | None = None

    async def sit(self, port: int, table: str, secret: str) -> None:
        self.line = await connect(HOST, port, self.heard, lambda code: None)
        self.line.send(json.dumps({"type": "hello", "table": table, "secret": secret}).encode())

    def heard(self, data: bytes) -> None:
        said = json.loads(data)
        self.frame = said if said["type"] == "table" else said.get("table", self.frame)

    def go_on(self) -> None:
        """Say the next thing, if it is time."""
        words = self.say(self.frame) if self.frame.get("legal") or "undo" in self.frame.get("can", []) else None
        if self.line and words:
            self.line.send(json.dumps({"id": f"p{time.monotonic_ns()}", "turn": self.frame["turn"], **words}).encode())


async def play(port: int, tables: int, lines: int, seconds: float, player: Callable[[], Player], **wish: Any) -> None:
    """Some tables at which an attacker sits at the first seat with several lines, against novices."""
    until = time.monotonic() + seconds
    seated = []
    for _ in range(tables):
        made = await make(port, **{"seats": [{"by": "person"}, {"by": "bot", "level": "novice"}], **wish})
        for _ in range(lines if made.get("seats") else 0):
            seated.append(player())
            await seated[-1].sit(port, made["table"], made["seats"][0]["secret"])
    while time.monotonic() < until:
        for one in seated:
            one.go_on()
        await asyncio.sleep(1 / 10)


async def hints(port: int, table: str, seconds: float) -> None:
    """Thirty-six lines that all ask for hints, again and again."""
    wish = {"game": "umbradeco", "players": 2, "private": True}
    await play(port, 12, 3, seconds, lambda: Player(lambda frame: {"type": "hint"}), **wish)


async def masters(port: int, table: str, seconds: float) -> None:
    """Tables at which masters play each other, looked at."""
    for _ in range(12):
        made = await make(port, game="umbradeco", players=4, seats=[{"by": "bot", "level": "master"}] * 4, private=True)
        await sit(port, made["table"])
    await asyncio.sleep(seconds)


async def long_tables(port: int, table: str, seconds: float) -> None:
    """Long games played on, in which moves are made and taken back until the table is tired of it."""
    rng = random.Random(1)
    games = (
        kobako.game("tokkuri").new(2, seed=seed).run(lambda match: rng.choice(match.legal())) for seed in range(40)
    )
    longest = max(games, key=lambda match: len(match.actions))

    def player() -> Player:
        return Player(
            lambda frame: (
                {"type": "undo"} if "undo" in frame["can"] else {"type": "act", "action": frame["legal"][0]["id"]}
            )
        )

    wish = {"kifu": longest.kifu(), "ply": len(longest.actions) - 4}
    await play(port, 12, 1, seconds, player, **wish)


async def refusals(port: int, table: str, seconds: float) -> None:
    """A crowd that watches and asks for moves it may not make: every refusal brings the table along."""
    await crowd(port, table, seconds, b'{"type":"act","id":"a","turn":1,"action":1}')


async def slow_bodies(port: int, table: str, seconds: float) -> None:
    """Three hundred requests whose bodies come byte by byte."""
    until = time.monotonic() + seconds
    head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000\r\n\r\n"
    lines = []
    for _ in range(300):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port)
            writer.write(head)
            lines.append(writer)
    while time.monotonic() < until:
        for writer in lines:
            writer.write(b"{")
        await asyncio.sleep(0.05)
    for writer in lines:
        writer.transport.abort()


async def silent_lines(port: int, table: str, seconds: float) -> None:
    """WebSockets that are opened, say nothing, and are opened again; half of them not even to their end."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        writers = []
        for opening in (UPGRADE, UPGRADE[:-2]) * 20:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, port)
                writer.write(opening)
                writers.append(writer)
        await asyncio.sleep(0.2)
        for writer in writers:
            writer.transport.abort()


async def deep_json(port: int, table: str, seconds: float) -> None:
    """The largest bodies that are taken, nested as deeply as they can be, or of numbers and keys without end."""
    bodies = [
        b'{"game":' + b"[" * 120_000 + b"]" * 120_000 + b"}",
        b'{"game":"ice","seats":[' + b",".join([b'{"by":"person"}'] * 14_000) + b"]}",
        json.dumps({f"key{i}": i for i in range(16_000)}).encode(),
        b'{"players":' + b"9" * 200_000 + b"}",
    ]
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=60, verify=False) as http:
        await post_all(http, "/api/tables", bodies, seconds)


async def replays(port: int, table: str, seconds: float) -> None:
    """The longest games there are, to be told position by position, again and again."""
    rng = random.Random(1)
    games = [
        max(
            (kobako.game(name).new(4, seed=seed).run(lambda match: rng.choice(match.legal())) for seed in range(10)),
            key=lambda match: len(match.actions),
        )
        for name in kobako.game_names()
    ]
    bodies = [json.dumps({"kifu": match.kifu()}).encode() for match in games]
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=60, verify=False) as http:
        await post_all(http, "/api/replay", bodies, seconds)


async def post_all(http: httpx.AsyncClient, path: str, bodies: Sequence[bytes], seconds: float) -> None:
    """Eight at a time, one body after the other, for so long."""
    until = time.monotonic() + seconds
    headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}

    async def ask(start: int) -> None:
        at = start
        while time.monotonic() < until:
            at += 1
            with contextlib.suppress(httpx.HTTPError, OSError):
                await http.post(path, content=bodies[at % len(bodies)], headers=headers)

    await asyncio.gather(*(ask(start) for start in range(8)))


async def come_and_go(port: int, table: str, seconds: float) -> None:
    """Tables that are made, sat down at, spoken at and left, as often as is allowed."""
    until = time.monotonic() + seconds
    wish = {"game": "ice", "players": 2, "seats": [{"by": "person"}, {"by": "open"}]}
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=60, verify=False) as http:
        while time.monotonic() < until:
            made = (await http.post("/api/tables", json=wish)).json()
            if "table" not in made:
                await asyncio.sleep(0.1)
                continue
            secret = made["seats"][0]["secret"]
            line = await connect(HOST, port, lambda data: None, lambda code: None)
            line.send(json.dumps({"type": "hello", "table": made["table"], "secret": secret}).encode())
            for n in range(30):
                line.send(json.dumps({"type": "say", "id": f"s{n}", "what": "hello"}).encode())
            await http.delete(f"/api/tables/{made['table']}/seats/0", headers={"Authorization": f"Bearer {secret}"})
            line.close()


def largest_file() -> str:
    """The address of the page's largest script, which anybody can read from the page."""
    folder = screen_folder()
    assert folder, "the page is not built here"
    found = max(folder.glob("assets/*.js"), key=lambda file: file.stat().st_size)
    return f"/assets/{found.name}"


async def ask_all(port: int, seconds: float, path: Callable[[int], str], headers: dict[str, str]) -> None:
    """Sixteen at a time, over lines that are kept, one request after the other."""
    until = time.monotonic() + seconds
    numbers = itertools.count()
    named = {"Accept-Encoding": "identity", **headers}
    most = httpx.Limits(max_connections=16, max_keepalive_connections=16)
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=60, verify=False, limits=most) as http:

        async def ask() -> None:
            while time.monotonic() < until:
                with contextlib.suppress(httpx.HTTPError, OSError):
                    async with http.stream("GET", path(next(numbers)), headers=named) as answer:
                        async for _ in answer.aiter_raw():
                            pass

        await asyncio.gather(*(ask() for _ in range(16)))


async def squeezed_files(port: int, table: str, seconds: float) -> None:
    """The largest file there is, compressed."""
    path = largest_file()
    await ask_all(port, seconds, lambda _: path, {"Accept-Encoding": "gzip"})


async def many_ranges(port: int, table: str, seconds: float) -> None:
    """The largest file in as many pieces as can be asked for at once."""
    path, pieces = largest_file(), ",".join(f"{n * 4}-{n * 4}" for n in range(1300))
    await ask_all(port, seconds, lambda _: path, {"Range": f"bytes={pieces}"})


async def unknown_tables(port: int, table: str, seconds: float) -> None:
    """Tables that are not there, each another."""
    await ask_all(port, seconds, lambda n: f"/t/t{n:010d}" if n % 2 else f"/api/tables/t{n:010d}", {})


async def unread_tables(port: int, table: str, seconds: float) -> None:
    """Lines that look at a table and take nothing of what they are shown, asking for it whole again and again."""
    lines = []
    for _ in range(CROWD // 2):
        with contextlib.suppress(OSError):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect((HOST, port))
            line.sendall(UPGRADE + frame(1, json.dumps({"type": "hello", "table": table}).encode()))
            lines.append(line)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for line in lines:
            with contextlib.suppress(OSError):
                line.sendall(frame(1, json.dumps({"type": "resync", "id": "r"}).encode()))
        await asyncio.sleep(0.2)
    for line in lines:
        line.close()


ATTACKS: dict[str, Attack] = {
    "pings": pings,
    "fragments": fragments,
    "endless header": endless_header,
    "endless URL": endless_url,
    "many headers": many_headers,
    "pipelined, unread": pipelined,
    "pings, unread": unread_pings,
    "resync crowd": resyncs,
    "one byte a packet": crumbs,
    "requests": requests,
    "heads that do not end": slow_heads,
    "trailers": trailers,
    "bodies in crumbs": bodies_in_crumbs,
    "long bodies": long_bodies,
    "crowd of requests": crowd_of_requests,
    "crowd of pings": crowd_of_pings,
    "handshakes": handshakes,
    "doors opened and shut": doors_opened_and_shut,
    "hint crowd": hints,
    "master crowd": masters,
    "long tables": long_tables,
    "refused crowd": refusals,
    "slow bodies": slow_bodies,
    "silent lines": silent_lines,
    "deep JSON": deep_json,
    "replays": replays,
    "tables made and left": come_and_go,
    "squeezed files": squeezed_files,
    "many ranges": many_ranges,
    "unknown tables": unknown_tables,
    "unread tables": unread_tables,
}


def main(argv: Sequence[str] | None = None) -> None:
    name, port, table, seconds = argv or sys.argv[1:]
    asyncio.run(ATTACKS[name](int(port), table, float(seconds)))


if __name__ == "__main__":
    main()
