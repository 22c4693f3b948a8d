"""Review: what the search would have done at each decision of a game, knowing only what the player then knew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from typing_extensions import TypedDict

from kobako.bots.bot import Budget
from kobako.bots.search.search import Candidate, SearchBot
from kobako.core.game import Action
from kobako.core.match import Match
from kobako.core.position import View

LOOKS = 10  # so many simulations at least for each legal action, or none of them says anything
COSTLY, GRAVE = 0.05, 0.15  # what a decision costs, from which on it is marked once, and twice
DOUBT = 2.0  # and it must be so many times its own error


class Considered(TypedDict):
    """What the search thought of an action."""

    action: str
    visits: int
    """How often it was tried in thought."""
    share: float
    """The share of the win that it promised, 0 to 1."""
    shares: list[float]
    """The same for each seat."""


class DecisionShown(TypedDict):
    """One unforced decision, as a review shows it."""

    ply: int
    """As in a replay: the first action of the game is 1."""
    seat: int
    played: str
    preferred: str
    """What the search would have played."""
    cost: float
    """How much less of the win was to be expected."""
    error: float
    """The standard error of the cost."""
    mark: Literal[0, 1, 2]
    """0 nothing to say, 1 costly, 2 grave. What may well be chance is not marked."""
    candidates: list[Considered]
    """Every action, the best first."""


@dataclass(frozen=True)
class Decision:
    """One unforced decision: what was played, and what the search thought of every action, the best first."""

    ply: int  # as in a replay: the first action of the game is 1
    seat: int
    played: Candidate
    candidates: tuple[Candidate, ...]

    @property
    def preferred(self) -> Candidate:
        """What the search would have played."""
        return self.candidates[0]

    @property
    def agreed(self) -> bool:
        """Whether that is what was played."""
        return self.played.action == self.preferred.action

    @property
    def cost(self) -> float:
        """The difference in the mover's chance of winning (of a shared win, its share); never below 0."""
        return max(0.0, self.preferred.value - self.played.value)

    @property
    def error(self) -> float:
        """The standard error of the cost: shares lie between 0 and 1, so this is an upper bound."""
        return 0.0 if self.agreed else sqrt(_variance(self.preferred) + _variance(self.played))

    @property
    def mark(self) -> Literal[0, 1, 2]:
        """0 nothing to say, 1 costly, 2 grave. What may well be chance is not marked."""
        if self.cost < DOUBT * self.error:
            return 0
        return 2 if self.cost >= GRAVE else 1 if self.cost >= COSTLY else 0

    def to_json(self) -> DecisionShown:
        """The decision as one object of the JSON lines."""
        return {
            "ply": self.ply,
            "seat": self.seat,
            "played": str(self.played.action),
            "preferred": str(self.preferred.action),
            "cost": round(self.cost, 4),
            "error": round(self.error, 4),
            "mark": self.mark,
            "candidates": [
                {
                    "action": str(c.action),
                    "visits": c.visits,
                    "share": round(c.value, 4),
                    "shares": [round(share, 4) for share in c.shares],
                }
                for c in self.candidates
            ],
        }


def hint(view: View, legal: Sequence[Action], budget: Budget, seed: int | None = None) -> list[Candidate]:
    """What the search thinks of every legal action, the best first."""
    return SearchBot(view.setup.game, budget, seed).explain(view, legal, budget)


def review(match: Match, simulations: int, seed: int = 0) -> Iterator[Decision]:
    """Every unforced decision of a match, one by one. The same seed gives the same review."""
    Budget(simulations)  # a wrong number is refused before the first decision
    again = match.setup.new(match.seed)
    for ply, (seat, action) in enumerate(zip(match.seats, match.actions, strict=True), start=1):
        view = again.view(seat)
        legal = view.legal()
        if len(legal) > 1:
            budget = Budget(max(simulations, LOOKS * len(legal)))
            # A seed of its own, so that what is said of a decision does not hang on those before it.
            thought = hint(view, legal, budget, seed << 32 | ply)
            played = next(candidate for candidate in thought if candidate.action == action)
            yield Decision(ply, seat, played, tuple(thought))
        again.play(action)


def _variance(candidate: Candidate) -> float:
    """How far a mean of that many visits may be off."""
    share = min(1.0, max(0.0, candidate.value))
    return max(share * (1 - share), 0.01) / max(1, candidate.visits)
