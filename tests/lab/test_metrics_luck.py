"""Luck and skill: pure chance, pure skill and what lies between, with the variances worked out by hand."""

from itertools import product
from math import log

import numpy as np
import pytest

from kobako.lab.metrics import measure
from kobako.lab.metrics.skill import best_of, thought_of
from tests.lab.tiny import Played, found, means, tables

WIN, LOSS = [1.0, 0.0], [0.0, 1.0]


def test_where_the_deal_decides_all_is_luck():
    games = [Played(WIN if deal % 2 else LOSS, deal=deal, replay=r) for deal in range(10) for r in range(2)]
    metrics = measure(tables(games))
    assert means(metrics, "luck.deal_share") == {"": 1.0}
    assert means(metrics, "luck.deal_share_points") == {"": 1.0}
    assert found(metrics, "luck.deal_share").p == pytest.approx(2**-9)  # sign flips of ten deals cannot show more


def test_where_the_play_decides_nothing_is():
    """Each deal is won once by either seat: less than nothing is the deal's, and that is told as nothing."""
    games = [Played(shares, deal=deal, replay=r) for deal in range(10) for r, shares in enumerate((WIN, LOSS))]
    metrics = measure(tables(games))
    assert means(metrics, "luck.deal_share") == {"": 0.0}
    assert found(metrics, "luck.deal_share").p == 1.0


def test_the_analysis_of_variance_by_hand():
    """Two replays of which all outcomes are listed, twice over: WW, WL, LW, LL, WW, ….

    Of one seat, about its mean 1/2: the deals' sums are 1, 0, 0, -1, …; among deals 2 × (1/2 + 1/2) / 7, within them
    2 × (1/2 + 1/2) / 8; so the deal's variance is (2/7 - 2/8) / 2 = 1/56, and 1/56 to 1/56 + 1/4 is 1 to 15.
    """
    outcomes = [*product((WIN, LOSS), repeat=2)] * 2
    games = [Played(shares, deal=d, replay=r) for d, pair in enumerate(outcomes) for r, shares in enumerate(pair)]
    assert means(measure(tables(games)), "luck.deal_share")[""] == pytest.approx(1 / 15)


def test_half_of_it_is_luck():
    """With chance 1/2 the deal settles it, else a coin: the outcomes of two replays of a deal correlate by 1/2."""
    rng = np.random.default_rng(4)
    games = []
    for deal in range(1500):
        fixed, side = rng.random() < 0.5, rng.random()
        for replay in range(3):
            wins = (side if fixed else rng.random()) < 0.5
            games.append(Played(WIN if wins else LOSS, deal=deal, replay=replay))
    metric = found(measure(tables(games)), "luck.deal_share")
    [value] = metric.values
    assert value.low < 0.5 < value.high
    assert value.high - value.low < 0.12
    assert metric.p < 1e-6


def test_the_seats_part_is_neither_luck_nor_play():
    """Seat 0 wins always: nothing varies, so nothing is the deal's."""
    games = [Played(WIN, deal=deal, replay=r) for deal in range(6) for r in range(2)]
    assert means(measure(tables(games)), "luck.deal_share") == {"": 0.0}


def test_without_duplicate_deals_nothing_is_said():
    assert "luck.deal_share" not in {metric.name for metric in measure(tables([Played(WIN), Played(LOSS)] * 5))}


def duel(more, less, wins, games, table):
    """A table of two searchers, the seats in turn; the one that thinks more wins so many."""
    for number in range(games):
        bots = (f"search:{more}", f"search:{less}")
        shares = WIN if number < wins else LOSS
        if number % 2:
            bots, shares = bots[::-1], shares[::-1]
        yield Played(shares, bots=bots, deal=number, table=table)


