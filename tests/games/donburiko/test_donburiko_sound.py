"""Donburiko!: games end, and a broken state is noticed."""

import pytest

from kobako.games.donburiko import GAME
from tests.games.donburiko.table import KIND, random_games, table


def test_games_end_within_the_bound():
    """Every game ends within its bound."""
    for match in random_games(9):
        assert len(match.actions) <= match.setup.bound


SPOILT = {
    "a chip too many": lambda s: s.chips.__setitem__(0, 6),
    "chips from nowhere": lambda s: (setattr(s, "bank", -1), s.chips.__setitem__(1, 40)),
    "a card too many": lambda s: s.gone.__setitem__(0, s.gone[0] + 1),
    "a hand that is not as told": lambda s: s.cards.__setitem__(1, 2),
    "another card face down": lambda s: s.laid[1][0].__setitem__(1, KIND["5"]),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_broken_state_is_noticed(how):
    """The invariants hold in a sound state and catch a spoilt one."""
    match = table(rows=["1 (2)1", "3", "4"], hands=["4", "L", "-1"], chips=(5, 5, 5))
    SPOILT[how](match.state)
    assert GAME.why.broken(match.state) is not None
