"""What a bot is: something that is shown a view, and answers with an action. There is no way to hand it a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from numbers import Integral, Real
from typing import Any, Protocol, runtime_checkable

from kobako.core.errors import BadOption, BadSeat, KobakoError
from kobako.core.game import Action, Game
from kobako.core.match import Event
from kobako.core.position import View

MOST_SIMULATIONS = (1 << 31) - 1  # a tree counts its visits in 32 bits


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: so many simulations (then it can be repeated), or so many seconds.

    Where both are given, whichever ends first.
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise BadOption("a budget is a number of simulations, of seconds, or both")
        sims, seconds = self.simulations, self.seconds
        if sims is not None and not (_is(sims, Integral) and 1 <= sims <= MOST_SIMULATIONS):
            raise BadOption(f"a budget of simulations is a whole number from 1 to {MOST_SIMULATIONS}, not {sims!r}")
        if seconds is not None and not (_is(seconds, Real) and 0 < seconds < inf):
            raise BadOption(f"a budget of seconds is a number of them, more than 0, not {seconds!r}")


def _is(value: object, kind: type) -> bool:
    """Whether a value is such a number, NumPy's too; True is none."""
    return isinstance(value, kind) and not isinstance(value, bool)


def check_view(view: object) -> None:
    """Refuse what is no seat's view: a match, say, would show what the seat does not see."""
    if not isinstance(view, View) or view.seat is None:
        what = "a spectator's" if isinstance(view, View) else repr(view)
        raise BadSeat(f"a bot is shown the view of a seat, match.view(seat), not {what}")


class Bot(Protocol):
    """A player that is not a person. One bot plays one seat of one game.

    A class that derives from this has to say how it chooses, and no more.
    """

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """One of the legal actions. Without a budget the bot takes its own."""
        ...

    def watch(self, event: Event) -> None:
        """Something happened, as the seat may know it. Most bots need not watch: a view holds all that is known."""
        return

    def close(self) -> None:
        """The game has ended, or is left: put away what was held open, a program or a connection."""
        return


class BotFailed(KobakoError):
    """A bot crashed, hung, or answered what is no legal action."""

    def __init__(self, bot: str, seat: int | None, why: str, asked: str = "") -> None:
        self.bot, self.seat, self.why = bot, seat, why
        super().__init__(f"the bot {bot!r}, {asked or f'on seat {seat}'}, {why}")


# What an entry point names: called with the game, a seed (None: any) and what stands behind the name's colon (or None).
Maker = Callable[[Game, int | None, str | None], Bot]


def for_people(make: Maker) -> Maker:
    """Mark what makes a bot as a level for people: it answers soon, is no program, needs no argument and gets none.

    A server offers such a bot to anyone who comes, and the first screen of the terminal has it in its list.
    """
    make.for_people = True  # type: ignore[attr-defined]
    return make


def is_for_people(make: Any) -> bool:
    """Whether it was marked so."""
    return getattr(make, "for_people", False) is True


@runtime_checkable
class Waits(Protocol):
    """A bot that can be told whether to wait for its search to be compiled, or to play uncompiled until then."""

    wait: bool
