"""What if: a side table is made from what a seat knows, and tells nothing about the table it was made at."""

import random

import pytest

import kobako
from kobako.core.chance import BLOCKS, KEY
from kobako.table import Act, Clock, Pace, Refused, Sit, SitBot, Terms
from kobako.table.frame import abilities
from kobako.table.replay import replay
from kobako.table.what_if import imagined, same_company, what_if
from tests.soaking import long
from tests.table.sitting import SETUPS, Kept, dump, fold, key_of, match_dump, refused, seated, step


def practising(setup, seed=1, opening=(), people=(0,), clock=None):
    table = Kept(Terms(setup, seed, opening=opening, clock=clock))
    for seat in range(setup.players):
        table.do(Sit(seat, key_of(seat), "Aya") if seat in people else SitBot(seat, "novice"), 0)
    return table


def play_on(table, rng, plies, now=0.0):
    for _ in range(plies):
        if table.status == "playing":
            seat = rng.choice(table.owing)
            bot = table.seats[seat].by == "bot"
            table.do(Act(seat, int(rng.choice(table.legal(seat))), table.turn, bot=bot), now)
    return table


def side_table(table, seed=7, name="tparent"):
    """The side table that seat 0 asks for."""
    side = Kept(what_if(table, name, 0, random.Random(seed)))
    for request in same_company(table, 0, "another key"):
        side.do(request, 0)
    return side


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_it_goes_on_from_what_the_seat_knows_to_the_end(setup):
    rng = random.Random(repr(setup))
    table = play_on(practising(setup), rng, 9)
    before = dump(table)
    side = side_table(table)
    assert dump(table) == before  # it was looked at, and no more
    seen = table.match.view(0).state
    assert side.match.view(0).state == seen
    assert [(s.by, s.level, s.face, s.name) for s in side.seats] == [
        (s.by, s.level, s.face, s.name) for s in table.seats
    ]
    assert side.terms.practice
    assert side.terms.private
    assert side.log == [{"ply": 0, "event": "sat", "seat": 0}]
    play_on(side, rng, 1000)
    assert side.status == "over"
    assert dump(fold(side.terms, side.kept)) == dump(side)
    again = kobako.replay(side.kifu())
    assert match_dump(again) == match_dump(side.match)
    assert again.kifu() == side.kifu()
    told = replay(side.kifu())["positions"]
    assert told[0]["views"]["0"] == setup.new(2, position=side.terms.position).view(0).show()
    assert len(told) == len(side.match.actions) + 1


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_it_tells_nothing_of_what_the_seat_cannot_see(setup):
    """Two tables that differ only in what a seat cannot see, their chance too, have the same side tables."""
    for seed in range(long(6)):
        rng = random.Random(f"{setup!r} {seed}")
        seat = rng.randrange(setup.players)
        table = seated(setup, seed)
        for _ in range(rng.randrange(25)):
            if table.status == "playing":
                step(table, rng)
        while table._chosen:
            step(table, rng)
        if table.status == "over":
            continue
        twin = table.match.copy()
        twin.state = table.match.view(seat).imagine(rng)
        assert twin.state.rng != table.match.state.rng
        first, second = (
            imagined(match.view(seat), "tparent", None, random.Random(seed)) for match in (table.match, twin)
        )
        assert first.position == second.position
        assert first.seed != second.seed  # drawn anew every time
        for terms in (first, second):
            side = terms.new_match()
            assert side.view(seat).to_bytes() == table.match.view(seat).to_bytes()
            assert side.state.rng[KEY:BLOCKS] != table.match.state.rng[KEY:BLOCKS]
            assert int(side.seed, 16) == terms.seed


def test_another_deal_imagines_other_cards():
    table = play_on(practising(SETUPS[0]), random.Random(1), 3)
    positions = {side_table(table, seed).terms.position for seed in range(20)}
    assert len(positions) > 10
    fresh = {what_if(table, "tparent", 0).position for _ in range(20)}
    assert len(fresh) > 10


def test_only_in_practice_and_only_alone_and_not_within_itself():
    setup, rng = SETUPS[0], random.Random(1)
    table = play_on(practising(setup), rng, 3)
    assert "what_if" in abilities(table, 0)
    side = side_table(table)
    for other in (
        play_on(practising(setup, opening=None), rng, 3),
        play_on(practising(setup, people=(0, 1)), rng, 3),
        side,
        play_on(practising(setup), rng, 1000),
    ):
        assert "what_if" not in abilities(other, 0)
        with pytest.raises(Refused) as refusal:
            what_if(other, "tparent", 0)
        assert refusal.value.code == "no_what_if"
    assert "rematch" not in abilities(play_on(side, rng, 1000), 0)


def test_moves_are_taken_back_to_where_it_began():
    setup, rng = SETUPS[0], random.Random(5)
    side = side_table(play_on(practising(setup), rng, 6))
    begun = side.match.to_bytes()
    play_on(side, rng, 8)
    while side.can_undo(0):
        side.undo(0, side.turn)
    assert 0 not in side.match.seats
    assert side.terms.new_match().to_bytes() == begun


def test_a_table_that_waits_has_no_clock_running_until_something_is_done_there():
    table = practising(SETUPS[0], clock=Clock(10, 5))
    rng = random.Random(2)
    while table.owing != [0]:
        play_on(table, rng, 1)
    table.do(Pace(0, 0), 3.0)
    assert table.clocks.left(0, 1000.0) == 15
    table.do(Pace(0, 1), 1000.0)
    assert table.clocks.left(0, 1002.0) == 13
    table.do(Pace(0, 0), 1002.0)
    table.do(Act(0, int(table.legal(0)[0]), table.turn), 2000.0)  # in another window
    assert table.pace == 1
    assert dump(fold(table.terms, table.kept)) == dump(table)


def test_bots_wait_for_who_practises_alone_and_for_nobody_else():
    assert refused(practising(SETUPS[0], people=(0, 1)), Pace(0, 0)).code == "not_allowed"
    assert refused(practising(SETUPS[0], opening=None), Pace(0, 0)).code == "not_allowed"
    assert refused(practising(SETUPS[0]), Pace(1, 0)).code == "not_allowed"
