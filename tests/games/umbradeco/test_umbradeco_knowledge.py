"""Umbradeco: what is known."""

import random
from collections import Counter

import pytest

from kobako.core.fields import UNKNOWN
from kobako.games.umbradeco import GAME, knowledge
from kobako.games.umbradeco.why import broken
from tests.games.umbradeco.table import COLOURS, RING_OF_SIX, counts, position, texts, three_coloured


def test_taken_tiles_are_known():
    """UMB-13: everyone sees what was taken; the dealt tiles are seen by their owner alone."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG", deck="BRYG")
    for seat in (1, None):
        assert match.view(seat).show()["seats"][0]["hand"] == ["?", "?"]
    match.play("R d3")
    match.play("take P")
    assert match.view(0).show()["seats"][0]["hand"] == ["B", "P"]
    for seat in (1, None):
        assert match.view(seat).show()["seats"][0]["hand"] == ["P", "?"]
        assert match.view(seat).state.hands[0] == [UNKNOWN] * 5
    match.play("P c3")
    match.play("take G")
    match.play("P e3")  # the known one is used: the dealt one stays unknown
    assert match.view(1).show()["seats"][0]["hand"] == ["?"]


def test_used_tile_counts_as_the_known_one():
    """UMB-13: of two equal tiles, one known, the known one is used: the other could still be anything to others."""
    match = position({"d4": "Y", "d5": "G"}, ["RR", "YP"], "PG", known="R")
    match.play("R d3")
    assert match.state.dealt[0] == 1
    assert match.view(1).show()["seats"][0]["known_to_all"] == []
    assert match.view(1).show()["seats"][0]["hand"] == ["?"]


def test_discard_tells_of_the_other_tile():
    """UMB-13: who discards could place nothing (UMB-9), so the dealt tile left is of no colour that could be placed."""
    match = position(three_coloured(), ["RG", "YP"], "YP", side=3)
    match.play("discard R")
    match.play("take Y")
    view = match.view(1)
    assert view.show()["seats"][0]["dealt_tile_is_not"] == ["Y", "P"]
    held = Counter()
    for seed in range(300):
        s = view.imagine(seed)
        assert broken(s) is None
        held["".join(c for c, n in zip(COLOURS, s.hands[0], strict=True) for _ in range(n))] += 1
    assert set(held) == {"YG", "YB"}  # the reds are all in sight, of green and blue two each are not
    assert 110 < held["YG"] < 190


def test_knowledge_of_two_hands_goes_together():
    """UMB-13: two such tiles are imagined together, every way of dealing them equally likely."""
    match = position(three_coloured(), ["RG", "BG", "YP"], "YP", side=3)
    for action in ("discard R", "take Y", "discard B", "take P"):
        match.play(action)
    ways = Counter()
    view = match.view(2)
    for seed in range(600):
        s = view.imagine(seed)
        ways["".join(COLOURS[c] for p in (0, 1) for c in range(5) if s.hands[p][c] > s.known[p][c])] += 1
    assert set(ways) == {"GG", "GB", "BG"}  # green twice, blue once: 2 ways each
    assert min(ways.values()) > 150


def test_used_tile_ends_what_was_known_of_it():
    """UMB-13: once the dealt tile is used, nothing is noted of it any more."""
    match = position(three_coloured(), ["RG", "YP"], "YP", side=3)
    for action in ("discard R", "take Y"):
        match.play(action)
    assert match.state.cannot[0] == [0, 1, 0, 0, 1]
    match.state.to_move = 0
    match.state.hands[0][:], match.state.known[0][:] = [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]  # the yellow one is gone
    match.state.tiles[0] = 1
    assert texts(match) == {"discard G"}
    match.play("discard G")
    assert match.state.cannot[0] == [0] * 5
    assert match.state.dealt[0] == 0


def test_dealt_tiles_are_secret():
    """UMB-13: the deal is told to each seat for itself."""
    match = GAME.new(players=3, seed=4)
    dealt = [event for event in match.events if event.kind.name == "dealt"]
    assert [event.show()["seat"] for event in dealt] == [0, 1, 2]
    for event in dealt:
        owner = event.show()["seat"]
        for seat in (0, 1, 2, None):
            seen = event.seen_by(seat)
            assert (seen.show()["one"], seen.show()["two"]) == (
                (event.show()["one"], event.show()["two"]) if seat == owner else (None, None)
            )
            assert ("two tiles" in str(seen)) == (seat != owner)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagining(players):
    """UMB-13: imagined states fit the view, are sound, and are not always the truth."""
    rng, other, tried = random.Random(players), 0, 0
    for seed in range(3):
        match = GAME.new(players=players, seed=seed, side=3 + seed)
        while not match.over:
            seat = rng.randrange(players)
            view = match.view(seat)
            s = view.imagine(rng)
            assert broken(s) is None
            other, tried = other + (s.hands != match.state.hands), tried + any(match.state.dealt)
            GAME.plain.hide(s, seat)
            assert s == view.state
            match.play(rng.choice(match.legal()))
    assert other > tried // 3


def test_observation():
    """UMB-13: an observation holds what the seat sees, the same on its view and on the state, turned to the seat."""
    match = position({**RING_OF_SIX, "d4": "YR"}, ["RB", "YP"], "PG")
    x = [0] * GAME.knowledge.OBSERVATION
    GAME.knowledge.observe(match.state, 1, x)
    assert x == match.view(1).observation().tolist()
    k = knowledge  # the module: the game's part has only what all games have
    assert sum(x[: k.STACK_AT]) == 7
    assert x[0] == x[k.STACK_AT] == 1  # red on the centre, a stack
    assert x[k.HAND_AT : k.HAND_AT + 5] == counts("YP")
    assert x[k.OPEN_AT : k.OPEN_AT + 5] == counts("PG")
    assert x[k.UNSEEN_AT : k.UNSEEN_AT + 5] == [7, 6, 4, 5, 6]
    assert [x[k.SEAT_AT + 3], x[k.SEAT_AT + k.SEAT_SIZE + 3]] == [0, 1]  # it is the other's turn
    match.state.points[0] = 300
    assert match.view(0).observation()[k.SEAT_AT] == 255
