"""Loops written once for all games: random playouts, the batch step, imagining.

This text is never run as it stands. `linking` clones it into one namespace with a game's rules, plain or compiled, and
there `legal`, `apply`, … are that game's own. So the names below have types here and values there.
"""

from __future__ import annotations

from collections.abc import Callable

from kobako.core.arrays import (
    Bytes,
    Bytes2d,
    Floats,
    Floats2d,
    Ints,
    Ints2d,
    Longs,
    Longs2d,
    Observation,
    Observations,
    States,
)
from kobako.core.chance import MASK, quick, quick_word, seed_chance, seed_quick
from kobako.core.fields import State

ACTIONS: int
OBSERVATION: int
deal: Callable[[State], None]
legal: Callable[[State, Ints], int]
apply: Callable[[State, int], None]
score: Callable[[State, int], int]
result: Callable[[State, int], int]
observe: Callable[[State, int, Observation], None]
imagine: Callable[[State, int, Longs], None]
hide: Callable[[State, int], None]
put: Callable[[States, int, States, int], None]


def begin(states: States, i: int, template: States, seeds: Longs2d, k: int) -> None:
    """Deal a new game into states[i] from seeds[k]. The template holds the players and options, all else zero."""
    put(states, i, template, 0)
    seed_chance(states[i], seeds[k][0], seeds[k][1], seeds[k][2], seeds[k][3])
    deal(states[i])


def next_seed(seeds: Longs2d, k: int, add: int) -> None:
    """Add to seeds[k], a number of 128 bits in four words, the lowest first."""
    carry = add
    for j in range(4):
        total = seeds[k][j] + carry
        seeds[k][j] = total & MASK
        carry = total >> 32


def seed_players(r: Longs, seeds: Longs2d, k: int) -> None:
    """The random players of a game choose by a generator of their own, settled by the game's seed as well."""
    seed_quick(r, seeds[k][3] + 1, seeds[k][2] + 2, seeds[k][1] + 3, seeds[k][0] + 4)


def playout(s: State, out: Ints, r: Longs, kinds: Ints, counts: Ints) -> int:
    """Play to the end with random choices; gives the number of decisions, and counts the actions by their kind."""
    plies = 0
    while s.over == 0:
        n = legal(s, out)
        action = out[quick(r, n)]
        counts[kinds[action]] += 1
        apply(s, action)
        plies += 1
    return plies


def playouts(
    template: States,
    work: States,
    out: Ints,
    r: Longs,
    seeds: Longs2d,
    kinds: Ints,
    counts: Ints2d,
    firsts: Ints,
    plies: Ints,
    rounds: Ints,
    scores: Ints2d,
    results: Ints2d,
) -> None:
    """A random game from each seed, and what came of it."""
    for k in range(len(seeds)):
        begin(work, 0, template, seeds, k)
        seed_players(r, seeds, k)
        s = work[0]
        firsts[k] = s.to_move
        plies[k] = playout(s, out, r, kinds, counts[k])
        rounds[k] = s.round_no
        for seat in range(s.players):
            scores[k][seat] = score(s, seat)
            results[k][seat] = result(s, seat)


def reward(s: State, rewards: Floats) -> None:
    """What a finished game was worth to each seat: (players * share - 1) / (players - 1), where the winners share 1.

    A sole winner gets 1, a loser -1 / (players - 1), and the sum is 0.
    """
    best = result(s, 0)
    winners = 0
    for seat in range(s.players):
        mine = result(s, seat)
        if mine > best:
            best = mine
            winners = 0
        if mine == best:
            winners += 1
    for seat in range(s.players):
        share = 1.0 / winners if result(s, seat) == best else 0.0
        rewards[seat] = (s.players * share - 1.0) / (s.players - 1.0)


