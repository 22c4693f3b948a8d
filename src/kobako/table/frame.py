"""A frame: the table as one viewer may know it, ready to be sent. docs/protocol.md says what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from kobako.core.examples import Example
from kobako.core.game import Action
from kobako.core.match import Event
from kobako.core.position import Position, View, position_of
from kobako.core.shown import LogItem, MadePart, ShownView, ShownWould
from kobako.table.protocol import (
    PROTOCOL,
    Ability,
    CandidateShown,
    ClockShown,
    ExampleShown,
    LessonShown,
    Log,
    RefusedAnswer,
    SeatShown,
    Status,
    Step,
    Still,
    TableFrame,
    TableShown,
    TableTerms,
    Welcome,
)
from kobako.table.requests import Refused, Seat
from kobako.table.table import SPECTATOR, Item, Table

if TYPE_CHECKING:
    from kobako.bots.search.search import Candidate


def frame(table: Table, viewer: int, now: float, log_from: int = 0, key: str = "") -> TableFrame:
    """All that a seat, or a SPECTATOR, is shown of a table, with the log from an item on; `key` is what they hold."""
    now, shared, seat = table.time(now), shared_by_all(table), None if viewer == SPECTATOR else viewer
    describe, chosen = table.terms.setup.describe, table.chosen(viewer)
    decided_by = shared.decided_by(table, viewer) if viewer in shared.deciding else None
    legal = table.legal(viewer, decided_by) if decided_by else []
    return {
        "type": "table",
        "seq": table.seq(viewer),
        **shared.same,
        "view": shared.shown_to(seat),
        "legal": [describe(action) for action in legal],
        "would": foreseen(decided_by, legal) if decided_by and legal else {},
        "chosen": None if chosen is None else describe(chosen),
        "held": table.held is not None and table.held == viewer,
        "can": abilities(table, viewer, key, bool(legal)),
        "clocks": shown_clocks(table, viewer, now),
        "time": round(now, 3),
        "rest_until": table.resting(now),
        "log": shared.log_for(seat, log_from),
        "stills": shared.stills_for(seat, log_from) if log_from else [],
    }


class Same(TypedDict):
    """What every viewer is shown alike."""

    turn: int
    status: Status
    seats: list[SeatShown]
    acting: list[int]
    hints: bool
    scores: list[int]
    ranks: list[int]
    winners: list[int] | None
    made: list[list[MadePart]]
    seed: str | None
    pace: int | None
    next: str | None
    lesson: LessonShown | None


def shared_by_all(table: Table) -> Shared:
    """What is made once for all viewers of a table: it follows from the entries, and is kept until there is another."""
    known: Shared | None = table.shown
    if known is None or known.entries != table.entries:
        known = table.shown = Shared(table)
    return known


class Shared:
    """What the frames of a table after one entry have in common, or are made from."""

    def __init__(self, table: Table) -> None:
        match, status = table.match, table.status
        self.entries = table.entries
        self.deciding = table.owing if table.held is None else []
        self.same: Same = {
            "turn": table.turn,
            "status": status,
            "seats": [shown_seat(seat) for seat in table.seats],
            "acting": table.acting,
            "hints": table.hints,
            "scores": match.scores if match else [],
            "ranks": match.ranks if match else [],
            "winners": match.winners if match and status == "over" else None,
            "made": match.made() if match and status == "over" else [],
            "seed": table.terms.proof if status == "over" else None,
            "pace": table.pace if table.bots_only else None,
            "next": table.next,
            "lesson": shown_lesson(table),
        }
        self._log = table.log
        self._eyes = Eyes(match) if match else None
        self._logs: dict[int, Log] = {}  # those in which there is no secret, by where they begin
        self._read_by_all: dict[int, LogItem] = {}  # items of the log in which there is no secret, by their place
        self._moments: dict[int, list[tuple[int, bool, Eyes]]] = {}  # how the table stood, by where a log begins

    def shown_to(self, seat: int | None) -> ShownView | None:
        """The table as a seat sees it."""
        return self._eyes.shown(seat) if self._eyes else None

    def decided_by(self, table: Table, seat: int) -> View | None:
        """What a seat decides by: for reading only."""
        return table.deciding_view(seat) if table.together else self._eyes.view(seat) if self._eyes else None

    def log_for(self, seat: int | None, start: int) -> Log:
        """The log from an item on as a seat may read it: made once where there is no secret in it."""
        known = self._logs.get(start)
        if known is None:
            places, read = range(start, len(self._log)), self._read_by_all
            known = {"from": start, "items": [read.get(at) or self._item(at, seat) for at in places]}
            if all(at in read for at in places):
                self._logs[start] = known
        return known

    def _item(self, at: int, seat: int | None) -> LogItem:
        item = self._log[at]
        known = shown_item(item, seat)
        if not isinstance(item, Event) or not item.kind.secret:
            self._read_by_all[at] = known
        return known

    def stills_for(self, seat: int | None, start: int) -> list[Still]:
        """How the table stood for this seat at the stills in the log, from an item on, and at the steps to each."""
        if start not in self._moments:
            self._moments[start] = [
                (at, item.kind.still, Eyes(position_of(item.setup, item.still)))
                for at, item in enumerate(self._log[start:], start)
                if isinstance(item, Event) and item.still is not None
            ]
        shown: list[Still] = []
        steps: list[Step] = []
        for at, still, eyes in self._moments[start]:
            seen = eyes.shown(seat)
            if still:
                shown.append({"at": at, "view": seen, "steps": steps})
                steps = []
            elif not steps or seen != steps[-1]["view"]:
                steps.append({"at": at, "view": seen})
        return shown


class Eyes:
    """A position as its viewers see it, until it is played on: what all see alike is looked at once."""

    def __init__(self, position: Position) -> None:
        self._position, self._unseen = position, position.glimpse()
        self._shown = self._unseen.show()
        self._last = self._unseen  # who looked last: who decides is asked about twice

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, sees: for reading only."""
        if self._last.seat != seat:
            self._last = self._unseen if seat is None else self._position.view_beside(self._unseen, seat)
        return self._last

    def shown(self, seat: int | None) -> ShownView:
        """The same in readable names."""
        return self.view(seat).show_beside(self._shown)


