"""Fairness and length on tiny games of which every outcome is listed."""

import math
from itertools import product

import pytest

from kobako.lab.metrics import by_players, measure
from kobako.lab.stats import chi_square_p, wilson
from tests.lab.tiny import Move, Played, found, means, tables


def race():
    """Seats 0 and 1 throw a coin in turn, seat 0 first, three throws at most: the first head wins, else seat 0.

    Of the eight sequences seat 0 wins H.., TTH and TTT: 6/8; seat 1 wins TH.: 2/8.
    """
    for throws in product("HT", repeat=3):
        head = throws.index("H") if "H" in throws else 2
        winner = head % 2
        moves = [Move(number % 2, legal=1) for number in range(head + 1)]
        yield Played([float(seat == winner) for seat in (0, 1)], moves, scores=[5 - 5 * winner, 5 * winner])


def test_the_shares_of_a_race_are_its_chances():
    metrics = measure(tables(list(race())))
    assert means(metrics, "fairness.seat_share") == {"0": 0.75, "1": 0.25}
    assert means(metrics, "fairness.seat_points") == {"0": 2.5, "1": -2.5}
    assert means(metrics, "fairness.shared_wins") == {"": 0.0}
    low, high = wilson(0.75, 8)
    value = found(metrics, "fairness.seat_share").values[0]
    assert (value.low, value.high, value.n) == (pytest.approx(low), pytest.approx(high), 8)


def test_few_games_are_tested_by_exchanging_seats():
    """Six of eight for one of two seats: with fair seats 2 × (1 + 8 + 28) of 256 are as uneven."""
    p = found(measure(tables(list(race()))), "fairness.seat_share").p
    assert p == pytest.approx(74 / 256, abs=0.01)


def test_many_games_are_tested_by_pearsons_test():
    p = found(measure(tables(list(race()) * 10)), "fairness.seat_share").p
    assert p == pytest.approx(chi_square_p((60 - 40) ** 2 / 40 + (20 - 40) ** 2 / 40, 1))


def test_turn_order_is_told_from_the_seat():
    """Who starts wins always, and every seat starts as often: seats are even, turns are not."""
    games = [Played([float(seat == first) for seat in range(3)], first=first) for first in range(3)] * 5
    metrics = measure(tables(games))
    assert means(metrics, "fairness.seat_share") == pytest.approx({"0": 1 / 3, "1": 1 / 3, "2": 1 / 3})
    assert means(metrics, "fairness.turn_share") == {"0": 1.0, "1": 0.0, "2": 0.0}
    assert found(metrics, "fairness.seat_share").p == 1.0
    assert found(metrics, "fairness.turn_share").p == pytest.approx(chi_square_p(30, 2))
    assert means(metrics, "fairness.turn_points") == {"0": 12.0, "1": -6.0, "2": -6.0}


def test_a_shared_win_is_shared():
    metrics = measure(tables([Played([0.5, 0.5]), Played([1.0, 0.0])]))
    assert means(metrics, "fairness.seat_share") == {"0": 0.75, "1": 0.25}
    assert means(metrics, "fairness.shared_wins") == {"": 0.5}


def test_games_of_one_deal_are_one_observation():
    """Four replays of each deal that all end alike say no more than one."""
    once = [Played([1.0, 0.0], deal=d) for d in range(30)] + [Played([0.0, 1.0], deal=d) for d in range(30, 50)]
    again = [Played(g.shares, deal=g.deal, replay=r) for g in once for r in range(4)]
    one, four = (found(measure(tables(games)), "fairness.seat_share") for games in (once, again))
    assert four.p == pytest.approx(one.p)
    assert four.values[0].low == pytest.approx(one.values[0].low, abs=0.005)
    assert (one.values[0].n, four.values[0].n) == (50, 200)


def test_the_excess_by_number_of_players():
    two = measure(tables([Played([1.0, 0.0]), Played([1.0, 0.0]), Played([1.0, 0.0]), Played([0.0, 1.0])]))
    three = measure(tables([Played([1.0, 0.0, 0.0]), Played([0.0, 1.0, 0.0]), Played([0.0, 0.0, 1.0])]))
    [metric] = by_players({3: three, 2: two})
    assert metric.keys == ("2", "3")
    assert [value.mean for value in metric.values] == pytest.approx([0.25, 0.0])


def test_the_excess_by_number_of_players_within_one_study():
    games = [Played([1.0, 0.0]), Played([1.0, 0.0]), Played([1.0, 0.0, 0.0], cell=1), Played([0.0, 1.0, 0.0], cell=1)]
    metrics = measure(tables(games))
    assert means(metrics, "fairness.by_players") == pytest.approx({"2": 1 / 2, "3": 1 / 2 - 1 / 3})
    assert not [metric for metric in metrics if metric.name == "change.fairness.seat_share"]  # of more, each has less


def test_the_length_of_a_race():
    """H.. is over after one throw (4 of 8), TH. after two (2 of 8), TT. after three: 1.75 on the mean."""
    metrics = measure(tables(list(race())))
    assert means(metrics, "length.decisions") == {"": 1.75}
    assert means(metrics, "length.forced") == {"": 1.0}
    assert means(metrics, "length.minutes")[""] == pytest.approx(1.75 * 3.5 / 60)
    assert means(metrics, "length.rounds") == {"": 1.0}


def test_minutes_branching_and_waits_by_hand():
    """0 has 4 choices, 1 is forced, 1 has 2, 0 is forced, 1 is forced."""
    moves = [Move(0, 4), Move(1, 1), Move(1, 2), Move(0, 1), Move(1, 1)]
    metrics = measure(tables([Played([1.0, 0.0], moves), Played([1.0, 0.0], moves)]))
    four, forced, two = 2 + 2 + 3 * 2, 2 + 1.5, 2 + 2 + 3 * 1
    assert means(metrics, "length.minutes")[""] == pytest.approx((four + two + 3 * forced) / 60)
    assert means(metrics, "length.forced") == {"": 0.6}
    assert means(metrics, "length.branching") == {"": 3.0}
    assert means(metrics, "length.longest_wait")[""] == pytest.approx((forced + two) / 60)
    assert means(metrics, "length.longest_wait_decisions") == {"": 2.0}


def test_where_nobody_decides_twice_there_is_no_wait():
    metrics = measure(tables([Played([1.0, 0.0], [Move(0), Move(1)])]))
    assert math.isnan(means(metrics, "length.longest_wait")[""])
