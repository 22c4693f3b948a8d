"""What is each kind of action and of event good for: how often, when, and by the search's own values how much.

That who played a card won more often says little: the strong play it when they can afford to. Here an action is held
against the best other one at the same decision, and an event against the chances just before it.
"""

from __future__ import annotations

import math

import numpy as np

from kobako.lab.metrics.decisions import NEAR
from kobako.lab.metrics.estimate import Estimate, per_key, ratios
from kobako.lab.metrics.sample import Sample
from kobako.lab.stats import Floats, Ints, at_most_p

RARE = 0.02  # an event that fires in fewer games than this hardly ever does, for a designer
UNSEEN = 0.1  # what was never seen is told where more than this can be ruled out
NEVER = 0.05  # a kind of action that is the best in fewer decisions than this is never right


def estimates(sample: Sample) -> list[Estimate]:
    """All of it, as far as the tables tell."""
    return [*actions(sample), *best_kinds(sample), *events(sample)]


# Kinds of action


def actions(sample: Sample) -> list[Estimate]:
    """How often each kind of action is played, when, what it is worth, and how often it was right."""
    codes, kinds = action_kinds(sample)
    worth, right = worths(sample), np.full(len(codes), np.nan)
    value, best = sample.decisions.floats("value"), sample.decisions.floats("best_value")
    judged = sample.free & np.isfinite(value) & np.isfinite(best)
    same = sample.decisions.ints("action") == sample.decisions.ints("best")
    right[judged] = (same | (value >= best - NEAR))[judged]

    def by_kind(name: str, values: Floats) -> Estimate:
        return _seen(sample, name, per_key(sample.count, sample.game_of, codes, len(kinds), values), kinds)

    counts, _ = per_key(sample.count, sample.game_of, codes, len(kinds), np.ones(len(codes)))
    found = [ratios(sample, "pieces.action_count", counts, keys=kinds), by_kind("pieces.action_when", sample.when)]
    if judged.any():
        found += [by_kind("pieces.action_worth", worth), by_kind("pieces.action_right", right)]
    return found


def action_kinds(sample: Sample) -> tuple[Ints, list[str]]:
    """The kind of the action of each decision, among all that the game has."""
    seen, names = sample.decisions.codes("kind")
    kinds = sorted({*names, *sample.catalogue.actions.values()})
    return np.array([kinds.index(name) for name in names], np.int64)[seen] if names else seen, kinds


def worths(sample: Sample) -> Floats:
    """The value of each action that was played less that of the best other one; NaN where that is not known."""
    known = sample.decisions
    same = known.ints("action") == known.ints("best")
    other = np.where(same, known.floats("second_value"), known.floats("best_value"))
    return np.where(sample.free, known.floats("value") - other, np.nan)


def best_kinds(sample: Sample) -> list[Estimate]:
    """Of the decisions at which a kind of action was open beside another kind: how often the best one was of it.

    The p-values are for "never" (or, from one half on, "always") : that it is so in `NEVER` of the decisions or more.
    """
    if not (sample.decisions.has("kinds") and sample.decisions.has("best")):
        return []
    codes, kinds = action_kinds(sample)
    kind_of = dict(zip(sample.decisions.ints("action").tolist(), codes.tolist()))
    kind_of |= {action: kinds.index(kind) for action, kind in sample.catalogue.actions.items()}
    best = np.array([kind_of.get(action, -1) for action in sample.decisions.ints("best").tolist()], np.int64)
    offers, texts = sample.decisions.codes("kinds")
    y, n = np.zeros((sample.count, len(kinds))), np.zeros((sample.count, len(kinds)))
    for code, text in enumerate(texts):
        open_kinds = text.split(",")
        if len(open_kinds) < 2:
            continue
        here = (offers == code) & (best >= 0)
        for kind in open_kinds:
            k = kinds.index(kind)
            n[:, k] += np.bincount(sample.game_of[here], minlength=sample.count)
            y[:, k] += np.bincount(sample.game_of[here & (best == k)], minlength=sample.count)
    seen = n.sum(axis=0) > 0
    if not seen.any():
        return []
    each = [_hardly_ever(y[:, k], n[:, k]) for k in np.flatnonzero(seen)]
    names = [kind for kind, there in zip(kinds, seen) if there]
    return [ratios(sample, "pieces.action_best", y[:, seen], n[:, seen], names, each=each)]


def _hardly_ever(y: Floats, n: Floats) -> float:
    """Each game is one trial, with a part of a hit: so the binomial distribution is on the safe side."""
    parts = y[n > 0] / n[n > 0]
    parts = parts if parts.mean() < 0.5 else 1 - parts
    return min(1.0, 2 * at_most_p(math.ceil(parts.sum() - 1e-9), len(parts), NEVER))


# Kinds of event


def events(sample: Sample) -> list[Estimate]:
    """How often each kind of event happens, when, and what it does to its seat's chance."""
    codes, kinds = event_kinds(sample)
    if not kinds:
        return []
    counts, _ = per_key(sample.count, sample.event_game, codes, len(kinds), np.ones(len(codes)))
    fired = counts > 0
    rare = [at_most_p(int(fired[:, k].sum()), sample.count, UNSEEN) for k in range(len(kinds))]
    when = of_decision(sample, sample.when, 0.0)
    found = [
        ratios(sample, "pieces.event_games", fired, keys=kinds, each=rare),
        ratios(sample, "pieces.event_count", counts, keys=kinds),
        _seen(sample, "pieces.event_when", per_key(sample.count, sample.event_game, codes, len(kinds), when), kinds),
    ]
    gain = gains(sample)
    if np.isfinite(gain).any():
        by_kind = per_key(sample.count, sample.event_game, codes, len(kinds), gain)
        found.append(_seen(sample, "pieces.event_gain", by_kind, kinds))
    return found


def event_kinds(sample: Sample) -> tuple[Ints, list[str]]:
    """The kind of each event, among all that the game has."""
    seen, names = sample.events.codes("kind")
    kinds = sorted({*names, *sample.catalogue.events})
    return np.array([kinds.index(name) for name in names], np.int64)[seen] if names else seen, kinds


def gains(sample: Sample) -> Floats:
    """What its seat's chance is after the decision that caused each event, less before."""
    seat, decision = sample.events.ints("seat"), sample.event_decision
    found = np.full(len(seat), np.nan)
    there = np.flatnonzero((seat >= 0) & (seat < sample.players) & (decision >= 0))
    moved = sample.after - sample.before
    found[there] = moved[decision[there], seat[there]]
    return found


def of_decision(sample: Sample, values: Floats, at_the_deal: float) -> Floats:
    """Of each event, what is known of the decision that caused it."""
    decision = sample.event_decision
    if not len(values):
        return np.full(len(decision), at_the_deal)
    return np.where(decision >= 0, values[decision], at_the_deal)


def _seen(sample: Sample, name: str, sums: tuple[Floats, Floats], keys: list[str]) -> Estimate:
    """The keys of which there is anything."""
    y, n = sums
    seen = n.sum(axis=0) > 0
    return ratios(sample, name, y[:, seen], n[:, seen], [key for key, there in zip(keys, seen) if there])
