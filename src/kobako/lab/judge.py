"""The judge: what a search thinks of a decision, and each seat's chance to win, move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from kobako.bots.minds import learned_of, mind_of
from kobako.bots.search import guided
from kobako.bots.search import kernel as search_kernel
from kobako.bots.search.asking import room_for
from kobako.bots.search.thinking import Method
from kobako.bots.search.tree import words
from kobako.core.compiling import Compiled, Kernels
from kobako.core.game import Game, Setup
from kobako.core.linking import link
from kobako.core.match import Match
from kobako.lab import by_mind, kernel

NEAR = 0.02  # an action whose value is so near to the best one's is reasonable
NOTHING = -1


@dataclass(frozen=True)
class Thought:
    """What the search thinks at one decision, for the seat to move. Of an action that it never tried: nothing."""

    visits: dict[int, float]
    values: dict[int, float | None]
    sight: int

    @cached_property
    def order(self) -> list[int]:
        """The actions, the most visited first: the order of `SearchBot`."""
        return sorted(self.visits, key=lambda a: (-self.visits[a], -(self.values[a] or 0.0), a))

    @property
    def reasonable(self) -> int:
        """How many actions are about as good as the best."""
        least = (self.values[self.order[0]] or 0.0) - NEAR
        return sum(value is not None and value >= least for value in self.values.values())


@cache
def looks(game: Game, by_weights: bool) -> Kernels:
    """The lab's kernel with what is believed of this game, or what was learned of it."""
    learned = learned_of(game)
    if not by_weights or learned is None:
        return Kernels((search_kernel, mind_of(game).functions, by_mind, kernel), ("look",))
    thinks = {"ponder": guided.guided}
    return Kernels((search_kernel, guided, mind_of(game).functions, learned.functions, thinks, kernel), ("look",))


@cache
def compiled_looks(game: Game, by_weights: bool) -> Compiled:
    """One compiled judge per game, way to think and process."""
    return Compiled(game, loops=looks(game, by_weights))


class Judge:
    """Looks at one game at a time, which it follows as a record beside the match; it thinks by this method."""

    simulations = 0  # of all judges so many in all, for who measures

    def __init__(self, setup: Setup, most: int, method: Method) -> None:
        game, nodes = setup.game, room_for(most, method.parts)
        self.setup, self.mind, self.method = setup, mind_of(game), method
        by_weights = method.weights is not None
        self.compiled = compiled_looks(game, by_weights)
        view = setup.new(0).view(0)
        run = self.compiled.kernel_or_none("look")
        self.plain = run is None
        if run is not None:
            import numpy as np

            self.look: Callable[..., Any] = run
            self.tree = method.tree(view, nodes, 0)
            self.tried: Any = np.zeros((game.actions, 3))
            self.seen: Any = np.zeros((4, 4))
            self.aside: Any = np.zeros(4, np.int64)
            none, no_states = np.zeros(1, np.int32), np.zeros(1, self.compiled.dtype)
            unused: Any = (0.0, none, none, np.zeros(1), no_states, np.zeros(1))
        else:
            self.look = link(game, lambda f: f, compiled=False, loops=looks(game, by_weights).modules).look
            self.tree = method.plain_tree(view, nodes, 0)
            self.tried, self.seen = ([[0.0] * n for _ in range(m)] for m, n in ((game.actions, 3), (4, 4)))
            self.aside = [0] * 4
            unused = (0.0, [0], [0], [0.0], [None], [0.0])
        self.more = self.tree.more or unused
        self.states: Any = None
        self.played = NOTHING

    def begin(self, match: Match) -> None:
        """Follow this match from here on."""
        self.states = [match.state.copy()] if self.plain else self.compiled.records([match.state])
        self.played = NOTHING

    def follow(self, action: int) -> None:
        """An action was played."""
        if self.played != NOTHING:
            self._look(0, 0, True, 0)
        self.played = action

    def think(self, legal: Sequence[int], sims: int, seed: int, glance: int = 0, to_the_end: bool = False) -> Thought:
        """What a search from the view of the seat to move thinks of its actions; with `glance`, of the chances too.

        Unless it is to think to the end, it stops where the rest would not change what it chooses.
        """
        sight = self._look(sims, glance, to_the_end, seed)
        lines = [self.tried[a] for a in legal] if self.plain else self.tried[legal].tolist()
        visits = {a: line[kernel.TRIED_VISITS] for a, line in zip(legal, lines, strict=True)}
        values = {
            a: line[kernel.TRIED_VALUE] if line[kernel.TRIED_VISITS] else None
            for a, line in zip(legal, lines, strict=True)
        }
        Judge.simulations += int(sum(visits.values()))
        return Thought(visits, values, int(sight))

    def glance(self, sims: int, seed: int) -> None:
        """Search every seat's view so often."""
        self._look(0, sims, True, seed)

    def chances(self) -> list[float]:
        """Each seat's chance to win: the mean of what every seat can tell, by what was last looked at."""
        players = range(self.setup.players)
        return [sum(float(self.seen[by][seat]) for by in players) / len(players) for seat in players]

    def _look(self, sims: int, glance: int, to_the_end: bool, seed: int) -> int:
        t = self.tree
        t.random[:] = words(seed)
        sight: int = self.look(
            self.states, self.played, sims, int(to_the_end), glance, int(self.mind.has_prior),
            t.views, t.work, t.out, t.mark, t.path, t.actors, t.gain, t.nodes, t.book, t.outcome,
            self.method.explore, t.roots, self.tried, self.seen, t.random, self.aside, *self.more,
        )  # fmt: skip
        self.played = NOTHING
        seats = self.setup.players - (sims > 0)
        Judge.simulations += seats * glance
        return sight
