"""What a table tells: the messages of docs/protocol.md, as they are sent.

`make types` makes web/src/lib/protocol.ts and the lists of fields in docs/protocol.md from these types.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from kobako.core.lessons import LessonState
from kobako.core.shown import LogItem, MadePart, Reason, RefusalValue, ShownAction, ShownView, ShownWould

PROTOCOL = 1

By: TypeAlias = Literal["person", "bot", "open"]
Status: TypeAlias = Literal["waiting", "playing", "over"]
Ability: TypeAlias = Literal["undo", "confirm", "hint", "what_if", "rematch", "pace"]


class SeatShown(TypedDict):
    """A seat, as anyone may see it."""

    by: By
    name: str
    """What a person calls themselves; none is fine."""
    level: str | None
    """Of a bot."""
    away: bool
    """A bot plays for an absent person, until they are back."""
    face: NotRequired[str]
    """The face they show, of `/faces/FACE.svg`: a bot's is its character, by which it is called."""
    kept: NotRequired[str]
    """Of a free seat at a rematch: whom of the last game it is kept for, by name (none is fine)."""


class ClockTerms(TypedDict):
    """The time that each seat has."""

    bank: float
    """Seconds for the whole game."""
    per_move: float
    """Seconds for each move, before the bank is drawn on."""


class ClockShown(TypedDict):
    """The time that a seat has left, at the `time` of the frame."""

    left: float
    """Seconds."""
    running: bool


class TableTerms(TypedDict):
    """What does not change at a table, but for `hints`, which may change with who sits there."""

    table: str
    """The table's id."""
    game: str
    rules: int
    """The version of the game's rules."""
    players: int
    options: dict[str, str]
    """The options that apply, by name, as text; of house rules, those that the table has changed."""
    house_rules: dict[str, str]
    """Those by which the table leaves the rulebook, and what the rulebook has in their place; mostly none."""
    private: bool
    """It is not in the lobby."""
    practice: bool
    """It goes on from a recorded game, or is a lesson: its seed is known. Or who made it wants to take moves back."""
    lesson: str | None
    """The name of the lesson that is taken here, most often none."""
    what_if: str | None
    """The table whose course is imagined here, most often none."""
    hints: bool
    clock: ClockTerms | None
    seen_alike: bool
    """No seat sees anything that another does not: several people can look at one screen all the time."""
    seed_hash: str
    """The SHA-256 of the seed, which is shown after the end."""


class TableShown(TableTerms):
    """A table, as anyone may see it."""

    status: Status
    seats: list[SeatShown]
    free: list[int]
    """The seats that anyone may take."""


class Welcome(TableTerms):
    """The first message: where one sits."""

    type: Literal["welcome"]
    protocol: int
    you: int | None
    """Your seat; null if you watch."""


class LessonShown(TypedDict):
    """How a lesson stands. Its words are those of `GET /api/games/{game}/lessons`."""

    name: str
    number: int
    """The first is 1."""
    of: int
    """How many lessons the game has."""
    state: LessonState
    """`open`, `done` or `failed`: then nobody is awaited any more."""


Log = TypedDict("Log", {"from": int, "items": list[LogItem]})
"""A part of the log: keep your first `from` items, then add these."""


class Step(TypedDict):
    """The table as it stood at an event."""

    at: int
    """The event's place in the whole log."""
    view: ShownView
    """What you saw then: made like every other view, so that it shows you nothing that you could not see."""


class Still(Step):
    """The table as it stood at an event, before it was cleared for what came next: the end of a round, of the game."""

    steps: list[Step]
    """How it stood at the events that led up to it, since the still before: those at which it looked different."""


