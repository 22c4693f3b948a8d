"""Are there real choices? What the search thinks of the actions at the decisions that are free."""

from __future__ import annotations

import numpy as np

from kobako.lab.metrics.estimate import Estimate, per_game, per_key, ratios
from kobako.lab.metrics.sample import Sample
from kobako.lab.stats import Floats, Ints

NEAR = 0.02  # an action whose value is so near to the best one's is reasonable
THIRDS = ("first", "middle", "last")


def estimates(sample: Sample) -> list[Estimate]:
    """All of it; nothing where no values are known."""
    known = sample.decisions
    best = np.where(sample.free, known.floats("best_value"), np.nan)
    if not np.isfinite(best).any():
        return []
    margin = best - known.floats("second_value")
    reasonable = np.where(sample.free, known.floats("reasonable"), np.nan)
    blind = sight_cost(sample, best)
    with_blind = np.isfinite(blind)
    rounds = known.ints("round")
    phases, phase_names = known.codes("phase")
    third = np.minimum(2, (sample.place * 3) // np.maximum(1, sample.length[sample.game_of]))
    return [
        _mean(sample, "decisions.margin", margin),
        _mean(sample, "decisions.clear", np.where(np.isfinite(reasonable), reasonable == 1, np.nan)),
        _mean(sample, "decisions.reasonable", reasonable),
        ratios(
            sample,
            "decisions.reasonable_share",
            per_game(sample, reasonable)[0],
            per_game(sample, np.where(np.isfinite(reasonable), sample.legal, np.nan))[0],
        ),
        _mean(sample, "decisions.sight_wrong", np.where(with_blind, blind > NEAR, np.nan)),
        _mean(sample, "decisions.sight_cost", blind),
        _mean(sample, "decisions.loss", best - known.floats("value")),
        _by(sample, "decisions.margin_by_phase", margin, phases, phase_names),
        _by(sample, "decisions.margin_by_round", margin, *_places(rounds)),
        _by(sample, "decisions.margin_by_third", margin, third, list(THIRDS)),
        _by(sample, "decisions.sight_cost_by_phase", blind, phases, phase_names),
    ]


def sight_cost(sample: Sample, best: Floats) -> Floats:
    """What the action at first sight loses against the best one; none, if it is that."""
    found = best - sample.decisions.floats("sight_value")
    same = sample.decisions.ints("sight") == sample.decisions.ints("best")
    return np.where(same & np.isfinite(best), 0.0, found)


def _mean(sample: Sample, name: str, values: Floats) -> Estimate:
    return ratios(sample, name, *per_game(sample, values))


def _by(sample: Sample, name: str, values: Floats, codes: Ints, keys: list[str]) -> Estimate:
    y, n = per_key(sample.count, sample.game_of, codes, len(keys), values)
    seen = n.sum(axis=0) > 0
    return ratios(sample, name, y[:, seen], n[:, seen], [key for key, there in zip(keys, seen) if there])


def _places(numbers: Ints) -> tuple[Ints, list[str]]:
    found, codes = np.unique(numbers, return_inverse=True)
    return codes, [str(number) for number in found]
