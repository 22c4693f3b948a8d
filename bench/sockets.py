"""A WebSocket client for thousands of connections in one process: no more than a load generator needs."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class Line(asyncio.Protocol):
    """One connection. `heard(text)` is called for every message, `lost(code)` when it ends."""

    def __init__(self, host: str, heard: Callable[[bytes], None], lost: Callable[[int], None]) -> None:
        self.host, self.heard, self.lost = host, heard, lost
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._code = 1006

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(  # type: ignore[union-attr]
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, why: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server does not let us in"))
        self.lost(self._code)

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    def send(self, data: bytes, opcode: int = TEXT) -> None:
        """Send a message. The mask is required of clients; one of zeroes is one."""
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        if self._transport:
            self._transport.write(bytes([0x80 | opcode]) + size + bytes(4) + data)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self.close()
                return
            del self._buffer[: end + 4]
            self.opened.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        """Take one frame from what has come, if it is whole. The server sends no fragments."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return False
        opcode, data = buffer[0] & 0x0F, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if opcode == TEXT:
            self.heard(data)
        elif opcode == PING:
            self.send(data, PONG)
        elif opcode == CLOSE:
            self._code = int.from_bytes(data[:2], "big") if data else 1005
            self.close()
        return True


async def connect(host: str, port: int, heard: Callable[[bytes], None], lost: Callable[[int], None]) -> Line:
    """A connection that is open."""
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(f"{host}:{port}", heard, lost), host, port)
    await line.opened
    return line


def allow_files(number: int) -> None:
    """So many open files for this process and those it starts."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = max(most, number)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, allowed))
    except ValueError:  # not even root may everywhere
        raise SystemExit(f"{number} open files are needed, and {most} are allowed: ulimit -n {number}") from None
