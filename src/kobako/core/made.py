"""What made a score: the events of a game taken together by their kind, with what each changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kobako.core.shown import MadePart

if TYPE_CHECKING:
    from kobako.core.events import EventKind
    from kobako.core.game import Game
    from kobako.core.match import Event, Match

START, OTHER, GIVEN = "start", "other", "_given"


def made(match: Match) -> list[list[MadePart]]:
    """For each seat the kinds of events that changed its score, or that the game has words for under `[made]`.

    They add up to the score. What changed with no event that names the seat is called `other`; where nothing else is
    known of anybody, nothing is said at all.
    """
    every = [seat_parts(match, seat) for seat in range(match.players)]
    told = any(part["kind"] not in (START, OTHER) for parts in every for part in parts)
    return every if told else []


def seat_parts(match: Match, seat: int) -> list[MadePart]:
    """The parts of one seat's score, in the order of the game's events."""
    before = match.start_scores[seat]
    parts = {START: part(START, before)}
    for event in match.events:
        after = before if event.ply == 0 else event.scores[seat]
        kind = kind_for(event, seat)
        if kind != OTHER or after != before:
            add(parts.setdefault(kind, part(kind)), event, after - before)
        before = after
    parts.setdefault(OTHER, part(OTHER))["points"] += match.scores[seat] - before
    worded = match.game.words().tables.get("made", {}).keys() - {START, OTHER}
    return [parts[kind] for kind in kinds(match.game) if kind in parts and (parts[kind]["points"] or kind in worded)]


def part(kind: str, points: int = 0) -> MadePart:
    """A part to which nothing was added yet."""
    return {"kind": kind, "times": 0, "points": points, "sums": {}}


def add(whole: MadePart, event: Event, points: int) -> None:
    """One more event of a part."""
    whole["times"] += 1
    whole["points"] += points
    numbers = number_names(event.setup.game, event.kind)
    for arg, value in zip(event.kind.args, event.record[1:], strict=False):
        if arg.name in numbers:
            whole["sums"][arg.name] = whole["sums"].get(arg.name, 0) + value


def number_names(game: Game, kind: EventKind) -> list[str]:
    """Those of an event's numbers that can be added up: no pieces, no seats, nothing secret."""
    return [arg.name for arg in kind.args if arg.kind not in ("seat", *game.notation.TEXTS) and not arg.secret]


def kind_for(event: Event, seat: int) -> str:
    """What an event is for a seat: its own, one that another did to it (`paid_given`), or none of its business."""
    named = [value for arg, value in zip(event.kind.args, event.record[1:], strict=False) if arg.kind == "seat"]
    if seat not in named:
        return OTHER
    return event.kind.name if named[0] == seat else event.kind.name + GIVEN


def kinds(game: Game) -> Iterator[str]:
    """All that a part can be called, in order."""
    yield START
    for kind in game.events.values():
        yield kind.name
        yield kind.name + GIVEN
    yield OTHER
