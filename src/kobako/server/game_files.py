"""The files that a game brings for the browser, as they are handed out."""

from __future__ import annotations

from fastapi import Response

from kobako.house.faults import Fault
from kobako.house.game_files import files_of, type_of


def answer(game: str, version: str, name: str) -> Response:
    """A file. One who asks for a version that is no more gets the one there is, and is not to keep it."""
    brought = files_of(game)
    if name not in brought.files:
        raise Fault(404, "not_found", f"{game} has no such file for the browser")
    lasting = "public, max-age=31536000, immutable" if version == brought.version else "no-cache"
    return Response(brought.files[name], media_type=type_of(name), headers={"Cache-Control": lasting})