def present(s: State, out: Ints, mask: Bytes, obs: Observation) -> int:
    """Write what the seat to move may do, into a list and a mask, and what it knows; gives the length of the list.

    Mask and observation are zeroed: all of a batch at once is much faster. An observation without room is none.
    """
    n = legal(s, out)
    for j in range(n):
        mask[out[j]] = 1
    if len(obs) > 0:
        observe(s, s.to_move, obs)
    return n


def reset(template: States, states: States, seeds: Longs2d, choices: Longs2d) -> None:
    """Deal every game of a batch anew, each from its own seed, and with it its generator of random actions."""
    for i in range(len(states)):
        begin(states, i, template, seeds, i)
        seed_players(choices[i], seeds, i)


def lay_open(states: States, legals: Ints2d, counts: Ints, mask: Bytes2d, obs: Observations, seats: Ints) -> None:
    """Write of every game who moves, what that seat may do, and what it knows."""
    mask[:] = 0
    obs[:] = 0
    for i in range(len(states)):
        counts[i] = present(states[i], legals[i], mask[i], obs[i])
        seats[i] = states[i].to_move


def first_wrong(mask: Bytes2d, actions: Ints) -> int:
    """The first game of a batch whose action is not allowed by its mask; -1: all are."""
    for i in range(len(actions)):
        a = actions[i]
        if a < 0 or a >= ACTIONS or not mask[i, a]:
            return i
    return -1


def step(
    template: States,
    states: States,
    actions: Ints,
    seeds: Longs2d,
    legals: Ints2d,
    counts: Ints,
    mask: Bytes2d,
    obs: Observations,
    seats: Ints,
    rewards: Floats2d,
    done: Bytes,
    stride: int,
) -> None:
    """One allowed action in every game. A finished game gives its rewards and is dealt anew, `stride` seeds further."""
    rewards[:] = 0
    mask[:] = 0
    obs[:] = 0
    for i in range(len(states)):
        s = states[i]
        apply(s, actions[i])
        done[i] = s.over
        if s.over == 1:
            reward(s, rewards[i])
            next_seed(seeds, i, stride)
            begin(states, i, template, seeds, i)
        counts[i] = present(states[i], legals[i], mask[i], obs[i])
        seats[i] = states[i].to_move


def pick(legals: Ints2d, counts: Ints, choices: Longs2d, actions: Ints) -> None:
    """A random allowed action for every game of a batch."""
    for i in range(len(actions)):
        actions[i] = legals[i, quick(choices[i], counts[i])]


def fill(s: State, seat: int, r: Longs) -> None:
    """Turn a seat's view, in place, into a full state that fits it. It is given a view, so it cannot peek."""
    a, b, c, d = quick_word(r), quick_word(r), quick_word(r), quick_word(r)
    seed_chance(s, a, b, c, d)
    imagine(s, seat, r)


def imagined(views: States, seat: int, r: Longs, into: States) -> None:
    """Fill `into` with states that fit the view views[0] of a seat."""
    for k in range(len(into)):
        put(into, k, views, 0)
        fill(into[k], seat, r)


def seen(states: States, seat: int, into: States) -> None:
    """Fill `into` with what a seat sees of each state."""
    for k in range(len(into)):
        put(into, k, states, k)
        hide(into[k], seat)


def trace(
    template: States,
    work: States,
    out: Ints,
    r: Longs,
    seeds: Longs2d,
    actions: Ints,
    states: States,
    mask: Bytes2d,
    obs: Observations,
    seats: Ints,
) -> int:
    """One random game move by move: actions, and every state with its mask and observation. For the laws."""
    begin(work, 0, template, seeds, 0)
    seed_players(r, seeds, 0)
    s = work[0]
    plies = 0
    mask[:] = 0
    obs[:] = 0
    while s.over == 0 and plies < len(actions):
        put(states, plies, work, 0)
        n = present(s, out, mask[plies], obs[plies])
        seats[plies] = s.to_move
        actions[plies] = out[quick(r, n)]
        apply(s, actions[plies])
        plies += 1
    put(states, plies, work, 0)
    return plies
