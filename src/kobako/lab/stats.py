"""What the lab says of a game, as numbers: a value with its interval, a metric, a finding; and the arithmetic of tests.

A game is the unit of sampling: the decisions of one game are not independent, and neither are games of one deal. So
everything is summed by deal first, and an interval is over deals (over games, where every game has a deal of its own).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Certainty = Literal["certain", "likely", "open"]

Z = 1.959964  # a standard normal number is within this of 0 in 95 of 100 cases
NORMAL_FROM = 400  # degrees of freedom from which Student's distribution is taken for the normal one
FEW = 5  # with fewer games than this for each seat, evenness is tested by shuffling
SHUFFLES = 20_000


@dataclass(frozen=True)
class Value:
    """A mean with its 95 % interval, from so many games. What was measured in one deal only has no interval: NaN."""

    mean: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Metric:
    """One thing measured at one table of one cell: a number (`keys` is `("",)`), or one for each seat, kind, ….

    `p` is the p-value of the metric's own test (that the seats are even, that nothing differs); `each` has one for
    every key, where every key has its own. `note` says what the numbers are held against, where that is a name.
    """

    name: str
    table: str
    cell: int
    unit: str
    keys: tuple[str, ...]
    values: tuple[Value, ...]
    p: float | None = None
    note: str = ""
    each: tuple[float, ...] = ()

    def value(self, key: str = "") -> Value:
        """The value of one key."""
        return self.values[self.keys.index(key)]

    def to_json(self) -> dict[str, Any]:
        """The metric as plain values; what is not a number is None."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Metric:
        """The metric again."""
        values = tuple(Value(_number(v["mean"]), _number(v["low"]), _number(v["high"]), v["n"]) for v in data["values"])
        more = {"keys": tuple(data["keys"]), "values": values, "each": tuple(data["each"])}
        return cls(**{**data, **more})


