"""A WebSocket, as the server hands it over (ASGI), as the line to a viewer: nothing stands in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.types import Receive, Scope, Send

from kobako.house.parts import Gone
from kobako.server.line import SEND_TEXT


def short_way_out(scope: Scope) -> Callable[[bytes], Awaitable[None]] | None:
    """How a text goes out past ASGI, where the server is ours."""
    found: Callable[[bytes], Awaitable[None]] | None = (scope.get("extensions") or {}).get(SEND_TEXT, {}).get("send")
    return found


class SocketWire:
    """One WebSocket."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._send_text = short_way_out(scope)
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

    async def send(self, text: str) -> None:
        try:
            if self._send_text:
                await self._send_text(text.encode())
            else:
                await self._send({"type": "websocket.send", "text": text})
        except OSError:
            self._open = False
            raise Gone from None

    async def close(self, code: int, reason: str) -> None:
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
