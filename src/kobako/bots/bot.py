"""What a bot is: something that is shown a view, and answers with an action. There is no way to hand it a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from numbers import Integral, Real
from typing import Protocol, runtime_checkable

from kobako.core.errors import BadOption, BadSeat
from kobako.core.game import Action
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
    """A player that is not a person. One bot plays one seat of one game."""

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """One of the legal actions. Without a budget the bot takes its own."""
        ...

    def watch(self, event: Event) -> None:
        """Something happened, as the seat may know it. Most bots need not watch: a view holds all that is known."""
        ...


@runtime_checkable
class Waits(Protocol):
    """A bot that can be told whether to wait for its search to be compiled, or to play uncompiled until then."""

    wait: bool
