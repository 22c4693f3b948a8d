"""A WebSocket, as the server hands it over (ASGI), as the line to a viewer: nothing stands in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.types import Receive, Scope, Send

from kobako.house.parts import Gone
from kobako.server.line import SEND_TEXTS


def short_way_out(scope: Scope) -> Callable[..., Awaitable[None]] | None:
    """How texts go out past ASGI, where the server is ours."""
    found: Callable[..., Awaitable[None]] | None = (scope.get("extensions") or {}).get(SEND_TEXTS, {}).get("send")
    return found


class SocketWire:
    """One WebSocket."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._send_texts = short_way_out(scope)
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

    async def send(self, *texts: str) -> None:
        try:
            if self._send_texts:
                await self._send_texts(*(text.encode() for text in texts))
                return
            for text in texts:
                await self._send({"type": "websocket.send", "text": text})
        except OSError:
            self._open = False
            raise Gone from None

    async def close(self, code: int, reason: str) -> None:
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
