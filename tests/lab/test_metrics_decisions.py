"""Decisions, kinds and pieces, on games small enough to work out by hand."""

import pytest

from kobako.core.events import event
from kobako.lab.metrics import measure
from kobako.lab.stats import at_most_p
from tests.lab.tiny import Move, Played, found, means, tables


def choices():
    """Four free decisions and a forced one; actions 0 and 1 are of kind `lay`, 2 is `take`."""
    return [
        Move(0, 3, (0.5, 0.5), "lay", 0, (0.5, 0.4, 0.2), sight=0, kinds="lay,take", phase="open"),
        Move(1, 3, (0.5, 0.5), "take", 2, (0.3, 0.3, 0.6), sight=1, kinds="lay,take", phase="open"),
        Move(0, 1, (0.4, 0.6), "lay", 1, kinds="lay", phase="close", round=2),
        Move(1, 2, (0.4, 0.6), "lay", 1, (0.61, 0.6), sight=1, kinds="lay", phase="close", round=2),
        Move(0, 3, (0.4, 0.6), "take", 2, (0.8, 0.2, 0.4), sight=2, kinds="lay,take", phase="close", round=2),
    ]


@pytest.fixture(scope="module")
def metrics():
    games = [Played([1.0, 0.0], choices(), rounds=2)] * 3
    return measure(tables(games, actions={0: "lay", 1: "lay", 2: "take", 3: "pass"}))


def test_margins(metrics):
    assert means(metrics, "decisions.margin")[""] == pytest.approx((0.1 + 0.3 + 0.01 + 0.4) / 4)
    assert means(metrics, "decisions.margin_by_phase") == pytest.approx({"close": 0.41 / 2, "open": 0.2})
    assert means(metrics, "decisions.margin_by_round") == pytest.approx({"1": 0.2, "2": 0.41 / 2})
    # Of five decisions the first two are the first third, two more the middle, one the last.
    assert means(metrics, "decisions.margin_by_third") == pytest.approx({"first": 0.2, "middle": 0.01, "last": 0.4})


def test_reasonable_actions(metrics):
    assert means(metrics, "decisions.reasonable")[""] == (1 + 1 + 2 + 1) / 4
    assert means(metrics, "decisions.clear")[""] == 3 / 4
    assert means(metrics, "decisions.reasonable_share")[""] == pytest.approx(5 / 11)


def test_first_sight(metrics):
    """Right; wrong by 0.3; wrong by 0.01, which is near enough; wrong by 0.4."""
    assert means(metrics, "decisions.sight_wrong")[""] == 2 / 4
    assert means(metrics, "decisions.sight_cost")[""] == pytest.approx((0.3 + 0.01 + 0.4) / 4)
    assert means(metrics, "decisions.sight_cost_by_phase") == pytest.approx({"close": 0.205, "open": 0.15})


def test_what_was_lost(metrics):
    assert means(metrics, "decisions.loss")[""] == pytest.approx((0.0 + 0.0 + 0.01 + 0.4) / 4)


def test_kinds_of_action(metrics):
    assert means(metrics, "pieces.action_count") == {"lay": 3.0, "pass": 0.0, "take": 2.0}
    assert means(metrics, "pieces.action_when") == pytest.approx({"lay": (0 + 0.5 + 0.75) / 3, "take": (0.25 + 1) / 2})


def test_the_worth_of_an_action_is_against_the_best_other_one(metrics):
    """lay: 0.5 - 0.4, and 0.6 - 0.61; take: 0.6 - 0.3, and 0.4 - 0.8."""
    assert means(metrics, "pieces.action_worth") == pytest.approx({"lay": (0.1 - 0.01) / 2, "take": (0.3 - 0.4) / 2})
    assert means(metrics, "pieces.action_right") == pytest.approx({"lay": 1.0, "take": 0.5})


def test_the_best_kind_where_there_were_two(metrics):
    """At three decisions both kinds were open: the best was lay, take, lay."""
    assert means(metrics, "pieces.action_best") == pytest.approx({"lay": 2 / 3, "take": 1 / 3})


