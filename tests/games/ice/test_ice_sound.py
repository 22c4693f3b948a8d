"""Dokitto! Ice: whole games are sound, and a broken state is noticed."""

import random

import pytest

from kobako.games.ice import GAME, rules
from kobako.games.ice.why import broken
from tests.games.ice.table import positions, told


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (2, {"hand": 12}), (3, {}), (3, {"colours": "C M V"}), (4, {})]
)
def test_random_games_are_sound(players, options):
    """ICE-7, ICE-10: every state is sound, every round gives trophies, and games end within their bound."""
    for match, _ in positions(players, games=12, **options):
        s = match.state
        assert broken(s) is None
        if match.over:
            assert max(s.trophies) == 3
            assert len(match.actions) <= match.setup.bound
            assert s.round_no <= 2 * players + 1
            rounds = told(match.events, "round")
            assert [number for number, _ in rounds] == list(range(1, s.round_no + 1))
            assert len(told(match.events, "trophy")) == sum(s.trophies)
            assert len(told(match.events, "scored")) == s.round_no * players
        else:
            assert 1 <= len(match.legal()) <= rules.MOST_LEGAL


def spoil(field, *where, add=1):
    """A state with one number changed."""
    match = GAME.new(players=3, seed=8)
    rng = random.Random(8)
    for _ in range(7):
        match.play(rng.choice(match.legal()))
    value = match.state
    *path, last = where or (None,)
    if last is None:
        setattr(value, field, getattr(value, field) + add)
    else:
        row = getattr(value, field)
        for i in path:
            row = row[i]
        row[last] += add
    return match.state


@pytest.mark.parametrize(
    "where",
    [
        ("hands", 0, 0),
        ("hands", 3, 1),
        ("aside", 2),
        ("played", 0),
        ("won", 0, 0),
        ("won", 2, 3),
        ("stock", 1),
        ("scoops", 0, 0, 0),
        ("scoops", 1, 1, 2),
        ("scoops", 3, 0, 0),
        ("topping", 0),
        ("tricks_left",),
        ("in_trick",),
        ("leader",),
        ("to_move",),
        ("colours",),
        ("round_no",),
        ("trick", 3),
        ("over",),
        ("void", 3),
    ],
)
def test_broken_notices(where):
    """ICE-1: a card, a tile or a turn out of place is noticed."""
    field, *path = where
    assert broken(spoil(field, *path, add=0)) is None
    assert broken(spoil(field, *path)) is not None
