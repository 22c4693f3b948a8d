"""Events: what happened, as small records of whole numbers, from which words, motion, sound and the log are made.

The rules call `emit(s, KIND, a, b, …)`. The game's table of kinds names the numbers, says who may read each, and
whether the event shows the acting seat something new (so that a move cannot be taken back past it). Of a kind that is
`still` the whole table is kept as it stood just then: a round's end can be looked at when the next is dealt already.
So it is, for who asks, with the `step`s that led to it by the same action: a last scoop lands before it is counted.
In compiled rules `emit` does nothing and costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kobako.core.fields import UNKNOWN

if TYPE_CHECKING:
    from kobako.core.fields import State


def emit(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Note that something happened, if anyone listens to this state."""
    if s.log is not None:
        s.log.append((kind, a, b, c, d, e), s)


def emit_nothing(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """What `emit` is in compiled rules."""


@dataclass(frozen=True)
class Arg:
    """One number of an event: its name, what kind of thing it is (`card`, `seat`, …), if only the owner reads it."""

    name: str
    kind: str
    secret: bool


@dataclass(frozen=True)
class EventKind:
    """A kind of event. Its owner, who alone reads the secret numbers, is the seat given first."""

    name: str
    args: tuple[Arg, ...]
    reveals: bool
    still: bool = False
    step: bool = False

    @cached_property
    def secret(self) -> bool:
        """Whether there is something in it for its owner's eyes only."""
        return any(arg.secret for arg in self.args)


def event(name: str, *args: str, reveals: bool = False, still: bool = False, step: bool = False) -> EventKind:
    """A kind of event: its name and its numbers, each `name`, `name:kind`, or `?name:kind` for the owner's eyes only.

    >>> event("laid", "seat", "?card", "row").args[1]
    Arg(name='card', kind='card', secret=True)
    """
    made = []
    for text in args:
        label, _, kind = text.removeprefix("?").partition(":")
        made.append(Arg(label, kind or label, text.startswith("?")))
    return EventKind(name, tuple(made), reveals, still, step)


class Log:
    """What happens while rules run: the records in order, the score at each and, with those of a still kind, the state.

    `score` is the game's own: by how much it has changed since the event before says what each was worth. With `steps`
    the state is kept with the steps on the way to a still, too.
    """

    def __init__(
        self, kinds: Mapping[int, EventKind], score: Callable[[Any, int], int] | None = None, steps: bool = False
    ) -> None:
        self._kinds, self._score, self._steps = kinds, score, steps
        self.records: list[tuple[int, ...]] = []
        self.scores: list[tuple[int, ...]] = []
        self.stills: list[State | None] = []

    def append(self, record: tuple[int, ...], s: State) -> None:
        """Note a record; `s` is the state that the rules are working on."""
        self.records.append(record)
        score = self._score
        self.scores.append(tuple([score(s, seat) for seat in range(s.players)]) if score else ())
        kind = self._kinds[record[0]]
        self.stills.append(s.copy() if kind.still or (self._steps and kind.step) else None)

    def kept(self) -> list[State | None]:
        """The states, without those of steps that led to no still."""
        held = max((i for i, record in enumerate(self.records) if self._kinds[record[0]].still), default=-1)
        return [state if i <= held else None for i, state in enumerate(self.stills)]


def hide_event(kind: EventKind, record: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The record as a seat (or nobody: -1) may read it."""
    shown = list(record)
    for i, arg in enumerate(kind.args, start=1):
        if arg.secret and record[1] != seat:
            shown[i] = UNKNOWN
    return tuple(shown)
