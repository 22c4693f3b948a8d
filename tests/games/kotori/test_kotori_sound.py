"""Kotori Atsume: games end, and a broken state is noticed."""

import pytest

from kobako.games.kotori import GAME
from tests.games.kotori.table import random_games, table


def test_games_end_within_the_bound():
    """Every game ends within its bound, however it is played."""
    for chance in (0.0, 0.5, 1.0):
        for match in random_games(9, chance=chance):
            assert len(match.actions) <= match.setup.bound
    assert [GAME.setup(players).bound for players in (2, 3, 4)] == [108, 109, 136]


SPOILT = {
    "a card too many": lambda s: s.discards.__setitem__(10, s.discards[10] + 1),
    "two in a cage": lambda s: s.cage[0].__setitem__(10, 2),
    "a wrong count of the deck": lambda s: s.in_deck.__setitem__(9, 1),
    "a gap in a row": lambda s: s.row[0].__setitem__(0, 0),
    "a short length": lambda s: s.length.__setitem__(0, 1),
    "a turn left out": lambda s: s.done.__setitem__(1, 1),
    "a burst that was none": lambda s: s.face_down.__setitem__(0, 6),
    "no treetop": lambda s: setattr(s, "treetop", 0),
    "over too early": lambda s: setattr(s, "over", 1),
    "a dealer from elsewhere": lambda s: setattr(s, "dealer", 2),
    "a third deck": lambda s: setattr(s, "deck_outs", 2),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_broken_state_is_noticed(how):
    """The invariants hold in a sound state and catch a spoilt one."""
    match = table(players=2, rows=[(6, 9), (3,)], cages=[(2, 10)], deck=(4, 7))
    assert GAME.why.broken(match.state) is None
    SPOILT[how](match.state)
    assert GAME.why.broken(match.state) is not None
