"""The line as uvicorn speaks it, shortened: the same bytes as ever, and nobody is asked who has just spoken."""

import asyncio
import contextlib
import socket
import time

import pytest
import uvicorn
import websockets
from websockets.frames import Frame, Opcode

from bench.attackers import UPGRADE, frame
from kobako.server.line import SHORT_WAY, Line, head

PING, EVERY = b"\x89", 0.25


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_message_is_framed_as_it_always_was(size):
    text = b"x" * size
    assert head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


async def echo(scope, receive, send):
    """Says back what it hears, by the short way."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await scope["extensions"][SHORT_WAY]["line"].send_texts(message["text"].encode(), b"and that was that")


async def with_server(talk):
    """A server of our lines, while somebody talks to it."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        echo, ws=Line, ws_ping_interval=EVERY, lifespan="off", log_level="error", ws_max_size=1 << 20
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        return await talk(listening.getsockname()[1])
    finally:
        server.should_exit = True
        await serving


def test_a_long_message_comes_whole():
    async def talk(port):
        async with websockets.connect(f"ws://127.0.0.1:{port}/ws", max_size=None) as line:
            for said in ("私", "x" * 70_000):
                await line.send(said)
                assert [await line.recv(), await line.recv()] == [said, "and that was that"]

    asyncio.run(with_server(talk))


def test_only_who_is_silent_is_pinged():
    async def pinged(port, speaks):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        heard, until = b"", time.monotonic() + 4 * EVERY
        while time.monotonic() < until and PING not in heard:
            if speaks:
                writer.write(frame(1, b"."))
            with contextlib.suppress(TimeoutError):
                heard += await asyncio.wait_for(reader.read(1000), EVERY / 5)
        writer.close()
        return PING in heard

    async def talk(port):
        return await asyncio.gather(pinged(port, True), pinged(port, False))

    assert asyncio.run(with_server(talk)) == [False, True]
