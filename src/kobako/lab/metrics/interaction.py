"""How far do the players touch each other? What a decision of one seat does to the chances of the others."""

from __future__ import annotations

import numpy as np

from kobako.lab.metrics.estimate import Estimate, by_deal, per_game, per_key, ratios
from kobako.lab.metrics.kinds import action_kinds
from kobako.lab.metrics.sample import Sample, known_rows
from kobako.lab.stats import Floats, evenness_p, mean_p

HURT = 0.02  # a seat that loses less of its chance by another's decision is not its target


def estimates(sample: Sample) -> list[Estimate]:
    """All of it; nothing where no chances are known."""
    if not sample.has_chances:
        return []
    rows = np.arange(len(sample.seat))
    moved = sample.after - sample.before
    own = np.abs(moved[rows, sample.seat])
    others = (np.abs(moved).sum(axis=1) - own) / max(1, sample.players - 1)
    codes, kinds = action_kinds(sample)
    by_kind = per_key(
        sample.count, sample.game_of, codes, len(kinds), np.where(sample.free, moved[rows, sample.seat], np.nan)
    )
    seen = by_kind[1].sum(axis=0) > 0  # what a seat gains the others lose together
    names = [kind for kind, there in zip(kinds, seen) if there]
    found = [
        _free_and_forced(sample, "interaction.moved", others),
        _free_and_forced(sample, "interaction.own_moved", own),
        ratios(sample, "interaction.by_action", by_kind[0][:, seen], by_kind[1][:, seen], names),
    ]
    return [*found, *(_by_distance(sample, moved) if sample.players > 2 else [])]


def _free_and_forced(sample: Sample, name: str, values: Floats) -> Estimate:
    """Of free decisions; and of forced ones, where nobody chose: what is moved there is news, or the search's noise."""
    parts = [per_game(sample, values, where) for where in (sample.free, ~sample.free)]
    y, n = (np.stack(side, axis=1) for side in zip(*parts))
    seen = n.sum(axis=0) > 0
    keys = [key for key, there in zip(("free", "forced"), seen) if there]
    return ratios(sample, name, y[:, seen], n[:, seen], keys)


def _by_distance(sample: Sample, moved: Floats) -> list[Estimate]:
    """By how many seats on in turn order the other sits: what is given (or taken), and who is hurt most."""
    away = sample.players - 1
    seats = (sample.seat[:, None] + np.arange(1, sample.players)) % sample.players
    given = np.take_along_axis(moved, seats, axis=1)
    given = np.where(sample.free[:, None], given, np.nan)
    sums = [per_game(sample, column) for column in given.T]
    y, n = (np.stack(side, axis=1) for side in zip(*sums))
    signed = ratios(sample, "interaction.by_distance", y, n, [str(d + 1) for d in range(away)])
    each = [mean_p(signed.pulls[:, d] + signed.means[d]) for d in range(away)]
    signed = ratios(sample, "interaction.by_distance", y, n, signed.keys, each=each)
    return [signed, *_targets(sample, given)]


def _targets(sample: Sample, given: Floats) -> list[Estimate]:
    away = given.shape[1]
    lost = np.where(known_rows(given)[:, None], given, 0.0)
    hurts = np.flatnonzero(lost.min(axis=1) <= -HURT)
    if not len(hurts):
        return []
    most = np.isclose(lost[hurts], lost[hurts].min(axis=1, keepdims=True))
    codes = sample.seat[hurts, None] * away + np.arange(away)
    y = np.zeros((sample.count, sample.players * away))
    np.add.at(y, (sample.game_of[hurts, None], codes), most / most.sum(axis=1, keepdims=True))
    n = np.repeat(y.reshape(sample.count, sample.players, away).sum(axis=2), away, axis=1)
    keys = [f"{seat}>{d + 1}" for seat in range(sample.players) for d in range(away)]
    p = evenness_p(by_deal(sample, y.reshape(sample.count, sample.players, away).sum(axis=1)))
    return [ratios(sample, "interaction.targets", y, n, keys, p=p)]
