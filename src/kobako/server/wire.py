"""A WebSocket of Starlette as the line to a viewer."""

from __future__ import annotations

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kobako.house.parts import Gone


class SocketWire:
    """One WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket

    async def receive(self) -> str | bytes | None:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | None = message.get("text")
        return text

    async def send(self, text: str) -> None:
        try:
            await self.socket.send_text(text)
        except WebSocketDisconnect:
            raise Gone from None

    async def close(self, code: int, reason: str) -> None:
        try:
            if self.socket.application_state == WebSocketState.CONNECTED:
                await self.socket.close(code, reason)
        except WebSocketDisconnect:
            raise Gone from None
