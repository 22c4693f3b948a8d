"""Umbradeco: a turn, and colours that do not touch."""

import random

import pytest

from kobako.core.fields import NONE
from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.mat import SIZES, beside
from kobako.games.umbradeco.why import broken
from tests.games.umbradeco.table import RING_OF_SIX, events, position, rule_of, shown, texts, three_coloured


def test_turn():
    """UMB-4: place a tile, score it, take an open tile, refill from the deck; then the next seat."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG", deck="BR")
    assert match.play("R d3")[-1].kind.name == "scored"
    assert match.seat == 0
    assert texts(match) == {"take G", "take P"}
    match.play("take P")
    assert shown(match)["open_tiles"] == ["G", "B"]
    assert match.view(0).show()["seats"][0]["hand"] == ["B", "P"]
    assert shown(match)["deck_left"] == 1
    assert match.seat == 1
    assert [e["colour"] for e in events(match, "opened")[-1:]] == ["B"]


def test_one_colour_to_take():
    """UMB-4: two open tiles of one colour are no choice: one is taken, with the usual events."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PP", deck="BR")
    happened = [event.kind.name for event in match.play("R d3")]
    assert happened == ["placed", "scored", "took", "opened"]
    assert match.seat == 1
    assert shown(match)["open_tiles"] == ["B", "P"]


def test_wrong_order():
    """UMB-4: only tiles in hand are placed, taking comes after placing, and only open tiles are taken."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG")
    assert rule_of(match, "P d3") == "UMB-4"
    assert rule_of(match, "take G") == "UMB-4"
    match.play("R d3")
    for action in ("take R", "B d2", "push n", "discard B"):
        assert rule_of(match, action) == "UMB-4"


def test_equal_tiles_are_one_choice():
    """UMB-4: two tiles of one colour give each placing once."""
    match = position({"d4": "Y", "d5": "G"}, ["RR", "YP"], "PG")
    assert all(text.startswith("R ") for text in texts(match))
    assert len(match.legal()) == len(texts(match)) > 0


def test_no_colour_touches_itself():
    """UMB-5: a tile cannot be placed beside one of its colour; diagonals further off do not matter."""
    match = position({"d4": "Y", "d5": "G"}, ["YR", "BP"], "PG")
    assert rule_of(match, "Y d3") == "UMB-5"
    assert rule_of(match, "Y e4") == "UMB-5"
    assert "Y d6" in texts(match)
    assert "R d3" in texts(match)


def test_only_the_visible_tile_counts():
    """UMB-5: what lies below in a stack does not matter, what lies on top does."""
    mat = {**RING_OF_SIX, "d4": "YR"}
    match = position({**mat, "d3": "GP"}, ["GR", "BY"], "PG")
    assert "G d2" in texts(match)  # the green of d3 is covered
    assert rule_of(position({**mat, "d3": "GP"}, ["PR", "BY"], "PG"), "P d2") == "UMB-5"


@pytest.mark.parametrize("side", [3, 4, 5])
def test_no_touching_in_play(side):
    """UMB-5: whatever is played, no two touching visible tiles ever have one colour."""
    for seed in range(4):
        match, rng = GAME.new(players=2 + seed % 3, seed=seed, side=side), random.Random(seed)
        while not match.over:
            match.play(rng.choice(match.legal()))
            for cell in range(SIZES[side]):
                for d in range(6):
                    to = beside(cell, d)
                    if 0 <= to < SIZES[side] and match.state.top[to] != NONE:
                        assert match.state.top[cell] != match.state.top[to]


def test_discard():
    """UMB-9: if no tile can be placed, one of your choice is discarded for all to see; then an open tile is taken."""
    match = position(three_coloured(), ["RG", "YP"], "YP", side=3)
    assert texts(match) == {"discard R", "discard G"}
    assert match.state.phase == GAME.new(players=2, seed=1).state.phase  # the phase tells nothing of the hand
    assert rule_of(match, "discard B") == "UMB-9"
    assert rule_of(match, "R c3") == "UMB-8"
    match.play("discard R")
    assert match.scores == [0, 0]
    assert shown(match)["discarded"] == ["R"]
    assert texts(match) == {"take Y", "take P"}
    match.play("take Y")
    assert match.view(0).show()["seats"][0]["hand"] == ["Y", "G"]
    assert broken(match.state) is None


def test_discard_only_if_none_can_be_placed():
    """UMB-9: while a tile can be placed none is discarded."""
    match = position(three_coloured(), ["RP", "YP"], "YP", side=3)
    assert {text[0] for text in texts(match)} == {"P"}
    assert rule_of(match, "discard R") == "UMB-9"
    assert rule_of(match, "discard P") == "UMB-9"
