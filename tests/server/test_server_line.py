"""The line as uvicorn speaks it, shortened: the same bytes as ever, and nobody is asked who has just spoken."""

import asyncio
import contextlib
import socket
import time
from functools import partial

import pytest
import uvicorn
import websockets
from websockets.frames import Frame, Opcode

from bench.attackers import UPGRADE, frame
from kobako.house.limits import Limits
from kobako.server.line import MOST_UNHEARD, SHORT_WAY, Line, head
from kobako.server.turnstile import Turnstile

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


async def with_server(talk, app=echo, turnstile=True):
    """A server of our lines, while somebody talks to it."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        ws_ping_timeout=EVERY,
        http=partial(Turnstile, Limits(False), "") if turnstile else "auto",
        ws=Line,
        ws_ping_interval=EVERY,
        lifespan="off",
        log_level="error",
        ws_max_size=1 << 20,
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


@pytest.mark.parametrize("turnstile", [True, False])
@pytest.mark.parametrize("answer", [b"", b"x", None])
def test_who_is_asked_for_a_sign_of_life_and_gives_none_is_hung_up_on(answer, turnstile):
    async def converse(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        heard, began = b"", time.monotonic()
        with contextlib.suppress(TimeoutError):
            while more := await asyncio.wait_for(reader.read(1000), max(0.01, began + 6 * EVERY - time.monotonic())):
                heard += more
                if answer is not None:
                    writer.write(said(answer, Opcode.PONG))
        writer.close()
        return heard, time.monotonic() - began

    heard, lasted = asyncio.run(with_server(converse, turnstile=turnstile))
    assert heard.startswith(PING)
    if answer is None:
        assert b"keepalive" in heard
        assert 2 * EVERY - 0.1 < lasted < 4 * EVERY
    else:
        assert b"keepalive" not in heard
        assert heard.count(PING) >= 3


def said(text, opcode=Opcode.TEXT, fin=True):
    return Frame(opcode, text, fin).serialize(mask=True)


LETTER = "私".encode()
TALKS = {
    "short and long": [said(b"a"), said(LETTER), said(b""), said(b"b" * 125), said(b"c" * 126), said(b"d" * 5000)],
    "in pieces": [said(b"a", fin=False), said(b"!", Opcode.PING), said(b"b", Opcode.CONT), said(b"c")],
    "another in the midst of pieces": [said(b"", fin=False), said(b"b"), said(b"c", Opcode.CONT)],
    "a letter over two pieces": [said(LETTER[:1], fin=False), said(LETTER[1:], Opcode.CONT), said(b"c")],
    "half a letter": [said(b"a"), said(LETTER[:2]), said(b"b")],
    "not masked": [said(b"a"), Frame(Opcode.TEXT, b"b").serialize(mask=False), said(b"c")],
    "no such kind": [said(b"a"), said(b"a").replace(b"\x81", b"\xc1", 1), said(b"c")],
    "bytes": [said(b"a"), said(b"b", Opcode.PONG), said(b"\x03\xe8", Opcode.CLOSE), said(b"c")],
}


@pytest.mark.parametrize("talk", TALKS)
def test_a_short_message_is_read_as_it_always_was(talk):
    """As a server that knows nothing of short frames hears it; every frame comes by itself."""

    async def answers(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        heard = b""
        for data in (*TALKS[talk], said(b"end"), said(b"", Opcode.CLOSE)):
            with contextlib.suppress(ConnectionError):
                writer.write(data)
            with contextlib.suppress(TimeoutError, ConnectionError):
                heard += await asyncio.wait_for(reader.read(10_000), 0.1)
        writer.close()
        return heard

    assert asyncio.run(with_server(answers)) == asyncio.run(with_server(answers, turnstile=False))


def test_where_nobody_hears_nothing_more_is_read():
    async def converse():
        lines, hears, heard = [], asyncio.Event(), []

        async def deaf(scope, receive, send):
            await receive()
            await send({"type": "websocket.accept"})
            lines.append(scope["extensions"][SHORT_WAY]["line"])
            await hears.wait()
            while (message := await receive())["type"] == "websocket.receive":
                heard.append(int(message["text"]))

        async def talk(port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            for number in range(20):
                writer.write(said(str(number).encode()))
                await asyncio.sleep(0.005)
            waiting, paused = lines[0].queue.qsize(), lines[0].read_paused
            hears.set()
            while len(heard) < 20:
                await asyncio.sleep(0.01)
            writer.close()
            return waiting, paused

        return *await with_server(talk, deaf), heard

    waiting, paused, heard = asyncio.run(asyncio.wait_for(converse(), 20))
    assert (waiting, paused) == (MOST_UNHEARD + 1, True)
    assert heard == [*range(20)]
