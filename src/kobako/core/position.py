"""A position: a game at one moment, and all that the rules say of it; and a view: what one seat knows of it."""

from __future__ import annotations

import operator
import random
import struct
from collections.abc import Sequence
from functools import cache
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from kobako.core.errors import BadPosition, BadSeat, GameOver, IllegalAction
from kobako.core.fields import SEATS, State, from_bytes, to_bytes
from kobako.core.game import Action, Setup
from kobako.core.seeds import seed_words
from kobako.core.shown import ShownView, ShownWould
from kobako.core.words import Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


NOBODY: frozenset[int] = frozenset()


@cache
def seats_in(bits: int) -> frozenset[int]:
    """The seats of a bit each."""
    return frozenset(seat for seat in range(SEATS) if bits >> seat & 1)


class View:
    """All that one seat (None: a spectator) knows: the state with the unseen replaced by UNKNOWN."""

    def __init__(self, setup: Setup, state: State, seat: int | None) -> None:
        self.setup, self.state, self.seat = setup, state, seat

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as it is: what the seat does not know is not in it."""
        return view_of, (self.setup, self.to_bytes(), self.seat)

    def to_bytes(self) -> bytes:
        """What is known as bytes: the same on every machine, and for every deal that the seat holds possible."""
        return to_bytes(self.state, self.setup.game.fields)

    def legal(self) -> list[Action]:
        """What the seat may do now: nothing, if it is not its turn."""
        return legal_actions(self.setup, self.state) if self.seat == self.state.to_move else []

    def refusal(self, action: Action) -> IllegalAction:
        """Why the seat, whose turn it is, may not play this action: the rule, from what it can see itself."""
        game = self.setup.game
        return IllegalAction(game, action.text, game.why.why(self.state, int(action)), [a.text for a in self.legal()])

    def foresee(self, action: Action) -> ShownWould | None:
        """What a legal action would do, as far as this seat can know; None where there is nothing to say."""
        would: ShownWould | None = self.setup.game.foresight.foresee(self.state, int(action))
        return would

    def foresee_all(self, actions: Sequence[Action]) -> list[ShownWould | None]:
        """The same for some actions, at one go where the game knows how."""
        at_one_go = self.setup.game.foresight.foresee_all
        if at_one_go is None:
            return [self.foresee(action) for action in actions]
        would: list[ShownWould | None] = at_one_go(self.state, actions)
        return would

    def show(self) -> ShownView:
        """The view in readable names, cards as people write them; what is unknown is "?"."""
        shown: ShownView = self.setup.game.notation.show(self.state)
        return shown

    def show_beside(self, unseen: ShownView) -> ShownView:
        """The same as `show`, made from what a spectator is shown of the same state, where the game knows how."""
        own = self.setup.game.notation.show_own
        shown: ShownView = unseen if self.seat is None else own(self.state, self.seat, unseen) if own else self.show()
        return shown

    def imagine(self, rng: random.Random | SupportsIndex | None = None) -> State:
        """A full state that fits this view."""
        if self.seat is None:
            raise BadSeat("only a seat's view can be imagined: a spectator's lacks a hand of its own")
        source = rng if isinstance(rng, random.Random) else random.Random(None if rng is None else operator.index(rng))
        s = self.state.copy()
        self.setup.game.plain.fill(s, self.seat, [source.getrandbits(32) for _ in range(4)])
        return s

    def imagined_position(self, rng: random.Random | SupportsIndex | None = None) -> bytes:
        """A position that fits this view, with no chance of its own: where a match may begin, from any seed."""
        s = self.imagine(rng)
        self.setup.game.plain.seed_chance(s, 0, 0, 0, 0)
        return to_bytes(s, self.setup.game.fields)

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
        called = [words.seat(seat, names) for seat in range(self.setup.players)]
        return "\n".join(self.setup.game.picture.draw(self.show(), words, called))

    def __str__(self) -> str:
        return self.draw()


class Position:
    """A game at one moment: the setup and the full state, with nothing hidden.

    >>> import kobako
    >>> from kobako.core.position import Position
    >>> setup = kobako.game("kotori").setup(players=2)
    >>> position = Position(setup, setup.deal(seed=1))
    >>> position.seat, position.legal()
    (1, [bid])
    """

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.game, self.state = setup, setup.game, state

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.seat} to move"
        return f"<position of {self.game.name}, {self.players} players, {now}>"

    @property
    def players(self) -> int:
        """How many play."""
        return self.setup.players

    @property
    def seat(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self.over else self.state.to_move

    @property
    def together(self) -> frozenset[int]:
        """The seats that choose at the same time, unseen by each other; mostly none."""
        return NOBODY if self.over else seats_in(self.state.together)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over == 1

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

    @property
    def rewards(self) -> list[float]:
        """What the end is worth to each seat: 1 to a sole winner, and the sum is 0; before the end nothing."""
        worth = [0.0] * self.players
        if self.over:
            self.game.plain.reward(self.state, worth)
        return worth

    def legal(self) -> list[Action]:
        """The actions that the seat to move may play; they print as their text."""
        return legal_actions(self.setup, self.state)

    def allowed(self, what: Action | int | str) -> Action:
        """The action, given by itself, its id or its text, if it may be played now; the error says why not.

        IllegalAction names the rule, UnknownAction shows what an action looks like.
        """
        if self.over:
            winners = " and seat ".join(map(str, self.winners))
            raise GameOver(f"the game is over: {self.game.name} has been won by seat {winners}")
        legal = self.legal()
        if isinstance(what, Action) and what in legal:
            return legal[legal.index(what)]  # this setup's own, whoever made the one given
        action = self.setup.action(what)
        if action not in legal:
            raise self.refusal(action)
        return action

    def refusal(self, action: Action) -> IllegalAction:
        """Why the seat to move may not play this action: the rule, from what that seat itself can see."""
        return self.view(self.seat).refusal(action)

    def view(self, seat: int | None) -> View:
        """What a seat knows; None: what a spectator does."""
        if seat is not None and not is_seat(seat, self.players):
            raise BadSeat(f"no seat {seat!r}: there are 0 to {self.players - 1}, and None for a spectator")
        return View(self.setup, self.state.seen_by(-1 if seat is None else seat), seat)

    def glimpse(self) -> View:
        """What a spectator knows, to be read before this is played on: it shares with the state what all see of it."""
        return View(self.setup, self.state.glimpse(), None)

    def view_beside(self, unseen: View, seat: int) -> View:
        """What a seat knows, made from a glimpse: for reading, as that is."""
        return View(self.setup, self.state.seen_beside(unseen.state, seat), seat)

    def deciding_view(self, seat: int) -> View:
        """What a seat decides by. Of those who choose together, and none of whom has, each as if it were its turn."""
        view = self.view(seat)
        if seat in self.together:
            view.state.to_move = seat
        return view

    def copy(self) -> Self:
        """The same, to be played on apart."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Pickled whole, with all that is hidden: to go on elsewhere, not to be shown to a seat."""
        return {**self.__dict__, "state": self.to_bytes()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, state=state_of(kept["setup"], kept["state"]))

    def to_bytes(self) -> bytes:
        """The state as bytes: the same on every machine."""
        return to_bytes(self.state, self.game.fields)


