"""Kernels for one seat against the table: the others play inside the compiled loop, at random or greedily.

Like all kernels this text is linked with a game's rules; `choose_greedily` is then `by_prior` where the game has a
prior of its own (`bots/minds.py`), else `by_score`: what `bots/greedy.py` does.
"""

# ruff: noqa: F821  (`legal`, `apply`, … get their values when a game is linked)

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kobako.bots.greedy import STATES_IMAGINED
from kobako.core.arrays import (
    Bytes,
    Bytes2d,
    Doubles,
    Flags,
    Floats2d,
    Ints,
    Ints2d,
    Longs,
    Longs2d,
    Observation,
    Observations,
    States,
)
from kobako.core.chance import quick
from kobako.core.fields import State
from kobako.core.kernels import begin, fill, next_seed, reward, seed_players

if TYPE_CHECKING:
    from kobako.core.kernels import ACTIONS, OBSERVATION, apply, hide, legal, observe, put, result, score

prior: Callable[[State, int], int]
choose_greedily: Callable[[States, int, Ints, int, States, Longs], int]


def by_prior(states: States, i: int, out: Ints, n: int, guesses: States, r: Longs) -> int:
    """Of the legal actions of game i the one of the highest prior; among equals any."""
    s = states[i]
    best, equals, action = prior(s, out[0]), 1, out[0]
    for j in range(1, n):
        value = prior(s, out[j])
        if value > best:
            best, equals, action = value, 1, out[j]
        elif value == best:
            equals += 1
            if quick(r, equals) == 0:
                action = out[j]
    chosen: int = action
    return chosen


def by_score(states: States, i: int, out: Ints, n: int, guesses: States, r: Longs) -> int:
    """Of the legal actions of game i the one after which the mover's score is highest, in states that fit its view.

    They are the same states for every action: the generator goes back to where it was. The best are gathered at the
    front of `out`; among them any. `guesses` is room to work in.
    """
    a, b, c, d = r[0], r[1], r[2], r[3]
    best, equals = 0, 0
    for j in range(n):
        r[0], r[1], r[2], r[3] = a, b, c, d
        action = out[j]
        value = score_after(states, i, action, guesses, r)
        if equals == 0 or value > best:
            best, equals = value, 0
        if value == best:
            out[equals] = action
            equals += 1
    chosen: int = out[quick(r, equals)]
    return chosen


def score_after(states: States, i: int, action: int, guesses: States, r: Longs) -> int:
    """The mover's score right after an action, summed over states that fit its view of game i. It cannot peek."""
    total, seat = 0, states[i].to_move
    for _ in range(STATES_IMAGINED):
        put(guesses, i, states, i)
        s = guesses[i]
        hide(s, seat)
        fill(s, seat, r)
        apply(s, action)
        total += score(s, seat)
    return total


def others_play(states: States, i: int, mine: int, greedy: int, out: Ints, guesses: States, r: Longs) -> None:
    """Play game i on until it is the one seat's turn, or the game is over."""
    s = states[i]
    while s.over == 0 and s.to_move != mine:
        n = legal(s, out)
        action = out[quick(r, n)]
        if greedy == 1:
            action = choose_greedily(states, i, out, n, guesses, r)
        apply(s, action)


def begin_against(
    template: States,
    out: Ints,
    states: States,
    i: int,
    guesses: States,
    seeds: Longs2d,
    mine: int,
    greedy: int,
    r: Longs,
    stride: int,
) -> None:
    """Deal game i, up to the one seat's first turn. A game that is over before that is none of its own."""
    begin(states, i, template, seeds, i)
    others_play(states, i, mine, greedy, out, guesses, r)
    while states[i].over == 1:
        next_seed(seeds, i, stride)
        begin(states, i, template, seeds, i)
        others_play(states, i, mine, greedy, out, guesses, r)


def present_seat(s: State, seat: int, out: Ints, mask: Bytes, obs: Observation) -> None:
    """Write what a seat whose turn it is may do, and what it knows."""
    for a in range(ACTIONS):
        mask[a] = 0
    n = legal(s, out)
    for j in range(n):
        mask[out[j]] = 1
    know(s, seat, obs)


def know(s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    for j in range(OBSERVATION):
        obs[j] = 0
    observe(s, seat, obs)


def note_end(s: State, scores: Ints, ranks: Ints) -> None:
    """Write every seat's points and rank, 1 the best."""
    for seat in range(s.players):
        scores[seat] = score(s, seat)
        ranks[seat] = 1
        for other in range(s.players):
            if result(s, other) > result(s, seat):
                ranks[seat] += 1


def step_against(
    template: States,
    states: States,
    guesses: States,
    legals: Ints2d,
    seeds: Longs2d,
    choices: Longs2d,
    mine: Ints,
    mask: Bytes2d,
    obs: Observations,
    actions: Ints,
    rewards: Doubles,
    done: Flags,
    final: Observations,
    shares: Floats2d,
    scores: Ints2d,
    ranks: Ints2d,
    greedy: int,
    stride: int,
    forfeit: float,
    fresh: int,
) -> None:
    """The agent's action in every game, and the others' answers. A game that ends is dealt anew at once.

    An action that the mask does not allow ends its game with the reward `forfeit`. `final` gets what the agent knew
    at the end, `scores` and `ranks` how it ended (ranks of 0: by a forfeit); `guesses`, `legals` and
    `shares` are room to work in.
    If `fresh` is 1 nothing is played: all games are dealt from their seeds.
    """
    for i in range(len(states)):
        s, a = states[i], actions[i]
        rewards[i] = 0.0
        done[i] = 0
        scores[i][:] = 0
        ranks[i][:] = 0
        if fresh == 1:
            seed_players(choices[i], seeds, i)
        elif a < 0 or a >= ACTIONS or not mask[i][a]:
            rewards[i] = forfeit
            done[i] = 1
        else:
            apply(s, a)
            others_play(states, i, mine[i], greedy, legals[i], guesses, choices[i])
            if s.over == 1:
                reward(s, shares[i])
                rewards[i] = shares[i][mine[i]]
                note_end(s, scores[i], ranks[i])
                done[i] = 1
        if done[i] == 1:
            know(s, mine[i], final[i])
            next_seed(seeds, i, stride)
        if fresh == 1 or done[i] == 1:
            begin_against(template, legals[i], states, i, guesses, seeds, mine[i], greedy, choices[i], stride)
        present_seat(states[i], mine[i], legals[i], mask[i], obs[i])
