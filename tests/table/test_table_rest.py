"""Rest: after a moment worth a look, bots and clocks wait a little, and people need not."""

import random

import pytest

import kobako
from kobako.table import Clock, Sit, SitBot, Table, Terms
from kobako.table.frame import frame
from kobako.table.rest import MOST, PASSING
from tests.table.sitting import step

ICE = kobako.game("ice").setup(3)
REST = 9.0


def resting(setup=ICE, clock=None, people=3, seed=1, rest=REST):
    """A table whose last action, at 100, ended a round."""
    table = Table(Terms(setup, seed, clock=clock), rest)
    for seat in range(setup.players):
        table.do(Sit(seat, str(seat)) if seat < people else SitBot(seat), 0.0)
    rng = random.Random(seed)
    while table.match.state.round_no == 1 and table.status == "playing":
        step(table, rng, 100.0)
    return table


def test_a_round_that_ends_is_looked_at():
    table = resting()
    assert table.rest_until == 100 + REST
    assert [frame(table, viewer, 101.0)["rest_until"] for viewer in (0, -1)] == [109.0, 109.0]
    assert frame(table, 0, 109.0)["rest_until"] is None


def test_people_may_act_meanwhile_and_the_rest_goes_on_for_the_others():
    table = resting()
    step(table, random.Random(1), 102.0)
    assert table.resting(103.0) == 109.0


@pytest.mark.parametrize(("people", "rest"), [(0, REST), (3, 0.0)])
def test_no_rest_among_bots_alone_or_where_there_is_none(people, rest):
    assert resting(people=people, rest=rest).resting(101.0) is None


def test_clocks_wait_for_the_end_of_the_rest():
    table = resting(clock=Clock(30, 5))
    (seat,) = table.owing
    whole = table.clocks.left(seat, 100.0)
    assert table.clocks.left(seat, 109.0) == whole > table.clocks.left(seat, 116.0)
    bank = table.clocks.bank[seat]
    step(table, random.Random(1), 103.0)
    assert table.clocks.bank[seat] == bank, "who acts at once has lost nothing"
    (following,) = table.owing
    assert table.clocks.left(following, 109.0) == table.clocks.left(following, 103.0)


def test_a_moment_within_a_round_is_shorter_and_all_has_its_measure():
    """Kotori: a burst is a still, and the last one of a round comes with its end."""
    table = Table(Terms(kobako.game("kotori").setup(4), 5), REST)
    for seat in range(4):
        table.do(Sit(seat, str(seat)), 0.0)
    rng, seen = random.Random(2), set()
    while table.status == "playing":
        known, begun, now = len(table.log), table.match.state.round_no, table.updated + 50
        step(table, rng, now)
        stills = sum(item.kind.still for item in table.log[known:])
        if stills:
            ended = table.match.state.round_no > begun
            wanted = 1 + (stills - 1) * PASSING if ended else stills * PASSING
            assert table.rest_until - now == pytest.approx(REST * min(MOST, wanted))
            seen.add(ended)
    assert seen == {True, False}
    assert table.resting(table.updated) is None, "nothing is awaited when the game is over"


def test_what_is_taken_back_needs_no_rest():
    setup = kobako.game("donburiko").setup(3, first=0)
    table = Table(Terms(setup, 1), REST)
    for seat in range(3):
        table.do(Sit(seat, str(seat)), 0.0)
    while "take A" not in map(str, table.legal(table.acting[0])):
        seat = table.acting[0]
        table.act(seat, next(a for a in table.legal(seat) if str(a).endswith(">A")), table.turn, now=1.0)
    seat = table.acting[0]
    table.act(seat, "take A", table.turn, now=2.0)
    assert table.resting(2.0) == pytest.approx(2.0 + REST * PASSING)
    if table.can_undo(seat):
        table.undo(seat, table.turn, 3.0)
        assert table.resting(3.0) is None
