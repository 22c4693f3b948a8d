"""A study's games: what is not yet played is played, here or elsewhere, and logged unit by unit."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa

from kobako.arena.log import LOG, Log
from kobako.arena.places import HERE, check_place, play
from kobako.core.options import whole
from kobako.lab.plan import Plan, Unit
from kobako.lab.play import Work
from kobako.lab.rows import SCHEMAS, table_of, unpack

Report = Callable[[int], None]  # told how many games are done


@dataclass(frozen=True)
class StudyForm:
    """How a study's units are written into its log."""

    plan: Plan
    name: ClassVar[str] = "study"
    version: ClassVar[int] = 1

    def head(self) -> dict[str, Any]:
        """The plan as plain values."""
        return self.plan.to_json()

    def encode(self, unit: Unit, result: bytes) -> dict[str, Any]:
        """A unit as plain values."""
        return {"unit": list(unit), "check": zlib.crc32(result), "rows": b64encode(result).decode()}

    def decode(self, value: Mapping[str, Any]) -> tuple[Unit, bytes] | None:
        """The unit again; None where no study of this plan would have written that."""
        try:
            unit, rows = Unit(*map(whole, value["unit"])), b64decode(value["rows"], validate=True)  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError):
            return None
        return (unit, rows) if self.plan.has(unit) and zlib.crc32(rows) == value.get("check") else None


def played(
    plan: Plan,
    folder: Path | None = None,
    on: str = HERE,
    workers: int | None = None,
    report: Report | None = None,
) -> dict[str, pa.Table]:
    """The tables of a plan. What the folder's log has is not played again; without a folder nothing is kept.

    `on` is where: "local", or Ray as the arena has it. The tables are the same wherever, and by whomever, it is played.
    """
    check_place(on, workers, folder is not None and (folder / LOG).exists(), "a study")
    tell = report or (lambda done: None)
    with ExitStack() as stack:
        log = None if folder is None else stack.enter_context(Log(folder, StudyForm(plan)))
        done: dict[Unit, bytes] = {} if log is None else log.done
        games = sum(plan.games(unit) for unit in done)
        tell(games)
        todo = [unit for unit in plan.units if unit not in done]
        coming = stack.enter_context(closing(play(Work(plan), todo, on, workers))) if todo else ()
        for unit, rows in coming:
            if log is not None:
                log.add(unit, rows)
            else:
                done[unit] = rows
            games += plan.games(unit)
            tell(games)
        return gathered(done)


def gathered(done: Mapping[Unit, bytes]) -> dict[str, pa.Table]:
    """All units' rows as three tables: by variant, table and game, whatever order they were played in."""
    parts = [unpack(done[unit]) for unit in sorted(done)]
    return {name: table_of(name, [part[name] for part in parts]).combine_chunks() for name in SCHEMAS}
