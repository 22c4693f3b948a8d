"""Tokkuri Taking: games end, and a broken state is noticed."""

from kobako.core.fields import NONE
from kobako.games.tokkuri.state import TROUBLESOME
from tests.games.tokkuri.table import broken, passed_position, random_games


def test_bound():
    """TOK-17: every game ends, well within its bound."""
    for match, rng in random_games(6, rounds=3):
        match.run(lambda m, rng=rng: rng.choice(m.legal()))
        assert len(match.actions) <= match.setup.bound
        assert match.state.round_no <= 3


def test_broken_finds_what_is_wrong():
    """TOK-1, TOK-16: a lost card, a lost point, a hand out of order, a Dummy taken: none goes unseen."""

    def breaks(change):
        match = passed_position()
        change(match.state)
        assert broken(match.state) is not None

    breaks(lambda s: s.totals.__setitem__(0, 11))
    breaks(lambda s: s.discards.__setitem__(0, s.discards[0] + 1))
    breaks(lambda s: s.hands[0].reverse())
    breaks(lambda s: s.cards.__setitem__(0, 3))
    breaks(lambda s: s.level.__setitem__(0, 0))
    breaks(lambda s: s.having.__setitem__(1, s.having[1] + 1))
    breaks(lambda s: s.laid[2].__setitem__(0, s.laid[0][0]))
    breaks(lambda s: s.gave.__setitem__(0, NONE))
    breaks(lambda s: s.got.__setitem__(1, TROUBLESOME))
    breaks(lambda s: s.chosen.__setitem__(1, s.hands[1][0]))
    breaks(lambda s: s.pile.__setitem__(0, s.pile[1]))
