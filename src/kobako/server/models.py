"""What is sent and answered over HTTP, for the checks and for the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kobako.bots.report import DecisionShown, Grade
from kobako.core.kifu import MOST_BYTES as MOST_KIFU
from kobako.core.shown import MORE, RefusalValue

Level = Annotated[str, Field(max_length=64, description="one of GET /api/bots; without one, the server's usual")]
Name = Annotated[str, Field(max_length=24, description="a display name; none is fine")]
Face = Annotated[str, Field(max_length=16, description="one of /faces/FACE.svg; none is fine")]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Kifu = Annotated[str, Field(max_length=MOST_KIFU)]


for _named in MORE:  # these name pieces of their game's own, which no type lists
    _named.__pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[attr-defined]


class Model(BaseModel):
    """A field that is not known is an error."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Model):
    """Who is to sit on a seat of a new table."""

    by: Literal["person", "bot", "open"] = "open"
    name: Name = ""
    level: Level | None = None
    face: Face = ""


class ClockWish(Model):
    """Seconds for the whole game, and seconds for each move."""

    bank: Annotated[float, Field(ge=0, le=86_400)] = 300
    per_move: Annotated[float, Field(ge=0, le=3_600)] = 10


class TableWish(Model):
    """A new table: a game, one of its lessons, or a game that was played, here or elsewhere, and the ply from which to
    play on."""

    game: Annotated[str, Field(max_length=64)] | None = None
    players: Annotated[int, Field(ge=2, le=4)] = 4
    options: Annotated[dict[str, Annotated[str, Field(max_length=4096)]], Field(max_length=32)] = {}
    seats: Annotated[list[SeatWish], Field(max_length=4)] = []
    private: bool = False
    clock: ClockWish | None = None
    hints: bool | None = None
    table: Annotated[str, Field(max_length=16)] | None = None
    """Where it was played here."""
    kifu: Kifu | None = None
    """As it was recorded."""
    ply: Annotated[int, Field(ge=0, le=100_000)] | None = None
    practice: bool = False
    """Against bots alone, any number of one's own moves can be taken back."""
    lesson: Annotated[str, Field(max_length=64)] | None = None


class SitWish(Model):
    """To sit down: anywhere, or on a certain seat."""

    name: Name = ""
    seat: SeatNumber | None = None
    face: Face = ""


class BotWish(Model):
    """Bots for one free seat, or for all."""

    level: Level | None = None
    seat: SeatNumber | None = None


class KifuText(Model):
    """A recorded game."""

    kifu: Kifu


class SeatGiven(Model):
    """A seat, and the secret that opens it: given once."""

    seat: int
    secret: str


class TableMade(Model):
    """A new table, and the seats that are yours."""

    table: str
    seats: list[SeatGiven]
    host: str | None = None
    """At a table of bots alone: the secret of who made it, and says how fast they play."""


class Rematch(SeatGiven):
    """Your seat at the table of the rematch."""

    table: str


class WhatIf(SeatGiven):
    """Your seat at a side table."""

    table: str


class CountedShown(Model):
    """What an option counts out: `5 x2, 9+4` and so on, with commas between them."""

    kind: str  # what they are: their names are in the game's words under it
    usual: dict[str, int]  # how many of each by default
    others: list[str]  # what else there is to choose from
    fixed: dict[str, int]  # what must be there besides
    total: int  # how many are to be chosen


class OptionShown(Model):
    """An option of a game."""

    name: str
    default: str
    allowed: str
    values: dict[int, list[str]]  # to choose from, by the number of players: with others, there is no such option
    free: bool  # whether another text can be given
    house_values: dict[int, list[str]]  # the same of those that are a house rule; mostly none
    several: list[str]  # the things of which a value names some, with spaces between them; mostly none
    counted: CountedShown | None  # the things of which a value says how many; mostly none


class HouseSpan(Model):
    """What a table may have of a house rule."""

    least: int
    most: int
    rulebook: int


class HouseRuleShown(Model):
    """A number of the rulebook that a table may change by naming it, among its options."""

    name: str
    rule: str
    spans: dict[int, HouseSpan]  # by the number of players: with others, there is no such rule


class GameShown(Model):
    """A game on the shelf."""

    name: str
    rules: int
    titles: dict[str, str]
    about: dict[str, str]
    players: list[int]
    options: list[OptionShown]
    house_rules: list[HouseRuleShown]
    """The numbers of its rulebook that a table may change."""
    events: dict[str, dict[str, str]]
    """Of each event, what kind of thing each of its pieces is."""
    table: str | None
    """Where the browser finds its table, if its package brings one."""
    emblem: str | None
    """And its picture."""
    picture: str | None
    """A picture of play."""
    lessons: int
    """How many lessons it has."""
    study: bool
    """Whether there is a study of it to read."""


class LessonTold(Model):
    """A lesson, in one language."""

    name: str
    title: str
    task: str
    """What to do."""
    done: str
    """What there was to see."""
    missed: str
    """A nudge."""


class Review(Model):
    """What the search thinks of a game, as far as it has got."""

    done: int
    of: int
    decisions: list[DecisionShown]
    curve: list[list[float]]
    """After so many actions (the first: the deal), each seat's chance to win, as those at the table could tell."""
    decided_at: int | None
    """The action after which the winners stayed ahead to the end; 0: from the deal on. Null before the review's end."""
    turns: list[int]
    """The actions at which most changed hands."""
    grades: list[Grade]
    """How each player did."""


class Fault(Model):
    """What was wrong, and what would be right."""

    code: str
    message: str
    values: dict[str, RefusalValue]  # what the catalogue's words for the code are filled with


class Refusal(Model):
    """The answer to a request that is not granted."""

    error: Fault
