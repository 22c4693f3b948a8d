"""Donburiko!, rule by rule (src/kobako/games/donburiko/rulebook.en.md): cards, chips, the deal."""

from collections import Counter

import pytest

from kobako.core.fields import NONE, UNKNOWN
from kobako.games.donburiko import GAME
from kobako.games.donburiko.notation import CARDS
from kobako.games.donburiko.rules import KINDS
from tests.games.donburiko.table import random_games, refused, table, told

ALL_CARDS = Counter({"1": 1, "2": 2, "3": 2, "4": 2, "5": 1, "W": 2, "L": 2, "-1": 2, "-2": 2})


@pytest.mark.parametrize(("players", "cards"), [(2, 14), (3, 16), (4, 16)])
def test_the_cards(players, cards):
    """DON-1: 16 cards; with two players the wild acorns stay in the box, which leaves 14."""
    for seed in range(20):
        s = GAME.new(players=players, seed=seed).state
        found = Counter(CARDS[s.row[r][0]] for r in range(players))
        for counts in (*s.hands, s.aside):
            found.update({CARDS[kind]: counts[kind] for kind in range(KINDS)})
        expected = ALL_CARDS - (Counter({"W": 2}) if players == 2 else Counter())
        assert +found == expected
        assert found.total() == cards


def test_no_wild_acorns_for_two():
    """DON-1: with two players an action with a wild acorn is refused by this rule."""
    assert refused(GAME.new(players=2, seed=1), "W>A") == "DON-1"
    assert refused(GAME.new(players=2, seed=1), "(W)>B") == "DON-1"


def test_chips_are_never_lost():
    """DON-2: 50 points of chips, in hands, on cards and in the bank, always; any number can be paid."""
    for match in random_games(30):
        s = match.state
        lying = 0 if s.over else sum(layer != NONE for r in range(4) for layer in s.laid_by[r][: s.length[r]])
        assert sum(s.chips) + s.bank + lying == 50
        assert min(s.chips) >= 0
        assert s.bank >= 0


@pytest.mark.parametrize(("players", "each", "bank"), [(2, 5, 40), (3, 4, 38), (4, 3, 38)])
def test_starting_chips(players, each, bank):
    """DON-3: 5, 4 or 3 chips each; the rest is the bank."""
    s = GAME.new(players=players, seed=2).state
    assert s.chips == [each] * players + [0] * (4 - players)
    assert s.bank == bank


@pytest.mark.parametrize(("players", "hand", "aside"), [(2, 4, 4), (3, 4, 1), (4, 3, 0)])
def test_the_deal_of_a_round(players, hand, aside):
    """DON-4: a face-up card for each of as many rows as players, the hands, and what is left aside, unseen."""
    match = GAME.new(players=players, seed=3)
    s = match.state
    assert s.length == [1] * players + [0] * (4 - players)
    assert all(s.laid_by[r][0] == NONE for r in range(players))
    assert [sum(h) for h in s.hands] == s.cards == [hand] * players + [0] * (4 - players)
    assert sum(s.aside) == aside
    assert told(match.events, "opened") == [("opened", "ABCD"[r], CARDS[s.row[r][0]]) for r in range(players)]
    for viewer in (0, None):
        assert match.view(viewer).state.aside == [UNKNOWN] * KINDS


def test_only_as_many_rows_as_players():
    """DON-4: a row beyond the number of players is refused by this rule."""
    match = GAME.new(players=2, seed=3)
    assert refused(match, "2>C") == "DON-4"
    assert refused(match, "take D") == "DON-4"


def test_every_round_is_dealt_anew():
    """DON-4: each round uses all cards again, in a new order."""
    match = table(rows=["4", "2 3 1", "L"], hands=["-1", "5", "4"], chips=(5, 5, 5), to_move=1)
    match.play("take B")  # a Donburiko
    s = match.state
    assert s.round_no == 2
    assert s.cards == [4, 4, 4, 0]
    assert s.gone == [0] * KINDS
    assert s.done == [0] * 4
    assert len({tuple(GAME.new(players=4, seed=seed).state.row[r][0] for r in range(4)) for seed in range(30)}) > 20
