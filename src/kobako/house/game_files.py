"""What a game brings for the browser: the files of the folder `web` in its package, a table and an emblem above all.

They are handed out at an address with their version, /games/GAME/web/VERSION/FILE, so that a browser may keep them for
good; a file beside another is found beside it (`new URL("rock.svg", import.meta.url)`).
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import PurePath

import kobako
from kobako.core.game import Game

# What is handed out. Sources that a front end is built from are not.
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


class GameFiles:
    """The files that a game has for the browser, by their names."""

    def __init__(self, game: Game) -> None:
        folder = files(game.package).joinpath("web")
        found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
        self.game = game.name
        self.files = {file.name: file.read_bytes() for file in found if type_of(file.name) and file.is_file()}
        whole = hashlib.sha256()
        for name, content in self.files.items():
            whole.update(f"{name} {len(content)}\n".encode() + content)
        self.version = whole.hexdigest()[:16]

    def address(self, name: str) -> str | None:
        """Where a file is handed out, if the game has it."""
        return f"/games/{self.game}/web/{self.version}/{name}" if name in self.files else None


def type_of(name: str) -> str | None:
    """What a file is, if it is one that is handed out."""
    return TYPES.get(PurePath(name).suffix)


@cache
def files_of(game: str) -> GameFiles:
    """The files of a game, read once."""
    return GameFiles(kobako.game(game))
