"""A WebSocket as uvicorn speaks it, with what thousands of lines need: a short way in and out, and fewer pings.

A frame of the table goes to the network as it is made, and a short message comes in as it is, past what ASGI and a
general protocol do for each. And who has said something lately is alive: only who has been silent is asked.
"""

from __future__ import annotations

from struct import Struct

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from kobako.server.frames import HEAD

SHORT_WAY = "kobako.line"  # the extension of ASGI under which the app finds the line itself: the short way out
MOST_UNHEARD = 2  # messages that may wait to be heard: then nothing more is read
PING, PONG = b"\x89\x00", 0x8A
TEXT, SHORT, LONG, LONGER = 0x81, 126, 126, 127  # RFC 6455, 5.2: a whole message of text, not masked

SHORT_HEAD, LONG_HEAD, LONGER_HEAD = (Struct(shape).pack for shape in (">BB", ">BBH", ">BBQ"))


class Line(WebSocketsSansIOProtocol):
    """One WebSocket."""

    _heard = 0.0  # when something last came
    _asked = 0.0  # when a sign of life was last asked for

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        if extensions is not None:
            extensions[SHORT_WAY] = {"line": self}
        await super().run_asgi()

    async def send_texts(self, *texts: bytes) -> None:
        """Send some messages at once, when the line takes them."""
        if not self.writable.is_set():
            await self.writable.wait()
        self.put_texts(*texts)

    def put_texts(self, *texts: bytes) -> None:
        """Send some messages at once, now."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        if len(texts) == 1:
            self.transport.write(head(len(texts[0])) + texts[0])
        else:
            self.transport.write(b"".join([part for text in texts for part in (head(len(text)), text)]))

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        super().data_received(data)

    def frame_received(self, data: bytes) -> None:
        """The same for bytes that are one short frame: a message or a sign of life is read here, all else as ever.

        The general protocol stops reading after each message until somebody takes it, which costs two system calls.
        """
        if data[0] == PONG and self.conn.state is OPEN:
            self._heard = self.loop.time()
        elif (text := self._text_in(data)) is not None:
            self._heard = self.loop.time()
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.data_received(data)

    def _text_in(self, data: bytes) -> str | None:
        """The message that a short frame is, where it is one and may be heard now."""
        begun = self.frames  # of a message that comes in pieces
        if data[0] != TEXT or begun or self.conn.state is not OPEN or self.queue.qsize() >= MOST_UNHEARD:
            return None
        try:
            return apply_mask(data[HEAD:], data[HEAD - 4 : HEAD]).decode()
        except UnicodeDecodeError:
            return None

    def send_keepalive_ping(self) -> None:
        """Look for a sign of life: ask who has been silent, and hang up on who has been asked and still is.

        Thousands are silent at a time. So there is one timer for all of it, and whatever comes is an answer.
        """
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        silent, interval = self.loop.time() - self._heard, self.ping_interval or 0.0
        if silent < interval - 0.1:
            self._look_again(interval - silent)
        elif self._asked > self._heard:
            self.keepalive_timeout()
        else:
            self._asked = self.loop.time()
            self.transport.write(PING)
            self._look_again(self.ping_timeout or interval)

    def _look_again(self, seconds: float) -> None:
        self.ping_timer = self.loop.call_later(seconds, self.send_keepalive_ping)


def head(size: int) -> bytes:
    """What stands before a text of so many bytes."""
    if size < SHORT:
        return SHORT_HEAD(TEXT, size)
    if size < 1 << 16:
        return LONG_HEAD(TEXT, LONG, size)
    return LONGER_HEAD(TEXT, LONGER, size)
