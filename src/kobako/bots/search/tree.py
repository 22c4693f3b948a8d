"""One thread's tree and the room it works in: arrays for the compiled search, lists for the plain one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kobako.bots.search.asking import Thought, Tried
from kobako.bots.search.kernel import note_roots
from kobako.bots.search.nodes import NO_NODE, Node, Nodes
from kobako.core.compiling import Compiled
from kobako.core.position import View

DEEPEST = 256
ROOTS = 1024


@dataclass
class Tree:
    """What the kernel's arguments are; it writes into all of them but the view and the seat."""

    views: Any
    seat: int
    work: Any
    out: Any
    mark: Any
    path: Any
    actors: Any
    gain: Any
    nodes: Any
    book: Any = field(repr=False)  # where the root is, how many nodes are in use, and whether branches part
    outcome: Any = field(repr=False)  # [action, seat] shares of the win, summed over the visits of a first action
    roots: Any = field(repr=False)  # the square roots of logarithms that the bounds need most
    random: Any
    more: tuple[Any, ...] = ()  # what the guided search takes besides

    def think(self, run: Callable[..., Any], sims: int, explore: float) -> None:
        """So many simulations more."""
        room = (self.views, self.seat, self.work, self.out, self.mark, self.path, self.actors, self.gain)
        run(*room, self.nodes, self.book, self.outcome, sims, explore, self.roots, self.random, *self.more)

    def thought(self) -> Thought:
        """What was tried at the root."""
        found, at = {}, self.nodes[0].child
        while at != NO_NODE:
            node = self.nodes[at]
            action = int(node.action)
            found[action] = Tried(int(node.visits), float(node.total), [float(part) for part in self.outcome[action]])
            at = node.sibling
        return found


def words(seed: int) -> list[int]:
    """Four words for the quick generator."""
    source = random.Random(seed)
    return [source.getrandbits(32) for _ in range(4)]


@cache
def roots_of_logs() -> list[float]:
    """sqrt(log(n)) by n. (Of 0, which is never asked for: 0.)"""
    roots: Any = [0.0] * ROOTS
    note_roots(roots)
    found: list[float] = roots
    return found


def compiled_tree(view: View, compiled: Compiled, nodes: int, seed: int, parts: bool = False) -> Tree:
    """A tree of at most so many nodes for the compiled search."""
    import numpy as np

    assert view.seat is not None
    game = view.setup.game
    records = np.recarray(nodes, np.dtype(list(Nodes.RECORD), align=True))
    records[0] = (NO_NODE, NO_NODE, 0, 0, 0, 0, 0.0)  # the others are written when they are made
    return Tree(
        views=compiled.records([view.state]),
        seat=view.seat,
        work=np.zeros(1, compiled.dtype),
        out=np.zeros(game.rules.MOST_LEGAL, np.int32),
        mark=np.zeros(game.actions, np.int32),
        path=np.zeros(DEEPEST, np.int32),
        actors=np.zeros(DEEPEST, np.int32),
        gain=np.zeros(4),
        nodes=records,
        book=np.array([0, 1, parts], np.int64),
        outcome=np.zeros((game.actions, 4)),
        roots=np.array(roots_of_logs()),
        random=np.array(words(seed), np.int64),
    )


def plain_tree(view: View, nodes: int, seed: int, parts: bool = False) -> Tree:
    """The same for the plain search."""
    assert view.seat is not None
    game = view.setup.game
    return Tree(
        views=[view.state],
        seat=view.seat,
        work=[None],
        out=[0] * game.rules.MOST_LEGAL,
        mark=[0] * game.actions,
        path=[0] * DEEPEST,
        actors=[0] * DEEPEST,
        gain=[0.0] * 4,
        nodes=[Node() for _ in range(nodes)],
        book=[0, 1, int(parts)],
        outcome=[[0.0] * 4 for _ in range(game.actions)],
        roots=roots_of_logs(),
        random=words(seed),
    )
