"""The page that needs no server, handed out by a server at /page/: what its own page turns to when the server is gone.

It is put together when somebody first asks for it, and each of its files is compressed once: some are of megabytes, and
the tables must not wait.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property

from fastapi import Request, Response

from kobako.house.faults import Fault
from kobako.server.page import POLICY, page_files

SMALL = 1024  # bytes that are not worth compressing
SQUEEZED = (".png", ".gz", ".woff2")  # files that are compressed as they are
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".mjs": "text/javascript"}


@dataclass(frozen=True)
class SpareFile:
    """A file of the page, as it is sent."""

    path: str
    content: bytes

    @cached_property
    def squeezed(self) -> bytes | None:
        """The file compressed, where that is worth it."""
        return None if len(self.content) < SMALL or self.path.endswith(SQUEEZED) else gzip.compress(self.content, 6)

    @cached_property
    def headers(self) -> dict[str, str]:
        lasting = "public, max-age=31536000, immutable" if self.path.startswith("assets/") else "no-cache"
        tag = f'"{hashlib.sha256(self.content).hexdigest()[:16]}"'
        policy = f"{POLICY}; frame-ancestors 'none'"
        return {"Cache-Control": lasting, "ETag": tag, "Vary": "Accept-Encoding", "Content-Security-Policy": policy}

    def answer(self, request: Request) -> Response:
        """The file for somebody who may have it already."""
        if self.headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self.headers)
        suffix = f".{self.path.rpartition('.')[2]}"
        kind = TYPES.get(suffix) or mimetypes.guess_type(self.path)[0] or "application/octet-stream"
        if self.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers = {**self.headers, "Content-Encoding": "gzip"}
            return Response(self.squeezed, media_type=kind, headers=headers)
        return Response(self.content, media_type=kind, headers=self.headers)


class SparePage:
    """The whole page."""

    def __init__(self) -> None:
        self._making: asyncio.Task[dict[str, SpareFile]] | None = None

    async def answer(self, path: str, request: Request) -> Response:
        """One of its files; the page itself at the folder's own address."""
        if self._making is None:
            self._making = asyncio.create_task(asyncio.to_thread(self._make), name="spare page")
        found = (await asyncio.shield(self._making)).get(path or "index.html")
        if found is None:
            raise Fault(404, "not_found", "there is no such file of the page that needs no server")
        return await asyncio.to_thread(found.answer, request)

    @staticmethod
    def _make() -> dict[str, SpareFile]:
        return {path: SpareFile(path, content) for path, content in page_files().items()}
