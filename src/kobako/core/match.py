"""A match: one game being played, plainly: a position with its history, what was done and what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self, cast

from kobako.core.errors import BadSeat, KobakoError
from kobako.core.events import EventKind, Log, hide_event
from kobako.core.fields import UNKNOWN, to_bytes
from kobako.core.game import Action, Setup
from kobako.core.position import Position, View, position_of, started_at, view_of
from kobako.core.seeds import seed_hash, seed_text
from kobako.core.shown import MadePart, ShownEvent

__all__ = ["Event", "Match", "View", "view_of"]  # a view that was pickled before there were positions names it here


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: after which action (0: the deal), what, and with which pieces."""

    setup: Setup
    ply: int
    record: tuple[int, ...]
    still: bytes | None = field(default=None, compare=False, repr=False)
    """Of a still, or a step to one that was asked for: the whole state as it stood just then, with nothing hidden."""
    scores: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The points of each seat just then."""

    @property
    def kind(self) -> EventKind:
        """The kind of event."""
        return self.setup.game.events[self.record[0]]

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat, or a spectator (None), may read it; how the table stood is a view's to tell."""
        kind = self.kind
        hidden = hide_event(kind, self.record, -1 if seat is None else seat) if kind.secret else self.record
        return Event(self.setup, self.ply, hidden)

    def still_view(self, seat: int | None) -> View | None:
        """What a seat, or a spectator (None), saw just then, if that was kept."""
        return None if self.still is None else position_of(self.setup, self.still).view(seat)

    def show(self) -> ShownEvent:
        """The event with its pieces as people write them; what is not seen is None."""
        shown: dict[str, str | int | None] = {"event": self.kind.name}
        for arg, value in zip(self.kind.args, self.record[1:], strict=False):
            write = self.setup.game.notation.TEXTS.get(arg.kind)
            shown[arg.name] = None if value == UNKNOWN else write(self.setup.template, value) if write else value
        return cast("ShownEvent", shown)

    def words(self, lang: str = "en", names: Sequence[str] | None = None) -> str:
        """The event as a sentence."""
        return self.setup.game.words(lang).sentence(self.kind, self.show(), names)

    def __str__(self) -> str:
        return self.words()


class Match(Position):
    """One game being played: `actions` so far, the `seats` that played them, and the `events` they caused.

    >>> import kobako
    >>> match = kobako.game("kotori").new(players=2, seed=1)
    >>> match.legal()
    [bid]
    >>> _ = match.play("bid")
    >>> match.over
    False
    """

    position: bytes | None = None
    """Where it began, if not with a deal."""
    steps = False
    """Whether the table is kept at the steps to a still, too: for who shows it, since it costs a copy at each."""

    def __init__(
        self, setup: Setup, seed: int, names: Sequence[str] | None = None, position: bytes | None = None
    ) -> None:
        if names is not None and len(names) != setup.players:
            raise BadSeat(f"{setup.players} players need {setup.players} names, not {len(names)}")
        for name in names or ():
            if not isinstance(name, str):
                raise BadSeat(f"a player's name is a text, not {name!r}")
        log = Log(setup.game.events, setup.game.rules.score)
        super().__init__(setup, setup.deal(seed, log) if position is None else started_at(setup, position, seed))
        self._seed, self.position = seed, position
        self.names = list(names) if names else [""] * setup.players
        self.actions: list[Action] = []
        self.seats: list[int] = []
        self.events: list[Event] = []
        self.start_scores = self.scores
        self._note(log)

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.players} players, {len(self.actions)} actions{', over' if self.over else ''}>"

    @property
    def seed(self) -> str:
        """The seed's 32 hexadecimal digits: to be shown after the game."""
        return seed_text(self._seed)

    @property
    def seed_hash(self) -> str:
        """The hash of the seed: to be shown before the game."""
        return seed_hash(self._seed)

    def play(self, action: Action | int | str) -> list[Event]:
        """Play an action, given by itself, its id or its text; gives what happened.

        A refused action changes nothing: IllegalAction names the rule, UnknownAction shows what an action looks like.
        """
        return self.play_allowed(self.allowed(action))

    def play_allowed(self, chosen: Action) -> list[Event]:
        """The same for an action of this setup that is known to be allowed: whoever has just asked need not again."""
        self.actions.append(chosen)
        self.seats.append(self.state.to_move)
        log = self.state.log = Log(self.game.events, self.game.rules.score, self.steps)
        self.game.rules.apply(self.state, int(chosen))
        return self._note(log)

    def beginning(self) -> Match:
        """The same match before its first action."""
        return Match(self.setup, self._seed, self.names, self.position)

    def copy(self) -> Self:
        """The same match, to be played on apart."""
        twin = super().copy()
        for name in ("names", "actions", "seats", "events"):
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def kifu(self) -> str:
        """The match as a text that replays to the same bytes."""
        from kobako.core.kifu import write

        return write(self)

    def made(self) -> list[list[MadePart]]:
        """What made the score of each seat, in parts that add up to it."""
        from kobako.core.made import made

        return made(self)

    def run(self, choose: Callable[[Match], Action | int | str]) -> Match:
        """Play to the end, each action chosen by `choose(match)`."""
        limit = self.setup.bound
        while not self.over:
            if len(self.actions) >= limit:
                raise KobakoError(f"{self.game.name} did not end within {limit} decisions (seed {self.seed})")
            self.play(choose(self))
        return self

    def _note(self, log: Log) -> list[Event]:
        self.state.log = None
        fields = self.game.fields
        fresh = [
            Event(self.setup, len(self.actions), record, None if s is None else to_bytes(s, fields), scores)
            for record, s, scores in zip(log.records, log.kept(), log.scores, strict=True)
        ]
        self.events += fresh
        return fresh
