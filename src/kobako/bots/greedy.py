"""The greedy player: the legal action that looks best at first sight, with no thought of what comes after."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kobako.bots.bot import Bot, Budget, check_view
from kobako.bots.minds import mind_of
from kobako.core.game import Action, Game
from kobako.core.position import View

STATES_IMAGINED = 8  # states imagined where a game has no prior: the same ones for every action


class GreedyBot(Bot):
    """Goes by the game's `prior`; without one, by the score an action leads to. Among equals it chooses at random."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game  # and not its mind, which is not to be copied or pickled with the bot
        self._rng = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """The best action at first sight."""
        check_view(view)
        mind = mind_of(self.game)
        if mind.has_prior:
            values = [mind.prior(view.state, int(action)) for action in legal]
        else:
            values = self._scores_after(view, legal)
        best = max(values)
        return self._rng.choice([action for action, value in zip(legal, values, strict=True) if value == best])

    def _scores_after(self, view: View, legal: Sequence[Action]) -> list[int]:
        """The mover's score right after each action, summed over some states that fit the view."""
        rules, states = view.setup.game.rules, [view.imagine(self._rng) for _ in range(STATES_IMAGINED)]
        sums = []
        for action in legal:
            after = [state.copy() for state in states]
            for state in after:
                rules.apply(state, int(action))
            sums.append(sum(rules.score(state, view.seat) for state in after))
        return sums
