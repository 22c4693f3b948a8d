"""The registry: games by name, found by entry points, so that any package can bring a game.

While a game is being written, `KOBAKO_GAMES` names its project folder, or several: their pyproject.toml is read as if
they were installed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import tomllib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from kobako.core.errors import BadGame, UnknownGame, describe
from kobako.core.game import Game
from kobako.core.words import LANGUAGES

LOG = logging.getLogger("kobako.games")
GROUP = "kobako.games"
FOLDERS = "KOBAKO_GAMES"  # the environment variable
PROJECT = "pyproject.toml"
OURS = "kobako.games."  # where the games of the box lie


@cache
def _known() -> dict[str, dict[str, EntryPoint]]:
    """What is brought under each name, by where it is: more than one is refused when it is asked for."""
    known: dict[str, dict[str, EntryPoint]] = {}
    for point in [*entry_points(group=GROUP), *points_in_folders()]:
        known.setdefault(point.name, {})[point.value] = point
    return dict(sorted(known.items()))


def points_in_folders() -> list[EntryPoint]:
    """The entry points of the projects that KOBAKO_GAMES names. Their packages can be imported from then on."""
    found = []
    for folder in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        found += points_of(Path(folder))
    return found


def points_of(folder: Path) -> list[EntryPoint]:
    """The games of a project folder."""
    try:
        project = tomllib.loads((folder / PROJECT).read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError) as wrong:
        raise BadGame(f"{folder} is no project of a game: {wrong}") from None
    games: dict[str, str] = project.get("entry-points", {}).get(GROUP, {})
    if not games:
        raise BadGame(f'{folder}/{PROJECT} brings no game: it has no [project.entry-points."{GROUP}"]')
    for home in (folder, folder / "src"):
        if home.is_dir() and str(home.absolute()) not in sys.path:
            sys.path.insert(0, str(home.absolute()))
    return [EntryPoint(name, value, GROUP) for name, value in games.items()]


def game_names() -> tuple[str, ...]:
    """The names of all games that are installed."""
    return tuple(_known())


def forget() -> None:
    """Look for games anew when next asked: KOBAKO_GAMES has changed."""
    _known.cache_clear()


def shelf() -> list[Game]:
    """All games that can be played, ours first. One that cannot be loaded is told of in the log, and bars no other."""
    found = []
    for name in game_names():
        try:
            found.append(shown_on_shelf(name))
        except Exception:  # a third party's options may fail in any way
            complain(name)
    others = [game for game in found if not game.package.startswith(OURS)]
    return [*(game for game in found if game not in others), *sorted(others, key=Game.title)]


@cache
def shown_on_shelf(name: str) -> Game:
    """A game, if all is there that a player is shown of it before it is dealt."""
    found = game(name)
    for lang in LANGUAGES:
        found.title(lang), found.about(lang)
    for option in found.options:
        for players in {*option.players} & {*found.players}:
            list(map(option.text, (option.default, *option.choices(players))))
    return found


@cache
def complain(name: str) -> None:
    """Say once that a game cannot be loaded, and why."""
    LOG.exception("the game %r cannot be loaded; `kobako check %s` says more", name, name)


def home_of(name: str) -> Path | None:
    """The folder of a game's package, whether it can be loaded or not."""
    with contextlib.suppress(Exception):  # a third party's package may fail in any way
        spec = find_spec(next(iter(_known()[name].values())).module)
        if spec and spec.origin:
            return Path(spec.origin).parent
    return None


@cache
def game(name: str) -> Game:
    """A game, by its name."""
    if name not in _known():
        raise UnknownGame(f"no game {name!r}: there are {', '.join(game_names())}", game=str(name)[:60])
    if len(_known()[name]) > 1:
        raise BadGame(f"several packages bring a game {name!r}, remove all but one: {', '.join(_known()[name])}")
    [(place, point)] = _known()[name].items()
    try:
        found = point.load()
    except (Exception, SystemExit) as wrong:  # a third party's package may fail in any way
        raise BadGame(f"the game {name!r} cannot be loaded: {describe(wrong)}") from wrong
    if not isinstance(found, Game) or found.name != name:
        raise BadGame(f"{place} is not a Game named {name!r}")
    return found
