"""Taking back: how far, worked out from what happened."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kobako.core.fields import Layout
from kobako.core.game import Action, Game
from kobako.core.match import Event, Match


@dataclass(frozen=True)
class Part:
    """An action that can still be taken back, and how things were before it.

    The state is kept as its numbers in one row: thousands of tables keep one each, and Python, which looks for garbage
    among all lists, need not look at the fifty of a state.
    """

    seat: int
    numbers: list[int]
    events: int


@lru_cache(maxsize=64)
def layout_of(game: Game) -> Layout:
    """How the states of a game become numbers in a row."""
    return Layout(game.fields)


class Parts:
    """The actions of one seat that can still be taken back, one by one.

    Only while the events since show nothing new, nothing was drawn by chance and no other seat has acted. The end of
    a game shows its seed, and with it everything.
    """

    def __init__(self) -> None:
        self._parts: list[Part] = []

    def of(self, seat: int) -> int:
        """How many actions this seat can take back."""
        return len(self._parts) if self._parts and self._parts[-1].seat == seat else 0

    def play(self, match: Match, action: Action, allowed: bool = False) -> list[Event]:
        """Play an action, and remember it if it can be taken back; `allowed`: that is known."""
        state, chance = match.state, match.state.rng[:]
        part = Part(state.to_move, layout_of(match.game).numbers(state), len(match.events))
        if not self.of(part.seat):
            self._parts = []
        events = match.play_allowed(action) if allowed else match.play(action)
        if match.over or state.rng != chance or any(event.kind.reveals for event in events):
            self._parts = []
        else:
            self._parts.append(part)
        return events

    def take_back(self, match: Match) -> None:
        """Put the match back to where it was before the last part."""
        part = self._parts.pop()
        match.state = match.setup.template.copy()
        layout_of(match.game).fill(match.state, part.numbers)
        del match.actions[-1], match.seats[-1], match.events[part.events :]

    def settle(self) -> None:
        """What was done stands."""
        self._parts = []
