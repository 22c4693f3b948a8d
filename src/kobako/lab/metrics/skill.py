"""How much is skill? How often the stronger ends ahead, and the ladder of searchers that think ever more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations

import numpy as np

from kobako.bots.levels import LEVELS
from kobako.lab.metrics.estimate import Estimate, difference, ratios
from kobako.lab.metrics.names import METRICS
from kobako.lab.metrics.sample import Sample
from kobako.lab.plan import VERSUS
from kobako.lab.stats import Floats, Metric, Value, Z, mean_p

STEP = 0.6  # a step of the ladder: the one above ends ahead in six games of ten
LADDER = "ladder"  # the name under which what several tables say together is kept
MATCH, MATCHES = "skill.match", (1, 3, 5)
SEARCHERS = ("search", "classic")  # NAME:N thinks N times over a decision
WITHOUT = " without "  # in the name of a player: what it never plays


@dataclass(frozen=True)
class Rung:
    """Who thinks more against who thinks less: how often ahead."""

    less: int
    more: int
    ahead: Value

    @property
    def odds(self) -> float:
        """The logarithm of the odds, drawn a little to even so that it is finite."""
        n = self.ahead.n
        share = (self.ahead.mean * n + 0.5) / (n + 1)
        return math.log(share / (1 - share))

    @property
    def error(self) -> float:
        """Its standard error, from the width of the interval."""
        n = self.ahead.n
        share = (self.ahead.mean * n + 0.5) / (n + 1)
        return (self.ahead.high - self.ahead.low) / (2 * Z) / (share * (1 - share))


def estimates(sample: Sample) -> list[Estimate]:
    """Of a table of different players: how often each ends ahead of each, equal ranks half; over all their seats."""
    shares, weights, keys = _meetings(sample)
    if not keys:
        return []
    ahead = ratios(sample, "skill.ahead", shares, weights, keys, yes_or_no=sample.players == 2)
    return [ahead] if len(sample.deals) < 2 else [ahead, _stronger(sample, ahead, shares, weights)]


def _meetings(sample: Sample) -> tuple[Floats, Floats, list[str]]:
    """Of each game (a row) and each two who differ (a column): how often ahead, and whether they met."""
    ranks, bots = sample.games.seats("rank", sample.players), sample.bots
    pairs = list(permutations(sorted(set(bots.ravel().tolist())), 2))
    shares, weights = np.zeros((2, sample.count, len(pairs)))
    better = (ranks[:, :, None] < ranks[:, None, :]) + 0.5 * (ranks[:, :, None] == ranks[:, None, :])
    for column, (a, b) in enumerate(pairs):
        meet = (bots == a)[:, :, None] & (bots == b)[:, None, :]
        counts = meet.sum(axis=(1, 2))
        shares[:, column] = (better * meet).sum(axis=(1, 2)) / np.maximum(1, counts)
        weights[:, column] = counts > 0
    return shares, weights, [f"{a}>{b}" for a, b in pairs]


def _stronger(sample: Sample, ahead: Estimate, shares: Floats, weights: Floats) -> Estimate:
    """How often the stronger of the most unequal two ends ahead.

    Who that is, one half of the deals says, and the other half how often, both ways round: of equals, whoever was
    luckier in the same games would seem to be stronger.
    """
    half = sample.unit % 2
    picked = np.zeros(sample.count, dtype=int)
    for this in (0, 1):
        other = half != this
        means = (shares * weights)[other].sum(axis=0) / np.maximum(1, weights[other].sum(axis=0))
        picked[half == this] = means.argmax()
    rows = np.arange(sample.count)
    note = ahead.keys[int(np.nan_to_num(ahead.means).argmax())]
    return ratios(
        sample, MATCH, shares[rows, picked], weights[rows, picked], keys=["1"], note=note, yes_or_no=sample.players == 2
    )


def restricted(sample: Sample, usual: Sample) -> Estimate | None:
    """What who never plays a kind of action has of the win, less what the same seats have where nobody is restricted.

    Who goes round all seats is held against an even share; who keeps a seat, against that seat, deal by deal.
    """
    there = np.char.find(sample.bots, WITHOUT) >= 0
    names = sorted(set(sample.bots[there].tolist()))
    if len(names) != 1:
        return None
    kind, seats = names[0].partition(WITHOUT)[2], np.flatnonzero(there.any(axis=0))
    shares = np.where(there, sample.shares, 0.0).sum(axis=1) / np.maximum(1, there.sum(axis=1))
    got = ratios(sample, "skill.restricted", shares, keys=[kind])
    if len(seats) > 1:
        apart = replace(got, means=got.means - 1 / sample.players, one_each=False, bounds=(-1.0, 1.0))
        return replace(apart, each=(mean_p(apart.pulls[:, 0] + apart.means[0]),))
    base = ratios(usual, "skill.restricted", usual.shares[:, seats[0]], keys=[kind])
    return difference("skill.restricted", got, base, note=str(seats[0]))


def is_versus(sample: Sample) -> bool:
    """Is this a table that is there for nothing else: a step of the ladder, or one who thinks among random players?"""
    names = set(sample.bots.ravel().tolist())
    rung = len(names) == 2 and all(thought_of(bot) for bot in names) and not sample.has_chances
    return rung or VERSUS in sample.table


def thought_of(bot: str) -> int | None:
    """How many simulations a bot thinks over a decision, where that and nothing else is its strength."""
    name, _, argument = bot.partition(":")
    if name in SEARCHERS and argument.isdecimal():
        return int(argument)
    level = LEVELS.get(bot)
    return level.budget.simulations if level and not level.slips else None


def ladder(metrics: Sequence[Metric]) -> list[Metric]:
    """What the tables of two searchers say together, cell by cell."""
    found: list[Metric] = []
    ahead = [metric for metric in metrics if metric.name == "skill.ahead"]
    for cell in sorted({metric.cell for metric in ahead}):
        here = [metric for metric in ahead if metric.cell == cell]
        rungs = _rungs(here)
        if rungs:
            found += _climb(rungs, cell)
    return found


def _rungs(metrics: Sequence[Metric]) -> list[Rung]:
    """The rungs from the lowest up, each from one thought to the next that was met."""
    met: dict[tuple[int, int], Value] = {}
    for metric in metrics:
        for key, value in zip(metric.keys, metric.values):
            more, less = (thought_of(bot) for bot in key.split(">"))
            if more and less and more > less:
                met[less, more] = value
    thoughts = sorted({thought for pair in met for thought in pair})
    return [Rung(less, more, met[less, more]) for less, more in pairwise(thoughts) if (less, more) in met]


def _climb(rungs: Sequence[Rung], cell: int) -> list[Metric]:
    """The ladder itself, how high it is, where it stops, and what a doubling is worth."""
    stop = next((number for number, rung in enumerate(rungs) if rung.ahead.low <= 0.5), None)
    climbed = rungs if stop is None else rungs[:stop]
    n = sum(rung.ahead.n for rung in rungs)
    unit = math.log(STEP / (1 - STEP))
    height = sum(rung.odds for rung in climbed) / unit
    half = Z * math.sqrt(sum(rung.error**2 for rung in climbed)) / unit
    top = rungs[-1].more if stop is None else rungs[stop].less
    doublings = sum(math.log2(rung.more / rung.less) for rung in rungs)
    mean = sum(rung.odds for rung in rungs) / doublings
    spread = Z * math.sqrt(sum(rung.error**2 for rung in rungs)) / doublings
    worth = Value(_share(mean), _share(mean - spread), _share(mean + spread), n)
    keys, values = tuple(str(rung.more) for rung in rungs), tuple(rung.ahead for rung in rungs)
    return [
        Metric("skill.ladder", LADDER, cell, METRICS["skill.ladder"][0], keys, values, note=str(rungs[0].less)),
        _single("skill.steps", cell, Value(height, height - half, height + half, n)),
        _single("skill.stops", cell, Value(top, top, top, n), note="" if stop is not None else "open"),
        _single("skill.doubling", cell, worth),
        matches(_single(MATCH, cell, worth)),
    ]


def matches(metric: Metric) -> Metric:
    """How often the stronger ends ahead in one game, in most of 3 and in most of 5, if each is by itself."""
    (one,) = metric.values
    values = tuple(
        Value(best_of(one.mean, games), best_of(one.low, games), best_of(one.high, games), one.n) for games in MATCHES
    )
    return replace(metric, keys=tuple(map(str, MATCHES)), values=values)


def best_of(share: float, games: int) -> float:
    """How often who wins one game with this chance wins most of so many.

    >>> round(best_of(0.6, 3), 3)
    0.648
    """
    most = games // 2 + 1
    return sum(math.comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(most, games + 1))


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _single(name: str, cell: int, value: Value, note: str = "") -> Metric:
    return Metric(name, LADDER, cell, METRICS[name][0], ("",), (value,), note=note)
