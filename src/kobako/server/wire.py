"""A WebSocket, as the server hands it over (ASGI), as the line to a viewer: nothing stands in between."""

from __future__ import annotations

from starlette.types import Receive, Scope, Send

from kobako.house.parts import Gone
from kobako.server.line import SHORT_WAY, Line


def short_way_out(scope: Scope) -> Line | None:
    """The line itself, past ASGI, where the server is ours."""
    found: Line | None = (scope.get("extensions") or {}).get(SHORT_WAY, {}).get("line")
    return found


class SocketWire:
    """One WebSocket."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._line = short_way_out(scope)
        self._open = True

    async def accept(self) -> None:
        """Let them in who have knocked."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str | bytes | None:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._open = False
            raise Gone
        text: str | None = message.get("text")
        return text

    @property
    def free(self) -> bool:
        return self._line is not None and self._line.writable.is_set()

    def put(self, *texts: bytes) -> None:
        assert self._line is not None, "put is for lines that are free"
        try:
            self._line.put_texts(*texts)
        except OSError:
            self._open = False
            raise Gone from None

    async def send(self, *texts: bytes) -> None:
        try:
            if self._line:
                await self._line.send_texts(*texts)
                return
            for text in texts:
                await self._send({"type": "websocket.send", "text": text.decode()})
        except OSError:
            self._open = False
            raise Gone from None

    async def close(self, code: int, reason: str) -> None:
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
