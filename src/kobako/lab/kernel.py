"""What the lab asks at every decision: what the seat to move thinks of its actions, and what the others can tell.

One compiled call, and the state stays a record from the deal to the end, so that no time is lost between the searches.
Like all kernels this text runs plainly too. Its names are long: a game may have any of the short ones.
"""

from __future__ import annotations

from collections.abc import Callable

from kobako.bots.search.guided import STEPS
from kobako.bots.search.kernel import NODES, ROOT
from kobako.bots.search.nodes import NO_NODE, Nodes
from kobako.core.arrays import Doubles, Doubles2d, Ints, Longs, States
from kobako.core.chance import quick, seed_quick
from kobako.core.fields import State
from kobako.core.kernels import fill

legal: Callable[[State, Ints], int]
apply: Callable[[State, int], None]
score: Callable[[State, int], int]
hide: Callable[[State, int], None]
put: Callable[[States, int, States, int], None]
prior: Callable[[State, int], int]
ponder: Callable[..., None]

LOOK_STRIDE = 50  # simulations between two looks at whether the choice is settled
SIGHT_STATES = 8  # as many as the greedy player imagines, where a game has no prior
# The columns of `tried`: an action's visits, its value, and how it looks at first sight.
TRIED_VISITS, TRIED_VALUE, TRIED_SIGHT = 0, 1, 2


def look(
    states: States,
    played: int,
    sims: int,
    to_the_end: int,
    glance: int,
    has_prior: int,
    views: States,
    work: States,
    out: Ints,
    mark: Ints,
    path: Ints,
    actors: Ints,
    gain: Doubles,
    tree: Nodes,
    book: Longs,
    outcome: Doubles2d,
    explore: float,
    roots: Doubles,
    tried: Doubles2d,
    seen: Doubles2d,
    r: Longs,
    aside: Longs,
    widen: float,
    w: Ints,
    x: Ints,
    likes: Doubles,
    walk: States,
    belief: Doubles,
) -> int:
    """Play what was `played` (-1: nothing) in states[0], and look at what has become of it.

    With `sims` the seat to move thinks so often, from what it sees: `tried` gets what it thinks of every action, and
    what is given is the action that it would play at first sight. With `glance` every seat's view that has not been
    thought about is searched so often, and `seen` has a line for each seat: everyone's share of the win.
    """
    if played >= 0:
        apply(states[0], played)
    mover, sight = states[0].to_move, -1
    for k in range(states[0].players):
        seat = (mover + k) % states[0].players
        thinks = 1 if k == 0 and sims > 0 else 0
        budget, done = sims if thinks == 1 else glance, 0
        if budget > 0:
            look_from(states, seat, views, tree, book, outcome, belief)
        while done < budget:
            step = min(LOOK_STRIDE, budget - done) if thinks == 1 and to_the_end == 0 else budget
            ponder(
                views, seat, work, out, mark, path, actors, gain, tree, book, outcome, step, explore, roots, r,
                widen, w, x, likes, walk, belief,
            )  # fmt: skip
            done += step
            # No other action can become the most visited one: the choice is the same, and some time is saved.
            if thinks == 1 and to_the_end == 0 and lead_in_visits(tree) > budget - done:
                done = budget
        if budget > 0:
            note_seen(outcome, seen[seat])
        if thinks == 1:
            note_tried(tree, tried)
            sight = at_first_sight(views, work, out, has_prior, tried, r, aside)
    return sight


def look_from(
    states: States, seat: int, views: States, tree: Nodes, book: Longs, outcome: Doubles2d, belief: Doubles
) -> None:
    """Put a seat's view of states[0] into views[0], and make the tree a new one."""
    put(views, 0, states, 0)
    hide(views[0], seat)
    book[ROOT] = 0
    book[NODES] = 1
    tree[0].child = NO_NODE
    tree[0].visits = 0
    belief[STEPS] = 0.0
    for action in range(len(outcome)):
        for p in range(4):
            outcome[action][p] = 0.0


def lead_in_visits(tree: Nodes) -> int:
    """By how many visits the most visited action is ahead of the next."""
    most, next_most = 0, 0
    c = tree[0].child
    while c != NO_NODE:
        visits = tree[c].visits
        if visits > most:
            most, next_most = visits, most
        elif visits > next_most:
            next_most = visits
        c = tree[c].sibling
    return most - next_most


def note_tried(tree: Nodes, tried: Doubles2d) -> None:
    """Write every action's visits and value; of those not tried, none."""
    for action in range(len(tried)):
        tried[action][TRIED_VISITS] = 0.0
        tried[action][TRIED_VALUE] = 0.0
    c = tree[0].child
    while c != NO_NODE:
        node = tree[c]
        tried[node.action][TRIED_VISITS] = node.visits
        tried[node.action][TRIED_VALUE] = node.total / node.visits
        c = node.sibling


def note_seen(outcome: Doubles2d, line: Doubles) -> None:
    """Each seat's share of the win, first actions weighed by the square of their visits.

    Over all visits alike, who decides would seem worse off than it is: a search tries bad actions too, and in a short
    one these are much of it. (The shares of a visit add up to 1, so those of an action to its visits.)
    """
    for p in range(4):
        line[p] = 0.0
    total = 0.0
    for action in range(len(outcome)):
        visits = 0.0
        for p in range(4):
            visits += outcome[action][p]
        total += visits * visits
        for p in range(4):
            line[p] += visits * outcome[action][p]
    for p in range(4):
        line[p] /= total


def at_first_sight(
    views: States, work: States, out: Ints, has_prior: int, tried: Doubles2d, r: Longs, aside: Longs
) -> int:
    """What the greedy player would play: by the prior, or else by the points right after; among equals any."""
    seat = views[0].to_move
    n = legal(views[0], out)
    for j in range(n):
        tried[out[j]][TRIED_SIGHT] = prior(views[0], out[j]) if has_prior == 1 else 0.0
    if has_prior == 0:
        for k in range(SIGHT_STATES):
            for j in range(n):
                seed_quick(aside, r[0] + k, r[1], r[2], r[3])  # the same state for every action
                put(work, 0, views, 0)
                fill(work[0], seat, aside)
                apply(work[0], out[j])
                tried[out[j]][TRIED_SIGHT] += score(work[0], seat)
    best, equals = out[0], 0
    for j in range(n):
        if tried[out[j]][TRIED_SIGHT] > tried[best][TRIED_SIGHT]:
            best, equals = out[j], 0
        if tried[out[j]][TRIED_SIGHT] == tried[best][TRIED_SIGHT]:
            equals += 1
            if quick(r, equals) == 0:
                best = out[j]
    return best
