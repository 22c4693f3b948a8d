"""Bad lines: whatever happens to connections, games are played to their end, and nobody else notices anything."""

import asyncio
import base64
import contextlib
import json
import os
import socket
import struct
from itertools import count, islice, repeat
from pathlib import Path

import httpx2 as httpx
import pytest

import kobako
from kobako.server.messages import SAID, loaded, read
from kobako.table import Refused
from tests.server.bad_lines import FAULTS, Proxy, Stubborn
from tests.server.playing import PATIENCE, Player, check_kifu, check_promises, make_table, together, until
from tests.server.running import Node
from tests.soaking import long

MEGABYTE = 1 << 20
KEY = base64.b64encode(bytes(16)).decode()
SHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n"
).encode()


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with Node(tmp_path_factory.mktemp("node"), grace=3600) as node:
        yield node
        assert httpx.get(f"{node.http}/healthz").text == "ok"
        assert node.process.is_alive()
        assert "kobako/server" not in node.logged(), node.logged()  # no stack trace goes through our code


def memory(node):
    """The bytes of memory that the server holds."""
    return int(Path(f"/proc/{node.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_files(node):
    return len(list(Path(f"/proc/{node.process.pid}/fd").iterdir()))


def frame(data, opcode=1, fin=0x80, masked=True, length=None):
    """A WebSocket frame, right or wrong. The mask is of zeros, so that the data can be read."""
    length = len(data) if length is None else length
    short = length if length < 126 else 126 if length < 1 << 16 else 127
    size = b"" if short < 126 else struct.pack(">H" if short == 126 else ">Q", length)
    return bytes([fin | opcode, short | (0x80 if masked else 0)]) + size + (bytes(4) if masked else b"") + data


def hello(table, **more):
    return frame(json.dumps({"type": "hello", "table": table, **more}).encode())


async def shaken(node, receive_buffer=0):
    """A connection that is a WebSocket, and nothing more."""
    line = socket.socket()
    if receive_buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", node.port))
    reader, writer = await asyncio.open_connection(sock=line, limit=4096)
    writer.write(SHAKE)
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def end(writer, rudely=False):
    """Go, with a word or without."""
    writer.transport.abort() if rudely else writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def last_close(data):
    """The code in the last frame of a server, if it is a close; 0: there was none."""
    at = code = 0
    while at + 2 <= len(data):
        opcode, short = data[at] & 15, data[at + 1] & 127
        more = {126: 2, 127: 8}.get(short, 0)
        length = int.from_bytes(data[at + 2 : at + 2 + more]) if more else short
        start = at + 2 + more
        code = int.from_bytes(data[start : start + 2]) if opcode == 8 and length >= 2 else 0
        at = start + length
    return code


# Players whose lines are bad


async def play_over(node, proxy, tables):
    async with proxy:
        players = {
            name: {seat: Stubborn([proxy.ws], name, key, (name, seat)) for seat, key in made.secrets.items()}
            for name, made in tables.items()
        }
        async with asyncio.TaskGroup() as group:
            for seats in players.values():
                for player in seats.values():
                    group.create_task(player.play())
    return players


def check_games_over_bad_lines(node, seed, times=1):
    made = [make_table(node.http, game, 2 + (seed + i) % 3) for i, game in enumerate(kobako.game_names() * times)]
    proxy = Proxy(node.port, seed)
    played = asyncio.run(play_over(node, proxy, {table.name: table for table in made}))
    promises = sum(check_promises(node.settings, name, players) for name, players in played.items())
    for name in played:
        check_kifu(node.http, name, node.settings)
    assert promises > 100 * times
    return proxy.done


def test_games_are_played_to_their_end_over_lines_that_cut_repeat_reorder_delay_and_swallow(node):
    done = check_games_over_bad_lines(node, 1)
    assert done.keys() == set(FAULTS) - {"well", "trickle"}, f"some faults never showed: {done}"
    assert done["cut up"] + done["cut down"] > 4


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 2 + long(3)))
def test_many_games_over_bad_lines(node, seed):
    done = check_games_over_bad_lines(node, seed, times=4)
    print(f"games over bad lines, seed {seed}: {dict(done)}")


