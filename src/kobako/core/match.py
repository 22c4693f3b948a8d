"""A match: one game being played, plainly. It holds the state, what was done, and what happened."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from kobako.core.errors import BadSeat, GameOver, IllegalAction, KobakoError
from kobako.core.events import EventKind, hide_event
from kobako.core.fields import UNKNOWN, State, from_bytes, to_bytes
from kobako.core.game import Action, Setup
from kobako.core.seeds import seed_hash, seed_text
from kobako.core.shown import ShownEvent, ShownView, told_of
from kobako.core.words import Words, number

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Event:
    """Something that happened: after which action (0: the deal), what, and with which pieces."""

    setup: Setup
    ply: int
    record: tuple[int, ...]

    @property
    def kind(self) -> EventKind:
        """The kind of event."""
        return self.setup.game.events[self.record[0]]

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat, or a spectator (None), may read it."""
        return Event(self.setup, self.ply, hide_event(self.kind, self.record, -1 if seat is None else seat))

    def show(self) -> ShownEvent:
        """The event with its pieces as people write them; what is not seen is None."""
        shown: dict[str, str | int | None] = {"event": self.kind.name}
        for arg, value in zip(self.kind.args, self.record[1:], strict=False):
            write = self.setup.game.notation.TEXTS.get(arg.kind)
            shown[arg.name] = None if value == UNKNOWN else write(self.setup.template, value) if write else value
        return cast("ShownEvent", shown)

    def words(self, lang: str = "en", names: Sequence[str] | None = None) -> str:
        """The event as a sentence."""
        words = self.setup.game.words(lang)
        key, shown = self.kind.name, told_of(self.show())
        if None in shown.values() and words.has("event", f"{key}_unseen"):
            key += "_unseen"
        for arg in self.kind.args:
            value = shown[arg.name]
            if value is None:
                shown[arg.name] = words.label("unseen")
            elif arg.kind == "seat":
                shown[arg.name] = words.seat(int(value), list(names) if names else None)
            else:
                shown[arg.name] = words.get(arg.kind, value, value) if isinstance(value, str) else number(value)
        return words.get("event", key).format(**shown)

    def __str__(self) -> str:
        return self.words()