@dataclass(frozen=True)
class Finding:
    """What a designer should know: the key of its sentence, how much it weighs, how certain it is, its numbers."""

    code: str
    metric: str
    table: str
    cell: int
    weight: float
    certainty: Certainty
    values: dict[str, float | int | str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The finding as plain values."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Finding:
        """The finding again."""
        return cls(**data)


def _plain(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {key: _plain(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [_plain(value) for value in thing]
    if isinstance(thing, float) and not math.isfinite(thing):
        return None
    return thing


def _number(value: float | None) -> float:
    return math.nan if value is None else value


# Intervals


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's interval of a share seen in n games (Wilson 1927).

    >>> [round(x, 3) for x in wilson(0.0, 100)]
    [0.0, 0.037]
    """
    if n <= 0 or math.isnan(share):
        return math.nan, math.nan
    centre, scale = share + Z * Z / (2 * n), 1 + Z * Z / n
    half = Z * math.sqrt(max(0.0, share * (1 - share)) / n + Z * Z / (4 * n * n))
    low, high = (centre - half) / scale, (centre + half) / scale
    return low if share > 0 else 0.0, high if share < 1 else 1.0


def student_p(t: float, df: int) -> float:
    """How often Student's t is this far from 0 or farther, to either side (Abramowitz and Stegun 26.7.3 and 26.7.4).

    >>> round(student_p(2.228, 10), 3)
    0.05
    """
    t = abs(t)
    if df > NORMAL_FROM:
        return math.erfc(t / math.sqrt(2))
    angle = math.atan(t / math.sqrt(df))
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = df % 2
    term, total = (cosine, cosine) if odd else (1.0, 1.0)
    for k in range(3 if odd else 2, df, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    within = 2 / math.pi * (angle + sine * (total if df > 1 else 0.0)) if odd else sine * total
    return max(0.0, 1 - within)


@cache
def student_t(df: int) -> float:
    """Within this of 0 is Student's t in 95 of 100 cases.

    >>> [round(student_t(df), 3) for df in (1, 2, 9, 30)]
    [12.706, 4.303, 2.262, 2.042]
    """
    if df > NORMAL_FROM:
        return Z
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_p(middle, df) > 0.05 else (low, middle)
    return low


def mean_p(x: Floats) -> float:
    """The p-value that the mean of independent numbers is 0: Student's test, never below what sign flips can show."""
    n = len(x)
    if n < 2:
        return 1.0
    mean, error = float(x.mean()), float(x.std(ddof=1)) / math.sqrt(n)
    if error <= 1e-12 * max(1.0, abs(mean)):
        student = 1.0 if abs(mean) < 1e-12 else 0.0
    else:
        student = student_p(mean / error, n - 1)
    return min(1.0, max(student, 2.0 ** (1 - min(n, 1000))))


# Tests


def chi_square_p(x: float, df: int) -> float:
    """How often a chi-square number of so many degrees of freedom is x or more.

    >>> [round(chi_square_p(x, df), 3) for x, df in ((3.841, 1), (5.991, 2), (7.815, 3))]
    [0.05, 0.05, 0.05]
    """
    if x <= 0 or df < 1:
        return 1.0
    half = x / 2
    p, k = (math.erfc(math.sqrt(half)), 1) if df % 2 else (math.exp(-half), 2)
    while k < df:
        p += math.exp(k / 2 * math.log(half) - half - math.lgamma(k / 2 + 1))
        k += 2
    return min(1.0, p)


def evenness_p(x: Floats) -> float:
    """The p-value that what the seats got (a line for each game) does not depend on the seat.

    If it does not, the seats of each game could as well be exchanged. Over all exchanges the sums of the columns have
    mean and covariance that are known exactly, and the squared distance is chi-square (Friedman 1937); where each
    game has one winner, that is Pearson's test. With few games the exchanges are drawn instead, always the same ones.
    """
    n, seats = x.shape
    apart = x - x.mean(axis=1, keepdims=True)
    spread = float((apart**2).sum()) / (seats - 1) if seats > 1 else 0.0
    if spread <= 1e-12:
        return 1.0
    distance = float((apart.sum(axis=0) ** 2).sum())
    if n >= FEW * seats:
        return chi_square_p(distance / spread, seats - 1)
    rng = np.random.default_rng(0)
    drawn = rng.permuted(np.broadcast_to(apart, (SHUFFLES, n, seats)), axis=2).sum(axis=1)
    as_far = int(((drawn**2).sum(axis=1) >= distance - 1e-9).sum())
    return (as_far + 1) / (SHUFFLES + 1)


def at_most_p(hits: int, n: int, share: float) -> float:
    """How often so few hits or fewer come in n games if each has one with this chance (the binomial distribution).

    >>> round(at_most_p(0, 299, 0.01), 3)
    0.05
    """
    if n == 0:
        return 1.0
    logs = [
        math.lgamma(n + 1)
        - math.lgamma(k + 1)
        - math.lgamma(n - k + 1)
        + k * math.log(share)
        + (n - k) * math.log1p(-share)
        for k in range(min(hits, n) + 1)
    ]
    return min(1.0, sum(math.exp(log) for log in logs))


def at_most_share(hits: int, n: int, p: float) -> float:
    """The share of games that so few hits rule out: with a larger one they would come with a chance below p.

    With no hits it is about 3 / n for p = 0.05 (the "rule of three": Hanley and Lippman-Hand 1983).

    >>> round(at_most_share(0, 300, 0.05), 4)
    0.0099
    """
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if at_most_p(hits, n, middle) > p else (low, middle)
    return high


def holm(ps: Sequence[float], weights: Sequence[float] = ()) -> list[float]:
    """The p-values corrected for being many (Holm 1979): small ones stay small only if they are small among all.

    Questions may have unequal weights: those that weigh more are corrected less, and the others more.

    >>> [round(p, 2) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    >>> [round(p, 2) for p in holm([0.01, 0.04, 0.03], weights=[2, 1, 1])]
    [0.02, 0.06, 0.06]
    """
    weights = weights or [1.0] * len(ps)
    adjusted, most, left = [1.0] * len(ps), 0.0, sum(weights)
    for i in sorted(range(len(ps)), key=lambda i: ps[i] / weights[i]):
        most = max(most, min(1.0, left * ps[i] / weights[i]))
        adjusted[i] = most
        left -= weights[i]
    return adjusted


def certainty(adjusted: float) -> Certainty:
    """The word for a corrected p-value."""
    return "certain" if adjusted < 0.001 else "likely" if adjusted < 0.05 else "open"
