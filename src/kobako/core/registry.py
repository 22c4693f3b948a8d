"""The registry: games by name, found by entry points, so that a third-party package can bring a game."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kobako.core.errors import BadGame, UnknownGame
from kobako.core.game import Game

GROUP = "kobako.games"


@cache
def _known() -> dict[str, EntryPoint]:
    known: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        if point.name in known and known[point.name].value != point.value:
            raise BadGame(f"two packages bring a game {point.name!r}: {known[point.name].value} and {point.value}")
        known[point.name] = point
    return dict(sorted(known.items()))


def game_names() -> tuple[str, ...]:
    """The names of the games there are."""
    return tuple(_known())


@cache
def game(name: str) -> Game:
    """The game of that name."""
    if name not in _known():
        raise UnknownGame(f"no game {name!r}: there are {', '.join(game_names())}", game=str(name)[:60])
    found = _known()[name].load()
    if not isinstance(found, Game) or found.name != name:
        raise BadGame(f"{_known()[name].value} is not a Game named {name!r}")
    return found