def test_never_is_tested_by_game():
    moves = [Move(0, 2, (0.5, 0.5), "lay", 0, (0.9, 0.1), kinds="lay,take")] * 2
    games = [Played([1.0, 0.0], moves)] * 60
    best = found(measure(tables(games, actions={0: "lay", 1: "take"})), "pieces.action_best")
    assert best.keys == ("lay", "take")
    assert best.each == pytest.approx((2 * at_most_p(0, 60, 0.05),) * 2)


EVENTS = {
    "dealt": event("dealt", "seat", "card"),
    "scored": event("scored", "seat", "card", "points:number", "bonus:number"),
    "swept": event("swept"),
}


@pytest.fixture(scope="module")
def cards():
    """Card 7 scores 3 and turns the game; card 8 scores nothing."""
    seven = Played(
        [1.0, 0.0],
        [Move(0, 2, (0.5, 0.5), values=(0.6, 0.4), events=[("scored", 0, 7, 3, 0)]), Move(1, chances=(0.75, 0.25))],
        dealt=[("dealt", 0, 7), ("dealt", 1, 8)],
    )
    eight = Played(
        [1.0, 0.0],
        [Move(0, chances=(0.5, 0.5)), Move(1, 2, (0.5, 0.5), values=(0.4, 0.5), events=[("scored", 1, 8, 0, 0)])],
        dealt=[("dealt", 0, 7), ("dealt", 1, 8)],
    )
    return measure(tables([seven, eight], EVENTS))


def test_kinds_of_event(cards):
    assert means(cards, "pieces.event_games") == {"dealt": 1.0, "scored": 1.0, "swept": 0.0}
    assert means(cards, "pieces.event_count") == {"dealt": 2.0, "scored": 1.0, "swept": 0.0}
    assert means(cards, "pieces.event_when") == {"dealt": 0.0, "scored": 0.5}
    assert means(cards, "pieces.event_gain") == pytest.approx({"scored": (0.25 - 0.5) / 2})


def test_pieces(cards):
    counts = {"dealt.card 7": 1.0, "dealt.card 8": 1.0, "scored.card 7": 0.5, "scored.card 8": 0.5}
    assert means(cards, "pieces.piece_count") == counts
    assert means(cards, "pieces.piece_gain") == pytest.approx({"scored.card 7": 0.25, "scored.card 8": -0.5})
    # One is scored in the first tenth of its game and one in the last, where there is no other to be held against.
    assert means(cards, "pieces.piece_edge") == pytest.approx({"scored.card 7": 0.0, "scored.card 8": 0.0})
    assert means(cards, "pieces.piece_worth") == pytest.approx({"scored.card 7": 0.2, "scored.card 8": -0.1})
    assert means(cards, "pieces.piece_number") == {
        "scored.points card 7": 3.0,
        "scored.points card 8": 0.0,
        "scored.bonus card 7": 0.0,
        "scored.bonus card 8": 0.0,
    }
    assert means(cards, "pieces.number_counts") == {"scored.points": 0.5, "scored.bonus": 0.0}


def test_the_edge_of_a_piece_is_over_others_at_its_time():
    """7 gains 0.3 and 8 gains 0.1 at the same place of the game: an edge of 0.1, and of -0.1."""
    games = [
        Played([1.0, 0.0], [Move(0, chances=(0.5, 0.5), events=[("scored", 0, card, 1, 0)]), Move(1, chances=chances)])
        for card, chances in ((7, (0.8, 0.2)), (8, (0.6, 0.4)))
    ]
    metrics = measure(tables(games, EVENTS))
    assert means(metrics, "pieces.piece_gain") == pytest.approx({"scored.card 7": 0.3, "scored.card 8": 0.1})
    assert means(metrics, "pieces.piece_edge") == pytest.approx({"scored.card 7": 0.1, "scored.card 8": -0.1})
