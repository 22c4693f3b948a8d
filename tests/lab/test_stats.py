"""The arithmetic of intervals and tests, against values that are known."""

from itertools import product
from math import comb, isnan

import numpy as np
import pytest

from kobako.lab.metrics import measure
from kobako.lab.stats import at_most_p, certainty, evenness_p, holm, mean_p, student_p, student_t, wilson
from tests.lab.tiny import Played, found, tables


@pytest.mark.parametrize(("df", "t"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (29, 2.045), (120, 1.980)])
def test_students_distribution(df, t):
    """From the printed tables."""
    assert student_t(df) == pytest.approx(t, abs=0.0006)
    assert student_p(t, df) == pytest.approx(0.05, abs=0.0001)


def test_evenness_with_few_games_is_as_by_all_exchanges():
    """Of 3^4 ways in which four games fall to three seats, those are counted that are as uneven as 3 : 1 : 0."""
    wins = np.eye(3)[[0, 0, 0, 1]]

    def uneven(winners):
        return sum((winners.count(seat) - 4 / 3) ** 2 for seat in range(3))

    as_uneven = [uneven(winners) >= uneven((0, 0, 0, 1)) - 1e-9 for winners in product(range(3), repeat=4)]
    assert evenness_p(wins) == pytest.approx(sum(as_uneven) / len(as_uneven), abs=0.01)


def test_evenness_keeps_its_promise():
    """Of a thousand fair studies about 50 have p < 0.05, with shared wins as without."""
    rng = np.random.default_rng(1)
    for shared in (0.0, 0.3):
        low = 0
        for _ in range(1000):
            wins = np.eye(4)[rng.integers(0, 4, 200)]
            also = np.eye(4)[rng.integers(0, 4, 200)]
            split = (rng.random(200) < shared)[:, None]
            low += evenness_p(np.where(split, (wins + also) / 2, wins)) < 0.05
        assert 30 <= low <= 75


def test_the_interval_covers_what_it_should():
    """Of 400 samples of 150 games the interval holds the true share in about 95 of 100; so does that of a mean."""
    rng = np.random.default_rng(3)
    covered = np.zeros(2)
    for _ in range(400):
        wins, scores = rng.random(150) < 0.3, rng.exponential(10.0, 150).round()
        games = [Played([float(w), 1.0 - w], scores=[int(s), 0]) for w, s in zip(wins, scores)]
        metrics = measure(tables(games))
        share, points = (found(metrics, f"fairness.seat_{what}").values[0] for what in ("share", "points"))
        covered += share.low <= 0.3 <= share.high, points.low <= 9.99 <= points.high
    assert (covered >= 0.92 * 400).all()
    assert (covered <= 0.98 * 400).all()


def test_binomial():
    assert at_most_p(1, 4, 0.5) == pytest.approx((comb(4, 0) + comb(4, 1)) / 16)
    assert at_most_p(4, 4, 0.5) == pytest.approx(1.0)
    assert at_most_p(0, 0, 0.5) == 1.0


def test_holm_raises_and_keeps_the_order():
    assert holm([0.001, 0.5, 0.02]) == pytest.approx([0.003, 0.5, 0.04])
    assert holm([]) == []
    assert [certainty(p) for p in (0.0009, 0.04, 0.05)] == ["certain", "likely", "open"]


def test_a_mean_of_nothing_but_one_value():
    assert mean_p(np.array([3.0])) == 1.0
    assert mean_p(np.zeros(5)) == 1.0
    assert mean_p(np.ones(5)) == 2**-4
    assert isnan(found(measure(tables([Played([1.0, 0.0])])), "length.decisions").values[0].low)


def test_wilson_at_the_ends():
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)
