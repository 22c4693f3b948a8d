"""Aims: what a designer wants of a game, in words, and how far a variant is from it.

An aim is one of these, and several are given with commas between them:

- `seats even`: no seat wins more than its share;
- `25 minutes`, `8 rounds`, `60 decisions`: as near to that as can be had;
- `NAME at least VALUE`, `NAME at most VALUE`: a number, a percentage (`30 %`), or `as now`, which is what the game has
  before anything is tuned. NAME is one of `MEASURES`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kobako.core.errors import BadOption
from kobako.lab.stats import Metric, Value

How = Literal["low", "near", "at least", "at most"]

# What an aim can be about: the metric it is read from. `seats` is how far above its share the luckiest place in turn
# order is; the luckiest seat, where the same seat always starts.
MEASURES: Mapping[str, str] = {
    "seats": "fairness.turn_share",
    "minutes": "length.minutes",
    "rounds": "length.rounds",
    "decisions": "length.decisions",
    "waiting": "length.longest_wait",
    "forced": "length.forced",
    "skill": "skill.ahead",
    "luck": "luck.deal_share",
    "settled": "tension.settled_at",
    "comebacks": "tension.comebacks",
    "runaways": "tension.runaways",
    "kingmaking": "tension.kingmaking",
}
LENGTHS = ("minutes", "rounds", "decisions")
NEAR = re.compile(rf"(\d+(?:\.\d+)?)\s+({'|'.join(LENGTHS)})")
BOUND = re.compile(r"(\w+)\s+(at least|at most)\s+(?:(as now)|(\d+(?:\.\d+)?)\s*(%)?)")


@dataclass(frozen=True)
class Aim:
    """One aim: what it is about, which way, and the value aimed at (None: as now)."""

    text: str
    measure: str
    how: How
    target: float | None

    @property
    def metric(self) -> str:
        """The name of the metric that it is read from."""
        return MEASURES[self.measure]

    def value(self, metrics: Sequence[Metric], cell: int) -> Value:
        """What a variant has of it."""
        names = (self.metric, "fairness.seat_share") if self.measure == "seats" else (self.metric,)
        found = [m for name in names for m in metrics if m.name == name and m.cell == cell]
        if not found:
            raise BadOption(
                f"the aim {self.text!r} cannot be measured here: {self.metric} was not found in these games"
            )
        if self.measure == "seats":
            return excess(found[0])
        return found[0].values[0]

    def miss(self, value: Value, now: Value) -> float:
        """How far a value is from the aim, 0 if it is reached, in the measure's own unit."""
        wanted = now.mean if self.target is None else self.target
        match self.how:
            case "low":
                return max(0.0, value.mean)
            case "near":
                return abs(value.mean - wanted)
            case "at least":
                return max(0.0, wanted - value.mean)
            case _:
                return max(0.0, value.mean - wanted)


def excess(shares: Metric) -> Value:
    """How much more than its share the seat that wins most has."""
    even = 1 / len(shares.values)
    most = max(shares.values, key=lambda value: value.mean)
    return Value(most.mean - even, most.low - even, most.high - even, most.n)


def read_aims(text: str) -> list[Aim]:
    """The aims that a text names.

    >>> [(aim.measure, aim.how, aim.target) for aim in read_aims("seats even, 25 minutes, skill at least as now")]
    [('seats', 'low', None), ('minutes', 'near', 25.0), ('skill', 'at least', None)]
    """
    aims = [_read(part.strip()) for part in text.split(",")]
    if len({aim.measure for aim in aims}) < len(aims):
        raise BadOption("two aims are about the same thing: name each once")
    return aims


def _read(text: str) -> Aim:
    if text == "seats even":
        return Aim(text, "seats", "low", None)
    if near := NEAR.fullmatch(text):
        return Aim(text, near[2], "near", float(near[1]))
    bound = BOUND.fullmatch(text)
    if bound is None or bound[1] not in MEASURES:
        names = ", ".join(MEASURES)
        raise BadOption(
            f"{text!r} is no aim. Aims are: seats even; 25 minutes (or rounds, decisions); NAME at least VALUE, NAME "
            f"at most VALUE, where VALUE is a number, a percentage (30 %), or as now, and NAME is one of {names}"
        )
    number = None if bound[3] else float(bound[4]) / (100 if bound[5] else 1)
    return Aim(text, bound[1], "at least" if bound[2] == "at least" else "at most", number)
