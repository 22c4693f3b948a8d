"""The page that needs no server, handed out by a server at /page/: what its own page turns to when the server is gone.

It is put together when somebody first asks for it.
"""

from __future__ import annotations

import asyncio

from fastapi import Request, Response

from kobako.house.faults import Fault
from kobako.server.files import KeptFile
from kobako.server.page import POLICY, page_files


class SparePage:
    """The whole page."""

    def __init__(self) -> None:
        self._making: asyncio.Task[dict[str, KeptFile]] | None = None

    async def answer(self, path: str, request: Request) -> Response:
        """One of its files; the page itself at the folder's own address."""
        if self._making is None:
            self._making = asyncio.create_task(asyncio.to_thread(self._make), name="spare page")
        found = (await asyncio.shield(self._making)).get(path or "index.html")
        if found is None:
            raise Fault(404, "not_found", "there is no such file of the page that needs no server")
        return await found.answer(request)

    @staticmethod
    def _make() -> dict[str, KeptFile]:
        policy = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'"}
        return {
            path: KeptFile(path, content, path.startswith("assets/"), policy) for path, content in page_files().items()
        }
