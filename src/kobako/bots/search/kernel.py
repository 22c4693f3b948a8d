"""The search itself: many games imagined from one view, each a path down one shared tree and a playout below it.

It is information-set Monte Carlo tree search: the tree's branches are actions, not states, and every visit goes down
with a new state that fits the view, so a branch is weighed only against the visits in which it could have been taken
(`avail`). Each seat on the way chooses for itself. Like all kernels this text runs plainly too, until it is compiled.

A tree may have its branches *part*: below each, a node for everything that the next to move may know there (`known`,
which a game's mind says), so that nobody chooses in it as if they had not seen what chance turned up, or did not know
what they hold. The search of the first release did not.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from kobako.bots.search.nodes import NO_NODE, Nodes
from kobako.core.arrays import Doubles, Doubles2d, Ints, Longs, States
from kobako.core.fields import State
from kobako.core.kernels import fill
from kobako.core.maths import log

if TYPE_CHECKING:
    from kobako.core.kernels import apply, legal, put

truncate: Callable[[State], None]
is_cutoff: Callable[[State, State], int]
evaluate: Callable[[State, State, Doubles], None]
expansion_policy: Callable[[State, Ints, int, Longs], int]
rollout_policy: Callable[[State, Ints, Longs], int]
known: Callable[[State], int]

# The places of `book`: the tree's root, how many nodes are in use, and 1 if branches part.
ROOT, NODES, PARTS = 0, 1, 2
# What `mark` holds of an action.
NOT_LEGAL, UNTRIED = 0, 1


def search(
    views: States,
    seat: int,
    work: States,
    out: Ints,
    mark: Ints,
    path: Ints,
    actors: Ints,
    gain: Doubles,
    tree: Nodes,
    book: Longs,
    outcome: Doubles2d,
    sims: int,
    explore: float,
    roots: Doubles,
    r: Longs,
) -> None:
    """Think `sims` times about the seat's view, views[0]: the tree grows, and `outcome` sums up by first action."""
    for _ in range(sims):
        put(work, 0, views, 0)
        s = work[0]
        fill(s, seat, r)
        truncate(s)
        depth = descend(s, views[0], out, mark, path, actors, tree, book, explore, roots, r)
        while is_cutoff(s, views[0]) == 0:
            apply(s, rollout_policy(s, out, r))
        evaluate(s, views[0], gain)
        for d in range(depth):
            node = tree[path[d]]
            node.visits += 1
            node.total += gain[actors[d]]
        first = tree[path[0]].action
        for p in range(s.players):
            outcome[first][p] += gain[p]


def descend(
    s: State,
    view: State,
    out: Ints,
    mark: Ints,
    path: Ints,
    actors: Ints,
    tree: Nodes,
    book: Longs,
    explore: float,
    roots: Doubles,
    r: Longs,
) -> int:
    """Go down the tree by the most promising branches and add one node; gives how many branches were taken."""
    node, depth = book[ROOT], 0
    while depth == 0 or (is_cutoff(s, view) == 0 and depth < len(path)):
        n = legal(s, out)
        for j in range(n):
            mark[out[j]] = UNTRIED
        child, tried = most_promising(tree, node, mark, explore, roots)
        grown = 0
        if tried < n and book[NODES] < len(tree):
            n = keep_untried(out, n, mark)
            child = add_node(tree, book, node, expansion_policy(s, out, n, r))
            grown = 1
        for j in range(n):
            mark[out[j]] = NOT_LEGAL
        if child == NO_NODE:
            return depth
        path[depth] = child
        actors[depth] = s.to_move
        depth += 1
        apply(s, tree[child].action)
        if grown == 1:
            return depth
        node = child if book[PARTS] == 0 else part_of(tree, book, child, known(s))
        if node == NO_NODE:
            return depth
    return depth


def part_of(tree: Nodes, book: Longs, branch: int, knowing: int) -> int:
    """The node below a branch where so much is known; NO_NODE: there is no room for a new one."""
    c = tree[branch].child
    while c != NO_NODE:
        if tree[c].action == knowing:
            return c
        c = tree[c].sibling
    if book[NODES] >= len(tree):
        return NO_NODE
    return add_node(tree, book, branch, knowing)


def most_promising(tree: Nodes, node: int, mark: Ints, explore: float, roots: Doubles) -> tuple[int, int]:
    """The legal child of the highest upper bound (UCB1 by availability), and how many legal ones there are.

    Their actions are marked no more, so that what is left are those that have no node yet.
    """
    best, best_bound, tried = NO_NODE, -1.0, 0
    c = tree[node].child
    while c != NO_NODE:
        child = tree[c]
        if mark[child.action] == UNTRIED:
            mark[child.action] = NOT_LEGAL
            tried += 1
            child.avail += 1
            root = roots[child.avail] if child.avail < len(roots) else sqrt(log(child.avail))
            bound = child.total / child.visits + explore * root / sqrt(child.visits)
            if bound > best_bound:
                best, best_bound = c, bound
        c = child.sibling
    return best, tried


def note_roots(roots: Doubles) -> None:
    """Note sqrt(log(n)) by n, which the bounds need most: quicker to look up than to work out."""
    for n in range(1, len(roots)):
        roots[n] = sqrt(log(n))


def keep_untried(out: Ints, n: int, mark: Ints) -> int:
    """Move the actions that have no node yet to the front of `out`, and give how many."""
    found = 0
    for j in range(n):
        if mark[out[j]] == UNTRIED:
            out[found] = out[j]
            found += 1
    return found


def add_node(tree: Nodes, book: Longs, parent: int, action: int) -> int:
    """A new node below the parent."""
    new: int = book[NODES]
    book[NODES] = new + 1
    node = tree[new]
    node.action = action
    node.child = NO_NODE
    node.visits = 0
    node.avail = 1
    node.prior = 0
    node.total = 0.0
    node.sibling = tree[parent].child
    tree[parent].child = new
    return new
