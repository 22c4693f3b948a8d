"""What a temperament costs: how often it plays another action than its search holds best, and what that loses.

    python -m bench.characters ice --decisions 300

Decisions of four regulars. Where a temperament would play something else, both actions are weighed against each other,
as in a review: each visited as often, in the same imagined states. What it loses of the win in a game is the mean over
all decisions times the decisions that a seat has: a few seconds say what takes thousands of games. It is said for
several bands of what counts as about as good: visited at least so often as the best, in proportion.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

import kobako
from kobako.bots.bot import Budget
from kobako.bots.characters import TEMPERAMENTS, preferred
from kobako.bots.levels import LEVELS
from kobako.bots.prospects import Scales
from kobako.bots.search.search import Candidate, SearchBot
from kobako.core.game import Game
from kobako.core.position import View

BANDS = (0.6, 0.75, 0.85, 0.9, 0.95)
PLAYERS, VISITS = 4, 1000


@dataclass
class Habit:
    """What one temperament did in one band."""

    losses: list[float] = field(default_factory=list)  # one for each decision: 0 where it plays the best

    def line(self, decisions: float) -> str:
        """How often it was different, and what it loses in a game of so many decisions."""
        apart, loss = fmean(one != 0 for one in self.losses), decisions * fmean(self.losses)
        error = 1.96 * decisions * stdev(self.losses) / len(self.losses) ** 0.5
        return f"{apart:.3f} of its decisions, {loss:+.3f} ± {error:.3f} of the win in a game"


def decided(game: Game, seed: int) -> Iterator[tuple[View, list[Candidate]]]:
    """The unforced decisions of one game of regulars, with what was thought of them."""
    level = LEVELS["regular"]
    bot, match = SearchBot(game, level.budget, seed), game.new(players=PLAYERS, seed=seed)
    budget = level.learned if bot.thinking.weights is not None and level.learned else level.budget
    while not match.over:
        view, legal = match.view(match.seat), match.legal()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        found = bot.explain(view, legal, Budget(budget.simulations))
        yield view, found
        match.play(found[0].action)


def habits(view: View, found: Sequence[Candidate], seed: int, into: dict[tuple[str, float], Habit]) -> None:
    """What every temperament would do here, in every band."""
    scales = Scales(view, VISITS, seed)
    for (temperament, band), habit in into.items():
        choice = preferred(temperament, view, found, band)
        habit.losses.append(scales.loss(found[0].action, choice).share)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.characters", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--every", type=int, default=5, help="only every so many decisions: neighbours are alike")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game, seen, looked, games = kobako.game(args.game), 0, 0, 0
    found_habits = {(temperament, band): Habit() for temperament in TEMPERAMENTS for band in BANDS}
    while looked < args.decisions:
        games += 1
        for view, thought in decided(game, args.seed + games):
            seen += 1
            if seen % args.every == 0 and looked < args.decisions:
                looked += 1
                habits(view, thought, args.seed * 1_000_000 + seen, found_habits)
    a_seat = seen / games / PLAYERS
    print(f"{args.game}: {looked} of {seen} decisions in {games} games, {a_seat:.1f} for a seat in a game")
    for (temperament, band), habit in found_habits.items():
        print(f"  {temperament:8} within {band}: {habit.line(a_seat)}")
