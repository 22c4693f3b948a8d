"""Kotori Atsume: the options."""

from collections import Counter

import pytest

from kobako.core.errors import BadOption
from kobako.games.kotori import GAME


def test_who_deals_first():
    """KOT-3: the option `first` names the first dealer; without it the seed draws one, each seat as likely."""
    for players in (2, 3, 4):
        for seat in range(players):
            match = GAME.new(players=players, seed=9, first=seat)
            assert match.state.dealer == match.seat == seat
    drawn = Counter(GAME.new(players=4, seed=seed).state.dealer for seed in range(400))
    assert all(70 < drawn[seat] < 130 for seat in range(4))
    assert GAME.new(players=4, seed=9, first="drawn").to_bytes() == GAME.new(players=4, seed=9).to_bytes()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 2, "first": 2}, "a seat from 0 to 1, or 'drawn'"),
        ({"players": 4, "first": "me"}, "a seat from 0 to 3, or 'drawn'"),
        ({"players": 4, "hand": 5}, "its options are first"),
        ({"players": 5}, "kotori is for 2, 3, 4 players, not 5"),
        ({"players": 1}, "kotori is for 2, 3, 4 players, not 1"),
    ],
)
def test_refused_options(settings, message):
    with pytest.raises(BadOption, match=message):
        GAME.new(seed=1, **settings)
