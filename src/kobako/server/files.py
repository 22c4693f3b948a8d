"""Files as they are handed out: each is compressed once, for to do it for all who ask would take time from the tables.

They go out piece by piece, the next when the line has taken the last, so that who asks and does not read costs little;
and who asks for more than their share waits for it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
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
NO_WEIGHT = re.compile(r"q\s*=\s*0(\.0*)?")
LASTING, FLEETING = "public, max-age=31536000, immutable", "no-cache"


def takes(request: Request, coding: str) -> bool:
    """Whether somebody takes an answer in a coding that they name: a weight of 0 says that they do not."""
    for one in request.headers.get("accept-encoding", "").lower().split(","):
        named, *more = (part.strip() for part in one.split(";"))
        if named == coding:
            return not any(NO_WEIGHT.fullmatch(part) for part in more)
    return False


@dataclass(frozen=True)
class KeptFile:
    """A file, as it is sent: under which name, what is in it, how long it may be kept, and what else is said of it."""

    path: str
    content: bytes
    lasting: bool
    more: dict[str, str] = field(default_factory=dict)

    @property
    def worth_squeezing(self) -> bool:
        return len(self.content) >= SMALL and not self.path.endswith(SQUEEZED)

    @cached_property
    def squeezed(self) -> bytes:
        """The file compressed."""
        return gzip.compress(self.content, 6)

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(self.content).hexdigest()[:16]

    @cached_property
    def kind(self) -> str:
        suffix = f".{self.path.rpartition('.')[2]}"
        return TYPES.get(suffix) or mimetypes.guess_type(self.path)[0] or "application/octet-stream"

    async def answer(self, request: Request) -> Response:
        """The file for somebody who may have it already."""
        lasting = LASTING if self.lasting else FLEETING
        squeezed = self.worth_squeezing and takes(request, "gzip")
        tag = f'"{self.hash}-gzip"' if squeezed else f'"{self.hash}"'  # other bytes, another tag
        headers = {"Cache-Control": lasting, "ETag": tag, "Vary": "Accept-Encoding", **self.more}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.content
        if squeezed:
            if "squeezed" not in self.__dict__:
                await asyncio.to_thread(lambda: self.squeezed)  # the first time it takes a while
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
