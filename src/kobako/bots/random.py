"""The player that everything else is measured against: it chooses any legal action."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kobako.bots.bot import Bot, Budget
from kobako.core.game import Action
from kobako.core.position import View


class RandomBot(Bot):
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """An action of those given."""
        return self._rng.choice(legal)
