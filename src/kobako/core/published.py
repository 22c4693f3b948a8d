"""A game's published study: how long it is, how lucky, how fair, as far as bots can tell.

`study.json` in the game's folder, small enough to ship; `kobako lab` writes one into every study's folder. The browser
draws it for who wonders. A game need not have one.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict  # as in shown.py

from kobako.core.errors import BadGame

if TYPE_CHECKING:
    from kobako.core.game import Game

FILE = "study.json"


class Measured(TypedDict):
    """A mean, and the ends of its 95 % interval; null where it was seen but once."""

    mean: float
    low: float | None
    high: float | None


class Lengths(TypedDict):
    """How many of the games were how long."""

    start: int
    """The fewest decisions."""
    step: int
    """How many lengths are taken together."""
    shares: list[float]
    """Of all games, by length."""


class StudyShown(TypedDict):
    """What a study found about a game."""

    rules: int
    """The version of the rules that were played."""
    players: int
    games: int
    """How many were played by the bots of this study."""
    bots: str
    """Who played: a level."""
    numbers: dict[str, Measured]
    """Single numbers by their names, such as `length.minutes`: docs/lab.md."""
    turns: list[Measured]
    """The share of the wins of who played first, second, …"""
    lengths: Lengths
    curve: list[float]
    """The later winner's chance at each tenth of the game, from start to end. Empty if it was not searched for."""


@cache
def published_study(game: Game) -> StudyShown | None:
    """The study in a game's folder, if it has one."""
    path = files(game.package).joinpath(FILE)
    if not path.is_file():
        return None
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as wrong:
        raise BadGame(f"{game.name}: {FILE} cannot be read: {wrong}") from None
    missing = sorted(set(StudyShown.__annotations__) - set(found if isinstance(found, dict) else ()))
    if missing:
        raise BadGame(f"{game.name}: {FILE} has no {', '.join(missing)}; `kobako lab {game.name}` writes one that has")
    study: StudyShown = found
    return study
