"""The turnstile: what comes in over a connection is counted where it is read, before anything is made of it.

Every guest has an allowance of work that refills with time, and every connection its part of it. Bytes cost, and so
does every WebSocket frame, be it a ping or a crumb of a message, and every request. Work is paid for before it is done:
who cannot pay is not read from for a while, their bytes stay in the network, and nobody else feels them. What no honest
program sends at all (a head without end, a body without a length, requests piled up behind unanswered ones, a head that
never comes) is refused with a word and the connection closed.

It stands between the event loop and uvicorn's protocols, and knows of them only what it must.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any, cast

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr

from kobako.house.limits import Limits, guest_at
from kobako.server.frames import FrameCounter

SLICE_OF_FRAMES, SLICE_OF_HTTP = 256, 4096  # bytes that are read at once, and worked on before others have their turn
# What is paid for, in tenths of a microsecond; a byte costs one. A ping costs less than this, a move more.
READ, FRAME, REQUEST = 128, 1_000, 8_000
MOST_HEAD, MOST_LINES = 16_384, 100  # bytes of a request before its body, and its headers
MOST_PIPELINED = 8  # requests that may wait for the answer to another
LATEST_HEAD, LATEST_REQUEST, LOOK = 10.0, 60.0, 5.0  # seconds for a head and for a whole request; between looks
LINGER = 1.0  # seconds for a refusal to be heard
AT_THE_DOOR = 1.0  # seconds after which one who is refused is told so: said at once, they would be back at once
MOST_CONNECTIONS = 500  # from one guest
PIECE = memoryview(bytearray(SLICE_OF_HTTP))  # all connections are read in turn, into the same place
CRUMB = PIECE[:SLICE_OF_FRAMES]
TOO_MANY, TOO_LONG = "429 Too Many Requests", "431 Request Header Fields Too Large"

proxies_named = lru_cache(_TrustedHosts)  # as uvicorn understands it: guests are told apart here as everywhere


class Enough(Exception):
    """Nobody needs to read what follows."""


class Http(HttpToolsProtocol):
    """Uvicorn's protocol for HTTP, which tells the turnstile where requests begin and end."""

    turnstile: Turnstile

    def on_message_begin(self) -> None:
        if len(self.pipeline) > MOST_PIPELINED:
            self.turnstile.let_wait()
            raise Enough
        self.turnstile.head_begins()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MOST_LINES:
            self.turnstile.refuse(TOO_LONG, f"a head has {MOST_LINES} lines at most")
            raise Enough
        super().on_header(name, value)

    def send_400_response(self, msg: str) -> None:
        if not self.turnstile.refused:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        self.turnstile.head_ends(self.headers)
        if any(name == b"transfer-encoding" for name, _ in self.headers):  # chunks and trailers cost without end
            self.turnstile.refuse("411 Length Required", "the length of a body is told beforehand, in Content-Length")
        if self.turnstile.refused:
            raise Enough
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.turnstile.unfinished = False
        super().on_message_complete()


