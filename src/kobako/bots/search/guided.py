"""The search with a learned mind: it looks first where the policy points, and imagines what the others' play suggests.

The tree is that of `kernel.py`, with three differences:

- a branch is tried in the order of the policy's liking, one more as the node is visited more (progressive widening),
  and its upper bound grows with its share in the policy (PUCT) instead of alike for all;
- of the states that fit the view those are visited more often that fit what the others *did*: a walk from one
  imagined state to the next, which is followed as often as the new one is likelier than the last (Metropolis). How
  likely one is, its signs say; and where a game remembers what was played, the policy: all that was played is played
  once more from the hands that were imagined;
- where a playout ends, the learned `judge` says what it is worth.

A weight is a whole number of 1,024ths. Like all kernels this text runs plainly too.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from kobako.bots.search.kernel import NODES, NOT_LEGAL, PARTS, ROOT, UNTRIED, add_node, part_of
from kobako.bots.search.nodes import NO_NODE, Nodes
from kobako.core.arrays import Doubles, Doubles2d, Ints, Longs, States
from kobako.core.chance import quick_word
from kobako.core.fields import State
from kobako.core.kernels import fill
from kobako.core.maths import exp, log

apply: Callable[[State, int], None]
legal: Callable[[State, Ints], int]
put: Callable[[States, int, States, int], None]
truncate: Callable[[State], None]
is_far_enough: Callable[[State, State], int]
note_traits: Callable[[State, int, Ints], None]
note_signs: Callable[[State, int, Ints], None]
rewind: Callable[[State], int]
recall: Callable[[State, int], int]
stir: Callable[[State, int, Longs], None]
judge: Callable[[State, State, Doubles, Ints, Ints], None]
playout_policy: Callable[[State, Ints, Longs, Ints, Ints], int]
known: Callable[[State], int]
TRAITS: int
SIGNS: int
REMEMBERS: int

UNIT = 1024.0  # a weight of so much is 1
WHOLE_PRIOR = 1 << 20  # what a node's prior is a part of
FIRST_WIDTH = 2  # branches that every node may have
STAY = 4  # simulations between two steps of a walk by memory, which cost about as much as they do
ANEW = 8  # of so many such steps one imagines everything anew
LEAST_SHARE = 1e-6  # of the policy: nothing that was done is impossible


def guided(
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
    widen: float,
    w: Ints,
    x: Ints,
    likes: Doubles,
    walk: States,
    belief: Doubles,
) -> None:
    """Think `sims` times about the seat's view, views[0]: as `search`, by the weights `w`."""
    for _ in range(sims):
        believe(views, seat, walk, belief, w, x, r, out, likes)
        put(work, 0, walk, 0)
        s = work[0]
        truncate(s)
        depth = descend_guided(s, views[0], out, mark, path, actors, tree, book, explore, widen, w, x, likes)
        while is_far_enough(s, views[0]) == 0:
            apply(s, playout_policy(s, out, r, w, x))
        judge(s, views[0], gain, w, x)
        tree[book[ROOT]].visits += 1
        for d in range(depth):
            node = tree[path[d]]
            node.visits += 1
            node.total += gain[actors[d]]
        first = tree[path[0]].action
        for p in range(s.players):
            outcome[first][p] += gain[p]


# The places of `belief`: how many states were imagined, and how likely the one is on which the walk stands (a log).
STEPS, LIKELY = 0, 1


