"""The turnstile: what comes in over a connection is counted where it is read, before anything is made of it.

Every connection has an allowance of work that refills with time. Bytes cost, and so does every WebSocket frame, be it a
ping or a crumb of a message, and every request. Who has used theirs up is not read from for a while: their bytes stay
in the network, and nobody else feels them. What no honest program sends at all (a head without end, requests piled up
behind unanswered ones, a head that never comes) is refused with a word and the connection closed.

It stands between the event loop and uvicorn's protocols, and knows of them only what it must.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr

from kobako.house.limits import Bucket, Limits, guest_at, is_proxy
from kobako.server.frames import FrameCounter

SLICE_OF_FRAMES, SLICE_OF_HTTP = 1024, 4096  # bytes that are read at once, and worked on before others have their turn
READ, FRAME, REQUEST = 32, 64, 8_000  # what these cost; a byte costs one
MOST_HEAD = 16_384  # bytes of a request before its body: its address and its headers
MOST_PIPELINED = 8  # requests that may wait for the answer to another
LATEST_HEAD, LATEST_REQUEST, LOOK = 10.0, 60.0, 5.0  # seconds for a head and for a whole request; between looks
LINGER = 1.0  # seconds for a refusal to be heard
AT_THE_DOOR = 1.0  # seconds after which one who comes too often is told so: said at once, they would be back at once
MOST_CONNECTIONS = 500  # from one guest
PIECE = memoryview(bytearray(SLICE_OF_HTTP))  # all connections are read in turn, into the same place


class TooMany(Exception):
    """Of requests behind an unanswered one: nobody needs to read the next."""


class Http(HttpToolsProtocol):
    """Uvicorn's protocol for HTTP, which tells the turnstile where requests begin and end."""

    turnstile: Turnstile

    def on_message_begin(self) -> None:
        if len(self.pipeline) > MOST_PIPELINED:
            self.turnstile.let_wait()
            raise TooMany
        self.turnstile.head_begins()
        super().on_message_begin()

    def send_400_response(self, msg: str) -> None:
        if not self.turnstile.refused:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        self.turnstile.head_ends()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.turnstile.unfinished = False
        super().on_message_complete()


class Turnstile(asyncio.BufferedProtocol):
    """One connection. To the event loop it is the protocol, to uvicorn's protocols `self.way` is the transport."""

    gone = 0  # connections that have ended, since garbage was last looked for

    def __init__(self, limits: Limits, proxies: str, **given: Any) -> None:
        self.limits, self._proxies = limits, proxies
        self._loop = asyncio.get_running_loop()
        http = Http(**given)
        http.turnstile = self
        self.http: Http | None = http
        self.inner: Any = http
        self._allowance: Bucket = limits.own("http")
        self._frames = FrameCounter()
        self._head = 0  # bytes of a head that has begun and not ended
        self._in_head = True
        self._head_came = False
        self._let_in = self.refused = False
        self._begun = self._loop.time()
        self.unfinished = True
        self._guest = ""
        self._held: set[str] = set()  # why nothing is read just now
        self._timer: asyncio.TimerHandle | None = None
        self._watch: asyncio.TimerHandle | None = None

    # Coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        peer = get_remote_addr(self.transport)
        address = peer[0] if peer else ""
        if self.limits.on and not is_proxy(address, self._proxies):
            self._guest = guest_at(address)
            if self.limits.connections[self._guest] >= MOST_CONNECTIONS:
                self._guest = ""
                self.transport.abort()
                return
            self.limits.connections[self._guest] += 1
            if not self.limits.of("door", address).take():
                self.refused = True
                told = ("429 Too Many Requests", "too many connections: wait a little")
                self._watch = self._loop.call_later(AT_THE_DOOR, self._refuse, *told)
                return
        self._let_in = True
        self._watch = self._loop.call_later(LOOK, self._look)
        self.inner.connection_made(Way(self, self.transport))

    def connection_lost(self, why: Exception | None) -> None:
        Turnstile.gone += 1
        for timer in (self._timer, self._watch):
            if timer:
                timer.cancel()
        if self._guest:
            self.limits.left(self._guest)
        if self._let_in:
            self.inner.connection_lost(why)

    def eof_received(self) -> bool | None:
        ends: bool | None = self.inner.eof_received() if self._let_in else None
        return ends

    def pass_on_to(self, protocol: Any) -> None:
        """The connection becomes a WebSocket."""
        self.inner, self.http = protocol, None
        self.unfinished = False
        self._allowance = self.limits.own("line")

    # Reading

    def get_buffer(self, sizehint: int) -> memoryview:
        return PIECE if self.http else PIECE[:SLICE_OF_FRAMES]

    def buffer_updated(self, size: int) -> None:
        data = bytes(PIECE[:size])
        if self.http:
            self._read_http(self.http, data)
        elif self._frames.is_one(data):
            if not self.refused:
                self.inner.frame_received(data)
            self._pay(READ + FRAME + size)
        else:
            frames = self._frames.count(data)
            if not self.refused:
                self.inner.data_received(data)
            self._pay(READ + FRAME * frames + size)

    def _read_http(self, http: Http, data: bytes) -> None:
        if not self.refused:
            self.inner.data_received(data)
        self._pay(READ + len(data))
        if self.http and not self.refused:
            self._head += len(data) if self._in_head else 0
            self._watch_http(http)

    def _pay(self, cost: float) -> None:
        wait = self._allowance.spend(cost)
        if wait > 0:
            self.hold("share")
            self._later(wait)

    def _watch_http(self, http: Http) -> None:
        if self._in_head and self._head > MOST_HEAD:
            self._refuse("431 Request Header Fields Too Large", f"a head has {MOST_HEAD} bytes at most")
        elif http.pipeline:  # they are answered one after the other; until then no more are read
            self.hold("pipeline")
            self._later(0.02)

    def _later(self, wait: float) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(wait, self._again)

    def _again(self) -> None:
        """Look whether what held us up is over."""
        self._timer = None
        wait = self._allowance.spend(0)
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
        """One reason less."""
        if why in self._held:
            self._held.discard(why)
            if not self._held and not self.transport.is_closing():
                self.transport.resume_reading()

    # Heads and requests

    def head_begins(self) -> None:
        self._in_head = self._head_came = self.unfinished = True
        self._head, self._begun = 0, self._loop.time()

    def head_ends(self) -> None:
        self._in_head = False
        self._allowance.spend(REQUEST)

    def _look(self) -> None:
        """Now and then: a request that has not come for so long does not come any more."""
        waited = self._loop.time() - self._begun
        if self.http is None:
            return
        if self.unfinished and not self._head_came and waited > LATEST_HEAD:
            self.transport.close()  # opened in case it would be needed, as browsers do
        elif self.unfinished and waited > (LATEST_HEAD if self._in_head else LATEST_REQUEST):
            self._refuse("408 Request Timeout", "the request did not come")
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

    def _refuse(self, status: str, word: str) -> None:
        if not self.transport.is_closing():
            text = f"{word}\n".encode()
            head = ["content-type: text/plain", f"content-length: {len(text)}", "connection: close"]
            self.transport.write("\r\n".join([f"HTTP/1.1 {status}", *head, "", ""]).encode() + text)
            self.transport.write_eof()
            self.refused = True  # what still comes is thrown away: closed at once, they would not hear our word
            self._end_in(LINGER)

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
