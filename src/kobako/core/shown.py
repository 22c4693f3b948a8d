"""What is shown of a game, in the shapes in which it is sent: a view, an action, an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

from typing_extensions import TypedDict  # pydantic, which describes our answers, knows no other before Python 3.12

Json: TypeAlias = "bool | float | str | list[Json] | dict[str, Json] | None"
"""Whatever JSON can say."""

ShownView: TypeAlias = Mapping[str, object]
"""A view in readable names, its parts as JSON has them. What is in it is the game's own: most often a TypedDict."""

ShownWould: TypeAlias = Mapping[str, object]
"""What an action would do, in the game's own names: a TypedDict beside the one of its view."""

Pieces: TypeAlias = dict[str, str | int]
"""Pieces by the names that the game has for them: `{"card": "4", "row": "B"}`."""

RefusalValue: TypeAlias = str | int | list[str] | list[int]
"""Something that the words of a refusal name: an option, its values, a seat."""


class ShownAction(TypedDict):
    """An action, and the pieces that it names, each under its own name."""

    id: int
    text: str
    """As people write it, and may type it: `4>B`."""
    kind: str
    """What sort of action it is: its words are in the game's catalogue under `kind`."""


class ShownEvent(TypedDict):
    """Something that happened, with its pieces under their own names; what is not seen is null."""

    event: str
    """Its words are in the game's catalogue under `event`."""


class LogItem(ShownEvent):
    """An item of the log: an event of the game, or something that happened at the table."""

    ply: int
    """After how many actions it happened: 0 is the deal."""


class MadePart(TypedDict):
    """A part of what made a score: all events of one kind that concern a seat, taken together."""

    kind: str
    """The event; `start` is what all began with, `other` what no event tells. Its words are in the game's catalogue
    under `made`."""
    times: int
    points: int
    """By how much these events changed the score: less than 0 where they cost. The parts of a seat add up to it."""
    sums: dict[str, int]
    """The numbers of these events, added up by their names."""


class PlainView(TypedDict):
    """The view of a game that has no `show` of its own: the fields of its state, those by seat under `seats`."""

    round: int
    to_move: int | None
    """The seat whose turn it is; null when the game is over."""
    seats: list[dict[str, Json]]


# What else stands in them, under names that are the game's own. A TypedDict cannot say that yet (PEP 728).
MORE = {ShownAction: str | int, ShownEvent: str | int | None, LogItem: str | int | None, PlainView: object}


Shown = TypeVar("Shown")


def with_own(seats: Sequence[Shown], seat: int, own: Shown) -> list[Shown]:
    """What is shown by seat, with one seat's own in its place."""
    return [own if i == seat else other for i, other in enumerate(seats)]


def pieces_of(action: ShownAction) -> Pieces:
    """The pieces that an action names."""
    named = cast("Pieces", action)
    return {name: value for name, value in named.items() if name not in ShownAction.__annotations__}


def told_of(event: ShownEvent) -> dict[str, str | int | None]:
    """The pieces of an event, None where they are not seen."""
    told = cast("dict[str, str | int | None]", event)
    return {name: value for name, value in told.items() if name not in LogItem.__annotations__}
