"""The search as a bot: compiled if it is ready, plain (and weaker) until then; it can say what it thought."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kobako.bots.bot import Bot, Budget, check_view
from kobako.bots.search.asking import MOST_NODES, Question, Think, Thinking, Thought, finish, room_for
from kobako.bots.search.thinking import Method, thinking_of
from kobako.bots.search.tree import Tree
from kobako.core.errors import BadOption
from kobako.core.game import Action, Game
from kobako.core.position import View

SLICE, PLAIN_SLICE = 256, 10  # simulations between two looks at the clock
MOST_PLAIN_NODES = 1 << 12
PLAIN_SHARE = 60  # a plain simulation takes so much longer than a compiled one
LEAST_PLAIN = 20


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
        wait: bool = True,
        thinking: Method | None = None,
    ) -> None:
        if not isinstance(threads, int) or threads < 1:
            raise BadOption(f"a search thinks in 1 thread or more, not {threads!r}")
        self.game, self.budget, self.threads, self.wait = game, budget, threads, wait
        self.thinking = thinking or thinking_of(game)
        self._seeds = random.Random(seed)
        if not wait:
            self.ready()

    def ready(self, method: Method | None = None) -> Callable[..., Any] | None:
        """The compiled search, if it is ready; else it is being made in the background."""
        method = method or self.thinking
        return method.compiled.kernel_if_ready(method.kernel)

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """The action visited most. A forced one is played at once."""
        check_view(view)
        if len(legal) == 1:
            return legal[0]
        return self.explain(view, legal, budget)[0].action

    def explain(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> list[Candidate]:
        """What was thought of every action, the best first."""
        return finish(self.explaining(view, legal, budget), self.answer)

    def explaining(
        self, view: View, legal: Sequence[Action], budget: Budget | None = None
    ) -> Thinking[list[Candidate]]:
        """The same, whoever thinks."""
        check_view(view)
        budget, method = budget or self.budget, self.thinking.at(view.setup)
        sims = budget.simulations and -(-budget.simulations // self.threads)
        seeds = [self.next_seed() for _ in range(self.threads)]
        thoughts = yield [Think(view, seed, sims, budget.seconds, method) for seed in seeds]
        return candidates(view, legal, thoughts)

    def next_seed(self) -> int:
        """Draw the seed of a thread's next thought."""
        return self._seeds.getrandbits(64)

    def answer(self, questions: Sequence[Question]) -> list[Thought]:
        """Think here: compiled, or plainly until then, in one thread and less."""
        asked = [question for question in questions if isinstance(question, Think)]
        method = asked[0].method
        run = method.compiled.kernel_or_none(method.kernel) if self.wait else self.ready(method)
        if run is None:
            whole = replace(asked[0], simulations=asked[0].simulations and asked[0].simulations * len(asked))
            return [self._think_plainly(whole)]
        if len(asked) == 1:
            return [think_compiled(run, asked[0])]
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(len(asked)) as pool:
            return list(pool.map(lambda one: think_compiled(run, one), asked))

    def _think_plainly(self, asked: Think) -> Thought:
        """A little thought, in about the time that the compiled search would have taken; all of it, if we may wait."""
        if self.wait:
            return think_plainly(asked, asked.most, MOST_NODES)
        return think_plainly(asked, max(LEAST_PLAIN, asked.most // PLAIN_SHARE), MOST_PLAIN_NODES)


def think_compiled(run: Callable[..., Any], asked: Think) -> Thought:
    """What the compiled search answers."""
    tree = asked.method.tree(asked.view, asked.nodes, asked.seed)
    return spend(tree, run, asked.most, asked, SLICE)


def think_plainly(asked: Think, sims: int, most_nodes: int) -> Thought:
    """What the plain one answers."""
    tree = asked.method.plain_tree(asked.view, room_for(sims, asked.method.parts, most_nodes), asked.seed)
    return spend(tree, asked.method.plain, sims, asked, PLAIN_SLICE)


def spend(tree: Tree, run: Callable[..., Any], sims: int, asked: Think, slice_: int) -> Thought:
    """Think so many times, or until the time has ended: a slice at least, for no thought is no answer."""
    end = None if asked.seconds is None else time.monotonic() + asked.seconds
    step = sims if end is None else slice_
    for done in range(0, sims, step):
        if done and end is not None and time.monotonic() >= end:
            break
        tree.think(run, min(step, sims - done), asked.method.explore)
    return tree.thought()


def candidates(view: View, legal: Sequence[Action], thoughts: Sequence[Thought]) -> list[Candidate]:
    """The first actions of all trees together, the most visited first."""
    found = []
    for action in legal:
        tried = [thought[int(action)] for thought in thoughts if int(action) in thought]
        visits, total = sum(one.visits for one in tried), sum(one.total for one in tried)
        sums = [sum(one.shares[p] for one in tried) for p in range(view.setup.players)]
        shares = tuple(part / visits for part in sums) if visits else ()
        found.append(Candidate(action, visits, total / visits if visits else 0.0, shares))
    return sorted(found, key=lambda c: (-c.visits, -c.value, int(c.action)))