def test_who_ends_ahead():
    games = [
        Played([1.0, 0.0, 0.0], scores=[9, 5, 5], bots="abb", table="a,b,b"),  # a before both
        Played([0.0, 1.0, 0.0], scores=[7, 9, 5], bots="abb", table="a,b,b"),  # a between them
        Played([0.0, 0.5, 0.5], scores=[7, 7, 7], bots="bab", table="a,b,b"),  # all equal
    ]
    ahead = means(measure(tables(games)), "skill.ahead", "a,b,b")
    assert ahead == {"a>b": pytest.approx((1 + 0.5 + 0.5) / 3), "b>a": pytest.approx((0 + 0.5 + 0.5) / 3)}


def test_the_ladder_climbs_and_stops():
    """100 beats 50 in 60 %, 200 beats 100 in 60 %, 400 is no better than 200: two steps, and it stops at 200."""
    games = [
        *duel(100, 50, 600, 1000, "one"),
        *duel(200, 100, 600, 1000, "two"),
        *duel(400, 200, 500, 1000, "three"),
    ]
    metrics = measure(tables(games))
    assert means(metrics, "skill.ladder", "ladder") == {"100": 0.6, "200": 0.6, "400": 0.5}
    assert means(metrics, "skill.steps", "ladder")[""] == pytest.approx(2.0, abs=0.01)
    assert means(metrics, "skill.stops", "ladder") == {"": 200}
    odds = 2 * log(0.6 / 0.4) / 3
    assert means(metrics, "skill.doubling", "ladder")[""] == pytest.approx(1 / (1 + np.exp(-odds)), abs=0.001)


def test_a_ladder_that_goes_on():
    metrics = measure(tables([*duel(100, 50, 700, 1000, "one"), *duel(200, 100, 700, 1000, "two")]))
    stops = found(metrics, "skill.stops", "ladder")
    assert (stops.values[0].mean, stops.note) == (200, "open")


def test_a_doubling_is_worth_less_where_the_rung_is_wide():
    """One rung from 50 to 200 is two doublings: the odds of each are the root of the whole."""
    metrics = measure(tables(list(duel(200, 50, 800, 1000, "one"))))
    each = 1 / (1 + np.exp(-log(0.8 / 0.2) / 2))
    assert means(metrics, "skill.doubling", "ladder")[""] == pytest.approx(each, abs=0.001)


def test_matches_of_several_games():
    """Two of three: pp + 2ppq."""
    match = means(measure(tables(list(duel(100, 50, 600, 1000, "one")))), "skill.match", "one")
    assert match == pytest.approx({"1": 0.6, "3": 0.648, "5": 0.68256})
    assert best_of(0.5, 5) == 0.5
    assert best_of(1.0, 3) == 1.0


def test_who_is_stronger_is_not_told_by_the_games_it_is_shown_in():
    """By enumeration: of two equals, over all courses of four games, the stronger ends ahead in half of them."""
    met = []
    for course in product((WIN, LOSS), repeat=4):
        games = [Played(shares, bots="ab", deal=deal, table="a,b") for deal, shares in enumerate(course)]
        met.append(means(measure(tables(games)), "skill.match", "a,b")["1"])
    assert np.mean(met) == pytest.approx(0.5)


def test_a_match_on_the_ladder_is_of_one_doubling():
    metrics = measure(tables(list(duel(200, 50, 800, 1000, "one"))))
    one = means(metrics, "skill.doubling", "ladder")[""]
    assert means(metrics, "skill.match", "ladder") == pytest.approx(
        {"1": one, "3": best_of(one, 3), "5": best_of(one, 5)}
    )


def test_the_thought_of_a_bot():
    assert [thought_of(bot) for bot in ("search:64", "regular", "greedy", "novice", "search")] == [
        64,
        1500,
        None,
        None,
        None,
    ]


def test_a_table_for_the_ladder_is_measured_for_nothing_else():
    metrics = measure(tables(list(duel(100, 50, 600, 1000, "one"))))
    assert {metric.name.partition(".")[0] for metric in metrics} == {"skill"}
