"""The regression: it finds the weights that made the choices, and says nothing where nothing was said."""

import numpy as np
import pytest

from kobako.training.logit import Choices, fit, loss, shares, together, whole


def made(weights, number, seed, things=5):
    """Choices of someone who goes by these weights."""
    rng = np.random.default_rng(seed)
    features = rng.integers(-4, 5, (number * things, len(weights)), dtype=np.int32)
    starts = np.arange(number) * things
    asked = Choices(features, np.zeros(len(features)), starts)
    likely = shares(asked, np.array(weights))
    chosen = np.zeros(len(features))
    for start in starts:
        chosen[start + rng.choice(things, p=likely[start : start + things])] = 1.0
    return Choices(features, chosen, starts)


def test_it_finds_what_made_the_choices():
    true = [0.5, -0.25, 0.0]
    found = fit(made(true, 6000, 1), ridge=1e-6)
    assert found == pytest.approx(true, abs=0.05)


def test_it_is_no_more_surprised_than_those_weights_would_be():
    true, seen = [0.4, -0.6], made([0.4, -0.6], 500, 2)
    found = fit(seen, ridge=1e-6)
    assert loss(seen, found) <= loss(seen, np.array(true)) <= loss(seen, np.zeros(2))


def test_a_feature_that_tells_nothing_apart_gets_no_weight():
    seen = made([0.7], 300, 3)
    features = np.hstack([seen.features, np.full((len(seen.features), 1), 9, np.int32)])
    assert fit(Choices(features, seen.chosen, seen.starts))[1] == pytest.approx(0, abs=1e-9)


def test_lots_are_learned_from_together():
    one, other = made([0.3], 50, 4), made([0.3], 70, 5, things=3)
    both = together([one, other])
    assert both.number == 120
    assert np.add.reduceat(both.chosen, both.starts).tolist() == [1.0] * 120
    assert loss(both, np.zeros(1)) == pytest.approx((50 * np.log(5) + 70 * np.log(3)) / 120)


def test_weights_are_written_as_whole_numbers():
    assert whole(np.array([1.0, -0.5, 0.0001])) == [1024, -512, 0]
