"""What a bot is: something that is shown a view, and answers with an action. There is no way to hand it a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kobako.core.errors import BadOption
from kobako.core.game import Action
from kobako.core.match import Event, View


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
        if (self.simulations is not None and self.simulations < 1) or (self.seconds is not None and self.seconds <= 0):
            raise BadOption("a budget is more than nothing")


class Bot(Protocol):
    """A player that is not a person. One bot plays one seat of one game."""

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """One of the legal actions. Without a budget the bot takes its own."""
        ...

    def watch(self, event: Event) -> None:
        """Something happened, as the seat may know it. Most bots need not watch: a view holds all that is known."""
        ...
