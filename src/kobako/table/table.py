"""The table: who sits, whose turn it is, what may be done, what is taken back.

A request is checked (`propose`) and becomes an entry; an entry is taken (`take`) and changes the table. In between, a
server makes the entry durable; at a kitchen table `act`, `undo`, … do both at once. The same entries make the same
table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress
from typing import Any, cast

from kobako.bots.characters import bot_of, character_for
from kobako.bots.lessons import lesson_state
from kobako.core.game import Action
from kobako.core.lessons import LessonState
from kobako.core.match import Event, Match
from kobako.core.position import View
from kobako.core.shown import LogItem
from kobako.table.checks import check
from kobako.table.clocks import Clocks
from kobako.table.protocol import Status
from kobako.table.requests import (
    MOST_SAID,
    Act,
    Away,
    Back,
    Confirm,
    Entry,
    Host,
    Keep,
    Leave,
    NextTable,
    Pace,
    Refused,
    Request,
    Say,
    Seat,
    Sit,
    SitBot,
    TimeOut,
    Tried,
    Undo,
)
from kobako.table.rest import rest_after
from kobako.table.terms import Terms
from kobako.table.undo import Parts

SPECTATOR = -1
ENTRIES_BESIDES, ENTRIES_PER_MOVE = 400, 4  # for all that is said and taken back, beside the moves themselves
LONG_GAME = 400  # moves; some rules could go on for thousands, and no game does
MARKS = 16  # moves between two places to which a game that may go far back can return without being played anew
# An event of the game, or something that happened at the table: {"event": "said", "seat": 1, "what": "thanks"}.
Item = Event | LogItem


class Table:
    """One game being played by seats. `turn` names the position: every change of it is a new turn, an undo too."""

    def __init__(self, terms: Terms, rest: float = 0.0) -> None:
        players = terms.setup.players
        self.terms = terms
        self._refused_by: set[str] = set()  # the rules that a lesson's learner has run into
        self.seats = [Seat() for _ in range(players)]
        self.match: Match | None = None
        self.clocks = Clocks(terms.clock, players) if terms.clock else None
        self.entries = 0
        self.turn = 0
        self.held: int | None = None  # whose move is played and waits to be confirmed
        self.next: str | None = None
        self.host = ""  # what proves who made a table of bots alone
        self.pace = 1  # how fast bots play: 0 is a pause
        self.log: list[Item] = []
        self.cuts: list[int] = []  # for each undo, how much of the log it left standing
        self.said: dict[int, list[float]] = {}  # when each seat last said something, the latest few
        self.updated = 0.0
        self.behind = 0.0  # by how much a server's clock that was set back is behind the last entry
        self.rest = rest  # seconds for which a round's end is looked at
        self.rest_until = 0.0
        self._chosen: dict[int, Action] = {}  # while all choose at once: who has chosen what
        self._parts = Parts()
        self._marks: list[Match] = []  # where moves may be taken back at will: the game as it stood, now and then
        self._answers: dict[tuple[int, str], int] = {}
        self._seen = dict.fromkeys(range(SPECTATOR, players), 0)
        self._legal: dict[int, list[Action]] = {}  # what each seat may do, once it was asked for: until the next entry
        self._lesson: LessonState | None = None  # how a lesson stands, once that was asked for: until the next entry
        self.shown: Any = None  # what frame.py keeps of it from one viewer to the next

    # What is the case

    @property
    def status(self) -> Status:
        """`waiting` for players, `playing`, or `over`."""
        return "waiting" if self.match is None else "over" if self.match.over else "playing"

    @cached_property
    def most_entries(self) -> int:
        """How many entries a table is given: each is taken again whenever it is loaded."""
        return ENTRIES_BESIDES + ENTRIES_PER_MOVE * min(self.terms.setup.bound, LONG_GAME)

    @property
    def lesson(self) -> LessonState | None:
        """Where a lesson is taken: whether it is `open`, `done` or `failed`. What is done or failed goes no further."""
        lesson, match = self.terms.lesson, self.match
        if lesson is None or match is None:
            return None
        if self._lesson is None:
            asked = lesson.learner not in self._chosen if lesson.learner in match.together else None
            self._lesson = lesson_state(lesson, match, asked, self._refused_by)
        return self._lesson

    @property
    def names(self) -> list[str]:
        """What the players call themselves; a bot is called by its level and, where it has one, its character."""
        return [seat.name or (bot_of(seat.level or "", seat.face) if seat.by == "bot" else "") for seat in self.seats]

    @property
    def together(self) -> frozenset[int]:
        """The seats that choose at the same time, unseen by each other."""
        return self.match.together if self.match else frozenset()

    @property
    def acting(self) -> list[int]:
        """The seats that are awaited. Of those who choose at once all, whether they have or not."""
        match = self.match
        if match is None or match.over or (self.terms.lesson and self.lesson in ("done", "failed")):
            return []
        if self.held is not None:
            return [self.held]
        return sorted(match.together) if match.state.together else [match.state.to_move]

    @property
    def owing(self) -> list[int]:
        """The seats that truly still owe a decision. This is nobody's business but the table's."""
        return [seat for seat in self.acting if seat not in self._chosen] if self._chosen else self.acting

    def resting(self, now: float) -> float | None:
        """Until when this table rests, if it does: a game among bots does not, nor one that is over."""
        if now >= self.rest_until or self.status != "playing":
            return None
        return self.rest_until if any(seat.by == "person" and not seat.away for seat in self.seats) else None

    def seq(self, viewer: int) -> int:
        """How many changes a seat (or a spectator) may know of."""
        return self._seen[viewer]

    def chosen(self, seat: int) -> Action | None:
        """What this seat has chosen, while others still choose."""
        return self._chosen.get(seat)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, sees."""
        return self._playing().view(seat)

    def deciding_view(self, seat: int) -> View:
        """What a seat decides by: among those who choose at once, each as if it were its turn."""
        return self._playing().deciding_view(seat)

    def legal(self, seat: int, view: View | None = None) -> list[Action]:
        """What a seat may do now; `view`: what it decides by, if that is at hand."""
        known = self._legal.get(seat)
        if known is None:
            waits = self.match is not None and self.held is None and seat in self.owing
            known = self._legal[seat] = (view or self._decided_by(seat)).legal() if waits else []
        return known

    def _decided_by(self, seat: int) -> View:
        """What a seat decides by, to be read at once: where it decides alone, a glimpse is enough."""
        match = self._playing()
        return match.deciding_view(seat) if match.state.together else match.view_beside(match.glimpse(), seat)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat can take something back."""
        if not self._parts.of(seat) and seat not in self._chosen and self._last_decision(seat) is None:
            return False
        if self.status != "playing" or self.seats[seat].late or self.lesson in ("done", "failed"):
            return False
        return self.entries < self.most_entries

    def practises(self, seat: int) -> bool:
        """Whether a seat practises here, alone against bots."""
        return self.terms.practice and [i for i, held in enumerate(self.seats) if held.by == "person"] == [seat]

    def can_ask_what_if(self, seat: int) -> bool:
        """Whether a seat may try out elsewhere what it has in mind: where it practises, and is not trying out yet."""
        terms = self.terms
        aside = terms.lesson is not None or terms.what_if is not None
        return terms.practice and not aside and self.practises(seat) and self.status == "playing"

    def _last_decision(self, seat: int) -> int | None:
        """Where someone who practises alone last decided: they can go back there, whatever was shown or drawn since."""
        if self.match is None or not self.terms.practice or not self.practises(seat):
            return None
        begun = len(self.terms.opening or ())
        plies = [ply for ply, by in enumerate(self.match.seats) if by == seat and ply >= begun]
        return plies[-1] if plies else None

    @property
    def hints(self) -> bool:
        """Whether hints are given here."""
        if self.terms.hints is not None:
            return self.terms.hints
        return sum(seat.by == "person" for seat in self.seats) < 2

    def character(self, seat: int, level: str) -> str:
        """Who of a level would sit down at a seat: the same for the same table, and nobody twice.

        Where a lesson is taken, whoever looks like a novice. And rather one who looks like a person at the table than
        nobody in particular.
        """
        level, number = "novice" if self.terms.lesson else level, int(self.terms.promise[:8], 16) + seat
        bots = [held.face for held in self.seats if held.by == "bot"]
        return character_for(level, [held.face for held in self.seats], number) or character_for(level, bots, number)

    @property
    def bots_only(self) -> bool:
        """Whether nobody plays here, and nobody can sit down."""
        return all(seat.by == "bot" and not seat.left for seat in self.seats)

    def hosted_by(self, key: str) -> bool:
        """Whether this key is of who made a table of bots alone."""
        return bool(key) and self.host == key and self.bots_only

    def holder(self, key: str) -> int | None:
        """The seat that this key opens."""
        return next((seat for seat in range(len(self.seats)) if self.held_by(seat, key)), None)

    def held_by(self, seat: int, key: str) -> bool:
        """Whether this key still opens this seat."""
        held = self.seats[seat]
        return bool(key) and held.key == key and held.by == "person"

    def free(self) -> list[int]:
        """The seats that a person can take."""
        return [i for i, s in enumerate(self.seats) if s.by == "open" or (s.left and self.status != "over")]

    def free_to_all(self) -> list[int]:
        """Those of them that are kept for nobody; none when the game is over."""
        return [] if self.status == "over" else [seat for seat in self.free() if self.seats[seat].kept is None]

    def answered(self, seat: int, id: str) -> int | None:
        """The turn after a request of this id was accepted, if it was."""
        return self._answers.get((seat, id)) if id else None

    def kifu(self) -> str:
        """The game as a text."""
        match = self._playing().copy()
        match.names = self.names
        return match.kifu()

    def forget_shown(self) -> None:
        """Let go of what frames are made from."""
        self.shown = None

    def _playing(self) -> Match:
        if self.match is None:
            raise Refused("not_playing", "the game has not begun: the table waits for players")
        return self.match

    # Requests, checked and done at once: a table among friends

    def act(
        self, seat: int, action: Action | int | str, at: int, hold: bool = False, now: float | None = None
    ) -> list[Item]:
        """Play an action that was decided at turn `at`; gives what happened."""
        return self.do(Act(seat, action, at, hold=hold), now)

    def undo(self, seat: int, at: int, now: float | None = None) -> list[Item]:
        """Take back the last part of one's move."""
        return self.do(Undo(seat, at), now)

    def confirm(self, seat: int, at: int, now: float | None = None) -> list[Item]:
        """Let a held move stand."""
        return self.do(Confirm(seat, at), now)

    def do(self, request: Request, now: float | None = None) -> list[Item]:
        """Any request: checked, then taken."""
        before = len(self.log)
        self.take(self.propose(request, time.time() if now is None else now))
        return self.log[before:]

    # Requests, checked

    def propose(self, request: Request, now: float) -> Entry:
        """The entry that a request becomes, if it is accepted; else Refused says why. Nothing changes yet."""
        now = self.time(now)
        return Entry(self.entries, max(now, self.updated), check(self, request, now))

    def time(self, now: float) -> float:
        """What time it is here: where a clock was set back since the last entry, time is counted on from there."""
        return now + self.behind

    # Entries, taken

    def take(self, entry: Entry) -> None:
        """Change the table by an entry: the next one, as `propose` made it."""
        if entry.seq != self.entries:
            raise ValueError(f"entry {entry.seq} cannot be taken: the table has {self.entries}")
        request = entry.request
        known, begun, self._lesson = len(self.log), self._rounds(), None
        secret = TAKERS[type(request)](self, request, entry.at)
        self._legal, self._lesson = {}, None
        if isinstance(request, Act):
            events = [item for item in self.log[known:] if isinstance(item, Event)]
            if rest := rest_after(events, self._rounds() > begun, self.rest):
                self.rest_until = entry.at + rest
        if self.pace != 1 and not (self.bots_only or isinstance(request, Pace) or getattr(request, "bot", False)):
            self.pace = 1  # who does something has come back
        self.entries += 1
        self.updated = entry.at
        for viewer in (request.seat,) if secret else tuple(self._seen):
            self._seen[viewer] += 1
        if self.clocks:
            if isinstance(request, Act | Confirm | TimeOut) and not secret and not self._parts.of(request.seat):
                self.clocks.stop(request.seat, entry.at)  # that move stands: what comes next has time of its own
            self.clocks.wait_for(self.owing if self.pace else (), entry.at, self.rest_until)
        if id := getattr(request, "id", ""):
            self._answers[request.seat, id] = self.turn

    def take_all(self, entries: Iterable[Entry]) -> Iterator[None]:
        """Take entries one after the other, for who lets others have their turn in between."""
        for entry in entries:
            self.take(entry)
            yield

    def _rounds(self) -> int:
        return self.match.state.round_no if self.match else 0

    def _take_act(self, act: Act, at: float) -> bool:
        """Play it; or, where all choose at once, keep it to ourselves until all have. Gives whether it is secret."""
        action = self.terms.setup.action(act.action)
        if act.seat not in self.together:
            late = self.seats[act.seat].late
            self._play(act.seat, action, allowed=action in self._legal.get(act.seat, ()))
            self.turn += 1
            if act.hold and self.acting != [act.seat] and self._parts.of(act.seat):
                self.held = act.seat
            elif late or self.together - {act.seat}:
                self._parts.settle()  # the clock decided; or others choose now, and that they have is not to be learnt
            return False
        self._chosen[act.seat] = action
        if set(self._chosen) != self.together:
            return True
        self._play_chosen()
        self.turn += 1
        return False

    def _take_tried(self, tried: Tried, at: float) -> None:
        self._refused_by.add(tried.rule)
        self._note("refused", seat=tried.seat, rule=tried.rule)

    def _play_chosen(self) -> None:
        while self._chosen:
            seat = self._playing().state.to_move
            self._play(seat, self._chosen.pop(seat))
        self._parts.settle()

    def _play(self, seat: int, action: Action, allowed: bool = False) -> None:
        if self.seats[seat].late:
            self.seats[seat].late = False
            self._note("time_up", seat=seat)
        self.log += self._parts.play(self._playing(), action, allowed)
        self._mark(self._playing())

    def _take_undo(self, undo: Undo, at: float) -> bool:
        secret = undo.seat in self._chosen
        if not secret and not self._parts.of(undo.seat):
            return self._go_back(undo.seat)
        if self.clocks:
            self.clocks.go_on(undo.seat, alone=not secret)
        if secret:
            del self._chosen[undo.seat]
            return True
        for seat in self.seats:
            seat.late = False  # nobody owes any more what they were late with
        self._parts.take_back(self._playing())
        self._forget_since()
        return False

    def _go_back(self, seat: int) -> bool:
        """Practice: to before the last own decision. The seed is the same, so all that was drawn is drawn again."""
        match, last = self._playing(), self._last_decision(seat)
        for held in self.seats:
            held.late = False
        self._chosen = {}
        self._parts.settle()
        self.match = self._replayed(match.actions[:last])
        self._forget_since()
        return False

    def _forget_since(self) -> None:
        """What happened after the present position has not happened, and is not looked at."""
        self.rest_until = 0.0
        ply = len(self._playing().actions)
        self._marks = [mark for mark in self._marks if len(mark.actions) <= ply]
        self.held = None
        stands = [not (isinstance(item, Event) and item.ply > ply) for item in self.log]
        self.cuts.append(stands.index(False) if False in stands else len(stands))
        self.log = list(compress(self.log, stands))
        self.turn += 1

    def _take_confirm(self, confirm: Confirm, at: float) -> None:
        self.held = None
        self._parts.settle()
        self.turn += 1

    def _take_sit(self, sit: Sit, at: float) -> None:
        stood_in = self.seats[sit.seat]
        self.seats[sit.seat] = Seat("person", sit.name, face=sit.face, key=sit.key)
        # What the last holder was answered is not this one's business.
        self._answers = {asked: turn for asked, turn in self._answers.items() if asked[0] != sit.seat}
        # Who was there before is told with it: what they did stays theirs in the log.
        self._note("sat", seat=sit.seat, **({"level": stood_in.level, "face": stood_in.face} if stood_in.level else {}))
        self._start()

    def _take_bot(self, sit: SitBot, at: float) -> None:
        self.seats[sit.seat] = Seat("bot", level=sit.level, face=sit.face)
        self._start()

    def _take_keep(self, keep: Keep, at: float) -> None:
        self.seats[keep.seat] = Seat(kept=keep.name)

    def _start(self) -> None:
        """Deal, when all seats are taken."""
        if self.match is None and not any(seat.by == "open" for seat in self.seats):
            self.match = self._replayed(self.terms.opening or ())
            self.log += self.match.events

    def prepare(self) -> Iterator[None]:
        """Play a table's opening, move by move: then it can be dealt at once. Who is in a hurry need not."""
        match = self.terms.new_match()
        for action in self.terms.opening or ():
            match.play(action)
            self._mark(match)
            yield

    def _mark(self, match: Match) -> None:
        """Keep the game as it stands, if it was not for a while and may be gone back to. Not while all choose."""
        marked = len(self._marks[-1].actions) if self._marks else 0
        if self.terms.practice and len(match.actions) >= marked + MARKS and not match.state.together:
            self._marks.append(match.copy())

    def _replayed(self, actions: Sequence[Action | int]) -> Match:
        """These actions played. Of those who choose at once and have not all chosen, the choices are kept."""
        marks = (mark.copy() for mark in reversed(self._marks) if len(mark.actions) <= len(actions))
        match = next(marks, None) or self.terms.new_match()
        begun = len(match.actions)
        for action in actions[begun:]:
            together = match.state.together
            match.play(action)
            self._mark(match)
            if match.state.together != together:
                begun = len(match.actions)
        if match.over or not match.state.together or begun == len(actions):
            return match
        self._chosen = dict(zip(match.seats[begun:], match.actions[begun:], strict=True))
        return self._replayed(actions[:begun])

    def _take_leave(self, leave: Leave, at: float) -> None:
        self._note("left", seat=leave.seat, name=self.seats[leave.seat].name)
        if self.status == "over":
            self.seats[leave.seat].key = ""  # who played stays on record
        else:
            bot = Seat("bot", level="regular", face=self.character(leave.seat, "regular"), left=True)
            self.seats[leave.seat] = Seat() if self.status == "waiting" else bot
        if self.held == leave.seat:
            self.held = None
            self._parts.settle()
            self.turn += 1

    def _take_say(self, say: Say, at: float) -> None:
        self.said[say.seat] = [*self.said.get(say.seat, []), at][-MOST_SAID:]
        self._note("said", seat=say.seat, what=say.what)

    def _take_away(self, away: Away, at: float) -> None:
        self.seats[away.seat].away = True
        self._note("away", seat=away.seat)
        if self.held == away.seat:
            self.held = None
            self._parts.settle()
            self.turn += 1

    def _take_back(self, back: Back, at: float) -> None:
        self.seats[back.seat].away = False
        self._note("back", seat=back.seat)

    def _take_time(self, out: TimeOut, at: float) -> bool:
        """Seen by nobody else: where all choose at once, it would tell that this seat had not."""
        self.seats[out.seat].late = True
        if self.held == out.seat:
            self.held = None
            self._parts.settle()
            self.seats[out.seat].late = False
            self.turn += 1
            return False
        return True

    def _take_host(self, host: Host, at: float) -> None:
        self.host = host.key

    def _take_pace(self, pace: Pace, at: float) -> None:
        self.pace = pace.pace

    def _take_next(self, following: NextTable, at: float) -> None:
        self.next = following.table

    def _note(self, event: str, **values: str | int) -> None:
        ply = len(self.match.actions) if self.match else 0
        self.log.append(cast("LogItem", {"ply": ply, "event": event, **values}))


TAKERS: dict[type[Request], Callable[[Table, Any, float], bool | None]] = {
    Act: Table._take_act,
    Tried: Table._take_tried,
    Undo: Table._take_undo,
    Confirm: Table._take_confirm,
    Sit: Table._take_sit,
    SitBot: Table._take_bot,
    Keep: Table._take_keep,
    Leave: Table._take_leave,
    Say: Table._take_say,
    Away: Table._take_away,
    Back: Table._take_back,
    TimeOut: Table._take_time,
    Host: Table._take_host,
    Pace: Table._take_pace,
    NextTable: Table._take_next,
}
