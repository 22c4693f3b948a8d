"""The search itself: many games imagined from one view, each a path down one shared tree and a playout below it.

It is information-set Monte Carlo tree search: the tree's branches are actions, not states, and every visit goes down
with a new state that fits the view, so a branch is weighed only against the visits in which it could have been taken
(`avail`). Each seat on the way chooses for itself. Like all kernels this text runs plainly too, until it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

from kobako.core.chance import quick
from kobako.core.kernels import fill

legal: Callable[[Any, Any], int]
apply: Callable[[Any, int], None]
put: Callable[[Any, int, Any, int], None]
settled: Callable[[Any, Any], int]
worth: Callable[[Any, Any], None]
taste: Callable[[Any, int], int]
TRIES: int

# The places of `book`: the tree's root, and how many nodes are in use.
ROOT, NODES = 0, 1
NO_NODE = -1


def search(
    views: Any,
    seat: int,
    work: Any,
    out: Any,
    child_of: Any,
    path: Any,
    actors: Any,
    gain: Any,
    tree: Any,
    book: Any,
    outcome: Any,
    sims: int,
    explore: float,
    r: Any,
) -> None:
    """Think `sims` times about the seat's view, views[0]: the tree grows, and `outcome` sums up by first action."""
    for _ in range(sims):
        put(work, 0, views, 0)
        s = work[0]
        fill(s, seat, r)
        depth = descend(s, views[0], out, child_of, path, actors, tree, book, explore, r)
        while settled(s, views[0]) == 0:
            n = legal(s, out)
            apply(s, lean(s, out, n, r))
        worth(s, gain)
        for d in range(depth):
            node = tree[path[d]]
            node.visits += 1
            node.total += gain[actors[d]]
        first = tree[path[0]].action
        for p in range(s.players):
            outcome[first][p] += gain[p]


def descend(
    s: Any, view: Any, out: Any, child_of: Any, path: Any, actors: Any, tree: Any, book: Any, explore: float, r: Any
) -> int:
    """Go down the tree by the most promising branches and add one node; gives how many branches were taken."""
    node, depth = book[ROOT], 0
    while depth == 0 or (settled(s, view) == 0 and depth < len(path)):
        n = legal(s, out)
        mark_children(tree, node, child_of)
        child, untried = most_promising(tree, out, n, child_of, explore)
        action = out[0]
        if untried > 0 and book[NODES] < len(tree):
            action = choose_untried(s, out, n, untried, child_of, r)
        elif child != NO_NODE:
            action = tree[child].action
        else:
            action = out[quick(r, n)]
        unmark_children(tree, node, child_of)
        grown = 0
        if untried > 0:
            if book[NODES] == len(tree) and child == NO_NODE:
                return depth
            if book[NODES] < len(tree):
                child = add_node(tree, book, node, action)
                grown = 1
        path[depth] = child
        actors[depth] = s.to_move
        depth += 1
        node = child
        apply(s, action)
        if grown == 1:
            return depth
    return depth


def mark_children(tree: Any, node: int, child_of: Any) -> None:
    """Note for every action which child of the node it leads to."""
    c = tree[node].child
    while c != NO_NODE:
        child_of[tree[c].action] = c
        c = tree[c].sibling


def unmark_children(tree: Any, node: int, child_of: Any) -> None:
    """Leave `child_of` as it was: no action leads anywhere."""
    c = tree[node].child
    while c != NO_NODE:
        child_of[tree[c].action] = NO_NODE
        c = tree[c].sibling


def most_promising(tree: Any, out: Any, n: int, child_of: Any, explore: float) -> tuple[int, int]:
    """The child of the highest upper bound (UCB1 by availability), and how many of the legal actions have none."""
    best, best_bound, untried = NO_NODE, -1.0, 0
    for j in range(n):
        c = child_of[out[j]]
        if c == NO_NODE:
            untried += 1
        else:
            node = tree[c]
            node.avail += 1
            bound = node.total / node.visits + explore * sqrt(log(node.avail) / node.visits)
            if bound > best_bound:
                best, best_bound = c, bound
    return best, untried


def lean(s: Any, out: Any, n: int, r: Any) -> int:
    """What a playout plays: of some random actions the most to the seat's taste."""
    action: int = out[quick(r, n)]
    if TRIES > 1 and n > 1:
        liking = taste(s, action)
        for _ in range(TRIES - 1):
            other = out[quick(r, n)]
            liked = taste(s, other)
            if liked > liking:
                action, liking = other, liked
    return action


def choose_untried(s: Any, out: Any, n: int, untried: int, child_of: Any, r: Any) -> int:
    """An action that has no node yet: the untried ones move to the front of `out`, and one is leant to."""
    found = 0
    for j in range(n):
        if child_of[out[j]] == NO_NODE:
            out[found] = out[j]
            found += 1
    return lean(s, out, untried, r)


def add_node(tree: Any, book: Any, parent: int, action: int) -> int:
    """A new node below the parent."""
    new: int = book[NODES]
    book[NODES] = new + 1
    node = tree[new]
    node.action = action
    node.child = NO_NODE
    node.visits = 0
    node.avail = 1
    node.total = 0.0
    node.sibling = tree[parent].child
    tree[parent].child = new
    return new
