"""Tokkuri Taking: the end of a round, its payments, and the winners."""

import pytest

from kobako.core.errors import UnknownAction
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.rounds import end_round, settle
from tests.games.tokkuri.table import names, play, position, random_games, texts


def test_no_cards_no_turn():
    """TOK-14: without cards the turn is skipped; the round ends when all hands are empty."""
    match = position(["5, 4", "", "3", ""], [(0, "6", 2)])
    events = play(match, "lay 5")
    assert events[1:] == [{"event": "skipped", "seat": 1}]
    assert match.seat == 2
    events = play(match, "lay 3")
    assert events[1:] == [{"event": "skipped", "seat": 3}]
    assert match.seat == 0
    match.state.totals[:] = [19, 7, 7, 7]
    assert "round_ended" in names(play(match, "lay 4"))
    assert match.state.round_no == 2


def test_with_cards_one_must_play():
    """TOK-14: while the game lasts, who is to move can do nothing but use a card; one card left is still asked for."""
    match = position(["5", "3"], [(0, "6", 1)])
    assert texts(match) == ["lay 5"]
    with pytest.raises(UnknownAction):
        match.play("pass")


def test_round_score():
    """TOK-15: 1 a flask taken, -2 for each flask in front of you at level 3 or more; below 3 costs nothing."""
    flasks = [(0, "6", 5), (0, "6", 2), (1, "7", 3), (1, "8", 10), (0, "4", 4), (1, "3", 4), (1, "2", 4)]
    match = position(["4+4+4", "2"], flasks, rounds=1)
    play(match, "play 4+4+4", "from f5")
    assert [seat["points_so_far"] for seat in match.view(1).show()["seats"]] == [1, -4]
    events = play(match, "lay 2")
    assert match.state.taken_by[4:7] == [0, 0, 0]
    assert [e for e in events if e["event"] == "scored"] == [
        {"event": "scored", "seat": 0, "taken": 3, "stars": 0, "unfinished": 1, "points": 1},
        {"event": "scored", "seat": 1, "taken": 0, "stars": 0, "unfinished": 3, "points": -6},
    ]


@pytest.mark.parametrize(
    ("points", "change"),
    [
        ([2, 1, 0, -1], [6, -1, -2, -3]),
        ([2, 2, 1, 0], [3, 3, -2, -4]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([-4, -6, -4, -4], [2, -6, 2, 2]),
    ],
)
def test_payments(points, change):
    """TOK-16: everyone not highest pays each highest the difference (the first two cases are the rulebook's)."""
    s = GAME.new(players=4, seed=1).state
    s.points[:] = points
    settle(s)
    assert [total - 10 for total in s.totals] == change


def test_payment_events():
    """TOK-16: each payment is told; debts are written down in full, below 0 if need be."""
    match = position(["5", "", ""], [(1, "4", 5), (1, "3", 10), (1, "6", 10)], rounds=8)
    match.state.totals[:3] = [27, 2, 1]
    events = play(match, "play 5", "from f1")
    assert [e for e in events if e["event"] == "paid"] == [
        {"event": "paid", "seat": 1, "receiver": 0, "points": 5},
        {"event": "paid", "seat": 2, "receiver": 0, "points": 1},
    ]
    assert match.scores == [33, -3, 0]
    assert [e for e in events if e["event"] == "bankrupt"] == [
        {"event": "bankrupt", "seat": 1, "points": -3},
        {"event": "bankrupt", "seat": 2, "points": 0},
    ]


def test_totals_are_conserved():
    """TOK-16: the totals sum to 10 per player, always."""
    for match, rng in random_games(6):
        match.run(lambda m, rng=rng: rng.choice(m.legal()))
        assert sum(match.scores) == 10 * match.players


@pytest.mark.parametrize(("total", "over"), [(1, False), (0, True), (-1, True)])
def test_bankrupt(total, over):
    """TOK-17: the game ends after a round that leaves someone at 0 or less."""
    s = GAME.new(players=2, seed=1).state
    s.totals[:2] = [20 - total, total]
    end_round(s)
    assert bool(s.over) == over


def test_rounds_and_winners():
    """TOK-17: or after `rounds` rounds; the highest total wins, ties share. The page names the rulebook's third end."""
    assert "when\neveryone is satisfied" in GAME.rulebook("en")
    assert "全員が満足したら" in GAME.rulebook("ja")
    match = position(["5", "", ""], [(0, "4", 10)], rounds=2)
    match.state.totals[:3] = [10, 10, 10]
    play(match, "lay 5")
    assert match.scores == [2, 14, 14]
    assert not match.over
    assert match.state.round_no == 2
    match = position(["5", "", ""], [], rounds=2)
    match.state.round_no = 2
    match.state.totals[:3] = [8, 11, 11]
    events = play(match, "lay 5")
    assert names(events)[-1] == "ended"
    assert match.over
    assert match.scores == [4, 13, 13]
    assert match.winners == [1, 2]
