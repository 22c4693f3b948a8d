"""Tiny games as the lab's three tables: written move by move, so that what is measured can be worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from kobako.core.events import event
from kobako.lab.metrics import Catalogue, Tables

SEATS = range(4)
TEXT, REAL, WHOLE = pa.string(), pa.float64(), pa.int32()


@dataclass
class Move:
    """A decision: who, among how many; and what the search thinks of it."""

    seat: int
    legal: int = 2
    chances: Sequence[float] | None = None
    kind: str = "play"
    action: int = 0
    values: Sequence[float] | None = None  # of the actions 0, 1, …; the first of the highest is the best
    sight: int | None = None
    kinds: str | None = None
    round: int = 1
    phase: str = "main"
    events: Sequence[tuple[Any, ...]] = ()  # each: kind, then its numbers


@dataclass
class Played:
    """A game: its moves, and who got how much of the win."""

    shares: Sequence[float]
    moves: Sequence[Move] = ()
    scores: Sequence[int] | None = None
    deal: int | None = None
    replay: int = 0
    first: int = 0
    bots: Sequence[str] = ()
    rounds: int = 1
    dealt: Sequence[tuple[Any, ...]] = ()
    cell: int = 0
    table: str = "regular"


@dataclass
class Book:
    """Games being written down."""

    events: dict[str, Any] = field(default_factory=dict)
    actions: dict[int, str] = field(default_factory=dict)
    counts: Counter[tuple[int, str]] = field(default_factory=Counter)
    games: list[dict[str, Any]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    happened: list[dict[str, Any]] = field(default_factory=list)

    def add(self, game: Played) -> None:
        number = self.counts[game.cell, game.table]
        self.counts[game.cell, game.table] += 1
        self._add(game, {"cell": game.cell, "table": game.table, "game": number})

    def _add(self, game: Played, key: dict[str, Any]) -> None:
        players = len(game.shares)
        scores = game.scores or [round(12 * share) for share in game.shares]
        best = sorted(scores, reverse=True)
        row = key | {
            "deal": key["game"] if game.deal is None else game.deal,
            "replay": game.replay,
            "players": players,
            "first": game.first,
            "decisions": len(game.moves),
            "rounds": game.rounds,
            "forced": sum(move.legal == 1 for move in game.moves),
        }
        for seat in range(players):
            bot = game.bots[seat] if game.bots else game.table
            rank = best.index(scores[seat]) + 1
            said = {"share": game.shares[seat], "score": scores[seat], "rank": rank, "bot": bot}
            row |= {f"{name}_{seat}": value for name, value in said.items()}
        self.games.append(row)
        self._events(key, -1, game.dealt)
        for number, move in enumerate(game.moves):
            self.decisions.append(key | {"move": number} | _decision(move))
            self._events(key, number, move.events)

    def _events(self, key: dict[str, Any], move: int, happened: Sequence[tuple[Any, ...]]) -> None:
        for kind, *numbers in happened:
            args = self.events[kind].args
            owner = numbers[0] if args and args[0].kind == "seat" else None
            row = key | {"move": move, "kind": kind, "seat": owner}
            self.happened.append(row | dict(zip("abcde", numbers)))

    def tables(self) -> Tables:
        catalogue = Catalogue(self.actions, {name: kind.args for name, kind in self.events.items()})
        parts = zip((self.games, self.decisions, self.happened), (GAMES, DECISIONS, EVENTS))
        return Tables(*(pa.Table.from_pylist(rows, pa.schema(columns)) for rows, columns in parts), catalogue)


def _decision(move: Move) -> dict[str, Any]:
    names = ("seat", "legal", "kind", "action", "round", "phase", "kinds")
    row: dict[str, Any] = {name: getattr(move, name) for name in names}
    for seat, chance in enumerate(move.chances or ()):
        row[f"chance_{seat}"] = chance
    if move.values:
        order = sorted(range(len(move.values)), key=lambda a: -move.values[a])
        best, sight = order[0], order[0] if move.sight is None else move.sight
        top = move.values[best]
        row |= {
            "best": best,
            "value": move.values[move.action],
            "best_value": top,
            "second_value": move.values[order[1]],
        }
        row |= {"reasonable": sum(value >= top - 0.02 for value in move.values)}
        row |= {"sight": sight, "sight_value": move.values[sight]}
    return row


KEY = [("cell", pa.int16()), ("table", TEXT), ("game", WHOLE)]
GAMES = [
    *KEY,
    *((name, WHOLE) for name in ("deal", "replay", "players", "first", "decisions", "rounds", "forced")),
    *(
        (f"{name}_{seat}", kind)
        for name, kind in (("share", REAL), ("score", WHOLE), ("rank", WHOLE))
        for seat in SEATS
    ),
    *((f"bot_{seat}", TEXT) for seat in SEATS),
]
DECISIONS = [
    *KEY,
    *((name, WHOLE) for name in ("move", "seat", "legal", "action", "round", "best", "sight", "reasonable")),
    *((name, TEXT) for name in ("kind", "phase", "kinds")),
    *((name, REAL) for name in ("value", "best_value", "second_value", "sight_value")),
    *((f"chance_{seat}", REAL) for seat in SEATS),
]
EVENTS = [*KEY, ("move", WHOLE), ("kind", TEXT), ("seat", WHOLE), *((name, WHOLE) for name in "abcde")]

COMMON = {
    "scored": event("scored", "seat", "card", "points:number"),
    "swept": event("swept", "seat"),
}


def tables(
    games: Sequence[Played], events: dict[str, Any] | None = None, actions: dict[int, str] | None = None
) -> Tables:
    """Games as tables."""
    book = Book(COMMON if events is None else events, actions or {})
    for game in games:
        book.add(game)
    return book.tables()


def found(metrics, name, table="regular", cell=0):
    """One metric."""
    [metric] = [m for m in metrics if (m.name, m.table, m.cell) == (name, table, cell)]
    return metric


def means(metrics, name, table="regular", cell=0):
    """The means of a metric, by key."""
    metric = found(metrics, name, table, cell)
    return {key: value.mean for key, value in zip(metric.keys, metric.values, strict=True)}
