"""Looking while the games are played: an interval that holds at every look, so that one may stop when it is clear.

A usual interval of 95 % holds for a number of games settled beforehand. Who looks after every game and stops when it
pleases is wrong far more often. This one is a *confidence sequence*, by betting (Waudby-Smith and Ramdas, Estimating
means of bounded random variables by betting, 2024): against each value that the mean might have a gambler bets at fair
odds, and a value whose gambler has become rich by 20 to 1 is ruled out for good. That this ever happens to the true one
has a chance of 5 % at most, however long the game and whenever it is stopped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kobako.arena.duel import Outcomes
from kobako.arena.schedule import Plan, Unit
from kobako.core.errors import BadOption

DOUBT = 0.05
VALUES = 1000  # that the mean is looked for among, from 0 to 1
BOLDEST = 0.5  # of what a gambler has, the most that it stakes


@dataclass(frozen=True)
class Sure:
    """Between what the mean lies, at whatever time one looks."""

    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether the mean is clearly another."""
        return value < self.low or value > self.high


class Gamblers:
    """Those who bet, one on more and one on less for each value that the mean might have."""

    def __init__(self, doubt: float = DOUBT) -> None:
        import numpy as np

        self.doubt, self.number = doubt, 0
        self.means = (np.arange(VALUES) + 0.5) / VALUES
        self.up, self.down = np.zeros(VALUES), np.zeros(VALUES)  # logarithms of what they have
        self.left = np.ones(VALUES, bool)
        self.total, self.spread = 0.5, 0.25  # as if one value of a half had come, and spread as much as it can

    def bet(self, value: float) -> None:
        """The next value, from 0 to 1. What is staked on it is settled by those before it."""
        import numpy as np

        self.number += 1
        stake = math.sqrt(2 * math.log(2 / self.doubt) / (self.spread * math.log(1 + self.number)))
        apart = value - self.means
        self.up += np.log1p(np.minimum(stake, BOLDEST / self.means) * apart)
        self.down += np.log1p(-np.minimum(stake, BOLDEST / (1 - self.means)) * apart)
        self.left &= np.logaddexp(self.up, self.down) - math.log(2) < math.log(1 / self.doubt)
        self.total += value
        self.spread += (value - self.total / (self.number + 1)) ** 2

    @property
    def sure(self) -> Sure:
        """Between what the mean lies."""
        found = self.means[self.left]
        if not len(found):  # all are ruled out: these were no numbers with one mean
            mean = (self.total - 0.5) / self.number
            return Sure(mean, mean)
        half = 0.5 / VALUES
        return Sure(float(found[0]) - half, float(found[-1]) + half)


def sure_of(values: Sequence[float], doubt: float = DOUBT) -> Sure:
    """Between what the mean of numbers from 0 to 1 lies, which came in this order."""
    gamblers = Gamblers(doubt)
    for value in values:
        gamblers.bet(value)
    return gamblers.sure


class Watch:
    """Looks at an arena while it is played: does its first bot win more, or less, than its part?

    Deals count in their order, each when all before it are played: as they are ready, short games would come first.
    """

    def __init__(self, plan: Plan) -> None:
        if len(plan.line_ups) != 1 or plan.line_ups[0].count(plan.bots[0]) != 1:
            raise BadOption("--until-clear is for one bot against others, such as search:1000,classic:1000")
        self.plan, self.gamblers = plan, Gamblers()

    def see(self, done: Mapping[Unit, Outcomes]) -> None:
        """Look at the deals that were not seen yet."""
        while (unit := Unit(0, self.gamblers.number)) in done:
            self.gamblers.bet(self._won(unit, done[unit]))

    def _won(self, unit: Unit, outcomes: Outcomes) -> float:
        """What the first bot won of a deal."""
        seats = [self.plan.seated(0, rotation).index(self.plan.bots[0]) for rotation in range(self.plan.players)]
        return sum(one.shares[seat] for one, seat in zip(outcomes, seats, strict=True)) / self.plan.players

    @property
    def is_clear(self) -> bool:
        """Whether its part is ruled out."""
        return self.gamblers.sure.excludes(1 / self.plan.players)

    def words(self) -> str:
        """What is clear, and what is not, for a person."""
        sure, games = self.gamblers.sure, self.gamblers.number * self.plan.players
        start = f"Clear after {games} games" if self.is_clear else f"Not clear after {games} games"
        even = f"{1 / self.plan.players:.2f} would be even"
        return f"{start}: {self.plan.bots[0]} wins a share from {sure.low:.3f} to {sure.high:.3f}; {even}"
