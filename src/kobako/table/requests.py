"""What can be asked of a table, and what it keeps of it: requests, entries, refusals, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kobako.core.errors import KobakoError
from kobako.core.events import event
from kobako.table.protocol import By

# What can be said at a table: presets, so that nobody can be insulted.
SAYINGS = ("hello", "good_luck", "thinking", "nice", "oops", "thanks", "good_game")
MOST_SAID, SAID_SECONDS = 5, 10.0  # so much may one seat say in so many seconds
PACES = (0, 1, 2, 4)
# What happens at a table besides its game. Everybody may know all of it.
EVENTS = {
    kind.name: kind
    for kind in (
        event("sat", "seat"),
        event("left", "seat"),
        event("away", "seat"),
        event("back", "seat"),
        event("time_up", "seat"),
        event("said", "seat", "what:saying"),
        event("refused", "seat", "rule"),
    )
}


@dataclass
class Seat:
    """One seat: by whom it is held. Someone who is away is played for by a bot until they are back."""

    by: By = "open"
    name: str = ""
    level: str | None = None
    face: str = ""  # of a bot its character, of a person the one they chose
    key: str = ""  # what proves that a person holds it: the hash of a secret
    away: bool = False
    kept: str | None = None  # while it is open: for whom of the last game, who may have no name
    left: bool = False  # given up in mid-game: a bot plays, and anyone may take the seat over
    late: bool = False  # the time for the present decision has run out: a bot makes it

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot is to move here."""
        return self.by == "bot" or self.away or self.late


@dataclass(frozen=True)
class Sit:
    """A person takes a seat."""

    seat: int
    key: str = ""
    name: str = ""
    face: str = ""


@dataclass(frozen=True)
class SitBot:
    """A bot takes a free seat. Which of its level's characters it is, is settled when it sits down."""

    seat: int
    level: str = "regular"
    face: str = ""


@dataclass(frozen=True)
class Keep:
    """A free seat is kept for someone of the last game, who is to be asked for by `name`."""

    seat: int
    name: str


@dataclass(frozen=True)
class Leave:
    """A person gives their seat up."""

    seat: int


@dataclass(frozen=True)
class Act:
    """An action, decided at a turn. With `hold`, a move that could be taken back waits for a Confirm."""

    seat: int
    action: int | str
    turn: int
    id: str = ""
    hold: bool = False
    bot: bool = False


@dataclass(frozen=True)
class Tried:
    """The learner of a lesson has run into the rule that it is about: an Act becomes this."""

    seat: int
    rule: str
    id: str = ""


@dataclass(frozen=True)
class Undo:
    """The last part of one's move is taken back."""

    seat: int
    turn: int
    id: str = ""


@dataclass(frozen=True)
class Confirm:
    """A held move stands."""

    seat: int
    turn: int
    id: str = ""


@dataclass(frozen=True)
class Say:
    """A preset is said."""

    seat: int
    what: str
    id: str = ""


@dataclass(frozen=True)
class Away:
    """Someone was absent for too long: a bot plays for them."""

    seat: int


@dataclass(frozen=True)
class Back:
    """The absent one is back, and plays again."""

    seat: int


@dataclass(frozen=True)
class TimeOut:
    """Someone's clock has run out: a bot makes the decision they owe."""

    seat: int


@dataclass(frozen=True)
class Host:
    """Who made a table of bots alone holds no seat there; `key` proves that it was they. Which seat is no matter."""

    seat: int
    key: str


@dataclass(frozen=True)
class Pace:
    """How fast bots among themselves play: 0 is a pause, 2 is twice as fast as usual. Which seat is no matter."""

    seat: int
    pace: int
    id: str = ""


@dataclass(frozen=True)
class NextTable:
    """A rematch is played at another table."""

    seat: int
    table: str


Request = (
    Sit | SitBot | Keep | Leave | Act | Tried | Undo | Confirm | Say | Away | Back | TimeOut | Host | Pace | NextTable
)
KINDS: dict[str, type[Request]] = {
    "sit": Sit,
    "bot": SitBot,
    "keep": Keep,
    "leave": Leave,
    "act": Act,
    "tried": Tried,
    "undo": Undo,
    "confirm": Confirm,
    "say": Say,
    "away": Away,
    "back": Back,
    "time": TimeOut,
    "host": Host,
    "pace": Pace,
    "next": NextTable,
}
NAMES = {request: name for name, request in KINDS.items()}


@dataclass(frozen=True)
class Entry:
    """A request that was accepted: the `seq`-th of its table, at a time. A table is the sum of its entries."""

    seq: int
    at: float
    request: Request

    @property
    def kind(self) -> str:
        """The name under which it is stored."""
        return NAMES[type(self.request)]

    def data(self) -> dict[str, Any]:
        """The request as it is stored."""
        return dict(vars(self.request))

    @staticmethod
    def read(seq: int, at: float, kind: str, data: dict[str, Any]) -> Entry:
        """The entry that was stored so."""
        return Entry(seq, at, KINDS[kind](**data))


class Refused(KobakoError):
    """A request that the table does not accept: nothing has changed. `rule` is the rule's number, if one forbids it."""

    def __init__(self, code: str, message: str, rule: str | None = None, **values: Any) -> None:
        super().__init__(message, code, **values)
        self.message, self.rule = message, rule

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.code, self.message, self.rule), self.__dict__
