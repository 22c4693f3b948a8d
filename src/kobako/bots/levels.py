"""Levels for people: one search, with more or less thought, and for novices now and then none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from kobako.bots.bot import Bot, Budget, for_people
from kobako.bots.greedy import GreedyBot
from kobako.bots.search.search import PLAIN_SHARE, SearchBot, compiled_search
from kobako.core.game import Action, Game
from kobako.core.position import View


@dataclass(frozen=True)
class Level:
    """How much a player thinks about a decision, and how often it plays any action instead."""

    budget: Budget
    plain: int  # simulations while the search is being compiled; 0: it goes by first sight
    slips: float = 0.0


# novice answers within 50 ms, regular at once, master within 2 s: on one core, compiled or not.
LEVELS = {
    "novice": Level(Budget(simulations=60), plain=0, slips=0.25),
    "regular": Level(Budget(simulations=1500), plain=100),
    "master": Level(Budget(simulations=30_000, seconds=1.5), plain=300),
}


class LevelBot(Bot):
    """Plays at a level. The search is compiled in the background: nobody waits for it.

    With `wait` it takes the time it needs, for compiling and for all its simulations: then its choices can be repeated.
    """

    def __init__(self, game: Game, level: Level, seed: int | None = None) -> None:
        self.game, self.level = game, level
        self._rng = random.Random(seed)
        self._search = SearchBot(game, level.budget, self._rng.getrandbits(64), wait=False)
        self._greedy = GreedyBot(game, self._rng.getrandbits(64))

    @property
    def wait(self) -> bool:
        return self._search.wait

    @wait.setter
    def wait(self, wait: bool) -> None:
        self._search.wait = wait

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """What the search prefers, unless it slips."""
        if self.level.slips and self._rng.random() < self.level.slips:
            return self._rng.choice(legal)
        if budget is None and self.wait:
            budget = Budget(self.level.budget.simulations)
        elif budget is None and compiled_search(self.game).kernel_if_ready("search") is None:
            if self.level.plain == 0:
                return self._greedy.choose(view, legal)
            budget = Budget(self.level.plain * PLAIN_SHARE, self.level.budget.seconds)
        return self._search.choose(view, legal, budget)


@for_people
def novice_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Answers at once, and can be beaten."""
    return LevelBot(game, LEVELS["novice"], seed)


@for_people
def regular_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Answers at once, and knows the game."""
    return LevelBot(game, LEVELS["regular"], seed)


@for_people
def master_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Thinks for a moment, as deeply as that allows."""
    return LevelBot(game, LEVELS["master"], seed)
