"""Files as they are handed out: each is compressed once, for to do it for all who ask would take time from the tables.

They go out piece by piece, the next when the line has taken the last, so that who asks and does not read costs little;
and who asks for more than their share waits for it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cached_property

from fastapi import Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kobako.house import game_files
from kobako.house.limits import Bucket, Limits

SMALL = 1024  # bytes that are not worth compressing
PIECE = 1 << 16  # bytes that are sent at a time
SQUEEZED = (".png", ".webp", ".gz", ".woff2")  # files that are compressed as they are
# What not every machine's list of types has.
TYPES = {**game_files.TYPES, ".webmanifest": "application/manifest+json", ".mjs": "text/javascript"}
LASTING, FLEETING = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True)
class KeptFile:
    """A file, as it is sent: under which name, what is in it, how long it may be kept, and what else is said of it."""

    path: str
    content: bytes
    lasting: bool
    more: dict[str, str] = field(default_factory=dict)

    @cached_property
    def squeezed(self) -> bytes | None:
        """The file compressed, where that is worth it."""
        return None if len(self.content) < SMALL or self.path.endswith(SQUEEZED) else gzip.compress(self.content, 6)

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.content).hexdigest()[:16]}"'

    @cached_property
    def kind(self) -> str:
        suffix = f".{self.path.rpartition('.')[2]}"
        return TYPES.get(suffix) or mimetypes.guess_type(self.path)[0] or "application/octet-stream"

    async def answer(self, request: Request) -> Response:
        """The file for somebody who may have it already."""
        lasting = LASTING if self.lasting else FLEETING
        headers = {"Cache-Control": lasting, "ETag": self.tag, "Vary": "Accept-Encoding", **self.more}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            if "squeezed" not in self.__dict__:
                await asyncio.to_thread(lambda: self.squeezed)  # the first time it takes a while
            if self.squeezed is not None:
                content, headers["Content-Encoding"] = self.squeezed, "gzip"
        headers["Content-Length"] = str(len(content))
        if request.method == "HEAD":
            return Response(media_type=self.kind, headers=headers)
        limits: Limits = request.app.state.limits
        share = limits.of("sent", request.client.host if request.client else "")
        return StreamingResponse(in_pieces(content, share), media_type=self.kind, headers=headers)


async def in_pieces(content: bytes, share: Bucket) -> AsyncIterator[bytes]:
    """Some bytes, piece by piece, as fast as somebody's share allows."""
    for at in range(0, len(content), PIECE):
        piece = content[at : at + PIECE]
        if (wait := share.spend(len(piece))) > 0:
            await asyncio.sleep(wait)
        yield piece


class Squeeze(GZipMiddleware):
    """Compresses answers, but for files: theirs are compressed already, or not worth it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if "." in path.rpartition("/")[2] and not path.startswith("/api/"):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
