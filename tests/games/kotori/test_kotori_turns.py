"""Kotori Atsume: bidding, passing, bursting."""

import pytest

from kobako.core.errors import IllegalAction
from kobako.games.kotori import GAME
from kobako.games.kotori.rules import row_sum
from tests.games.kotori.table import random_games, row, table, told

# Turns


def test_one_turn_each_clockwise_from_the_dealer():
    """KOT-3: from the dealer, clockwise, each has one turn per round and bids as often as they like."""
    match = table(players=4, dealer=2, deck=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    order = []
    for bids in (3, 1, 1, 1):
        order.append(match.seat)
        for _ in range(bids):
            match.play("bid")
        if bids == 3:
            assert match.seat == 2  # still the same turn
            assert row(match, 2) == [1, 2, 3]
            assert match.state.treetop == 4
        match.play("pass")
    assert order == [2, 3, 0, 1]
    assert match.state.round_no == 6


def test_a_bid_takes_the_treetop():
    """KOT-3: to bid is to take the treetop; the next card becomes the treetop."""
    match = table(rows=[(3,)], deck=(8, 5, 6))
    events = match.play("bid")
    assert row(match, 0) == [3, 8]
    assert match.state.treetop == 5
    assert match.seat == 0
    assert told(events) == [("took", 0, "8"), ("treetop", "5")]
    assert match.legal() == [0, 1]


def test_passing_ends_the_turn():
    """KOT-3: passing ends the turn, takes no card and leaves the treetop."""
    match = table(players=3, rows=[(3, 4)], deck=(8, 5, 6))
    events = match.play("pass")
    assert match.seat == 1
    assert row(match, 0) == [3, 4]
    assert match.state.treetop == 8
    assert told(events) == [("passed", 0, 7)]


def test_a_kept_row_may_pass_at_once():
    """KOT-3: who has kept a bid row from earlier rounds may pass without bidding."""
    match = table(rows=[(2,), (3, 5)], to_move=1, deck=(8, 4, 6, 7, 9))
    match.play("pass")
    assert match.state.round_no == 6
    assert match.state.dealer == 1


def test_no_passing_with_an_empty_row():
    """KOT-4: with an empty bid row one must bid; the refusal says so in both languages and changes nothing."""
    match = GAME.new(players=2, seed=3)
    assert [str(a) for a in match.legal()] == ["bid"]
    before = match.to_bytes()
    with pytest.raises(IllegalAction, match=r"'pass' is not allowed \(KOT-4\): you cannot pass") as refused:
        match.play("pass")
    assert refused.value.rule == "KOT-4"
    assert refused.value.legal == ("bid",)
    assert match.to_bytes() == before
    assert "パスできません" in refused.value.words("ja")
    match.play("bid")
    assert match.state.over or match.seat != match.state.dealer or match.legal() == [0, 1]


def test_the_only_move_is_still_asked_for():
    """KOT-4: where only `bid` is left the turn's move is asked for, not made by the rules."""
    match = table(players=2, rows=[(3,), ()], deck=(8, 5, 6, 7, 9))
    match.play("pass")
    assert match.seat == 1
    assert [str(a) for a in match.legal()] == ["bid"]
    assert row(match, 1) == []


# Bursting


def test_burst_after_a_bid():
    """KOT-5: the rulebook's example 1: row 3 8, treetop 4; bids, the next treetop is 8: burst, and the sum is 7."""
    match = table(players=3, rows=[(3, 8)], deck=(4, 8, 6))
    events = match.play("bid")
    assert row(match, 0) == [3, 8, 4]
    assert match.state.face_down[0] == 8
    assert row_sum(match.state, 0) == 7
    assert match.state.done[0] == 1
    assert match.seat == 1
    assert match.state.treetop == 8  # it stays for the next player
    assert told(events) == [("took", 0, "4"), ("treetop", "8"), ("burst", 0, "8", 7)]


def test_burst_on_the_card_just_bid():
    """KOT-5: the card just bid can be the one that bursts, and leave nothing face up."""
    match = table(players=2, rows=[(), (3,)], deck=(8, 8, 6))
    match.play("bid")
    assert match.state.face_down[0] == 8
    assert row_sum(match.state, 0) == 0
    assert match.seat == 1


def test_burst_at_the_start_of_a_turn():
    """KOT-5: the rulebook's example 2: treetop 8, B passes with 6 7 9, and C with 8 9 10 bursts at once, 27 to 19."""
    match = table(players=4, rows=[(1,), (6, 7, 9), (8, 9, 10), ()], to_move=1, deck=(8, 5, 6))
    events = match.play("pass")
    assert told(events) == [("passed", 1, 22), ("burst", 2, "8", 19)]
    assert match.state.face_down[2] == 8
    assert row_sum(match.state, 2) == 19
    assert row(match, 2) == [8, 9, 10]
    assert match.seat == 3  # no decision of seat 2 in between
    assert match.state.treetop == 8


def test_one_treetop_can_burst_several():
    """KOT-5: the treetop stays after a burst, and bursts the next player too; then the round ends by itself."""
    rows = [(), (8, 9), (8, 10), (8,)]
    match = table(players=4, rows=rows, deck=(5, 8, 2, 3, 4))
    match.play("bid")
    assert match.state.treetop == 8
    events = match.play("pass")
    assert told(events, "burst") == [("burst", 1, "8", 9), ("burst", 2, "8", 10), ("burst", 3, "8", 0)]
    assert told(events, "won") == [("won", 2, 10, 1)]


def test_a_treetop_bursts_only_on_ones_own_turn():
    """KOT-5: a treetop that equals a card of someone whose turn it is not does nothing to them."""
    match = table(players=3, rows=[(8,), (), (5,)], to_move=1, deck=(4, 5, 6))
    match.play("bid")  # the treetop is now 5, as in the row of seat 2, and nobody's turn ends
    assert match.seat == 1
    assert match.state.face_down == [0, 0, 0, 0]
    match.play("bid")  # seat 1 takes the 5 away: seat 2 is safe
    events = match.play("pass")
    assert told(events, "burst") == []
    match = table(players=3, rows=[(8,), (), (5,)], to_move=1, deck=(4, 8, 6))
    match.play("bid")  # the treetop is now 8, as in the row of seat 0, who has passed
    assert match.state.face_down == [0, 0, 0, 0]


def test_rows_never_hold_a_number_twice():
    """KOT-5: as equal treetops burst, no row holds a number twice, not even in long rows."""
    longest = 0
    for match in random_games(12, chance=0.9):
        for p in range(match.players):
            assert len(set(row(match, p))) == len(row(match, p))
            longest = max(longest, len(row(match, p)))
    assert longest >= 6


def test_a_full_row_bursts():
    """KOT-5: with all ten numbers in the row any treetop bursts, so there is always room for a bid."""
    match = table(players=2, rows=[(1, 2, 3, 4, 5, 6, 7, 8, 9)], field=(3,), deck=(10, 7, 6))
    match.play("bid")
    assert row(match, 0) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert match.state.face_down[0] == 7
    assert match.seat == 1
