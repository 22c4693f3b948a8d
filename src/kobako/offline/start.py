"""The first thing that runs in a page: Python finds itself installed, or wakes up as it was in the last visit."""

from __future__ import annotations

import random
import sys
from importlib.resources import files
from pathlib import Path


def settle() -> None:
    """Lay out what tells Python which games and bots are installed: in the archive it would not be found quickly."""
    home = Path(next(place for place in sys.path if place.endswith("site-packages")))
    for folder in files("kobako.offline").joinpath("installed").iterdir():
        for file in folder.iterdir():
            (home / folder.name).mkdir(parents=True, exist_ok=True)
            (home / folder.name / file.name).write_bytes(file.read_bytes())


def pose() -> None:
    """Import everything and find every game, for a picture of the memory: web/src/here/picture.ts."""
    settle()
    import kobako
    import kobako.offline.browser
    from kobako.bots.registry import level_names
    from kobako.bots.search.tree import roots_of_logs

    for name in kobako.game_names():
        kobako.game(name).new(players=2, seed=1).view(0).show()
    level_names(), roots_of_logs()


def wake() -> None:
    """What a picture must not repeat: chance."""
    random.seed()
