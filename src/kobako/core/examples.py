"""Examples: positions that a game's folder names, for its lessons and for the pictures of its rules pages.

A position is written as what leads to it: the table, the seed and the moves played, as in a kifu. So it is always one
that the rules allow. In `positions.toml`:

    [six]
    players = 3
    options = { first = "0" }
    seed = 7
    moves = ["4>A", "take A"]
    seat = 1                     # whose eyes a picture shows it through; else those of the seat to move
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kobako.core.errors import BadGame, KobakoError
from kobako.core.match import Match
from kobako.core.parts import find_data
from kobako.core.seeds import parse_seed

if TYPE_CHECKING:
    from kobako.core.game import Game, Setup

FILE = "positions.toml"
KEYS = {"players", "options", "seed", "moves", "seat"}


@dataclass(frozen=True)
class Example:
    """One position: the setup, the seed and the moves that lead to it."""

    name: str
    setup: Setup
    seed: int
    moves: tuple[int, ...]
    eyes: int | None

    def match(self) -> Match:
        """The game as far as it has come."""
        match = self.setup.new(self.seed)
        for move in self.moves:
            match.play(move)
        return match

    def draw(self, lang: str = "en") -> str:
        """The position as text."""
        return self.match().view(self.eyes).draw(lang)


@cache
def examples(game: Game) -> Mapping[str, Example]:
    """The positions of a game, by name; none, if its folder has no `positions.toml`."""
    return MappingProxyType({name: read(game, name, said) for name, said in find_data(game.package, FILE).items()})


def find_example(game: Game, name: str) -> Example:
    """A position by its name."""
    try:
        return examples(game)[name]
    except KeyError:
        known = ", ".join(examples(game)) or "none"
        raise BadGame(f"{game.name}: no position {name!r} in its {FILE}: there are {known}") from None


def read(game: Game, name: str, said: dict[str, Any]) -> Example:
    """One position as it is written, every move checked by the rules."""
    try:
        if unknown := set(said) - KEYS:
            raise BadGame(f"no {', '.join(sorted(unknown))} in a position: it has {', '.join(sorted(KEYS))}")
        options = {option: str(value) for option, value in said.get("options", {}).items()}
        setup = game.setup_from(str(said.get("players", game.players[-1])), options)
        seed = parse_seed(said["seed"])
        match = setup.new(seed)
        for move in said.get("moves", []):
            match.play(move)
        eyes = said.get("seat", match.seat)
        match.view(eyes)
        return Example(name, setup, seed, tuple(map(int, match.actions)), eyes)
    except KeyError as missing:
        raise BadGame(f"{game.name}: the position {name!r} of {FILE} lacks its {missing}") from None
    except KobakoError as wrong:
        raise BadGame(f"{game.name}: the position {name!r} of {FILE}: {wrong}") from wrong