class Turnstile(asyncio.BufferedProtocol):
    """One connection. To the event loop it is the protocol, to uvicorn's protocols `self.way` is the transport."""

    gone = 0  # connections that have ended, since garbage was last looked for

    def __init__(self, limits: Limits, proxies: str, **given: Any) -> None:
        self.limits, self._given = limits, given
        self._proxies = proxies_named(proxies)
        self._loop = asyncio.get_running_loop()
        self.http: Http | None = None
        self.inner: Any = None
        self._part = limits.part()
        self._frames = FrameCounter()
        self._head = 0  # bytes of a head that has begun and not ended
        self._in_head = True
        self._head_came = False
        self.refused = False
        self._begun = self._loop.time()
        self.unfinished = True
        self._address, self._guest = "", ""  # where they speak from, and as whose connection this is counted
        self._held: set[str] = set()  # why nothing is read just now
        self._put_off: Callable[[], None] | None = None  # what was read last, and could not be paid for at once
        self._timer: asyncio.TimerHandle | None = None
        self._watch: asyncio.TimerHandle | None = None

    # Coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        peer = get_remote_addr(self.transport)
        self._address = peer[0] if peer else ""
        self._part.guest = guest_at(self._address)
        if self._address in self._proxies or self._comes_from(self._address):
            self._watch = self._loop.call_later(LOOK, self._look)
            self.inner = self.http = Http(**self._given)
            self.http.turnstile = self
            self.http.connection_made(cast(asyncio.Transport, Way(self, self.transport)))

    def connection_lost(self, why: Exception | None) -> None:
        Turnstile.gone += 1
        for timer in (self._timer, self._watch):
            if timer:
                timer.cancel()
        self._leave()
        if self.inner:
            self.inner.connection_lost(why)

    def eof_received(self) -> bool | None:
        ends: bool | None = self.inner.eof_received() if self.inner else None
        return ends

    def pass_on_to(self, protocol: Any) -> None:
        """The connection becomes a WebSocket."""
        self.inner, self.http = protocol, None
        self.unfinished = False

    # Whose it is

    def _speaks_for(self, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Who asks for this, if it is a proxy that speaks."""
        forwarded = [value.decode("latin1") for name, value in headers if name == b"x-forwarded-for"]
        return self._proxies.get_trusted_client_address(", ".join(forwarded))[0] if forwarded else ""

    def _comes_from(self, address: str, through_a_proxy: bool = False) -> bool:
        """Count the connection as a guest's; whether there is room for it."""
        limits, guest = self.limits, guest_at(address)
        if guest == self._guest or not limits.on:
            return True
        self._leave()
        if limits.connections[guest] >= MOST_CONNECTIONS:
            self.refuse(TOO_MANY, f"{MOST_CONNECTIONS} connections at most, at one time")
        elif not through_a_proxy and not limits.of("door", guest).take():  # a proxy comes anew for every request
            self.refuse(TOO_MANY, "too many connections: wait a little")
        else:
            self._guest = self._part.guest = guest
            limits.connections[guest] += 1
        return not self.refused

    def _leave(self) -> None:
        if self._guest:
            self.limits.left(self._guest)
            self._guest = ""

    # Reading

    def get_buffer(self, sizehint: int) -> memoryview:
        return PIECE if self.http else CRUMB

    def buffer_updated(self, size: int) -> None:
        data = bytes(PIECE[:size])
        if self.refused:
            self._pay(READ + size)
            return
        work: Callable[[bytes], None]
        if self.http:
            work, cost = self._read_http, READ + size
        elif self._frames.is_one(data):
            work, cost = self.inner.frame_received, READ + FRAME + size
        else:
            work, cost = self.inner.data_received, READ + FRAME * self._frames.count(data) + size
        if self._pay(cost):
            work(data)
        else:
            self._put_off = partial(work, data)

    def _pay(self, cost: float) -> bool:
        """Whether it could be paid at once. Who owes something is not read from until it is paid back."""
        wait = self._part.spend(cost)
        if wait > 0:
            self.hold("share")
            self._later(wait)
        return wait <= 0

    def _read_http(self, data: bytes) -> None:
        http = self.inner
        http.data_received(data)
        if self.http and not self.refused:
            self._head += len(data) if self._in_head else 0
            self._watch_http(http)

    def _watch_http(self, http: Http) -> None:
        if self._in_head and self._head > MOST_HEAD:
            self.refuse(TOO_LONG, f"a head has {MOST_HEAD} bytes at most")
        elif http.pipeline:  # they are answered one after the other; until then no more are read
            self.hold("pipeline")
            self._later(0.02)

    def _later(self, wait: float) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(wait, self._again)

    def _again(self) -> None:
        """Look whether what held us up is over."""
        self._timer = None
        wait = self._part.spend(0)
        if wait > 0:
            self._later(wait)
            return
        self.free("share")
        if self.http and self.http.pipeline:
            self._later(0.02)
        else:
            self.free("pipeline")

    def hold(self, why: str) -> None:
        """Read nothing more, for one reason or another."""
        if not self._held and not self.transport.is_closing():
            self.transport.pause_reading()
        self._held.add(why)

    def free(self, why: str) -> None:
        """One reason less. When there is none left, what was put off is done first."""
        if why not in self._held:
            return
        self._held.discard(why)
        if not self._held and self._put_off:
            work, self._put_off = self._put_off, None
            if not self.refused and not self.transport.is_closing():
                work()
        if not self._held and not self.transport.is_closing():
            self.transport.resume_reading()

    # Heads and requests

    def head_begins(self) -> None:
        self._in_head = self._head_came = self.unfinished = True
        self._head, self._begun = 0, self._loop.time()

    def head_ends(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """Only now is it known for whom a proxy speaks, and whether it is one."""
        self._in_head = False
        if self._address in self._proxies:
            guest = self._speaks_for(headers)
            self._comes_from(guest or self._address, bool(guest))
        self._pay(REQUEST)

    def _look(self) -> None:
        """Now and then: a request that has not come for so long does not come any more."""
        waited = self._loop.time() - self._begun
        if self.http is None:
            return
        if self.unfinished and not self._head_came and waited > LATEST_HEAD:
            self.transport.close()  # opened in case it would be needed, as browsers do
        elif self.unfinished and waited > (LATEST_HEAD if self._in_head else LATEST_REQUEST):
            self.refuse("408 Request Timeout", "the request did not come")
        elif "unread" in self._held and waited > LATEST_REQUEST:
            self.transport.abort()
        else:
            self._watch = self._loop.call_later(LOOK, self._look)

    def let_wait(self) -> None:
        """Read nothing more of this connection. To close it at once would be to ask for the next."""
        self.refused = True
        self.hold("refused")
        self._end_in(LATEST_HEAD)

    def _end_in(self, seconds: float) -> None:
        if self._watch:
            self._watch.cancel()
        self._watch = self._loop.call_later(seconds, self.transport.abort)

    def refuse(self, status: str, word: str) -> None:
        """Tell them why, after a while, and hang up. What still comes is thrown away."""
        if not self.refused:
            self.refused = True
            if self._watch:
                self._watch.cancel()
            self._watch = self._loop.call_later(AT_THE_DOOR, self._tell, status, word)

    def _tell(self, status: str, word: str) -> None:
        if not self.transport.is_closing():
            text = f"{word}\n".encode()
            head = ["content-type: text/plain", f"content-length: {len(text)}", "connection: close"]
            self.transport.write("\r\n".join([f"HTTP/1.1 {status}", *head, "", ""]).encode() + text)
            self.transport.write_eof()
            self._end_in(LINGER)  # closed at once, they would not hear our word

    # Writing

    def pause_writing(self) -> None:
        """Answers are not being taken: then no more questions are either."""
        self.hold("unread")
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.free("unread")
        self.inner.resume_writing()


class Way:
    """What uvicorn's protocols are given for a transport: the real one, but reading goes through the turnstile."""

    __slots__ = ("_transport", "_turnstile", "close", "get_extra_info", "is_closing", "write")

    def __init__(self, turnstile: Turnstile, transport: asyncio.Transport) -> None:
        self._turnstile, self._transport = turnstile, transport
        self.write, self.close, self.is_closing = transport.write, transport.close, transport.is_closing
        self.get_extra_info = transport.get_extra_info

    def pause_reading(self) -> None:
        self._turnstile.hold("inner")

    def resume_reading(self) -> None:
        self._turnstile.free("inner")

    def set_protocol(self, protocol: Any) -> None:
        self._turnstile.pass_on_to(protocol)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
