"""Choosing at the same time, in Tokkuri: in any order, unseen by the others, with clocks and without."""

import itertools
import random

import pytest

import kobako
from kobako.core.position import legal_actions
from kobako.games.tokkuri.state import OPENING, PASSING
from kobako.table import Act, Clock, Sit, Table, Terms, TimeOut
from tests.table.sitting import found, frames, key_of, match_dump, refused, seated

TOKKURI = [kobako.game("tokkuri").setup(players) for players in (2, 3, 4)]
EVERY = pytest.mark.parametrize("setup", TOKKURI, ids=repr)


def choosing(setup, phase):
    """A table where several choose, in the opening or passing cards."""
    return found(setup, lambda t: t.match.state.phase == phase and len(t.together) > 1 and not t._chosen)


@EVERY
@pytest.mark.parametrize("phase", [OPENING, PASSING])
def test_any_order_is_the_engine_s_order(setup, phase):
    table = choosing(setup, phase)
    match, rng = table.match.copy(), random.Random(1)
    choices = {}
    while match.state.phase == phase and match.state.together:
        seat = match.seat
        view = table.deciding_view(seat)
        assert view.state == match.view(seat).state, "a seat decides by what the engine would show it"
        assert table.legal(seat) == match.legal() == legal_actions(setup, view.state)
        choices[seat] = rng.choice(match.legal())
        match.play(choices[seat])
    for order in itertools.permutations(sorted(table.together)):
        other = seated(setup, table.terms.seed)
        for action, seat in zip(table.match.actions, table.match.seats, strict=True):
            other.act(seat, action, other.turn)
        turn = other.turn
        assert set(order) == set(choices)
        for seat in order:
            assert other.turn == turn
            other.act(seat, choices[seat], turn)
        assert match_dump(other.match) == match_dump(match)
        assert other.turn == turn + 1


@EVERY
@pytest.mark.parametrize("phase", [OPENING, PASSING])
def test_nobody_learns_whether_another_has_chosen(setup, phase):
    """Not from any byte, at any time, though clocks run, choices are taken back, and time runs out."""
    start = choosing(setup, phase)
    table = seated(setup, start.terms.seed, (20, 5))
    for action, seat in zip(start.match.actions, start.match.seats, strict=True):
        table.act(seat, action, table.turn, now=0)
    still = seated(setup, start.terms.seed, (20, 5))
    for action, seat in zip(start.match.actions, start.match.seats, strict=True):
        still.act(seat, action, still.turn, now=0)
    chooser, *rest = sorted(table.together)
    last = rest[-1]
    deeds = [
        (3, lambda: table.act(chooser, table.legal(chooser)[0], table.turn, now=3)),
        (9, lambda: table.undo(chooser, table.turn, now=9)),
        (11, lambda: table.act(chooser, table.legal(chooser)[-1], table.turn, now=11)),
        (12, lambda: table.undo(chooser, table.turn, now=12)),
        (26, lambda: table.do(TimeOut(chooser), 26)),
        (27, lambda: table.do(Act(chooser, int(table.legal(chooser)[0]), table.turn, bot=True), 27)),
    ]
    for at, deed in deeds:
        seq = table.seq(chooser)
        deed()
        assert table.seq(chooser) == seq + 1
        for now in (at, at + 0.5, at + 40):
            mine, theirs = frames(table, now), frames(still, now)
            assert {v: f for v, f in mine.items() if v != chooser} == {v: f for v, f in theirs.items() if v != chooser}
    assert not table.can_undo(chooser)
    for seat in rest:
        assert table.acting == sorted(table.together)
        table.act(seat, table.legal(seat)[0], table.turn, now=28)
    assert table.acting != sorted({chooser, last}) or not table.together
    assert any(item == {"ply": item["ply"], "event": "time_up", "seat": chooser} for item in notes(table))
    assert not any(seat.late for seat in table.seats)


def notes(table):
    return [item for item in table.log if isinstance(item, dict)]


@EVERY
def test_a_choice_can_be_taken_back_by_who_made_it(setup):
    table = seated(setup, 2)
    seat, other = sorted(table.together)[:2]
    action = table.legal(seat)[0]
    table.act(seat, action, 0)
    assert table.chosen(seat) == action
    assert table.chosen(other) is None
    assert table.legal(seat) == []
    assert refused(table, Act(seat, int(action), 0)).code == "not_your_turn"
    assert not table.can_undo(other)
    table.undo(seat, 0)
    assert table.chosen(seat) is None
    assert action in table.legal(seat)


def starts_a_pass(table):
    """Whether some action, which shows nothing, makes others choose."""
    return passing_action(table) is not None


def passing_action(table):
    if table.together or table.held is not None:
        return None
    for action in table.match.legal():
        branch = table.match.copy()
        events = branch.play(action)
        shown = any(event.kind.reveals for event in events)
        if not shown and branch.state.phase == PASSING and branch.state.together & ~(1 << table.match.seat):
            return action
    return None


@EVERY
def test_a_card_that_makes_others_choose_stands(setup):
    """Could it be taken back, the table would say whether another has chosen; or lose what another chose."""
    table = found(setup, starts_a_pass)
    seat, action = table.match.seat, passing_action(table)
    table.act(seat, action, table.turn)
    assert not table.can_undo(seat)
    for other in sorted(table.together):
        table.act(other, table.legal(other)[0], table.turn)
    assert not table._chosen


@EVERY
def test_such_a_card_can_be_held(setup):
    """Nobody chooses before it is confirmed, so that it can be taken back until then."""
    table = found(setup, starts_a_pass)
    seat, action = table.match.seat, passing_action(table)
    before = match_dump(table.match)
    table.act(seat, action, table.turn, hold=True)
    assert table.acting == [seat]
    other = next(iter(table.together - {seat}))
    assert refused(table, Act(other, 0, table.turn)).code == "not_your_turn"
    table.undo(seat, table.turn)
    assert match_dump(table.match) == before
    table.act(seat, action, table.turn, hold=True)
    table.confirm(seat, table.turn)
    assert table.acting == sorted(table.together)
    assert not table.can_undo(seat)


@EVERY
@pytest.mark.parametrize("phase", [OPENING, PASSING])
def test_a_recorded_game_can_begin_in_the_midst_of_choosing(setup, phase):
    record, rng = choosing(setup, phase).match.copy(), random.Random(4)
    begun, choosers = len(record.actions), bin(record.state.together).count("1")
    while record.state.phase == phase and record.state.together:
        record.play(rng.choice(record.legal()))
    for plies in range(begun, begun + choosers):
        opening = tuple(map(int, record.actions[:plies]))
        table = Table(Terms(setup, record._seed, opening=opening))
        for seat in range(setup.players):
            table.do(Sit(seat, key_of(seat)), 0)
        assert [table.chosen(s) for s in record.seats[begun:plies]] == record.actions[begun:plies]
        for seat, action in zip(record.seats[plies:], record.actions[plies:], strict=True):
            assert table.owing.count(seat)
            table.act(seat, action, table.turn, now=0)
        assert match_dump(table.match) == match_dump(record)


def test_clocks_of_terms_are_checked():
    for bank, per_move in ((-1, 5), (0, 0), (float("nan"), 5), (1e9, 5), (5, 1e9)):
        with pytest.raises(kobako.KobakoError, match="a clock has"):
            Clock(bank, per_move)
