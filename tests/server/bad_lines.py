"""A line that goes wrong: a small proxy before a server that cuts, delays, trickles, swallows, repeats and reorders."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections import Counter

from tests.server.playing import Player

FAULTS = ("well", "cut up", "cut down", "trickle", "swallow", "delay", "repeat", "reorder")


def frame_length(data: bytes) -> int | None:
    """How long the first WebSocket frame of a client is; None: it is not all there."""
    if len(data) < 2:
        return None
    short = data[1] & 127
    more = {126: 2, 127: 8}.get(short, 0)
    length = int.from_bytes(data[2 : 2 + more]) if more else short
    whole = 2 + more + (4 if data[1] & 128 else 0) + length
    return whole if len(data) >= whole else None


class Proxy:
    """Listens, and hands on to a server what it hears, but for the fault that each connection has by chance."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.rng = port, random.Random(seed)
        self.done: Counter[str] = Counter()
        self._faults = itertools.cycle(self.rng.sample(FAULTS, len(FAULTS)))
        self._lines: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.listening.sockets[0].getsockname()[1]}/ws"

    async def __aenter__(self) -> Proxy:
        self.listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.listening.close()
        for end in self._ends:
            end.transport.abort()
        if self._lines:
            await asyncio.wait(self._lines)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)
        fault = next(self._faults)
        with contextlib.suppress(OSError):
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.port)
            self._ends |= {writer, up_writer}
            up = asyncio.create_task(self._up(fault, reader, up_writer))
            down = asyncio.create_task(self._down(fault, up_reader, writer))
            try:
                await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (up, down):
                    task.cancel()
                for end in (writer, up_writer):
                    self._ends.discard(end)
                    end.transport.abort() if self.rng.random() < 0.5 else end.close()  # rudely, or politely

    async def _up(self, fault: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """From the player to the server. After the handshake whole messages can be told apart."""
        handshake = await reader.readuntil(b"\r\n\r\n")
        writer.write(handshake)
        if fault in ("repeat", "reorder"):
            await self._messages(fault, reader, writer)
        else:
            await self._bytes(fault if fault != "cut down" else "well", reader, writer, self.rng.randrange(600))

    async def _down(self, fault: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._bytes(
            fault if fault in ("cut down", "trickle") else "well", reader, writer, self.rng.randrange(20_000)
        )

    async def _bytes(self, fault: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, until: int) -> None:
        """Hand on what comes; after so many bytes, wherever that is, the fault shows."""
        passed = 0
        while data := await reader.read(7 if fault == "trickle" else 65536):
            if fault in ("cut up", "cut down", "swallow") and passed + len(data) > until:
                writer.write(data[: until - passed])
                await writer.drain()
                self.done[fault] += 1
                if fault == "swallow":  # for a while nothing more gets through, and nobody is told
                    await asyncio.sleep(0.3)
                return
            if fault == "delay":
                self.done[fault] += 1
                await asyncio.sleep(self.rng.random() * 0.05)
            passed += len(data)
            writer.write(data)
            await writer.drain()

    async def _messages(self, fault: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Messages twice; or two of them the wrong way round, the hello before them too."""
        held, data = b"", b""
        while more := await reader.read(65536):
            data += more
            while (length := frame_length(data)) is not None:
                message, data = data[:length], data[length:]
                if fault == "repeat":
                    self.done[fault] += 1
                    writer.write(message * self.rng.choice((1, 2, 3)))
                elif not held and self.rng.random() < 0.5:
                    held = message
                    continue
                else:
                    self.done[fault] += bool(held)
                    writer.write(message + held)
                    held = b""
                if self.rng.random() < 0.02:
                    return
            if held:
                await asyncio.sleep(0.02)
                if not data:
                    writer.write(held)
                    held = b""
            await writer.drain()


class Stubborn(Player):
    """A player who is not put off by what comes twice, if the answer is the same both times."""

    async def _hear(self, line, said):  # type: ignore[no-untyped-def]
        id = said.get("id")
        if said["type"] == "error":
            assert "'hello'" in said["message"], "only a hello that comes twice cannot be read"
            return
        if id is not None and (self.pending is None or self.pending["id"] != id):
            before = self.answers[id]
            # What was accepted stays so. What was refused may be refused for another reason by now.
            assert said["type"] == before["type"], (before, said)
            assert said["type"] != "ack" or said["turn"] == before["turn"]
            return
        if id is not None and said.get("code") != "unavailable":
            self.answers[id] = said
        await super()._hear(line, said)

    def __init__(self, *words, **more):  # type: ignore[no-untyped-def]
        super().__init__(*words, **more)
        self.answers: dict[str, dict[str, object]] = {}
