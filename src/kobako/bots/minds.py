"""What a search believes of a game: the functions of the `mind.py` in its folder, and defaults for those it leaves out.

They are plain functions that are compiled with the game's rules:

- `truncate(s)`: called with every determinization (a full state that fits the view): may let the game end where the
  look ahead ends, so that no round is dealt for nothing;
- `is_cutoff(s, view)`: 1 where a rollout that began in the view ends;
- `evaluate(s, view, gain)`: each seat's expected share of the win in such a state;
- `prior(s, action)`: how good an action looks to the seat to move at first sight, from what it sees: any whole number;
- `expansion_policy(s, out, n, r)`: of the n actions in `out`, which have no node yet, the one that gets the next;
- `rollout_policy(s, out, r)`: what is played below the tree; `out` is room for the legal actions;
- `EXPLORATION`: how much a branch seldom tried is favoured (the constant of UCB1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from kobako.core.game import Game
from kobako.kit import default_mind

FUNCTIONS = ("truncate", "is_cutoff", "evaluate", "prior", "expansion_policy", "rollout_policy")


@dataclass(frozen=True)
class Mind:
    """A game's mind, whole."""

    exploration: float
    functions: Mapping[str, Callable[..., Any]]  # by the names above: what is linked with the search
    has_prior: bool  # whether the game's own, so that it tells actions apart

    @property
    def prior(self) -> Callable[[Any, int], int]:
        """How good an action looks at first sight."""
        return self.functions["prior"]


@cache
def mind_of(game: Game) -> Mind:
    """The mind of a game."""
    own = game.part("mind")
    functions = {name: getattr(own, name, getattr(default_mind, name)) for name in FUNCTIONS}
    return Mind(
        getattr(own, "EXPLORATION", default_mind.EXPLORATION), MappingProxyType(functions), hasattr(own, "prior")
    )
