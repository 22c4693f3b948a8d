"""A question that is put to a study's metrics, and where its answer is looked up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from kobako.lab.stats import Metric, Value, Z, at_most_share

Values = dict[str, float | int | str]
SURE = 1e-5  # "at most in so many games" is said so that it would be wrong this often: for a hundred such, 0.001


@dataclass(frozen=True)
class Case:
    """A question: its p-value (None: it is a size, not a test), whether it is told, and with what numbers.

    Where `one_of_many` alike are put at once, some would seem true by chance: it is told only if it is likely at least.
    """

    code: str
    metric: str
    table: str
    cell: int
    weight: float
    p: float | None
    told: bool
    values: Values = field(default_factory=dict)
    one_of_many: bool = False

    @property
    def sort(self) -> str:
        """What the question is about: the game, its pieces, or a difference."""
        family = self.metric.partition(".")[0]
        differs = self.code in ("skill_changes", "option_changes")
        return "difference" if differs else "pieces" if family == "pieces" else "game"


class Look:
    """The metrics of one table at one cell, by name."""

    def __init__(self, metrics: Sequence[Metric], table: str, cell: int = 0) -> None:
        self.table, self.cell = table, cell
        self.found = {metric.name: metric for metric in metrics if (metric.table, metric.cell) == (table, cell)}

    def get(self, name: str) -> Metric | None:
        """A metric, if it was measured."""
        return self.found.get(name)

    def value(self, name: str, key: str = "") -> Value | None:
        """One value of a metric, if it was measured."""
        metric = self.get(name)
        value = metric.value(key) if metric and key in metric.keys else None
        return value if value and not math.isnan(value.mean) else None

    def case(
        self, code: str, metric: str, weight: float, p: float | None, told: bool, /, **values: float | str
    ) -> Case:
        """A case about this table."""
        return Case(code, metric, self.table, self.cell, weight, p, told, values)


def exceeds_p(value: Value, bound: float, above: bool = True) -> float:
    """The p-value that the truth is not above (below) a bound, by the normal distribution and the interval's width."""
    error = (value.high - value.low) / (2 * Z)
    apart = value.mean - bound if above else bound - value.mean
    if math.isnan(error):
        return 1.0
    if error == 0:
        return 2.0 ** -min(value.n, 1000) if apart > 0 else 1.0
    return max(math.erfc(apart / error / math.sqrt(2)) / 2, 2.0 ** -min(value.n, 1000))


def at_most(hits: int, games: int) -> float:
    """The share of games that can be ruled out for sure."""
    return at_most_share(hits, games, SURE)


def sized(value: Value) -> Values:
    """A value's interval and its games."""
    return {"low": value.low, "high": value.high, "games": value.n}
