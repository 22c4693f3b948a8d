"""A WebSocket, as the server hands it over (ASGI), as the line to a viewer: nothing stands in between."""

from __future__ import annotations

from starlette.types import Receive, Send

from kobako.house.parts import Gone


class SocketWire:
    """One WebSocket."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
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
            await self._send({"type": "websocket.send", "text": text})
        except OSError:
            self._open = False
            raise Gone from None

    async def close(self, code: int, reason: str) -> None:
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
