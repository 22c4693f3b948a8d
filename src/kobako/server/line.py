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
TEXT, SHORT, LONG, LONGER = 0x81, 126, 126, 127  # RFC 6455, 5.2: a whole message of text, not masked

SHORT_HEAD, LONG_HEAD, LONGER_HEAD = (Struct(shape).pack for shape in (">BB", ">BBH", ">BBQ"))


class Line(WebSocketsSansIOProtocol):
    """One WebSocket."""

    _heard = 0.0  # when something last came

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
        """The same for bytes that are one short frame: a message is read here, all else by the general protocol.

        That one stops reading after each message until somebody takes it, which costs two calls of the system.
        """
        text = self._text_in(data)
        if text is None:
            self.data_received(data)
        else:
            self._heard = self.loop.time()
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

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
        left = self._heard + (self.ping_interval or 0.0) - self.loop.time()
        if left > 0.1:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()


def head(size: int) -> bytes:
    """What stands before a text of so many bytes."""
    if size < SHORT:
        return SHORT_HEAD(TEXT, size)
    if size < 1 << 16:
        return LONG_HEAD(TEXT, LONG, size)
    return LONGER_HEAD(TEXT, LONGER, size)