class View:
    """All that one seat (None: a spectator) knows: the state with the unseen replaced by UNKNOWN."""

    def __init__(self, setup: Setup, state: State, seat: int | None) -> None:
        self.setup, self.state, self.seat = setup, state, seat

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as it is: what the seat does not know is not in it."""
        return view_of, (self.setup, to_bytes(self.state, self.setup.game.fields), self.seat)

    def legal(self) -> list[Action]:
        """What the seat may do now: nothing, if it is not its turn."""
        return legal_actions(self.setup, self.state) if self.seat == self.state.to_move else []

    def show(self) -> ShownView:
        """The view in readable names, cards as people write them; what is unknown is "?"."""
        shown: ShownView = self.setup.game.notation.show(self.state)
        return shown

    def imagine(self, rng: random.Random | SupportsIndex | None = None) -> State:
        """A full state that fits this view."""
        if self.seat is None:
            raise BadSeat("only a seat's view can be imagined: a spectator's lacks a hand of its own")
        source = rng if isinstance(rng, random.Random) else random.Random(None if rng is None else operator.index(rng))
        s = self.state.copy()
        self.setup.game.plain.fill(s, self.seat, [source.getrandbits(32) for _ in range(4)])
        return s

    def observation(self) -> npt.NDArray[np.float32]:
        """What the seat knows as a fixed-size array, seats counted from the observer."""
        import numpy as np

        if self.seat is None:
            raise BadSeat("only a seat has an observation")
        x = [0] * self.setup.game.knowledge.OBSERVATION
        self.setup.game.knowledge.observe(self.state, self.seat, x)
        return np.array(x, np.float32)

    def draw(self, lang: str = "en", names: Sequence[str] | None = None) -> str:
        """The table as text, as this seat sees it."""
        words: Words = self.setup.game.words(lang)
        called = [words.seat(seat, list(names) if names else None) for seat in range(self.setup.players)]
        return "\n".join(self.setup.game.picture.draw(self.show(), words, called))

    def __str__(self) -> str:
        return self.draw()


class Match:
    """One game being played: `actions` so far, the `seats` that played them, and the `events` they caused.

    >>> import kobako
    >>> match = kobako.game("kotori").new(players=2, seed=1)
    >>> match.legal()
    [bid]
    >>> _ = match.play("bid")
    >>> match.over
    False
    """

    def __init__(self, setup: Setup, seed: int, names: Sequence[str] | None = None) -> None:
        if names is not None and len(names) != setup.players:
            raise BadSeat(f"{setup.players} players need {setup.players} names, not {len(names)}")
        for name in names or ():
            if not isinstance(name, str):
                raise BadSeat(f"a player's name is a text, not {name!r}")
        self.setup, self.game, self._seed = setup, setup.game, seed
        self.names = list(names) if names else [""] * setup.players
        self.actions: list[Action] = []
        self.seats: list[int] = []
        self.events: list[Event] = []
        log: list[tuple[int, ...]] = []
        self.state = setup.deal(seed, log)
        self._note(log)

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.players} players, {len(self.actions)} actions{', over' if self.over else ''}>"

    @property
    def players(self) -> int:
        """How many play."""
        return self.setup.players

    @property
    def seat(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self.over else self.state.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over == 1

    @property
    def seed(self) -> str:
        """The seed's 32 hexadecimal digits: to be shown after the game."""
        return seed_text(self._seed)

    @property
    def seed_hash(self) -> str:
        """The hash of the seed: to be shown before the game."""
        return seed_hash(self._seed)

    @property
    def scores(self) -> list[int]:
        """The points of each seat, as they stand."""
        return [self.game.rules.score(self.state, seat) for seat in range(self.players)]

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat as things stand, 1 the best; equals share one."""
        results = [self.game.rules.result(self.state, seat) for seat in range(self.players)]
        return [1 + sum(other > mine for other in results) for mine in results]

    @property
    def winners(self) -> list[int]:
        """The seats that won: none before the end."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1] if self.over else []

    def legal(self) -> list[Action]:
        """The actions that the seat to move may play; they print as their text."""
        return legal_actions(self.setup, self.state)

    def view(self, seat: int | None) -> View:
        """What a seat knows; None: what a spectator does."""
        if seat is not None and seat not in range(self.players):
            raise BadSeat(f"no seat {seat!r}: there are 0 to {self.players - 1}, and None for a spectator")
        s = self.state.copy()
        self.game.plain.hide(s, -1 if seat is None else seat)
        return View(self.setup, s, seat)

    def play(self, action: Action | int | str) -> list[Event]:
        """Play an action, given by itself, its id or its text; gives what happened.

        A refused action changes nothing: IllegalAction names the rule, UnknownAction shows what an action looks like.
        """
        if self.over:
            winners = " and seat ".join(map(str, self.winners))
            raise GameOver(f"the game is over: {self.game.name} has been won by seat {winners}")
        chosen = self.setup.action(action)
        allowed = self.legal()
        if chosen not in allowed:
            raise self.refusal(chosen, allowed)
        self.actions.append(chosen)
        self.seats.append(self.state.to_move)
        log: list[tuple[int, ...]] = []
        self.state.log = log
        self.game.rules.apply(self.state, int(chosen))
        return self._note(log)

    def refusal(self, action: Action, allowed: Sequence[Action], lang: str = "en") -> IllegalAction:
        """Why the seat to move may not play this action: the rule, from what that seat itself can see."""
        rule = self.game.why.why(self.view(self.seat).state, int(action))
        why = self.game.words(lang).get("rule", rule)
        return IllegalAction(str(action), rule, why, [str(a) for a in allowed])

    def copy(self) -> Match:
        """The same match, to be played on apart."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        for name in ("names", "actions", "seats", "events"):
            setattr(twin, name, getattr(self, name)[:])
        twin.state = self.state.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Pickled whole, with the seed and all that is hidden: to go on elsewhere, not to be shown to a seat."""
        return {**self.__dict__, "state": self.to_bytes()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, state=state_of(kept["setup"], kept["state"]))

    def to_bytes(self) -> bytes:
        """The state as bytes: the same on every machine."""
        return to_bytes(self.state, self.game.fields)

    def kifu(self) -> str:
        """The match as a text that replays to the same bytes."""
        from kobako.core.kifu import write

        return write(self)

    def run(self, choose: Callable[[Match], Action | int | str]) -> Match:
        """Play to the end, each action chosen by `choose(match)`."""
        limit = self.setup.bound
        while not self.over:
            if len(self.actions) >= limit:
                raise KobakoError(f"{self.game.name} did not end within {limit} decisions (seed {self.seed})")
            self.play(choose(self))
        return self

    def _note(self, log: list[tuple[int, ...]]) -> list[Event]:
        self.state.log = None
        fresh = [Event(self.setup, len(self.actions), record) for record in log]
        self.events += fresh
        return fresh


def state_of(setup: Setup, data: bytes) -> State:
    """The plain state that the bytes are."""
    return from_bytes(data, setup.game.plain_state(), setup.game.fields)


def view_of(setup: Setup, data: bytes, seat: int | None) -> View:
    """A view from what was pickled of it."""
    return View(setup, state_of(setup, data), seat)


def legal_actions(setup: Setup, s: State) -> list[Action]:
    """The legal actions in a state, or in the view of the seat to move."""
    if s.over:
        return []
    out = [0] * setup.game.rules.MOST_LEGAL
    actions = setup.actions
    return [actions[a] for a in out[: setup.game.rules.legal(s, out)]]  # type: ignore[misc]
