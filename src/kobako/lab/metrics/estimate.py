"""From numbers by game to a metric with its interval, and to the difference between two that were dealt the same.

Nearly all that is measured is a ratio of two sums over games: forced decisions to decisions, wins to games. How much
each deal pulls at the ratio is known to first order (the "linearization" of survey statistics: Cochran 1977), and the
spread of these pulls gives the interval. Two cells with the same deals differ by the difference of their pulls, deal
by deal, so the luck of the deal that they share drops out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kobako.lab.metrics.names import METRICS
from kobako.lab.metrics.sample import Sample
from kobako.lab.stats import Bools, Floats, Ints, Metric, Value, mean_p, student_t, wilson

BOUNDS = {"share": (0.0, 1.0), "count": (0.0, np.inf), "minutes": (0.0, np.inf), "drama": (0.0, 1.0)}


@dataclass(frozen=True)
class Estimate:
    """Means (one for each key), and for each deal how far it pulls at each of them; the pulls of all deals sum to 0."""

    name: str
    unit: str
    keys: tuple[str, ...]
    means: Floats
    pulls: Floats  # deals × keys
    deals: Ints
    games: Ints  # how many say something of each key
    one_each: bool = False  # a share of games, each of which counts 1: Wilson's interval
    bounds: tuple[float, float] = (-np.inf, np.inf)  # what the interval cannot leave
    p: float | None = None
    note: str = ""
    each: tuple[float, ...] = ()

    def metric(self, table: str, cell: int) -> Metric:
        """The metric, with 95 % intervals."""
        values = tuple(self._value(k) for k in range(len(self.keys)))
        return Metric(self.name, table, cell, self.unit, self.keys, values, self.p, self.note, self.each)

    def error(self, k: int) -> float:
        """The standard error of one mean; NaN where a single deal says anything of it."""
        pulls = self.pulls[:, k]
        if np.count_nonzero(pulls) == 0:
            return 0.0 if len(pulls) > 1 else np.nan
        return float(pulls.std(ddof=1)) / float(np.sqrt(len(pulls))) if len(pulls) > 1 else np.nan

    def _value(self, k: int) -> Value:
        mean, error, n = float(self.means[k]), self.error(k), int(self.games[k])
        if self.one_each:
            spread = mean * (1 - mean)
            # So many independent games would say as much. Where all deals agree, but not all games (each seating of a
            # deal gives another winner), as many as there are; where all games agree, no more than deals are sure.
            n_like = spread / error**2 if error > 0 else n * (spread > 0)
            low, high = wilson(mean, float(np.clip(n_like, min(n, len(self.deals)), n)))
        else:
            half = student_t(max(1, min(n, len(self.deals)) - 1)) * error
            low, high = (float(np.clip(end, *self.bounds)) for end in (mean - half, mean + half))
        return Value(mean, low, high, n)


def ratios(
    sample: Sample,
    name: str,
    y: Floats | Bools,
    n: Floats | None = None,
    keys: Sequence[str] = ("",),
    p: float | None = None,
    note: str = "",
    each: Sequence[float] = (),
    yes_or_no: bool = True,
) -> Estimate:
    """The sum of `y` to the sum of `n` (both games × keys; n = 1 where y is a number), key by key.

    A share of games has Wilson's interval, unless what a game has of it is not `yes_or_no` (or a shared win).
    """
    sums = y.reshape(sample.count, -1).astype(np.float64)
    n = np.isfinite(sums).astype(np.float64) if n is None else n.reshape(sample.count, -1)
    sums = np.where(n > 0, sums, 0.0)
    above, below = by_deal(sample, sums), by_deal(sample, n)
    total = below.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = above.sum(axis=0) / total
        pulls = np.nan_to_num((above - means * below) / (total / len(above)))
    unit, games = METRICS[name][0], (n > 0).sum(axis=0)
    made = Estimate(name, unit, tuple(keys), means, pulls, sample.deals, games, p=p, note=note, each=tuple(each))
    one_each = unit == "share" and yes_or_no and bool(np.isin(n, (0.0, 1.0)).all())
    return replace(made, one_each=one_each, bounds=BOUNDS.get(unit, made.bounds))


def by_deal(sample: Sample, x: Floats) -> Floats:
    """Sums over the games of each deal."""
    sums = np.zeros((len(sample.deals), x.shape[1]))
    np.add.at(sums, sample.unit, x)
    return sums


def counted(places: Ints, size: int, values: Floats | None = None) -> Floats:
    """How often each place occurs; or the sum of its values."""
    return np.bincount(places, values, size).astype(np.float64)


def per_game(sample: Sample, values: Floats, where: Bools | None = None) -> tuple[Floats, Floats]:
    """Sums and counts over the decisions of each game, of those that have a value and are asked for."""
    use = np.isfinite(values) if where is None else np.isfinite(values) & where
    return counted(sample.game_of[use], sample.count, values[use]), counted(sample.game_of[use], sample.count)


def per_key(count: int, game: Ints, codes: Ints, keys: int, values: Floats) -> tuple[Floats, Floats]:
    """Sums and counts over the rows of each game and key (games × keys), of the rows that have a value."""
    use = np.isfinite(values) & (codes >= 0)
    at = game[use] * keys + codes[use]
    y, n = counted(at, count * keys, values[use]), counted(at, count * keys)
    return y.reshape(count, keys), n.reshape(count, keys)


def difference(name: str, now: Estimate, base: Estimate, note: str) -> Estimate | None:
    """What differs, key by key, between two estimates of one metric, over the deals that both have."""
    keys = [key for key in now.keys if key in base.keys]
    both, here, there = np.intersect1d(now.deals, base.deals, return_indices=True)
    if not keys or len(both) < 2:
        return None
    k_now, k_base = [now.keys.index(key) for key in keys], [base.keys.index(key) for key in keys]
    pulls = now.pulls[here][:, k_now] - base.pulls[there][:, k_base]
    # The pulls of some deals do not sum to 0: by their mean these deals differ from all.
    means = now.means[k_now] - base.means[k_base] + pulls.mean(axis=0)
    pulls = pulls - pulls.mean(axis=0)
    each = tuple(mean_p(pulls[:, k] + means[k]) if np.isfinite(means[k]) else 1.0 for k in range(len(keys)))
    games = np.minimum(now.games[k_now], base.games[k_base])
    return Estimate(name, now.unit, tuple(keys), means, pulls, both, games, note=note, each=each)
