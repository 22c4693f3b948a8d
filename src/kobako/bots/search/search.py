"""The search as a bot: compiled if it is ready, plain (and weaker) until then; it can say what it thought."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from kobako.bots.bot import MOST_SIMULATIONS, Bot, Budget, check_view
from kobako.bots.minds import mind_of
from kobako.bots.search import kernel, weighing
from kobako.bots.search.tree import Tree, compiled_tree, plain_tree
from kobako.core.compiling import Compiled, Kernels
from kobako.core.errors import BadOption
from kobako.core.game import Action, Game
from kobako.core.linking import link
from kobako.core.position import View

SLICE, PLAIN_SLICE = 256, 10  # simulations between two looks at the clock
MOST_NODES, MOST_PLAIN_NODES = 1 << 18, 1 << 12
PLAIN_SHARE = 60  # a plain simulation takes so much longer than a compiled one
LEAST_PLAIN = 20


@cache
def loops(game: Game) -> Kernels:
    """The search's kernels with what is believed of this game."""
    return Kernels((kernel, weighing, mind_of(game).functions), ("search", "weigh"))


@cache
def compiled_search(game: Game) -> Compiled:
    """One compiled search per game and process."""
    return Compiled(game, loops=loops(game))


@cache
def plain_search(game: Game, kernel: str = "search") -> Callable[..., Any]:
    """The same text, run as it is."""
    run: Callable[..., Any] = getattr(link(game, lambda f: f, compiled=False, loops=loops(game).modules), kernel)
    return run


@dataclass(frozen=True)
class Candidate:
    """What the search thinks of one action: its visits, its value for who plays it, and each seat's expected share."""

    action: Action
    visits: int
    value: float
    shares: tuple[float, ...]


class SearchBot(Bot):
    """Information-set Monte Carlo tree search. With a budget of simulations the same seed gives the same choices.

    With `wait=False` nobody waits for compiling: until the compiled search is ready it thinks plainly, and less. Where
    it does not compile at all, `wait=True` thinks plainly and as much as it was told, to the same end, but slower.
    """

    def __init__(
        self,
        game: Game,
        budget: Budget,
        seed: int | None = None,
        threads: int = 1,
        explore: float | None = None,
        wait: bool = True,
    ) -> None:
        if not isinstance(threads, int) or threads < 1:
            raise BadOption(f"a search thinks in 1 thread or more, not {threads!r}")
        self.game, self.budget, self.threads, self.wait = game, budget, threads, wait
        self.explore: float = mind_of(game).exploration if explore is None else explore
        self._seeds = random.Random(seed)
        if not wait:
            compiled_search(game).kernel_if_ready("search")

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """The action visited most. A forced one is played at once."""
        check_view(view)
        if len(legal) == 1:
            return legal[0]
        return self.explain(view, legal, budget)[0].action

    def explain(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> list[Candidate]:
        """What was thought of every action, the best first."""
        check_view(view)
        budget = budget or self.budget
        compiled = compiled_search(self.game)
        run = compiled.kernel_or_none("search") if self.wait else compiled.kernel_if_ready("search")
        seeds = [self._seeds.getrandbits(64) for _ in range(self.threads)]
        if run is None:
            trees = [self._think_plainly(view, budget, seeds[0])]
        elif self.threads == 1:
            trees = [self._think(run, view, budget, seeds[0])]
        else:
            sims = budget.simulations and -(-budget.simulations // self.threads)
            share = Budget(sims, budget.seconds)
            with ThreadPoolExecutor(self.threads) as pool:
                trees = list(pool.map(lambda seed: self._think(run, view, share, seed), seeds))
        return candidates(view, legal, trees)

    def _think(self, run: Callable[..., Any], view: View, budget: Budget, seed: int) -> Tree:
        end = None if budget.seconds is None else time.monotonic() + budget.seconds
        sims = budget.simulations or MOST_SIMULATIONS
        tree = compiled_tree(view, compiled_search(self.game), min(sims + 2, MOST_NODES), seed)
        return self._spend(tree, run, sims, end, SLICE)

    def _think_plainly(self, view: View, budget: Budget, seed: int) -> Tree:
        """A little thought, in about the time that the compiled search would have taken; all of it, if we may wait."""
        end = None if budget.seconds is None else time.monotonic() + budget.seconds
        sims, most = budget.simulations or MOST_SIMULATIONS, MOST_NODES
        if not self.wait:
            sims, most = max(LEAST_PLAIN, sims // PLAIN_SHARE), MOST_PLAIN_NODES
        tree = plain_tree(view, min(sims + 2, most), seed)
        return self._spend(tree, plain_search(self.game), sims, end, PLAIN_SLICE)

    def _spend(self, tree: Tree, run: Callable[..., Any], sims: int, end: float | None, slice_: int) -> Tree:
        """Think so many times, or until the time has ended: a slice at least, for no thought is no answer."""
        step = sims if end is None else slice_
        for done in range(0, sims, step):
            if done and end is not None and time.monotonic() >= end:
                break
            tree.think(run, min(step, sims - done), self.explore)
        return tree


def candidates(view: View, legal: Sequence[Action], trees: Sequence[Tree]) -> list[Candidate]:
    """The first actions of all trees together, the most visited first."""
    firsts = [tree.first_actions() for tree in trees]
    found = []
    for action in legal:
        tried = [first[int(action)] for first in firsts if int(action) in first]
        visits, total = sum(n for n, _ in tried), sum(value for _, value in tried)
        sums = [sum(float(tree.outcome[int(action)][p]) for tree in trees) for p in range(view.setup.players)]
        shares = tuple(part / visits for part in sums) if visits else ()
        found.append(Candidate(action, visits, total / visits if visits else 0.0, shares))
    return sorted(found, key=lambda c: (-c.visits, -c.value, int(c.action)))