class TableFrame(TypedDict):
    """The whole table as it now is for one viewer. A client draws it and forgets the one before."""

    type: Literal["table"]
    seq: int
    """Grows with every change that you may know of. A gap means that changes were put together: nothing is missing."""
    turn: int
    """The position you decide in. Every move names it, so that no move is played in a position you have not seen."""
    status: Status
    """`waiting` for players (`view` is null), `playing`, `over`."""
    seats: list[SeatShown]
    acting: list[int]
    """The seats that are awaited. Where several choose at once, all of them, whether or not they have."""
    view: ShownView | None
    """What you see: [views](views.md). What you may not know is `"?"`."""
    legal: list[ShownAction]
    """What you may do now; `kind` and the pieces it names are for the hand that clicks on them."""
    would: dict[str, ShownWould]
    """What those of `legal` would do, by their text, as far as you can know: [views](views.md). An action of which
    there is nothing to say is not there."""
    chosen: ShownAction | None
    """Where all choose at once: what you have chosen. It is shown to nobody, nor that you have, until all have."""
    held: bool
    """Your move is played, and waits for you to confirm it."""
    can: list[Ability]
    """What you may now ask for (`what_if`, `rematch` over HTTP). It decides, not the `hints` of the `welcome`."""
    hints: bool
    """Whether hints are given here, as people sit now."""
    scores: list[int]
    """The points of each seat, as they stand."""
    ranks: list[int]
    """The rank of each seat, as things stand: 1 is the best, and equals share one."""
    winners: list[int] | None
    """Null until the end."""
    made: list[list[MadePart]]
    """By seat, what made the score; empty until the end, and where the events of the game do not tell."""
    clocks: list[ClockShown] | None
    """By seat, at `time`; null where there are none."""
    time: float
    """Seconds since 1970."""
    rest_until: float | None
    """The table rests until then, so that a round's end can be looked at: bots wait, and no clock runs before. You may
    act all the same. Null where it does not rest."""
    seed: str | None
    """Null until the end; its SHA-256 is the `seed_hash` you were promised."""
    pace: int | None
    """How fast bots among themselves play: 0 is a pause, 1 as usual, 2 twice as fast; null where people play."""
    next: str | None
    """The table of the rematch, once somebody wants one."""
    lesson: LessonShown | None
    """Where a lesson is taken."""
    log: Log
    stills: list[Still]
    """Of the items that this frame adds to a log you have: how the table stood at them. A first frame (`log.from` is 0)
    has none: what is past is not told again."""


class Presence(TypedDict):
    """Who has an open connection, by seat. It is about the line, nothing else."""

    type: Literal["presence"]
    here: list[bool]


class Ack(TypedDict):
    """Done, and stored. The frame that shows it comes as well."""

    type: Literal["ack"]
    id: str
    turn: int
    """The turn after it."""


class RefusedAnswer(TypedDict):
    """Not done."""

    type: Literal["refused"]
    id: str
    code: str
    message: str
    """In English, for programs."""
    values: dict[str, RefusalValue]
    """What the words for the code are filled with."""
    rule: NotRequired[str]
    """The number of the rule that forbids it."""
    table: TableFrame
    """The present frame."""


class CandidateShown(TypedDict):
    """What the search thinks of an action."""

    action: int
    text: str
    visits: int
    """How often it was tried in thought."""
    share: float
    """The share of the win that it promises, 0 to 1."""


class BeliefShown(TypedDict):
    """A card, or what else is hidden, that another seat may have."""

    seat: int
    piece: str
    chance: float
    """That it has one of them, 0 to 1."""


class Hint(TypedDict):
    """What the search thinks of your actions, the best first."""

    type: Literal["hint"]
    id: str
    turn: int
    candidates: list[CandidateShown]
    why: list[Reason]
    """What speaks for the first rather than the next, as far as the game can say."""
    beliefs: list[BeliefShown]
    """What the others may hold, as you can tell: the likeliest first."""


class Pong(TypedDict):
    """Still here."""

    type: Literal["pong"]
    id: str


class Unreadable(TypedDict):
    """What you sent could not be read. After too many, the connection is closed."""

    type: Literal["error"]
    code: str
    message: str
    values: dict[str, RefusalValue]


Answer: TypeAlias = Ack | RefusedAnswer | Hint | Pong
ServerMessage: TypeAlias = Welcome | TableFrame | Presence | Answer | Unreadable


class ExampleShown(TypedDict):
    """A position of a game that its rules page or a lesson shows, to be drawn."""

    players: int
    you: int | None
    """Through whose eyes."""
    acting: list[int]
    view: ShownView
    last: list[LogItem]
    """The events of the last move."""
    picture: str
    """The same as text."""


class ReplayPosition(TypedDict):
    """One position of a replay: after so many actions. Views and events are by whose eyes see them: `all` for
    everything, `none` for a spectator, and each seat's number."""

    ply: int
    seat: int | None
    """Who came here; null at the deal."""
    action: ShownAction | None
    """By which action, with nothing hidden."""
    acting: list[int]
    scores: list[int]
    ranks: list[int]
    events: dict[str, list[LogItem]]
    """What happened on the way here."""
    views: dict[str, ShownView]


class Replay(TypedDict):
    """A finished game, position by position."""

    format: int
    """How it is told; what is stored from before phases had names is 1."""
    game: str
    rules: int
    players: int
    options: dict[str, str]
    house_rules: NotRequired[dict[str, str]]
    """As a table has them; what was stored before there were any does not say."""
    seed: str
    seed_hash: str
    names: list[str]
    winners: list[int] | None
    positions: list[ReplayPosition]
