"""What a study plays: variants of a game, tables of players, deals; and the units of work they make."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from kobako.bots.minds import weights_of
from kobako.core.game import Game
from kobako.core.seeds import BITS, seed_text

MOST_GAMES = 100_000  # all are summed up at once
VERSUS = " v "  # in the name of a table that is there for one thing only: how often the one ends ahead of the others
THOUGHT, GLANCE = 1000, 50  # visits of the view of who decides, and of every other seat's


def learned_by(game: Game) -> str:
    """A short name of the weights that a game's bots go by: with others they would play other games."""
    weights = weights_of(game)
    return "" if weights is None else hashlib.sha256(repr(weights.numbers).encode()).hexdigest()[:8]


class Unit(NamedTuple):
    """The smallest piece of work: some deals of one variant at one table."""

    cell: int
    table: int
    chunk: int


class Player(NamedTuple):
    """Who sits on a seat: a bot, and the kinds of action that it never plays where it has another."""

    bot: str
    never: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.bot + "".join(f" without {kind}" for kind in self.never)


@dataclass(frozen=True)
class Cell:
    """A variant of the game: its players, and all its options as text."""

    players: int
    options: tuple[tuple[str, str], ...]
    varied: tuple[tuple[str, str], ...] = ()  # what tells it from the other variants


@dataclass(frozen=True)
class Table:
    """Players who meet over many deals.

    Of fewer players than seats the last fills the rest. Players who differ play each deal in every rotation, unless
    their seats are `fixed`; and each deal is played `replays` times, with other chance in the players' heads.
    """

    name: str
    seats: tuple[Player, ...]
    deals: int
    replays: int = 1
    fixed: bool = False
    curves: bool = True  # whether chances and values are searched for
    chunk: int = 1  # deals in a unit

    def filled(self, players: int) -> tuple[Player, ...]:
        """Who sits where before any rotation."""
        return (self.seats + self.seats[-1:] * players)[:players]

    def rotations(self, players: int) -> int:
        """In how many seatings a deal is played."""
        return 1 if self.fixed or len(set(self.filled(players))) == 1 else players

    def seated(self, players: int, rotation: int) -> tuple[Player, ...]:
        """The players by seat: in each rotation everyone has moved on by one seat."""
        filled = self.filled(players)
        return tuple(filled[(seat - rotation) % players] for seat in range(players))

    @property
    def chunks(self) -> int:
        """How many units the table has in each variant."""
        return -(-self.deals // self.chunk)


@dataclass(frozen=True)
class Plan:
    """All that settles what a study's games are. Nothing of it depends on where, or by how many, they are played."""

    game: str
    rules: int
    cells: tuple[Cell, ...]
    tables: tuple[Table, ...]
    seed: int
    thought: int = THOUGHT
    glance: int = GLANCE
    learned: str = ""  # which weights the bots go by; nothing where they have none

    @property
    def units(self) -> Iterator[Unit]:
        """All the work, chunk by chunk: stopped early, tables and variants have come equally far."""
        most = max(table.chunks for table in self.tables)
        for chunk in range(most):
            for cell in range(len(self.cells)):
                for number, table in enumerate(self.tables):
                    if chunk < table.chunks:
                        yield Unit(cell, number, chunk)

    def has(self, unit: Unit) -> bool:
        """Whether a unit is one of this plan."""
        known = unit.cell in range(len(self.cells)) and unit.table in range(len(self.tables))
        return known and unit.chunk in range(self.tables[unit.table].chunks)

    def deals(self, unit: Unit) -> range:
        """The deals of a unit."""
        table = self.tables[unit.table]
        return range(unit.chunk * table.chunk, min(table.deals, (unit.chunk + 1) * table.chunk))

    def games_per_deal(self, cell: int, table: int) -> int:
        """How many games are played of a deal."""
        there = self.tables[table]
        return there.replays * there.rotations(self.cells[cell].players)

    def games(self, unit: Unit) -> int:
        """How many games a unit has."""
        return len(self.deals(unit)) * self.games_per_deal(unit.cell, unit.table)

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return sum(
            table.deals * self.games_per_deal(cell, number)
            for cell in range(len(self.cells))
            for number, table in enumerate(self.tables)
        )

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal: the same in every variant and at every table."""
        return (self.seed + deal) % (1 << BITS)

    def player_seed(self, deal: int, replay: int, seat: int) -> int:
        """The seed of the player on a seat of one game (seat -1: of who judges it), whoever plays it and when."""
        text = f"lab {seed_text(self.seed)} {deal} {replay} {seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def to_json(self) -> dict[str, Any]:
        """The plan as plain values: what the head of a log pins."""
        values: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        for cell in values["cells"]:
            cell |= {"options": dict(cell["options"]), "varied": dict(cell["varied"])}
        for table in values["tables"]:
            table["seats"] = [{"bot": bot, "never": never} for bot, never in table["seats"]]
        return values | {"seed": seed_text(self.seed)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Plan:
        """The plan that `to_json` wrote."""
        cells = tuple(
            Cell(cell["players"], tuple(cell["options"].items()), tuple(cell["varied"].items()))
            for cell in values["cells"]
        )
        tables = tuple(
            Table(**{**table, "seats": tuple(Player(seat["bot"], tuple(seat["never"])) for seat in table["seats"])})
            for table in values["tables"]
        )
        return cls(**{**values, "cells": cells, "tables": tables, "seed": int(values["seed"], 16)})

    @property
    def digest(self) -> str:
        """A short name that no other plan has."""
        return hashlib.sha256(json.dumps(self.to_json()).encode()).hexdigest()[:8]
