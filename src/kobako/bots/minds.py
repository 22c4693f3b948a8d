"""What a search believes of a game: the functions of the `mind.py` in its folder, and defaults for those it leaves out.

They are plain functions that are compiled with the game's rules:

- `truncate(s)`: called with every determinization (a full state that fits the view): may let the game end where the
  look ahead ends, so that no round is dealt for nothing;
- `is_cutoff(s, view)`: 1 where a rollout that began in the view ends;
- `evaluate(s, view, gain)`: each seat's expected share of the win in such a state;
- `prior(s, action)`: how good an action looks to the seat to move at first sight, from what it sees: any whole number;
- `expansion_policy(s, out, n, r)`: of the n actions in `out`, which have no node yet, the one that gets the next;
- `rollout_policy(s, out, r)`: what is played below the tree; `out` is room for the legal actions;
- `known(s)`: a number for what the seat to move knows besides what was played: what chance has turned up, what it
  holds itself. The search's tree parts by it (search/kernel.py); without it, it does not. A few numbers are better
  than many: of each part there are only the visits in which just that was known;
- `EXPLORATION`: how much a branch seldom tried is favoured (the constant of UCB1);
- `SLIPS`: the part of its decisions that a novice leaves to chance.

A game whose folder has a `learned.py` and weights for it (`mind.json`) is thought of by what was learned. There are

- `TRAITS`, names, and `note_traits(s, action, x)`: what can be said of an action, from what the seat to move sees: a
  number for each trait, into x, which is zeroed. The policy likes an action by the sum of its traits, by their weights;
- `SIGNS` and `note_signs(s, seat, x)`: what in a state that `seat` imagines speaks for it or against it;
- `rewind(s)`, `recall(s, i)` and `stir(s, seat, r)`, for a game that remembers what was played (`history` fields): the
  first takes a state back to where memory begins and gives how many decisions are remembered from there on (0: none,
  and nothing is done), the second says which the i-th was, the third changes a little of what `seat` does not see, any
  change as likely as the one back. A state is then as likely as the policy would have played what the others did;
- `MEASURES` and `note_measures(s, seat, x)`: what the seat's share of the win hangs on where a look ahead ends;
- `VERSION`: counted up when one of these comes to mean something else, so that old weights are not taken for new;
- `EXPLORATION`, `WIDENING`: how much the policy counts beside what was found, and how fast a node gets branches;
- `is_far_enough(s, view)`, `judge(s, view, gain, w, x)`, `playout_policy(s, out, r, w, x)`: as `is_cutoff`, `evaluate`
  and `rollout_policy`, the last two with the weights.

What it leaves out, its `mind.py` says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from kobako.bots.weights import BadWeights, Shape, Weights, read_weights
from kobako.core.game import Game
from kobako.kit import default_learned, default_mind
from kobako.kit.measured import measured

LOG = logging.getLogger("kobako.bots")
FUNCTIONS = ("truncate", "is_cutoff", "evaluate", "prior", "expansion_policy", "rollout_policy", "known")


@dataclass(frozen=True)
class Mind:
    """A game's mind, whole."""

    exploration: float
    functions: Mapping[str, Callable[..., Any]]  # by the names above: what is linked with the search
    has_prior: bool  # whether the game's own, so that it tells actions apart
    slips: float  # the part of its decisions that a novice leaves to chance
    parts: bool  # whether it says what is known, so that trees part by it

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
        getattr(own, "EXPLORATION", default_mind.EXPLORATION),
        MappingProxyType(functions),
        hasattr(own, "prior"),
        getattr(own, "SLIPS", default_mind.SLIPS),
        hasattr(own, "known"),
    )


LEARNED = ("note_traits", "note_signs", "note_measures", "is_far_enough", "judge", "playout_policy")
MEMORY = ("rewind", "recall", "stir")


@dataclass(frozen=True)
class Learned:
    """What a game's folder says of its learned mind: the features, and how they are used. The weights come besides."""

    shape: Shape
    exploration: float
    widening: float
    functions: Mapping[str, Any]  # what is linked with the search besides the mind's


@cache
def learned_of(game: Game) -> Learned | None:
    """The learned mind of a game that has one."""
    own = game.part("learned")
    if own is None:
        return None
    names = {kind: tuple(getattr(own, kind, ())) for kind in ("TRAITS", "SIGNS", "MEASURES")}
    functions: dict[str, Any] = {name: getattr(own, name, getattr(default_learned, name)) for name in LEARNED + MEMORY}
    if names["MEASURES"] and not hasattr(own, "judge"):
        functions["judge"] = measured
    functions |= {kind: len(found) for kind, found in names.items()}
    functions["REMEMBERS"] = 1 if hasattr(own, "rewind") else 0
    return Learned(
        Shape(own.VERSION, names["TRAITS"], names["SIGNS"], names["MEASURES"]),
        getattr(own, "EXPLORATION", default_learned.EXPLORATION),
        getattr(own, "WIDENING", default_learned.WIDENING),
        MappingProxyType(functions),
    )


@cache
def weights_of(game: Game) -> Weights | None:
    """The weights that come with a game. Where they cannot be used that is said, once, and it plays without."""
    learned = learned_of(game)
    if learned is None:
        return None
    try:
        return read_weights(game, learned.shape)
    except BadWeights as wrong:
        LOG.warning("a game plays without what it has learned", extra={"game": game.name, "reason": str(wrong)})
        return None
