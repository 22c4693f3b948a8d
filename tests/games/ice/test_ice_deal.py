"""Dokitto! Ice: the box, and the deal."""

import pytest

from kobako.core.fields import NONE
from kobako.games.ice import GAME
from tests.games.ice.table import M, S, card, play, table, told


def test_tiles_are_taken_1_1_2():
    """ICE-1: three tiles a colour; the two of 1 point come first, the one of 2 with the topping last."""
    match = table("S10 S9 S8 C1", "S7 S6 S5 C2", "S4 S3 S2 C3")
    assert match.state.stock == [3, 3, 3, 0]
    left = []
    points = []
    for trick in ("S10 S7 S4", "S9 S6 S3", "S8 S5 S2"):
        left.append(match.view(None).show()["stock"]["S"])
        points += told(play(match, trick), "took")
    assert left == [[1, 1, 2], [1, 2], [2]]
    assert points == [(0, S, 1), (0, S, 1), (0, S, 2)]
    assert match.state.stock == [0, 3, 3, 0]
    assert match.state.topping == [0, NONE, NONE, NONE]
    assert match.view(None).show()["seats"][0]["cones"] == {"only": ["S+1", "S+1", "S+2"]}


def test_the_box_has_forty_cards():
    """ICE-1: four colours of 1 to 10 are forty cards, each with its text."""
    actions = GAME.setup(4).actions
    assert [str(a) for a in actions[:40]] == [f"{letter}{n}" for letter in "SCMV" for n in range(1, 11)]
    hands = GAME.new(players=4, seed=3).state.hands
    for colour in range(4):
        assert sum(hand[colour] for hand in hands) == 1023


@pytest.mark.parametrize(
    ("players", "options", "hand", "aside"),
    [(4, {}, 10, 0), (3, {}, 9, 3), (2, {}, 10, 4), (2, {"hand": 10}, 10, 4), (2, {"hand": "12"}, 12, 0)],
)
def test_the_deal(players, options, hand, aside):
    """ICE-2: 4 players 10 cards each; 3 players 9 of 30, 3 aside; 2 players 10 (or 12) of 24, the rest aside."""
    for seed in range(20):
        match = GAME.new(players=players, seed=seed, **options)
        shown = match.game.notation.show(match.state)
        assert [len(seat["hand"]) for seat in shown["seats"]] == [hand] * players
        assert len(shown["aside"]) == aside
        dealt = sorted(card(c) for seat in shown["seats"] for c in seat["hand"]) + [card(c) for c in shown["aside"]]
        ranks, colours = (6, 4) if players == 2 else (10, 3) if players == 3 else (10, 4)
        assert sorted(dealt) == [c * 10 + r for c in range(colours) for r in range(ranks)]
        assert match.state.tricks_left == hand
        assert match.view(0).show()["aside"] == ["?"] * aside


def test_three_colours_and_their_tiles():
    """ICE-2: three players use three colours, and only their tiles."""
    match = GAME.new(players=3, seed=5, colours="vanilla strawberry chocolate")
    assert match.state.colours == 0b1011
    assert match.state.stock == [3, 3, 0, 3]
    assert all(hand[M] == 0 for hand in match.state.hands)
    assert match.state.aside[M] == 0
    assert list(match.view(0).show()["stock"]) == ["S", "C", "V"]
