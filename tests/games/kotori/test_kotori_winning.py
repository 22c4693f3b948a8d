"""Kotori Atsume: who wins the field, and what goes into the cage."""

import pytest

from kobako.games.kotori import GAME
from kobako.games.kotori.rules import row_sum
from tests.games.kotori.table import cage, row, table, told


def test_the_highest_sum_wins():
    """KOT-6: the highest sum of bid cards wins the whole field, though another has more cards."""
    match = table(players=3, rows=[(1, 2, 3), (9,), (4,)], field=(5, 6), to_move=2, deck=(7, 8, 2, 3, 4))
    events = match.play("pass")
    assert told(events, "counted") == [("counted", 0, 6), ("counted", 1, 9), ("counted", 2, 4)]
    assert told(events, "won") == [("won", 1, 9, 2)]
    assert [cage(match, p) for p in range(3)] == [[], [5, 6], []]


def test_face_down_cards_do_not_count_and_the_burst_can_win():
    """KOT-6: face-down cards are not counted; who has burst can win with the rest."""
    rows = [(10, 5), (9, 8), (3,)]
    match = table(players=3, rows=rows, face_down=(10,), to_move=2, deck=(7, 8, 2, 3, 4))
    assert told(match.play("pass"), "won") == [("won", 1, 17, 1)]
    match = table(players=3, rows=rows, face_down=(5, 9), to_move=2, deck=(7, 8, 2, 3, 4))
    assert told(match.play("pass"), "won") == [("won", 0, 10, 1)]


@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_ties_go_to_the_first_from_the_dealer(dealer, winner):
    """KOT-6: tied sums: the first clockwise from the dealer, the dealer first of all."""
    rows = [(4,), (9, 6), (5,), (10, 5)]  # seats 1 and 3 have 15
    match = table(players=4, rows=rows, dealer=dealer, to_move=(dealer + 3) % 4, deck=(7, 8, 2, 3, 1))
    events = match.play("pass")
    assert told(events, "won") == [("won", winner, 15, 1)]
    assert [e[1] for e in told(events, "counted")] == [(dealer + i) % 4 for i in range(4)]


def test_nobody_has_a_face_up_card():
    """KOT-6: where every sum is 0 that is a tie as well, and the dealer wins."""
    match = table(players=3, rows=[(), (8,), (8,)], deck=(8, 8, 2, 3, 4))
    events = match.play("bid")
    assert told(events, "burst") == [("burst", 0, "8", 0), ("burst", 1, "8", 0), ("burst", 2, "8", 0)]
    assert told(events, "won") == [("won", 0, 0, 1)]
    assert [row(match, p) for p in range(3)] == [[], [], []]


def test_the_winner_discards_all_bid_cards():
    """KOT-7: the winner discards the whole row, a face-down card included; the others only a face-down one."""
    rows = [(10, 6, 9), (4, 8, 3), (2, 5)]
    match = table(players=3, rows=rows, face_down=(6, 8), to_move=2, field=(1,), deck=(7, 10, 9, 8, 6))
    before = match.state.discards[:]
    events = match.play("pass")
    assert [row(match, p) for p in range(3)] == [[], [4, 3], [2, 5]]
    assert match.state.face_down == [0, 0, 0, 0]
    gained = [after - b for after, b in zip(match.state.discards, before, strict=True)]
    assert [number for number in range(11) if gained[number]] == [6, 8, 9, 10]
    assert told(events, "dropped") == [("dropped", 1, "8")]
    assert GAME.why.broken(match.state) is None


def test_kept_cards_count_in_later_rounds():
    """KOT-7: a kept row counts, and can be added to, in the next round."""
    match = table(players=2, rows=[(10,), (9,)], to_move=1, deck=(1, 2, 3, 4, 6, 7))
    match.play("pass")  # seat 0 wins with 10 and deals 1 2 3
    match.play("bid")
    assert match.state.treetop == 6
    match.play("pass")
    match.play("bid")
    assert row(match, 1) == [9, 6]
    assert row_sum(match.state, 1) == 15


def test_the_cage_example():
    """KOT-8: the rulebook's example: cage 6 8 9 10 wins 6 9: both pairs are discarded, the cage is 8 10."""
    match = table(players=2, rows=[(10,), (5,)], cages=[(6, 8, 9, 10)], field=(6, 9), to_move=1, deck=(1, 2, 3, 4, 7))
    before = match.state.discards[:]
    events = match.play("pass")
    assert cage(match, 0) == [8, 10]
    assert told(events, "quarrelled", "caged") == [("quarrelled", 0, "6"), ("quarrelled", 0, "9")]
    assert match.state.discards[6] - before[6] == 2
    assert match.state.discards[9] - before[9] == 2
    assert match.scores == [2, 0]


def test_new_numbers_stay_and_pairs_go_together():
    """KOT-8: of one field some can stay and some go; other players' cages do not matter."""
    match = table(
        players=2, rows=[(10,), (5,)], cages=[(2, 4), (3, 7)], field=(3, 4, 7), to_move=1, deck=(1, 2, 6, 8, 9)
    )
    events = match.play("pass")
    assert cage(match, 0) == [2, 3, 7]
    assert cage(match, 1) == [3, 7]
    assert told(events, "quarrelled", "caged") == [("caged", 0, "3"), ("quarrelled", 0, "4"), ("caged", 0, "7")]


def test_a_number_can_come_back_to_the_cage():
    """KOT-8: once a pair has gone the number can be won anew."""
    match = table(players=2, rows=[(10,), (5,)], cages=[(4,)], field=(4,), to_move=1, deck=(1, 2, 4, 8, 9, 3))
    match.play("pass")  # the 4s are gone; seat 0 deals 1 2 4
    assert cage(match, 0) == []
    match.play("bid")
    match.play("pass")  # with 8
    match.play("pass")  # with 5
    assert cage(match, 0) == [1, 2, 4]


def test_the_winner_deals_next():
    """KOT-9: the winner is the next dealer, and has the first turn."""
    match = table(players=4, rows=[(3,), (4,), (9,), (5,)], to_move=3, deck=(1, 2, 6, 7, 8))
    events = match.play("pass")
    assert match.state.dealer == 2
    assert match.seat == 2
    assert ("round", 6, 2) in told(events)
