"""How much is luck? The variance of the result, split by duplicate deals into the deal's part and the play's."""

from __future__ import annotations

import numpy as np

from kobako.lab.metrics.estimate import Estimate
from kobako.lab.metrics.fairness import leads
from kobako.lab.metrics.names import METRICS
from kobako.lab.metrics.sample import Sample
from kobako.lab.stats import Floats, mean_p


def estimates(sample: Sample) -> list[Estimate]:
    """The deal's part of who wins, and of the points; where equals play deals more than once."""
    if len(np.unique(sample.bots)) > 1 or np.bincount(sample.unit).max() < 2 or len(sample.deals) < 3:
        return []
    return [
        deal_share(sample, "luck.deal_share", sample.shares),
        deal_share(sample, "luck.deal_share_points", leads(sample.scores)),
    ]


def deal_share(sample: Sample, name: str, x: Floats) -> Estimate:
    """The deal's part of the variance, by a one-way analysis of variance with random effects (Fisher 1925).

    What seats and places in turn order get on the mean is taken off first: that is neither luck of the deal nor play.
    The interval is by leaving out one deal after the other (the jackknife: Quenouille 1956, Tukey 1958).
    """
    x = x - x.mean(axis=0)
    x = x - by_turn(sample, x)
    n = np.bincount(sample.unit).astype(np.float64)
    sums, squares = np.zeros((len(n), x.shape[1])), np.zeros(len(n))
    np.add.at(sums, sample.unit, x)
    np.add.at(squares, sample.unit, (x**2).sum(axis=1))
    between = (sums**2).sum(axis=1) / n
    total = Parts(len(n), n.sum(), (n**2).sum(), sums.sum(axis=0), between.sum(), squares.sum())
    others = Parts(
        len(n) - 1,
        total.games - n,
        total.games_squared - n**2,
        total.sums - sums,
        total.between - between,
        total.squares - squares,
    )
    raw, without = float(total.deal_share()), np.asarray(others.deal_share())
    pulls = (len(n) - 1) * (without.mean() - without)[:, None]
    p = mean_p(pulls[:, 0] + raw) if raw > 0 else 1.0
    mean = np.array([min(1.0, max(0.0, raw))])
    games = np.array([sample.count])
    unit = METRICS[name][0]
    return Estimate(name, unit, ("",), mean, pulls, sample.deals, games, bounds=(0.0, 1.0), p=p)


def by_turn(sample: Sample, x: Floats) -> Floats:
    """Of every seat in every game, what its place in turn order has on the mean."""
    turn = (np.arange(sample.players) - sample.first[:, None]) % sample.players
    means = np.array([x[turn == place].mean() for place in range(sample.players)])
    found: Floats = means[turn]
    return found


class Parts:
    """The sums that the variances are made of; of all deals, or (as columns) of all but one."""

    def __init__(
        self, deals: int, games: Floats, games_squared: Floats, sums: Floats, between: Floats, squares: Floats
    ):
        self.deals, self.games, self.games_squared = deals, games, games_squared
        self.sums, self.between, self.squares = sums, between, squares

    def deal_share(self) -> Floats:
        """The deal's variance to the whole; 0 where there is no variance."""
        among = (self.between - (self.sums**2).sum(axis=-1) / self.games) / (self.deals - 1)
        within = (self.squares - self.between) / np.maximum(1, self.games - self.deals)
        each = (self.games - self.games_squared / self.games) / (self.deals - 1)
        deal = (among - within) / each
        whole = deal + within
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = np.where(whole > 1e-12, deal / whole, 0.0)
        return found
