"""Tension and interaction: on a game whose chances are known exactly, every outcome listed; and on curves by hand."""

from itertools import product
from math import sqrt

import pytest

from kobako.lab.metrics import measure
from tests.lab.tiny import Move, Played, found, means, tables

CHANCE = {(0, 0): 0.5, (1, 0): 0.75, (0, 1): 0.25, (1, 1): 0.5}  # of seat 0 to win two coins of three


def two_of_three():
    """A coin is thrown by seats 0, 1, 0 in turn; whose side comes twice wins. All eight sequences are as likely."""
    for throws in product((0, 1), repeat=3):
        moves, won = [], [0, 0]
        for number, side in enumerate(throws):
            chance = CHANCE[tuple(won)]
            moves.append(Move(number % 2, chances=(chance, 1 - chance)))
            won[side] += 1
            if 2 in won:
                break
        yield Played([float(won[0] == 2), float(won[1] == 2)], moves)


@pytest.fixture(scope="module")
def coins():
    return measure(tables(list(two_of_three())))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lead_changes", 2 / 8),  # the lead passes over where the winner lost the first throw: two sequences
        ("drama", 2 / 8 * sqrt(0.5)),  # and there it was behind once, by 0.75 - 0.25
        ("worst_moment", 6 / 8 * 0.5 + 2 / 8 * 0.25),
        ("settled_at", 1.0),
        ("played_after", 0.0),
        ("settled_early", 0.0),
        ("comebacks", 0.0),  # 0.25 is not below half of an even share
        ("runaways", 6 / 8),
        ("half_time_leader_wins", 6 / 8),
        ("out", 0.0),
        ("out_early", 0.0),
        # Gained by who throws, before the last throw: 0.25 in 00 (two sequences, kept), twice in 010 (both lost
        # again) and twice in 011 (the second kept): 0.75 of 1.5.
        ("permanence", 0.5),
    ],
)
def test_two_coins_of_three(coins, name, value):
    assert means(coins, f"tension.{name}")[""] == pytest.approx(value)


def test_the_winners_curve(coins):
    """At the start 1/2; after the first of two or three throws 3/4 for six sequences, 1/4 for two; at the end 1."""
    curve = means(coins, "tension.curve")
    assert curve["0"] == 0.5
    assert curve["5"] == pytest.approx(6 / 8 * 0.75 + 2 / 8 * 0.25)
    assert curve["10"] == 1.0


def test_two_players_have_no_kingmaker(coins):
    assert not [metric for metric in coins if metric.name.startswith("tension.kingmaking")]


def three_seats():
    """Seat 2 is out from the second of five decisions, and its decision then makes seat 1 the winner."""
    lines = [(0.4, 0.4, 0.2), (0.6, 0.4, 0.0), (0.69, 0.3, 0.01), (0.05, 0.94, 0.01), (0.05, 0.95, 0.0)]
    return Played([0.0, 1.0, 0.0], [Move(seat, chances=line) for seat, line in zip((0, 1, 2, 0, 1), lines)])


def test_kingmaking_by_hand():
    metrics = measure(tables([three_seats(), three_seats()]))
    assert means(metrics, "tension.hopeless_decisions")[""] == pytest.approx(1 / 5)
    assert means(metrics, "tension.kingmaking")[""] == 1.0
    assert means(metrics, "tension.kingmaking_moved")[""] == pytest.approx((0.64 + 0.64) / 2)
    assert means(metrics, "tension.out")[""] == pytest.approx((0.0 + 0.0 + 0.8) / 3)  # seat 0 is out at the end only
    assert means(metrics, "tension.out_early")[""] == 1.0
    assert means(metrics, "tension.settled_at")[""] == pytest.approx(3 / 5)
    assert means(metrics, "tension.played_after")[""] == pytest.approx(2.0)
    assert means(metrics, "tension.lead_changes")[""] == 1.0  # from seat 0, who first led, to seat 1
    assert means(metrics, "tension.comebacks")[""] == 0.0


def test_of_a_shared_win_each_winner_may_have_come_back():
    """Seat 0 was at 0.1, below half of a third; seat 1 never was: half a comeback, though their mean was not below."""
    moves = [Move(0, chances=(0.1, 0.6, 0.3)), Move(1, chances=(0.4, 0.5, 0.1))]
    assert means(measure(tables([Played([0.5, 0.5, 0.0], moves)] * 3)), "tension.comebacks")[""] == 0.5


def test_interaction_by_hand():
    """Δ of the seats at each decision: + .2 0 -.2 | +.09 -.1 +.01 | -.64 +.64 0 | 0 +.01 -.01 | -.05 +.05 0."""
    metrics = measure(tables([three_seats(), three_seats()]))
    others = ((0.0 + 0.2) + (0.09 + 0.01) + (0.64 + 0.64) + (0.01 + 0.01) + (0.05 + 0.0)) / 2
    own = 0.2 + 0.1 + 0.0 + 0.0 + 0.05
    assert means(metrics, "interaction.moved") == {"free": pytest.approx(others / 5)}
    assert means(metrics, "interaction.own_moved") == {"free": pytest.approx(own / 5)}
    # Gained by who decided: 0.2, -0.1, 0, 0, 0.05; that is what the others lose together.
    assert means(metrics, "interaction.by_action") == {"play": pytest.approx(0.15 / 5)}
    # To the next seat: 1, 2, 0, 1, 2 … to the one after it: 2, 0, 1, 2, 0.
    next_one = (0.0 + 0.01 - 0.64 + 0.01 + 0.0) / 5
    after_it = (-0.2 + 0.09 + 0.64 - 0.01 - 0.05) / 5
    assert means(metrics, "interaction.by_distance") == {
        "1": pytest.approx(next_one),
        "2": pytest.approx(after_it),
    }
    # Hurt by 0.02 or more: seat 0 hurts 2 (two seats on); 2 hurts 0 (the next); 1 hurts 0 (two on) at the end.
    targets = {key: value for key, value in means(metrics, "interaction.targets").items() if value == value}
    assert targets == {"0>1": 0.0, "0>2": 1.0, "1>1": 0.0, "1>2": 1.0, "2>1": 1.0, "2>2": 0.0}


def test_two_who_are_hurt_alike_share_it():
    moves = [Move(0, chances=(0.4, 0.3, 0.3))]
    metrics = measure(tables([Played([1.0, 0.0, 0.0], moves)] * 2))
    assert means(metrics, "interaction.targets")["0>1"] == 0.5
    assert means(metrics, "interaction.targets")["0>2"] == 0.5


def test_only_what_follows_at_once_is_held_against_a_decision():
    """Where every second decision has chances, nothing is said of single decisions; the curves are still told."""
    moves = [Move(number % 2, chances=(0.5, 0.5) if number % 2 else None) for number in range(4)]
    metrics = measure(tables([Played([1.0, 0.0], moves)] * 3))
    assert means(metrics, "tension.worst_moment")[""] == 0.5
    assert means(metrics, "interaction.moved") == {"free": pytest.approx(0.5)}  # the last decision, and no other


def test_without_chances_there_is_no_tension():
    metrics = measure(tables([Played([1.0, 0.0], [Move(0), Move(1)])] * 3))
    assert not [metric for metric in metrics if metric.name.startswith(("tension", "interaction"))]
    assert found(metrics, "length.decisions")
