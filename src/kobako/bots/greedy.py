"""The greedy player: of the legal actions the one most to its taste, with no thought of what comes after."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kobako.bots.bot import Budget, check_view
from kobako.bots.minds import mind_of
from kobako.core.game import Action, Game
from kobako.core.match import Event
from kobako.core.position import View


class GreedyBot:
    """Goes by `taste`, which it shares with the playouts of the search; among equals it chooses at random."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self._taste = mind_of(game).taste
        self._rng = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """The best action at first sight."""
        check_view(view)
        likings = [self._taste(view.state, int(action)) for action in legal]
        best = max(likings)
        return self._rng.choice([action for action, liking in zip(legal, likings, strict=True) if liking == best])

    def watch(self, event: Event) -> None:
        """Nothing is learnt."""
