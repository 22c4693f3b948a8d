"""The games of one table at one cell, as arrays that the metrics are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kobako.core.events import Arg
from kobako.core.game import Setup
from kobako.lab.stats import Bools, Floats, Ints

if TYPE_CHECKING:
    import pyarrow as pa

MOST_SEATS = 4
BY_GAME = [("game", "ascending")]
BY_MOVE = [*BY_GAME, ("move", "ascending")]
NUMBERS = ("a", "b", "c", "d", "e")  # of an event, as the table of events names them


@dataclass(frozen=True)
class Catalogue:
    """What a game has, whether or not it was seen: its kinds of action and of event, and how its pieces are written."""

    actions: Mapping[int, str] = field(default_factory=dict)  # the kind of each action
    events: Mapping[str, tuple[Arg, ...]] = field(default_factory=dict)
    text: Callable[[str, int], str] = lambda kind, number: str(number)

    @classmethod
    def of(cls, setup: Setup) -> Catalogue:
        """The catalogue of a game as it is set up."""
        game = setup.game
        kinds = {int(a): game.notation.action_kind(int(a)) for a in setup.actions if a is not None}
        events = {kind.name: kind.args for kind in game.events.values()}
        state = setup.template

        def text(kind: str, number: int) -> str:
            write = game.notation.TEXTS.get(kind)
            return str(write(state, number)) if write else str(number)

        return cls(kinds, events, text)


@dataclass(frozen=True)
class Tables:
    """A study's three tables (Arrow), and what there is in the game."""

    games: pa.Table
    decisions: pa.Table
    events: pa.Table
    catalogue: Catalogue = field(default_factory=Catalogue)


class Frame:
    """Some rows of an Arrow table, whose columns are asked for as arrays."""

    def __init__(self, table: pa.Table) -> None:
        self.table, self.rows = table, table.num_rows

    def has(self, name: str) -> bool:
        """Is there such a column, with anything in it?"""
        return name in self.table.column_names and self.table[name].null_count < self.rows

    def ints(self, name: str) -> Ints:
        """A column of whole numbers; what is null is -1."""
        found: Ints = self.table[name].fill_null(-1).to_numpy().astype(np.int64)
        return found

    def floats(self, name: str) -> Floats:
        """A column of numbers; what is null is NaN."""
        if name not in self.table.column_names:
            return np.full(self.rows, np.nan)
        return np.asarray(self.table[name].to_numpy(zero_copy_only=False), np.float64)

    def seats(self, name: str, players: int) -> Floats:
        """A column for each seat, side by side."""
        return np.stack([self.floats(f"{name}_{seat}") for seat in range(players)], axis=1)

    def texts(self, name: str) -> list[str]:
        """A column of texts."""
        return ["" if text is None else text for text in self.table[name].to_pylist()]

    def codes(self, name: str) -> tuple[Ints, list[str]]:
        """A column of texts as places in the sorted list of those that occur."""
        coded = self.table[name].fill_null("").combine_chunks().dictionary_encode()
        found = [str(text) for text in coded.dictionary.to_pylist()]
        names = sorted(found)
        places = np.array([names.index(text) for text in found], np.int64)
        return places[coded.indices.to_numpy().astype(np.int64)] if found else np.zeros(0, np.int64), names


