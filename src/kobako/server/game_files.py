"""The files that a game brings for the browser, as they are handed out."""

from __future__ import annotations

from functools import cache

from fastapi import Request, Response

from kobako.house.faults import Fault
from kobako.house.game_files import files_of
from kobako.server.files import KeptFile


@cache
def kept(game: str, name: str, lasting: bool) -> KeptFile:
    """A file that there is."""
    return KeptFile(name, files_of(game).files[name], lasting)


async def answer(game: str, version: str, name: str, request: Request) -> Response:
    """A file. One who asks for a version that is no more gets the one there is, and is not to keep it."""
    brought = files_of(game)
    if name not in brought.files:
        raise Fault(404, "not_found", f"{game} has no such file for the browser")
    return await kept(game, name, version == brought.version).answer(request)
