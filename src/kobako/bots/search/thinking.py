"""How a search thinks of a game: as in the first release, by its whole mind, or by what was learned, where it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kobako.bots.minds import learned_of, mind_of, weights_of
from kobako.bots.search import guided, kernel, teaching, weighing
from kobako.bots.search.tree import Tree, compiled_tree, plain_tree
from kobako.core.compiling import Compiled, Kernels
from kobako.core.game import Game, Setup
from kobako.core.linking import link
from kobako.core.position import View

CLASSIC, GUIDED = "search", "guided"  # the kernels


@cache
def loops(game: Game) -> Kernels:
    """The search's kernels with what is believed of this game."""
    return Kernels((kernel, weighing, mind_of(game).functions), ("search", "weigh", "note_roots"))


@cache
def compiled_search(game: Game) -> Compiled:
    """One compiled search per game and process."""
    return Compiled(game, loops=loops(game))


@cache
def plain_search(game: Game, kernel: str = "search") -> Callable[..., Any]:
    """The same text, run as it is."""
    run: Callable[..., Any] = getattr(link(game, lambda f: f, compiled=False, loops=loops(game).modules), kernel)
    return run


@cache
def guided_loops(game: Game) -> Kernels:
    """The kernels of the guided search, and of its lessons."""
    learned = learned_of(game)
    assert learned is not None
    modules = (kernel, guided, teaching, mind_of(game).functions, learned.functions)
    return Kernels(modules, (GUIDED, "traits_of", "signs_of", "measures_of"))


@cache
def compiled_guided(game: Game) -> Compiled:
    """One compiled guided search per game and process."""
    return Compiled(game, loops=guided_loops(game))


@cache
def plain_guided(game: Game, kernel: str = GUIDED) -> Callable[..., Any]:
    """The same text, run as it is."""
    run: Callable[..., Any] = getattr(link(game, lambda f: f, compiled=False, loops=guided_loops(game).modules), kernel)
    return run


@dataclass(frozen=True)
class Method:
    """Which kernel thinks, how far it explores, and the weights it goes by (None: it has none)."""

    game: Game
    explore: float
    weights: tuple[int, ...] | None = None
    widening: float = 0.0
    parts: bool = False  # whether its tree parts by what is known

    def at(self, setup: Setup) -> Method:
        """How it thinks at a table: what was learned, was learned by the rulebook, so house rules are met without."""
        return self if self.weights is None or not setup.house_rules else unlearned_thinking(self.game)

    @property
    def kernel(self) -> str:
        """The name of the kernel."""
        return CLASSIC if self.weights is None else GUIDED

    @property
    def compiled(self) -> Compiled:
        """The compiled form."""
        return compiled_search(self.game) if self.weights is None else compiled_guided(self.game)

    @property
    def plain(self) -> Callable[..., Any]:
        """The kernel, run as it stands."""
        return plain_search(self.game) if self.weights is None else plain_guided(self.game)

    def tree(self, view: View, nodes: int, seed: int) -> Tree:
        """A tree for the compiled search."""
        tree = compiled_tree(view, self.compiled, nodes, seed, self.parts)
        if self.weights is not None:
            import numpy as np

            walk, w, x = np.zeros(3, self.compiled.dtype), np.array(self.weights, np.int32), self.width
            likes = np.zeros(self.game.rules.MOST_LEGAL)
            tree.more = (self.widening, w, np.zeros(x, np.int32), likes, walk, np.zeros(2))
        return tree

    def plain_tree(self, view: View, nodes: int, seed: int) -> Tree:
        """The same for the plain one."""
        tree = plain_tree(view, nodes, seed, self.parts)
        if self.weights is not None:
            likes, walk = [0.0] * self.game.rules.MOST_LEGAL, [view.state] * 3
            tree.more = (self.widening, list(self.weights), [0] * self.width, likes, walk, [0.0, 0.0])
        return tree

    @property
    def width(self) -> int:
        """Room for the features of one thing."""
        learned = learned_of(self.game)
        assert learned is not None
        shape = learned.shape
        return max(1, len(shape.traits), len(shape.signs), len(shape.measures))


def classic_thinking(game: Game, explore: float | None = None) -> Method:
    """The search of the first release: the yardstick."""
    return Method(game, mind_of(game).exploration if explore is None else explore)


def unlearned_thinking(game: Game) -> Method:
    """By its mind alone."""
    mind = mind_of(game)
    return Method(game, mind.exploration, parts=mind.parts)


def thinking_of(game: Game, weights: Sequence[int] | None = None) -> Method:
    """The best there is for a game: by the weights that come with it (or these), else by its mind alone."""
    learned, numbers = learned_of(game), None if weights is None else tuple(weights)
    if numbers is None and (shipped := weights_of(game)) is not None:
        numbers = shipped.numbers
    if learned is None or numbers is None:
        return unlearned_thinking(game)
    return Method(game, learned.exploration, numbers, learned.widening, mind_of(game).parts)