def believe(
    views: States, seat: int, walk: States, belief: Doubles, w: Ints, x: Ints, r: Longs, out: Ints, likes: Doubles
) -> None:
    """The next step of the walk among states that fit the view: walk[0] is where it stands."""
    if SIGNS == 0 and REMEMBERS == 0:
        put(walk, 0, views, 0)
        fill(walk[0], seat, r)
        return
    step = int(belief[STEPS])
    belief[STEPS] += 1.0
    if REMEMBERS == 1 and step % STAY != 0:
        return
    if REMEMBERS == 0 or step // STAY % ANEW == 0:
        put(walk, 1, views, 0)
        fill(walk[1], seat, r)
    else:
        put(walk, 1, walk, 0)
        stir(walk[1], seat, r)
    likely = likelihood(walk[1], seat, w, x)
    if REMEMBERS == 1:
        put(walk, 2, walk, 1)
        likely += remembrance(walk[2], seat, w, x, out, likes)
    chance = quick_word(r) / 4294967296.0
    if step == 0 or likely >= belief[LIKELY] or chance < exp(likely - belief[LIKELY]):
        put(walk, 0, walk, 1)
        belief[LIKELY] = likely


def remembrance(s: State, seat: int, w: Ints, x: Ints, out: Ints, likes: Doubles) -> float:
    """How likely the others, with what they are imagined to hold, had played as they did: a logarithm."""
    total = 0.0
    for i in range(rewind(s)):
        action = recall(s, i)
        if s.to_move != seat:
            n = legal(s, out)
            if n > 1:
                appraise(s, out, n, w, x, likes)
                for j in range(n):
                    if out[j] == action:
                        total += log(likes[j] + LEAST_SHARE)
        apply(s, action)
    return total


def likelihood(s: State, seat: int, w: Ints, x: Ints) -> float:
    """How likely an imagined state is by the signs in it, as a logarithm."""
    for i in range(SIGNS):
        x[i] = 0
    note_signs(s, seat, x)
    total = 0
    for i in range(SIGNS):
        total += w[TRAITS + i] * x[i]
    return total / UNIT


def descend_guided(
    s: State,
    view: State,
    out: Ints,
    mark: Ints,
    path: Ints,
    actors: Ints,
    tree: Nodes,
    book: Longs,
    explore: float,
    widen: float,
    w: Ints,
    x: Ints,
    likes: Doubles,
) -> int:
    """Go down the tree by the most promising branches and add one node; gives how many branches were taken."""
    node, depth = book[ROOT], 0
    while depth == 0 or (is_far_enough(s, view) == 0 and depth < len(path)):
        n = legal(s, out)
        for j in range(n):
            mark[out[j]] = UNTRIED
        child, tried = most_wanted(tree, node, mark, explore)
        grown = 0
        if tried < n and book[NODES] < len(tree) and tried < FIRST_WIDTH + widen * sqrt(tree[node].visits):
            appraise(s, out, n, w, x, likes)
            best = NO_NODE
            for j in range(n):
                if mark[out[j]] == UNTRIED and (best == NO_NODE or likes[j] > likes[best]):
                    best = j
            child = add_node(tree, book, node, out[best])
            tree[child].prior = int(likes[best] * WHOLE_PRIOR)
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


def most_wanted(tree: Nodes, node: int, mark: Ints, explore: float) -> tuple[int, int]:
    """The legal child of the highest upper bound (PUCT by availability), and how many legal ones there are.

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
            share = child.prior / WHOLE_PRIOR
            bound = child.total / child.visits + explore * share * sqrt(child.avail) / (1.0 + child.visits)
            if bound > best_bound:
                best, best_bound = c, bound
        c = child.sibling
    return best, tried


def appraise(s: State, out: Ints, n: int, w: Ints, x: Ints, likes: Doubles) -> None:
    """What the policy would play: the share of each of the n actions in `out`."""
    highest, total = 0.0, 0.0
    for j in range(n):
        likes[j] = liking(s, out[j], w, x) / UNIT
        if j == 0 or likes[j] > highest:
            highest = likes[j]
    for j in range(n):
        likes[j] = exp(likes[j] - highest)
        total += likes[j]
    for j in range(n):
        likes[j] /= total


def liking(s: State, action: int, w: Ints, x: Ints) -> int:
    """How much the policy likes an action, before any thought."""
    for i in range(TRAITS):
        x[i] = 0
    note_traits(s, action, x)
    total = 0
    for i in range(TRAITS):
        total += w[i] * x[i]
    return total
