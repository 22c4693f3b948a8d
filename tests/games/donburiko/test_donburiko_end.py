"""Donburiko!: the last round, a short bank, who wins."""

import pytest

from kobako.core.errors import GameOver
from kobako.games.donburiko import GAME
from tests.games.donburiko.table import random_games, table, told


def test_twenty_chips_make_the_round_the_last():
    """DON-17: the moment a player holds 20 this round is the last; it is played out, and then the game is over."""
    match = table(rows=["3", "2 1", "L 4"], hands=["5", "4", ""], chips=(19, 5, 5))
    events = match.play("5>A")
    assert told(events) == [("added", 0, "5", "A", 1), ("last_round",)]
    assert match.state.last == 1
    assert not match.over
    match.play("take B")
    match.play("take C")
    match.play("take A")  # 8: pays 2, 18 left
    assert match.over
    assert match.state.chips[0] == 18


def test_nineteen_is_not_enough():
    """DON-17: 19 chips do not make the round the last."""
    match = table(rows=["3", "2 1", "L 4"], hands=["5", "4", ""], chips=(18, 5, 5))
    match.play("5>A")
    assert match.state.last == 0


def test_an_empty_bank_makes_the_round_the_last():
    """DON-17: the moment the bank is empty this round is the last, though it gets chips again."""
    match = table(rows=["3", "5 4", "L"], hands=["1", "2", "2"], chips=(16, 16, 16), bank=1)
    assert ("last_round",) in told(match.play("1>A"))
    assert match.state.bank == 0
    match.play("take B")  # 9: pays 3
    assert match.state.bank == 3
    assert match.state.last == 1


def test_the_moment_inside_a_take():
    """DON-17: ruling: 20 between gathering the chips and paying for a bust counts: 18 and 2, then 3 to pay."""
    match = table(rows=["5 (2)1 (2)2", "3", "L"], hands=["", "4", "4"], chips=(18, 5, 5))
    events = match.play("take A")
    assert told(events, "gathered", "last_round", "paid") == [("gathered", 0, 2), ("last_round",), ("paid", 0, 9, 3)]
    assert match.state.chips[0] == 17
    assert match.state.last == 1


def test_twenty_by_a_score():
    """DON-17: a row's points count, a Donburiko's too, and the round then ends the game."""
    match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(14, 5, 5))
    match.play("take A")
    assert match.over
    assert match.winners == [0]


def test_the_last_round_is_told_once():
    """DON-17: the last round is announced once, by whatever comes first."""
    for match in random_games(15):
        if match.over:
            assert len(told(match.events, "last_round")) == 1
            assert told(match.events)[-1] == ("ended",)


def test_round_one_hundred_is_the_last():
    """DON-17: ruling: round 100 is the last, and is told to be so at its start; round 99 is not."""
    assert "round 100 is the last\nin any case" in GAME.rulebook("en")
    assert "100ラウンド目は最終ラウンドです" in GAME.rulebook("ja")
    for before, last in ((97, 0), (98, 0), (99, 1)):
        match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(5, 5, 5))
        match.state.round_no = before
        events = match.play("take A")
        assert match.state.round_no == before + 1
        assert match.state.last == last
        assert (("last_round",) in told(events)) == bool(last)
        assert not match.over
    match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(5, 5, 5), last=1)
    match.state.round_no = 100
    match.play("take A")
    assert match.over


def test_a_short_bank_credits():
    """DON-18: a bank that cannot pay in full pays nothing; the score is credited, and the round is the last."""
    match = table(rows=["4 1", "3", "L"], hands=["", "4", "5"], chips=(10, 18, 0), bank=3)
    events = match.play("take A")
    s = match.state
    assert told(events, "credited", "last_round", "scored") == [("credited", 0, 5), ("last_round",)]
    assert s.chips[0] == 10
    assert s.credit[0] == 5
    assert s.bank == 3
    assert s.last == 1
    assert match.scores[0] == 15


def test_a_bank_that_can_just_pay():
    """DON-18: a bank with exactly the points pays them; empty, it makes the round the last all the same."""
    match = table(rows=["4 1", "3", "L"], hands=["", "4", "5"], chips=(10, 17, 0), bank=5)
    match.play("take A")
    assert match.state.chips[0] == 15
    assert match.state.credit[0] == 0
    assert match.state.bank == 0
    assert match.state.last == 1


def test_a_credited_donburiko():
    """DON-18: exactly 6 from a short bank is credited, and still ends the round."""
    match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(10, 18, 18), bank=4)
    events = match.play("take A")
    assert ("credited", 0, 6) in told(events)
    assert ("donburiko", 0) in told(events)
    assert match.over
    assert match.scores[0] == 16


def test_nothing_from_an_empty_bank_is_no_credit():
    """DON-18: a row of 0 needs no chips: an empty bank pays it."""
    match = table(rows=["1 -1", "3", "L"], hands=["", "4", "5"], chips=(10, 20, 20), bank=0, last=1)
    assert told(match.play("take A"), "scored", "credited") == [("scored", 0, 0)]


def finished(chips, credit=(0, 0, 0)):
    match = table(rows=["", "", "L L"], done=(1, 1, 0), chips=chips, last=1, to_move=2)
    match.state.credit[:3] = credit
    match.play("take C")
    assert match.over
    return match


def test_the_highest_score_wins():
    """DON-19: chips and credit together decide; not who reached 20 first."""
    assert finished((20, 12, 5)).winners == [0]
    match = finished((18, 15, 5), (0, 5, 0))
    assert match.scores == [18, 20, 5]
    assert match.ranks == [2, 1, 3]
    assert match.winners == [1]
    assert match.legal() == []
    with pytest.raises(GameOver):
        match.play("take A")


def test_ties_share():
    """DON-19: equal scores share the win."""
    match = finished((15, 20, 3), (5, 0, 0))
    assert match.winners == [0, 1]
    assert match.ranks == [1, 1, 3]
