"""The policy by itself: what a learned mind would play before any thought, and what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence

from kobako.bots.bot import Bot, Budget, check_view
from kobako.bots.greedy import GreedyBot
from kobako.bots.minds import Learned, learned_of, weights_of
from kobako.core.game import Action, Game
from kobako.core.position import View

TELLING = 200  # a trait says something from here on, in 1,024ths: it makes an action a fifth likelier


def traits(learned: Learned, view: View, action: Action) -> list[int]:
    """What can be said of an action, a number for each of the game's traits."""
    x = [0] * len(learned.shape.traits)
    learned.functions["note_traits"](view.state, int(action), x)
    return x


def apart(view: View, better: Action, other: Action) -> list[tuple[str, int, int]]:
    """The traits for which the policy likes one action better than another, the weightiest first, with both values.

    Where nothing was learned, and where house rules hold, there are none.
    """
    game = view.setup.game
    learned, weights = learned_of(game), weights_of(game)
    if learned is None or weights is None or view.setup.house_rules:
        return []
    found = zip(
        learned.shape.traits, weights.numbers, traits(learned, view, better), traits(learned, view, other), strict=False
    )
    weighed = [(w * (x - y), name, x, y) for name, w, x, y in found]
    return [(name, x, y) for weight, name, x, y in sorted(weighed, reverse=True) if weight >= TELLING]


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
