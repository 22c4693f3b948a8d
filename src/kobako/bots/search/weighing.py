"""What comes of one action, by itself: the search below it, in worlds that are the same for every action weighed.

The search spends its visits where it likes to be, so of an action that it does not like it knows little, and that from
a tree hardly grown. To say what a decision cost, each action gets as many visits as the other, each visit of the same
number begins in the same imagined state with the same chance, and what is compared is one visit with its twin.
Like all kernels this text runs plainly too.
"""

from __future__ import annotations

from collections.abc import Callable

from kobako.bots.search.kernel import descend
from kobako.bots.search.nodes import Nodes
from kobako.core.arrays import Doubles, Doubles2d, Ints, Longs, States
from kobako.core.chance import seed_quick
from kobako.core.fields import State
from kobako.core.kernels import fill

apply: Callable[[State, int], None]
put: Callable[[States, int, States, int], None]
score: Callable[[State, int], int]
result: Callable[[State, int], int]
truncate: Callable[[State], None]
is_cutoff: Callable[[State, State], int]
evaluate: Callable[[State, State, Doubles], None]
rollout_policy: Callable[[State, Ints, Longs], int]

# Where a line of `found` holds each seat's share of the win, points and rank.
SHARES, POINTS_AT, RANKS_AT = 0, 4, 8


def weigh(
    views: States,
    seat: int,
    first: int,
    work: States,
    out: Ints,
    mark: Ints,
    path: Ints,
    actors: Ints,
    gain: Doubles,
    tree: Nodes,
    book: Longs,
    seed: Longs,
    explore: float,
    roots: Doubles,
    found: Doubles2d,
    r: Longs,
) -> None:
    """Think as often as `found` has lines about what follows when the seat plays `first`; a line for each time."""
    for k in range(len(found)):
        seed_quick(r, seed[0] + k, seed[1], seed[2], seed[3])
        put(work, 0, views, 0)
        s = work[0]
        fill(s, seat, r)
        truncate(s)
        apply(s, first)
        depth = 0
        if is_cutoff(s, views[0]) == 0:
            depth = descend(s, views[0], out, mark, path, actors, tree, book, explore, roots, r)
        while is_cutoff(s, views[0]) == 0:
            apply(s, rollout_policy(s, out, r))
        evaluate(s, views[0], gain)
        for d in range(depth):
            node = tree[path[d]]
            node.visits += 1
            node.total += gain[actors[d]]
        note_outcome(s, gain, found[k])


def note_outcome(s: State, gain: Doubles, line: Doubles) -> None:
    """Each seat's share of the win, points and rank where the look ahead ended."""
    for p in range(s.players):
        better = 0
        for q in range(s.players):
            better += 1 if result(s, q) > result(s, p) else 0
        line[SHARES + p] = gain[p]
        line[POINTS_AT + p] = score(s, p)
        line[RANKS_AT + p] = 1 + better
