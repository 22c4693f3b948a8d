"""What is each card, cell, … good for that an event names: how often, what it does, what numbers come with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kobako.lab.metrics.estimate import Estimate, counted, per_key, ratios
from kobako.lab.metrics.kinds import UNSEEN, event_kinds, gains, of_decision, worths
from kobako.lab.metrics.sample import NUMBERS, Sample
from kobako.lab.stats import Floats, Ints, at_most_p, mean_p

TENTHS = 10  # of the game
NO_PIECE = ("seat", "number")  # kinds of numbers of an event that name no piece


@dataclass(frozen=True)
class Named:
    """The events of one kind, as they name pieces by one of their numbers."""

    rows: Ints
    codes: Ints
    keys: list[str]


def estimates(sample: Sample) -> list[Estimate]:
    """Of every card, cell, … that an event names: how often, what it does, and the numbers that come with it."""
    gain, worth = gains(sample), of_decision(sample, worths(sample), np.nan)
    own = sample.events.ints("seat") == of_decision(sample, sample.seat.astype(float), -2.0)
    worth = np.where(own, worth, np.nan)
    count, gained, edge, worthy, numbers, counting = (Keyed(sample) for _ in range(6))
    early = np.minimum(TENTHS - 1, TENTHS * of_decision(sample, sample.when, 0.0)).astype(np.int64)
    for kind in sample.catalogue.events:
        for number, values in _numbers(sample, kind):
            rows = _rows(sample, kind)
            counting.add([f"{kind}.{number}"], rows, np.zeros(len(rows), np.int64), (values[rows] != 0).astype(float))
        for arg, named in _named(sample, kind):
            count.add(named.keys, named.rows, named.codes, np.ones(len(named.rows)))
            gained.add(named.keys, named.rows, named.codes, gain[named.rows])
            apart = above_its_time(gain[named.rows], early[named.rows])
            edge.add(named.keys, named.rows, named.codes, apart, nothing_on_the_mean=True)
            worthy.add(named.keys, named.rows, named.codes, worth[named.rows])
            for number, values in _numbers(sample, kind):
                keys = [f"{kind}.{number} {arg} {key.partition(' ')[2]}" for key in named.keys]
                numbers.add(keys, named.rows, named.codes, values[named.rows], nothing=True)
    return [
        *counting.estimates("pieces.number_counts", rare=UNSEEN),
        *count.estimates("pieces.piece_count", by_game=True),
        *gained.estimates("pieces.piece_gain"),
        *edge.estimates("pieces.piece_edge"),
        *worthy.estimates("pieces.piece_worth"),
        *numbers.estimates("pieces.piece_number"),
    ]


def above_its_time(values: Floats, time: Ints) -> Floats:
    """Each value less the mean of all in the same tenth of the game: later, more is won and lost by anything."""
    known = np.isfinite(values)
    sums, counts = counted(time[known], TENTHS, values[known]), counted(time[known], TENTHS)
    found: Floats = values - (sums / np.maximum(1, counts))[time]
    return found


def _rows(sample: Sample, kind: str) -> Ints:
    codes, kinds = event_kinds(sample)
    return np.flatnonzero(codes == kinds.index(kind))


def _numbers(sample: Sample, kind: str) -> Iterator[tuple[str, Floats]]:
    for column, arg in zip(NUMBERS, sample.catalogue.events[kind]):
        if arg.kind == "number":
            yield arg.name, sample.events.floats(column)


def _named(sample: Sample, kind: str) -> Iterator[tuple[str, Named]]:
    rows = _rows(sample, kind)
    for column, arg in zip(NUMBERS, sample.catalogue.events[kind]):
        if arg.kind in NO_PIECE:
            continue
        numbers = sample.events.ints(column)[rows]
        there = numbers >= 0
        found, codes = np.unique(numbers[there], return_inverse=True)
        keys = [f"{kind}.{arg.name} {sample.catalogue.text(arg.kind, int(number))}" for number in found]
        if keys:
            yield arg.name, Named(rows[there], codes, keys)


class Keyed:
    """One metric's sums by game and key, gathered from several kinds of event."""

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.keys: list[str] = []
        self.y: list[Floats] = []
        self.n: list[Floats] = []
        self.each: list[float] = []

    def add(
        self,
        keys: list[str],
        rows: Ints,
        codes: Ints,
        values: Floats,
        nothing_on_the_mean: bool = False,
        nothing: bool = False,
    ) -> None:
        """Take in rows. Tested is, if asked for, that a key's mean is 0, or that its values are ever anything else."""
        game = self.sample.event_game[rows]
        y, n = per_key(self.sample.count, game, codes, len(keys), values)
        seen = np.flatnonzero(n.sum(axis=0) > 0)
        self.keys += [keys[k] for k in seen]
        self.y.append(y[:, seen])
        self.n.append(n[:, seen])
        if nothing_on_the_mean:
            deals = len(self.sample.deals)
            self.each += [mean_p(counted(self.sample.unit, deals, y[:, k])) for k in seen]
        if nothing:
            hits, _ = per_key(self.sample.count, game, codes, len(keys), (values != 0).astype(float))
            self.each += [at_most_p(int((hits[:, k] > 0).sum()), int((n[:, k] > 0).sum()), UNSEEN) for k in seen]

    def estimates(self, name: str, by_game: bool = False, rare: float | None = None) -> list[Estimate]:
        """The metric, if there is anything of it."""
        if not self.keys:
            return []
        y, n = np.concatenate(self.y, axis=1), np.concatenate(self.n, axis=1)
        if rare is not None:
            self.each = [
                at_most_p(int((y[:, k] > 0).sum()), int((n[:, k] > 0).sum()), rare) for k in range(len(self.keys))
            ]
        return [ratios(self.sample, name, y, np.ones_like(y) if by_game else n, self.keys, each=self.each)]
