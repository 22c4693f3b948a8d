"""Weights: what a learned mind has learned, as whole numbers in a small file of the game's folder.

`mind.json` says of itself which game, rules and features it was made for, by which command and seed, and holds a
number for each feature by its name. What does not fit, or is damaged, is refused by name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from kobako.core.errors import KobakoError
from kobako.core.game import Game

FILE = "mind.json"
FORM = 1  # of the file
MOST_BYTES = 1_000_000
MOST = (1 << 31) - 1  # a weight has 32 bits
KINDS = ("traits", "signs", "measures")


class BadWeights(KobakoError, ValueError):
    """A file of weights that this game cannot use."""


@dataclass(frozen=True)
class Shape:
    """What a game's learned mind wants: its version, and the names of what each weight is for."""

    version: int
    traits: tuple[str, ...]
    signs: tuple[str, ...]
    measures: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many weights."""
        return len(self.traits) + len(self.signs) + len(self.measures)


@dataclass(frozen=True)
class Weights:
    """The numbers, in 1,024ths of a logit: of the traits, then the signs, then the measures."""

    numbers: tuple[int, ...]
    made: str = ""  # the command that made them


def read_weights(game: Game, shape: Shape, text: str | None = None) -> Weights | None:
    """The weights in a game's folder (or in this text); None where there are none. BadWeights says what is wrong."""
    if text is None:
        path = files(game.package).joinpath(FILE)
        if not path.is_file():
            return None
        data = path.read_bytes()
        if len(data) > MOST_BYTES:
            raise BadWeights(f"{game.name}: {FILE} has {len(data)} bytes; weights have at most {MOST_BYTES}")
        text = data.decode("utf-8", "replace")
    try:
        told: Any = json.loads(text)
    except ValueError:
        raise BadWeights(f"{game.name}: {FILE} is damaged: it is not JSON") from None
    return check(game, shape, told)


def check(game: Game, shape: Shape, told: Any) -> Weights:
    """What a file says, if it fits the game."""
    if not isinstance(told, dict) or told.get("kobako") != f"weights {FORM}":
        raise BadWeights(f'{game.name}: {FILE} is no file of weights: such a one says "kobako": "weights {FORM}"')
    for key, wanted in {"game": game.name, "rules": game.version, "features": shape.version}.items():
        if told.get(key) != wanted:
            what = f"{key} {told.get(key)!r}, and here is {wanted!r}"
            raise BadWeights(f"{game.name}: {FILE} is for {what}; `kobako train {game.name}` makes others")
    if told.get("hash") != seal(told):
        raise BadWeights(f"{game.name}: {FILE} is damaged: its hash does not fit")
    numbers: list[int] = []
    for kind in KINDS:
        given, names = told.get(kind), getattr(shape, kind)
        if not isinstance(given, dict) or tuple(given) != names:
            raise BadWeights(f"{game.name}: {FILE} has other {kind} than {', '.join(names) or 'none'}")
        numbers += given.values()
    if not all(type(one) is int and abs(one) <= MOST for one in numbers):
        raise BadWeights(f"{game.name}: {FILE} has weights that are no whole numbers of 32 bits")
    return Weights(tuple(numbers), str(told.get("made", "")))


def seal(told: Mapping[str, Any]) -> str:
    """The hash of all that a file says besides."""
    rest = {key: value for key, value in told.items() if key != "hash"}
    return hashlib.sha256(json.dumps(rest, ensure_ascii=False).encode()).hexdigest()


def written(game: Game, shape: Shape, numbers: Sequence[int], made: str, seed: int) -> str:
    """The text of a file of weights."""
    told: dict[str, Any] = {
        "kobako": f"weights {FORM}",
        "game": game.name,
        "rules": game.version,
        "features": shape.version,
        "made": made,
        "seed": seed,
    }
    at = 0
    for kind in KINDS:
        names = getattr(shape, kind)
        told[kind] = dict(zip(names, map(int, numbers[at : at + len(names)]), strict=True))
        at += len(names)
    return json.dumps({**told, "hash": seal(told)}, indent=1, ensure_ascii=False) + "\n"


def write_weights(game: Game, shape: Shape, numbers: Sequence[int], made: str, seed: int, path: Path) -> None:
    """Write a file of weights, whole or not at all."""
    text = written(game, shape, numbers, made, seed)
    check(game, shape, json.loads(text))
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
