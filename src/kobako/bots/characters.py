"""The bots that people meet: each level has three characters, animals of the hills, with a face in `faces/`.

Their names are in the words of this package, under [face]. A character says nothing of how a bot plays: its level does.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.resources import files

CHARACTERS = {
    "novice": ("suzume", "kaeru", "usagi"),
    "regular": ("tanuki", "risu", "neko"),
    "master": ("kitsune", "fukurou", "kappa"),
}
FACES = tuple(face for faces in CHARACTERS.values() for face in faces)


def character_for(level: str | None, taken: Collection[str], number: int) -> str:
    """A character of a level that is not at the table yet, by any number; "" where the level has none left."""
    free = [face for face in CHARACTERS.get(level or "", ()) if face not in taken]
    return free[number % len(free)] if free else ""


@cache
def drawing(face: str) -> bytes | None:
    """A face as an SVG, if there is such a one."""
    return files("kobako.bots").joinpath("faces", f"{face}.svg").read_bytes() if face in FACES else None