# Those who never read


async def never_read(node, table, secret, messages):
    """Sends what is refused, and reads none of the answers, though each shows the table, until it is hung up on."""
    _, writer = await shaken(node, receive_buffer=4096)
    writer.transport.pause_reading()
    writer.write(hello(table, secret=secret))
    try:
        for number in range(messages):
            kind = {"type": "act", "turn": 1000, "action": 0} if number % 4 else {"type": "resync"}
            writer.write(frame(json.dumps({**kind, "id": f"r{number}"}).encode()))
            await asyncio.wait_for(writer.drain(), 5)
    except (OSError, TimeoutError):
        pass
    return writer


async def crowd(node, readers, messages):
    """A table where nobody reads, and one where two play: gives how much memory the first took."""
    deaf, played = make_table(node.http, "donburiko", 4), make_table(node.http, "ice", 2)
    before = memory(node)
    secrets = [*deaf.secrets.values()] * readers
    players = {seat: Player([node.ws], played.name, key, seat) for seat, key in played.secrets.items()}
    async with asyncio.TaskGroup() as group:
        silent = [group.create_task(never_read(node, deaf.name, key, messages)) for key in secrets[:readers]]
        for player in players.values():
            group.create_task(player.play())
    assert check_promises(node.settings, played.name, players) > 10
    assert not any(player.closed for player in players.values()), "the others' lines never broke"
    grown = memory(node) - before
    async with asyncio.timeout(PATIENCE):
        while any(await here(node, deaf.name)):  # who reads nothing leaves their seat, though the line stays
            await asyncio.sleep(0.05)
    for line in silent:
        await end(line.result(), rudely=True)
    return grown


async def here(node, table):
    """Who has an open connection, as a spectator is told."""
    reader, writer = await shaken(node)
    writer.write(hello(table))
    data = b""
    while b'"here"' not in data or not data.endswith(b"}"):
        data += await asyncio.wait_for(reader.read(65536), PATIENCE)
    await end(writer)
    return json.loads(data[data.rindex(b'"here":') + 7 : -1])


def test_who_never_reads_is_hung_up_on_and_slows_nobody(node):
    grown = asyncio.run(crowd(node, 10, 4000))
    assert grown < 32 * MEGABYTE, f"{grown / MEGABYTE:.1f} MB"


@pytest.mark.soak
def test_many_who_never_read(node):
    readers = long(100)
    grown = asyncio.run(crowd(node, readers, 4000))
    print(f"{readers} who never read: {grown / MEGABYTE:.1f} MB")
    assert grown < 128 * MEGABYTE, f"{grown / MEGABYTE:.1f} MB"


# Garbage

NOT_HTTP = [
    b"\x00" * 100,
    b"\xff" * 70_000,
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01",
    b"\r\n" * 500,
]
WRONG = {
    "a message of 4,097 bytes": (frame(b" " * 4097), {1009}),
    "parts that are too long together": (frame(b" " * 2000, 1, 0) + frame(b" " * 2000, 0, 0) * 3, {1009}),
    "a length of 2^63 - 1": (frame(b"", length=(1 << 63) - 1), {1009}),
    "a length of 2^64 - 1": (frame(b"", length=(1 << 64) - 1), {1002, 1009}),
    "no UTF-8": (frame(b"\xff\xfe"), {1007}),
    "no mask": (frame(b"{}", masked=False), {1002}),
    "an unknown kind": (frame(b"{}", 3), {1002}),
    "reserved bits": (frame(b"{}", 1, 0xF0), {1002}),
    "a continuation of nothing": (frame(b"{}", 0), {1002}),
    "a long ping": (frame(b"x" * 126, 9), {1002}),
    "a close of one byte": (frame(b"\x03", 8), {1002}),
    "noise": (bytes(range(255, 0, -1)) * 20, {1002, 1007, 1009}),
}


async def answer_to(node, data, first=b""):
    reader, writer = await shaken(node)
    writer.write(first + data)
    got = b""
    while more := await asyncio.wait_for(reader.read(65536), PATIENCE):
        got += more
        if last_close(got):
            break
    await end(writer)
    return last_close(got)


