"""An arena's log, and from it the table of games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from kobako.arena import log
from kobako.arena.duel import Outcome, Outcomes
from kobako.arena.log import LOG, BadLog, logged_seed, write
from kobako.arena.schedule import Plan, Unit
from kobako.core.seeds import seed_text

__all__ = ["LOG", "BadLog", "Log", "logged_seed", "rows", "table_file", "write"]

BIGGEST = 1 << 31  # no number of a game is so big


@dataclass(frozen=True)
class ArenaForm:
    """How an arena's units are written."""

    plan: Plan
    name: ClassVar[str] = "arena"
    version: ClassVar[int] = 1

    def head(self) -> dict[str, Any]:
        """The plan as plain values."""
        return self.plan.to_json()

    def encode(self, unit: Unit, result: Outcomes) -> dict[str, Any]:
        """A unit as plain values."""
        games = [{"scores": g.scores, "ranks": g.ranks, "decisions": g.decisions} for g in result]
        if self.plan.even_luck:
            games = [{**told, "luck": g.luck} for told, g in zip(games, result, strict=True)]
        return {"line_up": unit.line_up, "deal": unit.deal, "games": games}

    def decode(self, value: Mapping[str, Any]) -> tuple[Unit, Outcomes] | None:
        """The unit again; what no arena of this plan would write is damage, and is not guessed at."""
        plan = self.plan
        try:
            unit = Unit(value["line_up"], value["deal"])
            outcomes = tuple(
                Outcome(
                    tuple(g["scores"]), tuple(g["ranks"]), g["decisions"], tuple(g["luck"] if plan.even_luck else ())
                )
                for g in value["games"]
            )
        except (KeyError, TypeError):
            return None
        fits = len(outcomes) == plan.players and all(_possible(outcome, plan) for outcome in outcomes)
        known = _whole(unit) and unit.line_up in range(len(plan.line_ups)) and unit.deal in range(plan.deals)
        return (unit, outcomes) if fits and known else None


class Log(log.Log[Unit, Outcomes]):
    """The log of one arena."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        super().__init__(folder, ArenaForm(plan))
        self.plan = plan


def _possible(outcome: Outcome, plan: Plan) -> bool:
    """Whether a game can have come out so: each seat's rank is one more than there are seats before it."""
    scores, ranks, players = outcome.scores, outcome.ranks, plan.players
    if plan.even_luck and not (len(outcome.luck) == players and all(type(one) is float for one in outcome.luck)):
        return False
    sized = len(scores) == len(ranks) == players and _whole((*scores, *ranks, outcome.decisions))
    return sized and all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _whole(values: Sequence[Any]) -> bool:
    """Whether all are whole numbers: not true, not 1.0, both of which Python takes for 1."""
    return all(type(value) is int and abs(value) < BIGGEST for value in values)


def rows(plan: Plan, done: Mapping[Unit, Outcomes]) -> Iterator[dict[str, Any]]:
    """One flat row per game, in the order of the plan, whatever order they were played in."""
    for unit in plan.units:
        for rotation, outcome in enumerate(done.get(unit, ())):
            row: dict[str, Any] = {
                "line_up": unit.line_up,
                "deal": unit.deal,
                "seed": seed_text(plan.deal_seed(unit.deal)),
                "rotation": rotation,
            }
            columns = {
                "bot": plan.seated(unit.line_up, rotation),
                "score": outcome.scores,
                "rank": outcome.ranks,
                "win_share": outcome.shares,
                "luck": outcome.luck,
            }
            for name, values in columns.items():
                row |= {f"{name}_{seat}": value for seat, value in enumerate(values)}
            yield row | {"decisions": outcome.decisions}


def table_file(plan: Plan, done: Mapping[Unit, Outcomes], as_csv: bool = False) -> tuple[str, bytes]:
    """The games as a file, its name and what is in it: Parquet; CSV if asked, or if nothing here writes Parquet."""
    table = list(rows(plan, done))
    if not as_csv:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            pass
        else:
            binary = io.BytesIO()
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(table), binary, compression="zstd")
            return "results.parquet", binary.getvalue()
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return "results.csv", text.getvalue().encode()
