"""Clocks, presence and adjudication: three different things."""

import kobako
from kobako.table import Act, Away, Back, Leave, Sit, TimeOut, Undo
from kobako.table.frame import frame
from tests.table.sitting import found, key_of, refused, seated

DONBURIKO = kobako.game("donburiko").setup(3, first=0)
ICE = kobako.game("ice").setup(2)


def act(table, now, **more):
    seat = table.acting[0]
    table.act(seat, table.legal(seat)[0], table.turn, now=now, **more)
    return seat


def left(table, seat, now):
    return frame(table, seat, now)["clocks"][seat]["left"]


def bot_acts(table, seat, now):
    table.do(Act(seat, int(table.legal(seat)[0]), table.turn, bot=True), now)


def test_no_clock_runs_before_the_start():
    table = seated(DONBURIKO, 1, (30, 5), now=100)
    assert [left(table, seat, 100) for seat in range(3)] == [35] * 3
    table = type(table)(table.terms)
    table.do(Sit(0, key_of(0)), 0)
    assert frame(table, 0, 1000)["clocks"] == [{"left": 35, "running": False}] * 3
    assert refused(table, TimeOut(0), 1000).code == "not_seated"


def test_a_move_has_its_time_and_then_the_bank():
    table = seated(DONBURIKO, 1, (30, 5))
    assert frame(table, 1, 2)["clocks"] == [
        {"left": 33, "running": True},
        {"left": 35, "running": False},
        {"left": 35, "running": False},
    ]
    act(table, 4)  # within the time of the move
    assert table.clocks.bank == [30, 30, 30]
    act(table, 16)  # 12 seconds: 7 from the bank
    assert table.clocks.bank == [30, 23, 30]
    assert left(table, 2, 20) == 31


def test_undo_gives_no_time_twice():
    """Who takes back goes on as if the wait had never ended; who was then awaited has lost nothing."""
    table = seated(DONBURIKO, 1, (30, 5))
    act(table, 8)
    assert table.clocks.bank[0] == 27
    assert left(table, 1, 26) == 17
    table.undo(0, table.turn, now=26)
    assert left(table, 0, 26) == 9
    assert left(table, 1, 26) == 35
    act(table, 30)
    assert table.clocks.bank == [5, 30, 30]
    table.undo(0, table.turn, now=31)
    assert left(table, 0, 31) == 4


def test_a_held_move_is_not_made_yet():
    table = seated(DONBURIKO, 1, (30, 5))
    act(table, 8, hold=True)
    assert left(table, 0, 20) == 15
    assert refused(table, TimeOut(0), 34).code == "stale"
    table.do(TimeOut(0), 35)
    assert table.held is None
    assert not table.seats[0].late
    assert table.acting == [1]
    assert not table.can_undo(0)


def test_who_is_late_has_a_bot_make_that_decision_and_no_other():
    table = seated(DONBURIKO, 1, (10, 5))
    assert refused(table, TimeOut(0), 14).code == "stale"
    assert refused(table, TimeOut(1), 99).code == "not_seated"
    assert refused(table, Act(0, int(table.legal(0)[0]), 0, bot=True), 14).code == "not_your_turn"
    table.do(TimeOut(0), 15)
    assert table.seats[0].late
    assert refused(table, Act(0, int(table.legal(0)[0]), 0), 15).code == "time_up"
    assert refused(table, Undo(0, 0), 15).code == "time_up"
    assert refused(table, TimeOut(0), 16).code == "not_seated"
    bot_acts(table, 0, 16)
    assert not table.seats[0].late
    assert not table.can_undo(0)
    assert {"ply": 0, "event": "time_up", "seat": 0} in table.log
    assert left(table, 0, 16) == 5
    act(table, 17)
    act(table, 18)
    assert table.acting == [0]
    act(table, 20)  # a person again


def test_being_late_ends_with_what_was_owed():
    """A seat is late with a move to which another then takes back what led there."""
    table = seated(DONBURIKO, 1, (10, 5))
    act(table, 1)
    table.do(TimeOut(1), 16)
    table.undo(0, table.turn, now=16)
    assert not any(seat.late for seat in table.seats)
    bot_or_person = table.legal(0)[0]
    assert refused(table, Act(0, int(bot_or_person), table.turn, bot=True), 16).code == "not_your_turn"
    table.act(0, bot_or_person, table.turn, now=17)
    assert left(table, 1, 17) == 15
    act(table, 18)


def test_each_move_of_one_seat_has_its_own_time():
    """The same seat is awaited twice running; what was done in between cannot be taken back."""

    def again(table):
        match = table.match
        return match.seats[-1:] == [match.seat] and not table.can_undo(match.seat)

    record = found(ICE, again).match
    table = seated(ICE, record._seed, (0, 10))
    for seat, action in zip(record.seats, record.actions, strict=True):
        now = table.updated + 9
        table.act(seat, action, table.turn, now=now)
    assert left(table, record.seat, now) == 10


def test_who_is_away_is_played_for_until_they_are_back():
    table = seated(DONBURIKO, 1)
    assert refused(table, Back(0)).code == "not_seated"
    table.do(Away(0), 1)
    assert refused(table, Away(0)).code == "not_seated"
    assert frame(table, 2, 1)["seats"][0]["away"]
    bot_acts(table, 0, 2)
    table.do(Back(0), 3)
    assert not frame(table, 2, 3)["seats"][0]["away"]
    assert table.holder(key_of(0)) == 0
    act(table, 4)
    act(table, 5)
    assert refused(table, Act(0, int(table.legal(0)[0]), table.turn, bot=True), 6).code == "not_your_turn"
    act(table, 6)


def test_a_held_move_of_who_goes_stands():
    for going in (Away(0), Leave(0)):
        table = seated(DONBURIKO, 1)
        act(table, 1, hold=True)
        table.do(going, 2)
        assert table.held is None
        assert table.acting == [1]
        assert not table.can_undo(0)