@pytest.mark.parametrize("wrong", WRONG)
def test_frames_that_are_none_are_answered_with_their_code(node, wrong):
    data, codes = WRONG[wrong]
    table = make_table(node.http, "ice", 2)
    for first in (b"", hello(table.name)):
        assert asyncio.run(answer_to(node, data, first)) in codes


def test_a_message_of_4096_bytes_is_read(node):
    assert asyncio.run(answer_to(node, frame(b" " * 4096))) == 4400


@pytest.mark.parametrize("field", ["語" * 300, "\ud800", "x" * 3000], ids=["long", "half a character", "longer"])
def test_a_reason_is_cut_to_what_fits_into_a_close(node, field):
    said = {"type": "hello", "table": "tnowhere", field: 1}
    assert asyncio.run(answer_to(node, frame(json.dumps(said, ensure_ascii=field == "\ud800").encode()))) == 4400


@pytest.mark.parametrize("data", NOT_HTTP, ids=lambda data: f"{data[:6]!r}")
def test_bytes_that_are_no_request_harm_nobody(node, data):
    async def send():
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(data)
        try:  # the line may be cut before we have ended it, or before the answer is read
            writer.write_eof()
            got = await asyncio.wait_for(reader.read(-1), PATIENCE)
        except TimeoutError:
            raise
        except OSError:
            got = b""
        await end(writer)
        return got

    got = asyncio.run(send())
    assert got == b"" or got.startswith(b"HTTP/1.1 4"), got[:100]
    assert httpx.get(f"{node.http}/healthz").text == "ok"


# Many, and silent ones


async def one_of_many(node, table, kind):
    """Connects, and goes at once: before the handshake, after it, after hello, or in the midst of a message."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        if kind % 4:
            writer.write(SHAKE)
        if kind % 4 == 2:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(hello(table))
            await reader.read(100)
        if kind % 4 == 3:
            writer.write(hello(table)[:20])
            writer.write_eof()
        await end(writer, rudely=kind % 8 < 4)
    except (OSError, asyncio.IncompleteReadError):
        pass


async def connects(node, number, kinds):
    """Many of some kinds; and beside them one that never says hello. Gives the code it is answered with."""
    table = make_table(node.http, "ice", 2).name
    silent = asyncio.create_task(answer_to(node, b""))
    for _ in range(0, number, 50):
        await asyncio.gather(*(one_of_many(node, table, kind) for kind in islice(kinds, 50)))
    return await silent


def check_many(node, number, most, kinds=None):
    together(*(one_of_many(node, "tnowhere", kind) for kind in range(50)))  # what is made once is made before we count
    files, before = open_files(node), memory(node)
    assert asyncio.run(connects(node, number, kinds or count())) == 4408

    async def settled():
        await until(lambda: open_files(node) <= files + 5, "every connection is let go of")
        await until(lambda: node.metric("kobako_viewers") == 0, "nobody is taken to be there any more")

    asyncio.run(settled())
    grown = memory(node) - before
    assert grown < most
    return grown


def test_thousands_come_and_go_and_who_never_says_hello_is_hung_up_on(node):
    check_many(node, 2000, 32 * MEGABYTE)


@pytest.mark.soak
def test_tens_of_thousands_come_and_go(node):
    number = long(40_000)
    print(f"{number:,} come and go: {check_many(node, number, 48 * MEGABYTE) / MEGABYTE:.1f} MB")


@pytest.mark.soak
def test_tens_of_thousands_who_say_nothing_leave_nothing_behind(node):
    number = long(40_000)
    grown = check_many(node, number, 24 * MEGABYTE, kinds=repeat(0))  # each kept 1.4 KB for ever, once
    print(f"{number:,} say nothing: {grown / MEGABYTE:.1f} MB")


@pytest.mark.parametrize("text", ['"\\ud800"', "NaN", "1e999", "[[[[1]]]]"])
def test_what_one_reader_of_json_does_not_take_is_read_by_the_other(text):
    assert repr(loaded(text)) == repr(json.loads(text))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"a":1}}'])
def test_what_is_no_json_is_refused_all_the_same(text):
    with pytest.raises(Refused):
        read(text, SAID)
