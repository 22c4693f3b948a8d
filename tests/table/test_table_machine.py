"""Any requests in any order: a table answers each clearly, and what must hold of it always holds."""

import json

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import kobako
from kobako.table import (
    Act,
    Away,
    Back,
    Clock,
    Confirm,
    Keep,
    Leave,
    NextTable,
    Refused,
    Say,
    Sit,
    SitBot,
    Terms,
    TimeOut,
    Undo,
)
from tests.soaking import long
from tests.table.sitting import SETUPS, Kept, dump, fold, frames

SEATS = st.integers(-1, 4)
TURNS = st.sampled_from((0, 0, 0, 0, 0, 0, -1, 1))  # how far off the turn is that a request names
PLAY = ("illegal", "unknown_action", "stale", "not_your_turn", "not_playing", "no_undo", "nothing_held", "time_up")
CODES = {*PLAY, "no_such_seat", "not_seated", "bad_message", "taken", "too_fast"}


class Tables(RuleBasedStateMachine):
    """One table, and all that can be asked of it."""

    def __init__(self):
        super().__init__()
        self.table, self.now, self.keys, self.seqs = None, 0.0, 0, {}

    @initialize(setup=st.sampled_from(SETUPS), seed=st.integers(0, 2**128 - 1), clock=st.booleans(), full=st.booleans())
    def begin(self, setup, seed, clock, full):
        self.table = Kept(Terms(setup, seed, clock=Clock(20, 5) if clock else None))
        for seat in range(setup.players if full else 0):
            self.sit(seat)

    def ask(self, request):
        before = dump(self.table, self.now)
        refusal = self.answer(request)
        if refusal:
            assert refusal.code in CODES
            assert (refusal.code == "illegal") == (refusal.rule is not None)
            assert refusal.message
            assert dump(self.table, self.now) == before

    def answer(self, request):
        try:
            self.table.do(request, self.now)
        except Refused as refusal:
            return refusal
        return None

    @rule(seat=SEATS)
    def sit(self, seat):
        self.keys += 1
        self.ask(Sit(seat, f"secret-{self.keys}", f"Name {self.keys}"))

    @rule(seat=SEATS)
    def sit_bot(self, seat):
        self.ask(SitBot(seat, "novice"))

    @rule(seat=SEATS)
    def keep(self, seat):
        self.ask(Keep(seat, "Aya"))

    @rule(seat=SEATS)
    def leave(self, seat):
        self.ask(Leave(seat))

    @precondition(lambda self: self.table.owing)
    @rule(data=st.data(), hold=st.booleans(), off=TURNS)
    def act(self, data, hold, off):
        seat = data.draw(st.sampled_from(self.table.owing))
        legal = self.table.legal(seat)
        bot = self.table.seats[seat].played_by_bot
        if legal:
            self.ask(Act(seat, int(data.draw(st.sampled_from(legal))), self.table.turn + off, "", hold, bot))

    @rule(
        seat=SEATS, action=st.integers(-2, 300) | st.text(max_size=4), off=TURNS, hold=st.booleans(), bot=st.booleans()
    )
    def act_wildly(self, seat, action, off, hold, bot):
        self.ask(Act(seat, action, self.table.turn + off, "id", hold, bot))

    @rule(seat=SEATS, off=TURNS)
    def undo(self, seat, off):
        self.ask(Undo(seat, self.table.turn + off))

    @precondition(lambda self: any(self.table.can_undo(s) for s in range(len(self.table.seats))))
    @rule()
    def undo_what_can_be(self):
        seat = next(s for s in range(len(self.table.seats)) if self.table.can_undo(s))
        self.table.undo(seat, self.table.turn, self.now)

    @precondition(lambda self: self.table.held is not None)
    @rule()
    def confirm(self):
        self.table.confirm(self.table.held, self.table.turn, self.now)
        assert self.table.held is None

    @rule(seat=SEATS, off=TURNS)
    def confirm_wildly(self, seat, off):
        self.ask(Confirm(seat, self.table.turn + off))

    @rule(seat=SEATS, kind=st.sampled_from((Away, Back, TimeOut)))
    def presence_and_time(self, seat, kind):
        self.ask(kind(seat))

    @rule(seat=SEATS, what=st.sampled_from(("hello", "thanks", "go away")))
    def say(self, seat, what):
        self.ask(Say(seat, what))

    @rule(seat=SEATS)
    def rematch(self, seat):
        self.ask(NextTable(seat, "t9"))

    @rule(seconds=st.sampled_from((-1, 0.2, 4, 30)))
    def wait(self, seconds):
        self.now += seconds

    @invariant()
    def frames_are_whole_and_keep_secrets(self):
        if self.table is None:
            return
        table = self.table
        shown = {viewer: json.loads(text) for viewer, text in frames(table, self.now).items()}
        for viewer, frame in shown.items():
            assert bool(frame["legal"]) == (viewer in table.owing and table.held is None)
            assert frame["seq"] >= self.seqs.get(viewer, 0)
            assert "secret-" not in json.dumps(frame)
            assert table.status == "over" or table.terms.proof not in json.dumps(frame)
            assert ("undo" in frame["can"]) == (viewer >= 0 and table.can_undo(viewer))
            self.seqs[viewer] = frame["seq"]
        assert sum(frame["held"] for frame in shown.values()) <= 1
        assert len({json.dumps([f["acting"], f["turn"], f["scores"], f["seats"]]) for f in shown.values()}) == 1
        if table.status == "playing":
            assert table.owing, "somebody is always awaited"
            assert all(table.legal(seat) for seat in table.owing if table.held is None)

    @invariant()
    def late_is_who_owes(self):
        if self.table is not None and self.table.status == "playing":
            late = {seat for seat, held in enumerate(self.table.seats) if held.late}
            assert late <= set(self.table.acting)

    def teardown(self):
        if self.table is None:
            return
        assert dump(fold(self.table.terms, self.table.kept), self.now) == dump(self.table, self.now)
        if self.table.match:
            assert kobako.replay(self.table.kifu()).to_bytes() == self.table.match.to_bytes()


def run(examples, steps):
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_any_requests():
    run(30, 30)


@pytest.mark.soak
def test_any_requests_for_long():
    run(long(120), 100)
