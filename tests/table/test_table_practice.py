"""Practice: against bots alone, any number of own moves can be taken back, over what was shown and drawn since."""

import random

import pytest

from kobako.core.match import Match
from kobako.table import Act, Leave, Say, Sit, SitBot, Terms, Undo
from kobako.table.frame import abilities, frame
from kobako.table.table import MARKS
from tests.table.sitting import SETUPS, Kept, dump, fold, key_of, match_dump, refused


def practising(setup, seed=1, opening=(), people=(0,)):
    """A table of practice: bots on all other seats."""
    table = Kept(Terms(setup, seed, opening=opening))
    for seat in range(setup.players):
        table.do(Sit(seat, key_of(seat), "Aya") if seat in people else SitBot(seat, "random"), 0)
    return table


def play_to(table, rng, decisions):
    """Play at random until seat 0 has decided so often and has to decide again; gives what it was like each time."""
    seen = []
    while table.status == "playing" and len(seen) <= decisions:
        seat = rng.choice(table.owing)
        if seat == 0 and 0 in table.acting:
            seen.append((match_dump(table.match), len(table.log), table.legal(0)))
            if len(seen) > decisions:
                break
        table.do(Act(seat, int(rng.choice(table.legal(seat))), table.turn, bot=table.seats[seat].by == "bot"), 0)
    return seen


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_one_goes_back_decision_by_decision_to_the_beginning(setup):
    table, rng = practising(setup), random.Random(3)
    seen = play_to(table, rng, 6)
    if table.status == "over":
        return
    for before in reversed(seen[:-1]):
        assert "undo" in abilities(table, 0)
        turn = table.turn
        table.undo(0, table.turn)
        assert table.turn > turn
        assert 0 in table.owing
        assert table.legal(0) == before[2]
        if not table.together:
            assert match_dump(table.match) == before[0]
            assert len(table.log) == before[1]
    assert refused(table, Undo(0, table.turn)).code == "no_undo"
    assert dump(fold(table.terms, table.kept)) == dump(table)
    play_to(table, rng, 1000)
    assert table.status == "over"
    assert len(table.kifu().splitlines()) > len(table.match.actions)


def test_a_shown_log_is_cut_where_it_went_back():
    table, rng = practising(SETUPS[0]), random.Random(1)
    play_to(table, rng, 4)
    known = len(table.log)
    table.undo(0, table.turn)
    assert table.cuts[-1] <= len(table.log) <= known
    assert frame(table, 0, 0)["log"]["items"][-1]["ply"] <= len(table.match.actions)


def test_only_in_practice_and_only_alone():
    setup, rng = SETUPS[0], random.Random(1)
    for table in (practising(setup, opening=None), practising(setup, people=(0, 1))):
        play_to(table, rng, 3)
        while table.can_undo(0):  # what any table lets one take back
            table.undo(0, table.turn)
        assert refused(table, Undo(0, table.turn)).code == "no_undo"
    table = practising(setup, people=(0, 1))
    play_to(table, rng, 3)
    table.do(Leave(1), 0)
    assert table.can_undo(0)
    table.do(Sit(1, "another key", "Zoe"), 0)
    while table.can_undo(0):
        table.undo(0, table.turn)
    assert table.match.seats.count(0) > 0  # not all of it
    assert refused(table, Undo(0, table.turn)).code == "no_undo"


def test_no_further_than_where_a_recorded_game_was_taken_up():
    setup, rng = SETUPS[0], random.Random(2)
    first = practising(setup)
    play_to(first, rng, 4)
    opening = tuple(map(int, first.match.actions))
    table = practising(setup, opening=opening)
    play_to(table, rng, 2)
    while table.can_undo(0):
        table.undo(0, table.turn)
    assert tuple(map(int, table.match.actions)) == opening


def test_who_takes_back_without_end_plays_on_to_the_end():
    """Every entry is taken again when a table is loaded: there are as many as a game can need, and then some."""
    table, rng = practising(SETUPS[0]), random.Random(5)
    play_to(table, rng, 1)
    while table.entries < table.most_entries:
        assert table.can_undo(0)
        table.undo(0, table.turn)
        play_to(table, rng, 1)
    assert not table.can_undo(0)
    for request in (Undo(0, table.turn), Say(0, "thanks")):
        assert refused(table, request).code == "tired"
    play_to(table, rng, 10_000)
    assert table.status == "over"


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_to_go_back_in_a_long_game_costs_no_more_than_in_a_short_one(setup, monkeypatch):
    match = setup.new(5).run(lambda match: match.legal()[0])
    opening = tuple(int(action) for action in match.actions[:-2])
    prepared = Kept(Terms(setup, 5, opening=opening))
    for _ in prepared.prepare():
        pass
    played = []
    play = Match.play
    monkeypatch.setattr(Match, "play", lambda match, action: played.append(action) or play(match, action))
    for seat in range(setup.players):
        prepared.do(Sit(seat, key_of(seat), "Aya") if seat == 0 else SitBot(seat, "random"), 0)
    assert len(played) <= 2 * MARKS
    assert dump(prepared) == dump(practising(setup, 5, opening))  # which nobody has prepared
    rng = random.Random(1)
    for _ in range(3):
        while prepared.status == "playing" and not prepared.match.seats[len(opening) :].count(0):
            seat = prepared.owing[0]
            prepared.do(Act(seat, int(rng.choice(prepared.legal(seat))), prepared.turn, bot=seat > 0), 0)
        if prepared.status == "over":
            break
        played.clear()
        prepared.undo(0, prepared.turn)
        assert len(played) <= 2 * MARKS
