"""study.json: of a study what a curious player reads, small enough to ship with the game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kobako.core.published import Lengths, Measured, StudyShown
from kobako.lab.metrics.skill import LADDER
from kobako.lab.report.courses import binned, of
from kobako.lab.report.pictures import shown_tables

if TYPE_CHECKING:
    from kobako.lab.stats import Metric, Value
    from kobako.lab.study import Study

NUMBERS = (
    "length.minutes",
    "length.decisions",
    "length.rounds",
    "length.longest_wait",
    "luck.deal_share",
    "tension.settled_at",
    "tension.comebacks",
    "tension.lead_changes",
    "decisions.sight_wrong",
    "skill.doubling",
)
DIGITS = 4  # more than a picture can show


def published(study: Study) -> StudyShown:
    """What the browser shows of a study: the thinkers' table, as printed."""
    metrics = study.metrics()
    main = shown_tables(study.plan, metrics)[0]
    found = {metric.name: metric for metric in metrics if metric.cell == 0 and metric.table in (main, LADDER)}
    games = of(study.games, main)
    return {
        "rules": study.plan.rules,
        "players": study.plan.cells[0].players,
        "games": len(games),
        "bots": main,
        "numbers": {name: _measured(found[name].values[0]) for name in NUMBERS if name in found},
        # Where the same seat always starts, turns are seats.
        "turns": _all(found.get("fairness.turn_share") or found.get("fairness.seat_share")),
        "lengths": _lengths(np.asarray(games["decisions"])),
        "curve": [value["mean"] for value in _all(found.get("tension.curve"))],
    }


def _lengths(decisions: np.typing.NDArray[np.int64]) -> Lengths:
    start, step, shares = binned({"": decisions}) or (0, 1, {"": []})
    return {"start": start, "step": step, "shares": [round(share, DIGITS) for share in shares[""]]}


def _all(metric: Metric | None) -> list[Measured]:
    return [_measured(value) for value in metric.values] if metric else []


def _measured(value: Value) -> Measured:
    low, high = (None if math.isnan(end) else round(end, DIGITS) for end in (value.low, value.high))
    return {"mean": round(value.mean, DIGITS), "low": low, "high": high}
