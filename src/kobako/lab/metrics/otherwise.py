"""Does a variant's number ever come into play? With the same deals and the same heads every game would be the same."""

from __future__ import annotations

import numpy as np

from kobako.lab.metrics.sample import Sample
from kobako.lab.stats import Metric, Value, wilson

OTHERWISE = "otherwise"


def otherwise(now: Sample, base: Sample) -> Metric | None:
    """The share of games that went otherwise than in the base: by another action, or to other scores."""
    was, here = _courses(base), _courses(now)
    both = was.keys() & here.keys()
    if not both:
        return None
    share = sum(was[game] != here[game] for game in both) / len(both)
    value = Value(share, *wilson(share, len(both)), len(both))
    return Metric(OTHERWISE, now.table, now.cell, "share", ("",), (value,), note=str(base.cell))


def _courses(sample: Sample) -> dict[tuple[int, int], tuple[bytes, bytes]]:
    """Of every deal and replay: what was done, and what came of it."""
    games = zip(sample.games.ints("deal").tolist(), sample.games.ints("replay").tolist())
    actions = np.split(sample.decisions.ints("action"), np.cumsum(sample.length)[:-1])
    return {
        game: (done.tobytes(), scores.tobytes())
        for game, done, scores in zip(games, actions, sample.scores, strict=True)
    }
