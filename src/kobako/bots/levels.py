"""Levels for people: one search, with more or less thought, and for novices now and then none.

A level by itself plays what its search holds best; one of its characters, `regular:tanuki`, has a temperament too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from kobako.bots.bot import Bot, Budget, check_view, for_people
from kobako.bots.characters import CHARACTERS, preferred
from kobako.bots.greedy import GreedyBot
from kobako.bots.minds import mind_of
from kobako.bots.search.asking import Thinking, finish
from kobako.bots.search.search import PLAIN_SHARE, SearchBot
from kobako.bots.search.thinking import classic_thinking, thinking_of
from kobako.core.errors import BadOption
from kobako.core.game import Action, Game, Setup
from kobako.core.position import View


@dataclass(frozen=True)
class Level:
    """How much a player thinks about a decision, and whether it slips now and then and plays any action instead."""

    budget: Budget
    plain: int  # simulations while the search is being compiled; 0: it goes by first sight
    slips: bool = False  # how often, the mind of the game says
    learned: Budget | None = None  # by what its game has learned; None: it never goes by that


# novice answers within 50 ms, regular at once, master within 2 s, champion within 6: on one core, compiled or not. A
# simulation by what was learned takes up to a third longer, so a regular has fewer of them; but a master who has
# learned gains by more thought, where another would think in vain. A novice is to be beaten: who plays at first sight
# should win about half against two of them. How often it slips for that differs by game.
MASTERLY, GRAND = Budget(simulations=30_000, seconds=1.5), Budget(simulations=250_000, seconds=5.0)
LEARNED_MASTERLY = Budget(simulations=100_000, seconds=1.5)
LEVELS = {
    "novice": Level(Budget(simulations=60), plain=0, slips=True),
    "regular": Level(Budget(simulations=1500), plain=100, learned=Budget(simulations=1100)),
    "master": Level(MASTERLY, plain=300, learned=LEARNED_MASTERLY),
    "champion": Level(GRAND, plain=1000, learned=GRAND),
}


class LevelBot(Bot):
    """Plays at a level. The search is compiled in the background: nobody waits for it.

    With `wait` it takes the time it needs, for compiling and for all its simulations: then its choices can be repeated.
    """

    def __init__(self, game: Game, level: Level, seed: int | None = None, temperament: str = "") -> None:
        self.game, self.level, self.temperament = game, level, temperament
        self.slips = mind_of(game).slips if level.slips else 0.0
        self._rng = random.Random(seed)
        thinking = thinking_of(game) if level.learned else classic_thinking(game)
        self._search = SearchBot(game, level.budget, self._rng.getrandbits(64), wait=False, thinking=thinking)
        self._greedy = GreedyBot(game, self._rng.getrandbits(64))

    @property
    def wait(self) -> bool:
        return self._search.wait

    @wait.setter
    def wait(self, wait: bool) -> None:
        self._search.wait = wait

    @property
    def search(self) -> SearchBot | None:
        """The search that decides, where it alone does."""
        return None if self.slips or self.temperament else self._search

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """What the search prefers, or the temperament among what is about as good, unless it slips."""
        if budget is None and self.wait:
            budget = Budget(self.usual(view.setup).simulations)
        elif budget is None and self._search.ready(self._search.thinking.at(view.setup)) is None:
            if self.level.plain == 0:
                slipped = self._slip(legal)
                return self._greedy.choose(view, legal) if slipped is None else slipped
            budget = Budget(self.level.plain * PLAIN_SHARE, self.level.budget.seconds)
        return finish(self.choosing(view, legal, budget), self._search.answer)

    def choosing(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Thinking[Action]:
        """The same, whoever thinks."""
        check_view(view)
        if (slipped := self._slip(legal)) is not None:
            return slipped
        if len(legal) == 1:
            return legal[0]
        found = yield from self._search.explaining(view, legal, budget or self.usual(view.setup))
        return preferred(self.temperament, view, found) if self.temperament else found[0].action

    def usual(self, setup: Setup) -> Budget:
        """How much it thinks of a decision at this table."""
        learned = self._search.thinking.at(setup).weights is not None
        return self.level.learned if learned and self.level.learned else self.level.budget

    def _slip(self, legal: Sequence[Action]) -> Action | None:
        """Now and then a novice plays anything."""
        slipped = self.slips and self._rng.random() < self.slips
        return self._rng.choice(legal) if slipped else None


def level_bot(level: str, game: Game, seed: int | None, character: str | None) -> Bot:
    """A bot of a level: one of its characters, or nobody in particular."""
    characters = CHARACTERS[level]
    if character is not None and character not in characters:
        raise BadOption(f"{level}:CHARACTER is one of {', '.join(characters)}, not {character!r}")
    return LevelBot(game, LEVELS[level], seed, characters.get(character or "", ""))


@for_people
def novice_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Answers at once, and can be beaten."""
    return level_bot("novice", game, seed, argument)


@for_people
def regular_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Answers at once, and knows the game."""
    return level_bot("regular", game, seed, argument)


@for_people
def master_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Thinks for a moment, as deeply as that allows."""
    return level_bot("master", game, seed, argument)


@for_people
def champion_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Thinks for as long as one likes to wait."""
    return level_bot("champion", game, seed, argument)
