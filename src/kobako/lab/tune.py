"""Tuning: which values of some options come nearest to what a designer aims at.

It is a race by successive halving (Karnin, Koren and Somekh 2013; Jamieson and Talwalkar 2016): every combination is
played a little, the better half goes on and is played twice as long, and so on, with the same budget for each heat.
Several aims have no single order, so the better half is that of the lower Pareto ranks. Each heat has deals of its
own: what is told of the last one is not flattered by having been chosen for its luck. The rules as they are run along
to the end, for comparison. (Libraries for this, such as Optuna, do not stop trials early where there are several aims.)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from kobako.arena.log import write
from kobako.arena.places import HERE
from kobako.core.errors import BadOption
from kobako.core.game import Setup
from kobako.core.seeds import BITS
from kobako.lab.aims import Aim
from kobako.lab.design import make_plan, table_of_bots, thinkers_for, variants
from kobako.lab.plan import Cell, Plan
from kobako.lab.run import played
from kobako.lab.stats import Value
from kobako.lab.study import Study

LAST = 4  # so many variants are in the last heat, beside the rules as they are
LEAST = 16  # games of a variant in a heat
APART = 1 << 32  # the seeds of one heat are so far from those of the next
WEAK = 100  # how often those think whom a regular meets where an aim is about skill
SUMMARY = "tune.json"


@dataclass(frozen=True)
class Entry:
    """A variant in the last heat: what it has of each aim, how far it is from it, and whether it is on the front."""

    cell: Cell
    values: tuple[Value, ...]
    misses: tuple[float, ...]
    front: bool


@dataclass(frozen=True)
class Tuning:
    """What came of a race: the aims, the rules as they are and the variants that came to the last heat."""

    aims: tuple[Aim, ...]
    now: Entry
    entries: tuple[Entry, ...]
    heats: tuple[int, ...]  # how many variants were in each
    study: Study  # of the last heat; its cell 0 is the rules as they are

    def to_json(self) -> dict[str, Any]:
        """The front and all others of the last heat as plain values."""
        return {
            "aims": [aim.text for aim in self.aims],
            "heats": list(self.heats),
            "plan": self.study.plan.to_json(),
            "now": _entry(self.now),
            "entries": [_entry(entry) for entry in self.entries],
        }

    def save(self, folder: Path, lang: str = "en", as_csv: bool = False) -> None:
        """Write the last heat as a study, and tune.json and tune.html beside it."""
        from kobako.lab.report.tuning import PAGE, tuning_page

        page = tuning_page(self, lang).encode()
        self.study.save(folder, lang, as_csv)
        write(folder / SUMMARY, json.dumps(self.to_json(), ensure_ascii=False, indent=1).encode() + b"\n")
        write(folder / PAGE, page)


def _entry(entry: Entry) -> dict[str, Any]:
    values = [{"mean": v.mean, "low": v.low, "high": v.high, "games": v.n} for v in entry.values]
    return {"varied": dict(entry.cell.varied), "values": values, "misses": entry.misses, "front": entry.front}


@dataclass(frozen=True)
class Race:
    """What is raced: the variants, the aims, and how many games may be played."""

    setup: Setup
    cells: tuple[Cell, ...]
    aims: tuple[Aim, ...]
    games: int
    seed: int

    @property
    def heats(self) -> tuple[int, ...]:
        """How many variants are in each heat, beside the rules as they are."""
        sizes = [len(self.cells)]
        while sizes[-1] > LAST:
            sizes.append(max(LAST, -(-sizes[-1] // 2)))
        return tuple(sizes)

    def plan(self, heat: int, cells: Sequence[Cell]) -> Plan:
        """The games of a heat: the rules as they are, and some variants, all with the same deals."""
        tables = 2 if self.about_skill else 1
        each = self.games // len(self.heats) // ((len(cells) + 1) * tables)
        seed = (self.seed + heat * APART) % (1 << BITS)
        curves = any(aim.metric.startswith("tension.") for aim in self.aims)
        strong, searcher = self.thinkers
        plan = make_plan(self.setup, each, seed, strong, curves=curves)
        more = (table_of_bots(self.setup, (strong, f"{searcher}:{WEAK}"), each),) if self.about_skill else ()
        return replace(plan, cells=(*plan.cells, *cells), tables=(*plan.tables, *more))

    @cached_property
    def thinkers(self) -> tuple[str, str]:
        """Who plays, the same in every heat; and what those are called who think less."""
        return thinkers_for(self.setup.game, (*variants(self.setup, ()), *self.cells))

    @property
    def about_skill(self) -> bool:
        """Whether stronger players have to meet weaker ones."""
        return any(aim.measure == "skill" for aim in self.aims)

    @property
    def digest(self) -> str:
        """A short name that no other race has."""
        aims = " ".join(aim.text for aim in self.aims)
        return hashlib.sha256(f"{self.plan(0, self.cells).digest} {aims}".encode()).hexdigest()[:8]

    @property
    def total(self) -> int:
        """How many games will be played."""
        return sum(self.plan(heat, self.cells[:size]).total for heat, size in enumerate(self.heats))

    def run(
        self,
        folder: Path | None,
        on: str = HERE,
        workers: int | None = None,
        report: Callable[[int], None] | None = None,
    ) -> Tuning:
        """Play all heats. Those that the folder has are not played again."""
        tell, before, left = report or (lambda done: None), 0, self.cells
        for heat in range(len(self.heats)):
            plan = self.plan(heat, left)
            own = None if folder is None else heat_folder(folder, heat)
            done = before
            study = Study(plan, **played(plan, own, on, workers, lambda n, done=done: tell(done + n)))  # type: ignore[misc]
            before += plan.total
            now, entries = self.judged(study)
            if heat + 1 < len(self.heats):
                left = tuple(entry.cell for entry in better(entries, self.heats[heat + 1]))
        return Tuning(self.aims, now, entries, self.heats, study)

    def judged(self, study: Study) -> tuple[Entry, tuple[Entry, ...]]:
        """The rules as they are, and every variant: how near to the aims they came."""
        tables = [table.name for table in study.plan.tables]
        at = {aim: tables[1 if aim.measure == "skill" else 0] for aim in self.aims}
        there = {aim: [metric for metric in study.metrics() if metric.table == at[aim]] for aim in self.aims}
        values = [tuple(aim.value(there[aim], cell) for aim in self.aims) for cell in range(len(study.plan.cells))]
        misses = [
            tuple(aim.miss(value, now) for aim, value, now in zip(self.aims, row, values[0], strict=True))
            for row in values
        ]
        ranks = pareto_ranks(misses)
        entries = [
            Entry(cell, row, miss, rank == 0)
            for cell, row, miss, rank in zip(study.plan.cells, values, misses, ranks, strict=True)
        ]
        return entries[0], tuple(entries[1:])


def heat_folder(folder: Path, heat: int) -> Path:
    """Where the games of a heat are logged."""
    return folder / f"heat-{heat + 1}"


def make_race(setup: Setup, tuned: Sequence[str], aims: Sequence[Aim], games: int, seed: int) -> Race:
    """A race whose parts have been checked."""
    cells = tuple(cell for cell in variants(setup, tuned) if not same(cell, setup))
    if any(cell.players != setup.players for cell in cells):
        raise BadOption("the number of players cannot be tuned: tune for one at a time, with -p")
    race = Race(setup, cells, tuple(aims), games, seed)
    if not cells:
        raise BadOption("--tune names no variant but the rules as they are: give an option more values")
    least = LEAST * len(race.heats) * (len(cells) + 1) * (2 if race.about_skill else 1)
    if games < least:
        raise BadOption(
            f"a race of {len(cells)} variants needs {least} games or more, not {games}: give it more with -n"
        )
    return race


def same(cell: Cell, setup: Setup) -> bool:
    """Whether a variant is the rules as they are."""
    return cell.players == setup.players and dict(cell.options) == setup.option_texts()


def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether one is at least as near to every aim, and nearer to some."""
    return all(a <= b for a, b in zip(one, other, strict=True)) and tuple(one) != tuple(other)


def pareto_ranks(misses: Sequence[Sequence[float]]) -> list[int]:
    """0 for those that nobody is better than in every way, 1 for those that only these are, and so on.

    >>> pareto_ranks([(1, 3), (2, 2), (3, 3), (4, 4)])
    [0, 0, 1, 2]
    """
    ranks = [-1] * len(misses)
    rank = 0
    while -1 in ranks:
        left = [i for i, known in enumerate(ranks) if known == -1]
        for i in left:
            if not any(dominates(misses[j], misses[i]) for j in left):
                ranks[i] = rank
        rank += 1
    return ranks


def better(entries: Sequence[Entry], most: int) -> list[Entry]:
    """Those that go on: the lower ranks, and within a rank those that are nearer to all aims together."""
    scale = [max(column) or 1.0 for column in zip(*(entry.misses for entry in entries), strict=True)]
    ranks = pareto_ranks([entry.misses for entry in entries])

    def order(i: int) -> tuple[int, float, int]:
        return ranks[i], sum(miss / size for miss, size in zip(entries[i].misses, scale, strict=True)), i

    return [entries[i] for i in sorted(sorted(range(len(entries)), key=order)[:most])]