def is_seat(what: object, players: int) -> bool:
    """Whether this is the number of a seat, NumPy's too: True and 1.0 are none."""
    return isinstance(what, Integral) and not isinstance(what, bool) and what in range(players)


def state_of(setup: Setup, data: bytes) -> State:
    """The plain state that the bytes are."""
    return from_bytes(data, setup.template.copy(), setup.game.fields)


def position_of(setup: Setup, data: bytes) -> Position:
    """The position that the bytes are."""
    return Position(setup, state_of(setup, data))


def started_at(setup: Setup, data: bytes, seed: int) -> State:
    """The state of a game that begins at a position, what is drawn from there on being the seed's.

    BadPosition says what shows that such a position cannot be. What a game does not know to look for is not found:
    take positions from those you trust with your own program.
    """
    try:
        s = state_of(setup, data)
    except struct.error:
        right = len(to_bytes(setup.template, setup.game.fields))
        raise BadPosition(f"a position of {setup.game.name} is {right} bytes long, not {len(data)}") from None
    known = {option.name for option in setup.game.options}  # house rules are the setup's, not the position's
    for name in ("players", *(known & setup.option_texts().keys())):
        if getattr(s, name) != getattr(setup.template, name):
            raise BadPosition(f"this position is of another table: its {name} is not that of {setup!r}")
    if s.over != 0 or not 0 <= s.to_move < setup.players or s.together >> setup.players:
        raise BadPosition("a game begins at a position in which somebody who plays is to move")
    try:
        wrong = setup.game.why.broken(s)
    except LookupError as nowhere:
        wrong = f"it names a place that is not there ({nowhere})"
    if wrong:
        raise BadPosition(f"this position cannot be: {wrong}")
    setup.game.plain.seed_chance(s, *seed_words(seed))
    return s


def view_of(setup: Setup, data: bytes, seat: int | None) -> View:
    """The view that the bytes are."""
    return View(setup, state_of(setup, data), seat)


def legal_actions(setup: Setup, s: State) -> list[Action]:
    """The legal actions in a state, or in the view of the seat to move."""
    if s.over:
        return []
    out = [0] * setup.game.rules.MOST_LEGAL
    actions = setup.actions
    return [actions[a] for a in out[: setup.game.rules.legal(s, out)]]  # type: ignore[misc]