class Sample:
    """The games of one table at one cell. A game is a row of `games`; a decision knows its game's row, and so on."""

    def __init__(self, cell: int, table: str, games: Frame, decisions: Frame, events: Frame, catalogue: Catalogue):
        self.cell, self.table, self.catalogue = cell, table, catalogue
        self.games, self.decisions, self.events = games, decisions, events
        self.players = int(games.ints("players")[0])
        self.count = games.rows
        self.deals, self.unit = np.unique(games.ints("deal"), return_inverse=True)
        self.shares, self.scores = games.seats("share", self.players), games.seats("score", self.players)
        self.first = games.ints("first")
        numbers = games.ints("game")
        self.game_of = np.searchsorted(numbers, decisions.ints("game"))
        self.event_game = np.searchsorted(numbers, events.ints("game"))

    @cached_property
    def bots(self) -> npt.NDArray[np.str_]:
        """Who sat where in each game."""
        return np.array([self.games.texts(f"bot_{seat}") for seat in range(self.players)], np.str_).T

    @cached_property
    def seat(self) -> Ints:
        """Who decided."""
        return self.decisions.ints("seat")

    @cached_property
    def legal(self) -> Ints:
        """Among how many actions."""
        return self.decisions.ints("legal")

    @cached_property
    def free(self) -> Bools:
        """Where there was a choice."""
        return self.legal > 1

    @cached_property
    def last(self) -> Bools:
        """The last decision of each game."""
        here = self.game_of
        return np.append(here[1:] != here[:-1], True) if len(here) else np.zeros(0, bool)

    @cached_property
    def length(self) -> Ints:
        """How many decisions each game has."""
        return np.bincount(self.game_of, minlength=self.count)

    @cached_property
    def place(self) -> Ints:
        """The number of each decision within its game, from 0."""
        starts = np.cumsum(self.length) - self.length
        found: Ints = np.arange(len(self.game_of)) - starts[self.game_of]
        return found

    @cached_property
    def when(self) -> Floats:
        """The place of each decision in its game: 0 the first, 1 the last."""
        found: Floats = self.place / np.maximum(1, self.length[self.game_of] - 1)
        return found

    @cached_property
    def before(self) -> Floats:
        """Each seat's chance before each decision; NaN where it was not asked for."""
        return self.decisions.seats("chance", self.players)

    @cached_property
    def after(self) -> Floats:
        """Each seat's chance after each decision: before the next, and at the end its share of the win."""
        following = np.roll(self.before, -1, axis=0)
        following[self.last] = self.shares[self.game_of[self.last]]
        return following

    @cached_property
    def has_chances(self) -> bool:
        """Are there chances to win at all?"""
        return bool(np.isfinite(self.before).any())

    @cached_property
    def curves(self) -> list[tuple[int, Ints, Floats]]:
        """Of each game that has chances: its row, its decisions that have them, and the chances, the end included."""
        found = []
        known = known_rows(self.before)
        ends = np.cumsum(self.length)
        for row, (start, end) in enumerate(zip(ends - self.length, ends)):
            at = np.flatnonzero(known[start:end])
            if len(at):
                found.append((row, at, np.vstack([self.before[start:end][at], self.shares[row]])))
        return found

    @cached_property
    def event_decision(self) -> Ints:
        """The decision that caused each event, as its row; -1: the deal."""
        if not self.events.rows:
            return np.zeros(0, np.int64)
        most = int(max(self.decisions.ints("move").max(initial=0), self.events.ints("move").max(initial=0))) + 2
        keys = self.game_of * most + self.decisions.ints("move")
        wanted = self.event_game * most + self.events.ints("move")
        at = np.minimum(np.searchsorted(keys, wanted), max(0, len(keys) - 1))
        found: Ints = np.where((self.events.ints("move") >= 0) & (keys[at] == wanted), at, -1)
        return found


def known_rows(x: Floats) -> Bools:
    """The lines in which every number is known."""
    return np.asarray(np.isfinite(x).all(axis=1))


def samples(tables: Tables) -> Iterator[Sample]:
    """The games of each table at each cell, the cells in order, the tables as they first appear."""
    import pyarrow.compute as pc

    names = list(dict.fromkeys(tables.games["table"].to_pylist()))
    for cell in sorted(set(tables.games["cell"].to_pylist())):
        for name in names:
            games, decisions, events = (
                Frame(
                    whole.filter(pc.and_(pc.equal(whole["cell"], cell), pc.equal(whole["table"], name))).sort_by(order)
                )
                for whole, order in ((tables.games, BY_GAME), (tables.decisions, BY_MOVE), (tables.events, BY_MOVE))
            )
            if games.rows:
                yield Sample(cell, name, games, decisions, events, tables.catalogue)
