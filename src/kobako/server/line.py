"""A WebSocket as uvicorn speaks it, with two things that thousands of lines need: a short way out, and fewer pings.

A frame of the table goes to the network as it is made, past what ASGI and a general protocol do for each message. And
who has said something lately is alive: only who has been silent is asked.
"""

from __future__ import annotations

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SHORT_WAY = "kobako.line"  # the extension of ASGI under which the app finds the line itself: the short way out
TEXT, SHORT, LONG, LONGER = 0x81, 126, 126, 127  # RFC 6455, 5.2: a whole message of text, not masked


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

    def send_keepalive_ping(self) -> None:
        left = self._heard + (self.ping_interval or 0.0) - self.loop.time()
        if left > 0.1:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()


def head(size: int) -> bytes:
    """What stands before a text of so many bytes."""
    if size < SHORT:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, LONG)) + size.to_bytes(2, "big")
    return bytes((TEXT, LONGER)) + size.to_bytes(8, "big")
