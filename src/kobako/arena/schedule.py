"""What an arena plays: line-ups of bots, deals, and the units of work they make. All of it follows from one plan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from kobako.bots.company import check_bot
from kobako.core.errors import BadOption
from kobako.core.game import Setup
from kobako.core.options import listed
from kobako.core.seeds import BITS, seed_text

MOST_GAMES = 1_000_000  # all are summed up at once, in some 2.5 GB of memory


class Unit(NamedTuple):
    """The smallest piece of work: one deal, played once in every rotation of one line-up."""

    line_up: int
    deal: int


@dataclass(frozen=True)
class Plan:
    """All that settles an arena's results. Nothing of it depends on where, or by how many workers, it is played."""

    game: str
    rules: int
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    seed: int
    games: int
    even_luck: bool = False  # whether the luck of each game is measured: see luck.py

    @cached_property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """The bots at the table, in order of seats before any rotation.

        With fewer bots than seats the last one fills the rest; with more, every combination of them plays.
        """
        filled = self.bots + self.bots[-1:] * (self.players - len(self.bots))
        # A bot named twice would make the same line-up twice: the same games, counted double.
        return tuple(dict.fromkeys(combinations(filled, self.players)))

    @property
    def deals(self) -> int:
        """How many deals every line-up plays: enough for the games asked for, and all line-ups the same."""
        return -(-self.games // (self.players * len(self.line_ups)))

    @property
    def units(self) -> Iterator[Unit]:
        """All the work, deal by deal: stopped early, the line-ups have played equally often."""
        return (Unit(line_up, deal) for deal in range(self.deals) for line_up in range(len(self.line_ups)))

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.deals * self.players * len(self.line_ups)

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal."""
        return (self.seed + deal) % (1 << BITS)

    def seated(self, line_up: int, rotation: int) -> tuple[str, ...]:
        """The bots by seat: in each rotation everyone has moved on by one seat."""
        bots = self.line_ups[line_up]
        return tuple(bots[(seat - rotation) % self.players] for seat in range(self.players))

    def bot_seed(self, deal: int, rotation: int, seat: int) -> int:
        """The seed of the bot on a seat of one game: its own, whoever plays the game and when."""
        text = f"{seed_text(self.seed)} {deal} {rotation} {seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def to_json(self) -> dict[str, Any]:
        """The plan as plain values: what the head of a log pins."""
        told: dict[str, Any] = {
            "game": self.game,
            "rules": self.rules,
            "players": self.players,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": seed_text(self.seed),
            "games": self.games,
        }
        return told | {"even_luck": True} if self.even_luck else told

    @property
    def digest(self) -> str:
        """A short name that no other plan has."""
        return hashlib.sha256(json.dumps(self.to_json()).encode()).hexdigest()[:8]


def make_plan(setup: Setup, bots: Sequence[str] | str, seed: int, games: int, even_luck: bool = False) -> Plan:
    """A plan whose parts have been checked; the bots as a list, or as a text with commas."""
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"an arena has 1 to {MOST_GAMES} games, not {games}")
    names = tuple(name.strip() for name in (listed("--bots", bots) if isinstance(bots, str) else bots))
    if not names or not all(names):
        raise BadOption("bots are named with commas between them, such as search:1000,greedy,random")
    line_ups = comb(max(len(names), setup.players), setup.players)
    if line_ups * setup.players > MOST_GAMES:
        raise BadOption(f"{len(names)} bots make {line_ups} line-ups: an arena has at most {MOST_GAMES} games")
    for name in names:
        check_bot(name, setup.game)
    options = tuple(setup.option_texts().items())
    return Plan(setup.game.name, setup.game.version, setup.players, options, names, seed, games, even_luck)
