"""Does the seat decide? Shares of the win and points, by seat and by turn order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kobako.lab.metrics.estimate import Estimate, by_deal, ratios
from kobako.lab.metrics.sample import Sample
from kobako.lab.stats import Floats, Metric, Value, evenness_p


def estimates(sample: Sample) -> list[Estimate]:
    """Shares of the win and points by seat; by turn order too, where it is not always the same seat that starts."""
    lead = leads(sample.scores)
    found = [
        _by_place(sample, "fairness.seat_share", sample.shares),
        _by_place(sample, "fairness.seat_points", lead),
        ratios(sample, "fairness.shared_wins", (sample.shares > 0).sum(axis=1) > 1),
    ]
    if len(np.unique(sample.first)) > 1:
        order = (sample.first[:, None] + np.arange(sample.players)) % sample.players
        found += [
            _by_place(sample, "fairness.turn_share", np.take_along_axis(sample.shares, order, axis=1)),
            _by_place(sample, "fairness.turn_points", np.take_along_axis(lead, order, axis=1)),
        ]
    return found


def leads(scores: Floats) -> Floats:
    """Each seat's score less the mean of the others'."""
    players = scores.shape[1]
    found: Floats = (scores - scores.mean(axis=1, keepdims=True)) * (players / max(1, players - 1))
    return found


def _by_place(sample: Sample, name: str, x: Floats) -> Estimate:
    games_of_deal = np.bincount(sample.unit)[:, None]
    p = evenness_p(by_deal(sample, x) / games_of_deal)
    return ratios(sample, name, x, keys=[str(place) for place in range(sample.players)], p=p)


def by_players(studies: Mapping[int, Sequence[Metric]], name: str = "fairness.seat_share") -> list[Metric]:
    """The excess over an even share of the seat that wins most, by number of players: one study for each number."""
    found: dict[str, dict[int, Metric]] = {}
    for players, metrics in studies.items():
        for metric in metrics:
            if metric.name == name:
                found.setdefault(metric.table, {})[players] = metric
    made = []
    for table, by_number in found.items():
        numbers = sorted(by_number)
        values = tuple(_excess(by_number[players], players) for players in numbers)
        each = tuple(float(by_number[players].p or 0.0) for players in numbers)
        keys = tuple(str(players) for players in numbers)
        made.append(Metric("fairness.by_players", table, 0, "share", keys, values, note=name, each=each))
    return made


def _excess(metric: Metric, players: int) -> Value:
    most = max(metric.values, key=lambda value: value.mean)
    return Value(most.mean - 1 / players, most.low - 1 / players, most.high - 1 / players, most.n)