def shown_lesson(table: Table) -> LessonShown | None:
    """How the lesson stands that is taken at a table."""
    lesson, state = table.terms.lesson, table.lesson
    return {"name": lesson.name, "number": lesson.number, "of": lesson.of, "state": state} if lesson and state else None


def foreseen(view: View, legal: Sequence[Action]) -> dict[str, ShownWould]:
    """What each of the legal actions of who decides by a view would do, by its text."""
    would = zip(legal, view.foresee_all(legal), strict=True)
    return {action.text: told for action, told in would if told is not None}


def abilities(table: Table, viewer: int, key: str = "", legal: bool | None = None) -> list[Ability]:
    """Which requests, besides acting, this viewer can make now; `legal`: whether there is something to decide."""
    if viewer == SPECTATOR:
        return ["pace"] if table.hosted_by(key) and table.status == "playing" else []
    can: list[Ability] = []
    if table.can_undo(viewer):
        can.append("undo")
    if table.held == viewer:
        can.append("confirm")
    if (bool(table.legal(viewer)) if legal is None else legal) and table.hints:
        can.append("hint")
    if table.can_ask_what_if(viewer):
        can.append("what_if")
    if table.status == "over" and table.terms.what_if is None:
        can.append("rematch")
    return can


def shown_seat(seat: Seat) -> SeatShown:
    """A seat, as anyone may see it."""
    shown: SeatShown = {"by": seat.by, "name": seat.name, "level": seat.level, "away": seat.away}
    if seat.face:
        shown["face"] = seat.face
    if seat.kept is not None:
        shown["kept"] = seat.kept
    return shown


def shown_clocks(table: Table, viewer: int, now: float) -> list[ClockShown] | None:
    """The clocks; while all choose at once, the others' run on whether they have chosen or not."""
    if table.clocks is None:
        return None
    shown: list[ClockShown] = []
    for seat in range(len(table.seats)):
        running = seat in (table.owing if seat == viewer else table.acting)
        hidden = running and seat != viewer
        left = table.clocks.left_unstopped(seat, now) if hidden else table.clocks.left(seat, now)
        shown.append({"left": round(left, 1), "running": running})
    return shown


def shown_item(item: Item, seat: int | None) -> LogItem:
    """An item of the log as this seat may read it."""
    if isinstance(item, Event):
        seen = item.seen_by(seat) if item.kind.secret else item
        return {"ply": item.ply, **seen.show()}
    return item


def shown_stills(table: Table, seat: int | None, log_from: int) -> list[Still]:
    """How the table stood for this seat at the stills among the log's items, from one on, and at the steps to each."""
    return shared_by_all(table).stills_for(seat, log_from)


def shown_refusal(id: str, refused: Refused, present: TableFrame) -> RefusedAnswer:
    """Why a request was not granted, with the table as it is."""
    answer: RefusedAnswer = {
        "type": "refused",
        "id": id,
        "code": refused.code,
        "message": refused.message,
        "values": refused.values,
        "table": present,
    }
    if refused.rule:
        answer["rule"] = refused.rule
    return answer


def shown_candidate(candidate: Candidate) -> CandidateShown:
    """What the search thinks of an action."""
    return {
        "action": int(candidate.action),
        "text": candidate.action.text,
        "visits": candidate.visits,
        "share": round(candidate.value, 4),
    }


def shown_terms(table: Table, name: str) -> TableTerms:
    """What was agreed on at a table."""
    terms = table.terms
    return {
        "table": name,
        "game": terms.setup.game.name,
        "rules": terms.setup.game.version,
        "players": terms.setup.players,
        "options": terms.setup.option_texts(),
        "house_rules": dict(terms.setup.house_rules),
        "private": terms.private,
        "practice": terms.practice,
        "lesson": terms.lesson.name if terms.lesson else None,
        "what_if": terms.what_if,
        "hints": table.hints,
        "clock": {"bank": terms.clock.bank, "per_move": terms.clock.per_move} if terms.clock else None,
        "seed_hash": terms.promise,
    }


def shown_example(example: Example, lang: str) -> ExampleShown:
    """A position that a game's folder names."""
    match, eyes = example.match(), example.eyes
    return {
        "players": match.players,
        "you": eyes,
        "acting": sorted(match.together) or ([] if match.seat is None else [match.seat]),
        "view": match.view(eyes).show(),
        "last": [shown_item(event, eyes) for event in match.events if event.ply == len(match.actions)],
        "picture": example.draw(lang),
    }


def welcome(table: Table, name: str, viewer: int) -> Welcome:
    """The first thing that a viewer is told."""
    return {
        "type": "welcome",
        "protocol": PROTOCOL,
        "you": None if viewer == SPECTATOR else viewer,
        **shown_terms(table, name),
    }


def shown_table(table: Table, name: str) -> TableShown:
    """A table, as anyone may see it."""
    return {
        **shown_terms(table, name),
        "status": table.status,
        "seats": [shown_seat(seat) for seat in table.seats],
        "free": table.free_to_all(),
    }
