"""The policy by itself: what a learned mind would play before any thought, and what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence

from kobako.bots.bot import Bot, Budget, check_view
from kobako.bots.greedy import GreedyBot
from kobako.bots.minds import Learned, learned_of, weights_of
from kobako.core.game import Action, Game
from kobako.core.position import View


def traits(learned: Learned, view: View, action: Action) -> list[int]:
    """What can be said of an action, a number for each of the game's traits."""
    x = [0] * len(learned.shape.traits)
    learned.functions["note_traits"](view.state, int(action), x)
    return x


class PolicyBot(Bot):
    """The action that the policy likes best. A game that has learned nothing is played by first sight."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self._greedy = GreedyBot(game, seed)

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """What is liked best; of equals the first."""
        check_view(view)
        learned, weights = learned_of(self.game), weights_of(self.game)
        if learned is None or weights is None or not learned.shape.traits:
            return self._greedy.choose(view, legal)
        numbers = weights.numbers
        likes = [sum(w * x for w, x in zip(numbers, traits(learned, view, action))) for action in legal]
        return legal[likes.index(max(likes))]
