"""What other servers make of a WebSocket and of a bad guest: the same few lines of echo behind each of them.

    pip install granian==2.8.7 hypercorn==0.18.0    # into an environment of Kobako's: no part of its own locks
    python -m bench.servers

Each in turn, one process: messages that fifty clients get back in a second; then how long one client, who asks every
20 ms, waits in calm and while another process sends pings, a request's head that never ends, or requests whose answers
it does not read. The last row is uvicorn behind Kobako's turnstile, whose guests have their share and no more: what
fifty get is no figure of speed there.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from bench.attackers import HOST, UPGRADE, frame, pour
from bench.load import memory
from bench.sockets import PING, connect
from kobako.house.limits import Limits
from kobako.server.line import Line as OurLine
from kobako.server.turnstile import Turnstile

PORT = 8321
AT = f"{HOST}:{PORT}"
SERVERS = {
    "uvicorn": f"-m uvicorn bench.servers:app --host {HOST} --port {PORT} --loop uvloop --log-level critical",
    "granian": f"-m granian bench.servers:app --interface asgi --host {HOST} --port {PORT} --loop uvloop --no-log",
    "hypercorn": f"-m hypercorn bench.servers:app --bind {AT} --worker-class uvloop --log-level critical",
    "turnstile": "-m bench.servers --serve",
}
ATTACKS = {  # what it begins with, what it goes on with, and whether it reads what it is told
    "pings": (UPGRADE, frame(PING) * 500, True),
    "endless header": (f"GET / HTTP/1.1\r\nHost: {AT}\r\nX-Long: ".encode(), b"x" * 4000, True),
    "pipelined, unread": (b"", f"GET / HTTP/1.1\r\nHost: {AT}\r\n\r\n".encode() * 100, False),
}
PAGE = b"hello" * 100
CLIENTS, PAUSE, MESSAGE = 50, 0.02, b"twenty bytes of a move"


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Says back what it is told; to a request it says hello."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": PAGE})
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message.get("text") or ""})


def serve() -> None:
    """The same behind the turnstile."""
    behind: Any = partial(Turnstile, Limits(True), "")
    uvicorn.run(app, host=HOST, port=PORT, http=behind, ws=OurLine, ws_per_message_deflate=False, log_level="critical")


async def keep_asking(seconds: float, pause: float = 0.0) -> list[float]:
    """Send a message, wait until it has come back, and so on for so long: how long each took."""
    back, times, until = asyncio.Event(), [], time.monotonic() + seconds
    try:
        line = await asyncio.wait_for(connect(HOST, PORT, lambda data: back.set(), lambda code: back.set()), seconds)
    except TimeoutError:
        return []
    while (left := until - time.monotonic()) > 0:
        back.clear()
        start = time.perf_counter()
        line.send(MESSAGE)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(back.wait(), left)
        times.append(time.perf_counter() - start)  # of one that did not come in time, at least so long
        await asyncio.sleep(pause)
    line.close()
    return times


async def crowd(seconds: float) -> float:
    """Messages there and back in a second."""
    times: list[list[float]] = await asyncio.gather(*(keep_asking(seconds) for _ in range(CLIENTS)))
    return sum(map(len, times)) / seconds


@contextlib.contextmanager
def running(arguments: str) -> Iterator[int]:
    """A Python process of its own."""
    with subprocess.Popen([sys.executable, *arguments.split()], stderr=subprocess.DEVNULL) as process:
        try:
            yield process.pid
        finally:
            process.terminate()


def wait_for_server() -> None:
    """Until it takes connections."""
    for _ in range(200):
        with contextlib.suppress(OSError):
            socket.create_connection((HOST, PORT)).close()
            return
        time.sleep(0.05)
    raise SystemExit("the server does not start")


def family(pid: int) -> list[int]:
    """A process and its children: some servers have their work done by one."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(each for child in children for each in family(int(child)))]


def said(times: list[float]) -> str:
    """Median and 99th of 100, in milliseconds."""
    if not times:
        return "no answer"
    return f"{1000 * statistics.median(times):.1f}, {1000 * sorted(times)[int(0.99 * (len(times) - 1))]:.1f}"


def measure(name: str, seconds: float) -> str:
    """One server's line."""
    with running(SERVERS[name]) as server:
        wait_for_server()
        rate = asyncio.run(crowd(seconds))
        line = f"{name}: {rate:,.0f}; calm {said(asyncio.run(keep_asking(seconds, PAUSE)))}"
        for attack in ATTACKS:
            with running(f"-m bench.servers --attack {attack.replace(' ', '_')} --seconds {seconds + 3}"):
                time.sleep(2)
                times = asyncio.run(keep_asking(seconds, PAUSE))
                line += f"; {attack} {said(times)} ({sum(map(memory, family(server))):.0f} MB)"
            time.sleep(1)
    return line


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.servers", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve()
    elif args.attack:
        beginning, chunk, read = ATTACKS[args.attack.replace("_", " ")]
        asyncio.run(pour(PORT, beginning, chunk, time.monotonic() + args.seconds, read))
    else:
        print("server: messages a second; a client's median and 99th in ms, in calm and under each attack (MB then)")
        for name in SERVERS:
            print(measure(name, args.seconds), flush=True)
