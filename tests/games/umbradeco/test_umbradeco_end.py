"""Umbradeco: the end."""

from collections import Counter

import pytest

from kobako.games.umbradeco import GAME
from tests.games.umbradeco.table import events, play_out, position, rule_of


@pytest.mark.parametrize(("players", "turns"), [(2, 19), (3, 12), (4, 9)])
@pytest.mark.parametrize("side", [3, 4])
def test_turns(players, turns, side):
    """UMB-11: the game ends when all hands are empty: 19, 12 or 9 turns each, the last two without taking."""
    for seed in range(3):
        match = play_out(GAME.new(players=players, seed=seed, side=side), seed)
        moved = Counter(e["seat"] for name in ("placed", "pushed", "stacked", "discarded") for e in events(match, name))
        took = Counter(e["seat"] for e in events(match, "took"))
        assert [moved[seat] for seat in range(players)] == [turns] * players
        assert [took[seat] for seat in range(players)] == [turns - 2] * players
        assert match.state.tiles == [0, 0, 0, 0]
        assert match.state.round_no == turns
        assert len(match.actions) <= match.setup.bound == 3 * players * turns
        assert len(events(match, "deck_empty")) == len(events(match, "none_open")) == len(events(match, "ended")) == 1


def test_no_open_tile():
    """UMB-11: with the deck empty the open tiles run out, and play goes on without taking."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "P", deck="")
    assert [event.kind.name for event in match.play("R d3")] == ["placed", "scored", "took", "none_open"]
    match.play("P c3")
    assert match.seat == 0
    assert match.state.tiles[:2] == [2, 1]
    assert rule_of(match, "take P") == "UMB-11"


def test_winner():
    """UMB-12: the highest score wins; ties share."""
    for points, winners in ([3, 9], [1]), ([4, 4], [0, 1]):
        match = position({"d4": "Y", "d5": "G"}, ["R", ""], deck="")
        match.state.points[:2] = points
        match.play("R d3")
        assert match.over
        assert match.scores == points
        assert match.winners == winners
