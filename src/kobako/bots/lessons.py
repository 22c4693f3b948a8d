"""What the others do in a lesson: the same in the same position, so that a lesson that can be solved stays so."""

from __future__ import annotations

from collections.abc import Sequence

from kobako.bots.greedy import GreedyBot
from kobako.core.game import Action
from kobako.core.position import View

LEVEL = "greedy"  # who sits on the other seats


def lesson_answer(view: View, legal: Sequence[Action]) -> Action:
    """The best at first sight, ties settled by the seat."""
    return GreedyBot(view.setup.game, view.seat).choose(view, legal)
