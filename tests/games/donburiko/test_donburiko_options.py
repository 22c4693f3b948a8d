"""Donburiko!: the options."""

from collections import Counter

import pytest

from kobako.core.errors import BadOption
from kobako.games.donburiko import GAME


def test_who_starts():
    """DON-16: the option `first` names who starts the first round; without it the seed draws a seat."""
    for players in (2, 3, 4):
        for seat in range(players):
            assert GAME.new(players=players, seed=9, first=seat).seat == seat
    drawn = Counter(GAME.new(players=4, seed=seed).seat for seed in range(400))
    assert all(70 < drawn[seat] < 130 for seat in range(4))
    assert GAME.new(players=4, seed=9, first="drawn").to_bytes() == GAME.new(players=4, seed=9).to_bytes()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 2, "first": 2}, "a seat from 0 to 1, or 'drawn'"),
        ({"players": 3, "first": -1}, "a seat from 0 to 2, or 'drawn'"),
        ({"players": 3, "wild": 1}, "its options are first"),
        ({"players": 5}, "donburiko is for 2, 3, 4 players, not 5"),
        ({"players": 1}, "donburiko is for 2, 3, 4 players, not 1"),
    ],
)
def test_refused_options(settings, message):
    with pytest.raises(BadOption, match=message):
        GAME.new(seed=1, **settings)
