"""Kotori Atsume: the end."""

from tests.games.kotori.table import table


def final(cages):
    match = table(players=len(cages), cages=cages, deck=(7,), outs=1)
    match.play("bid")
    return match


def test_final_ranks():
    """KOT-12: the rulebook's example: ranks 2, 3, 1, 4."""
    match = final([(2, 4, 5, 6, 9), (1, 3, 4, 10), (5, 6, 7, 8, 10), (2, 5, 8, 7)])
    assert match.ranks == [2, 3, 1, 4]
    assert match.scores == [5, 4, 5, 4]
    assert match.winners == [2]


def test_more_cards_beat_a_higher_number():
    """KOT-12: the number of cards comes first."""
    assert final([(9, 10), (2, 3, 4)]).ranks == [2, 1]


def test_equal_cages_share():
    """KOT-12: as many cards and the same highest number: the same rank, whatever the other cards."""
    match = final([(9, 10), (2, 10), (8, 9), ()])
    assert match.ranks == [1, 1, 3, 4]
    assert match.winners == [0, 1]
    assert final([(), ()]).winners == [0, 1]


def test_scores_at_any_time():
    """KOT-12: score and result can be asked for during the game."""
    match = table(cages=[(2, 9), (3,)])
    assert match.scores == [2, 1]
    assert match.ranks == [1, 2]
    assert match.winners == []
