"""Tokkuri: look to the end of the round; points are worth more the fewer rounds are left."""

from __future__ import annotations

from math import sqrt
from typing import Any

from kobako.core.chance import quick
from kobako.games.tokkuri.drinking import (
    can_drink,
    can_pick,
    equals_after,
    first_flask,
    picked,
)
from kobako.games.tokkuri.rules import AS, FROM, GIVE, LAY, PLAY, STEAL
from kobako.games.tokkuri.state import DRINKING, DUMMY, MOST_NUMBERS, NUMBER_KINDS, ONE_TO_THREE, TROUBLESOME, TURN
from kobako.kit.policies import best_by_prior, by_expansion_policy
from kobako.kit.shares import share_by_lead, share_of_winners

EXPLORATION = 0.7
SLIPS = 0.05
TRIES = 2  # actions that a playout weighs: of three it would play better, but slower


def truncate(s: Any) -> None:
    """Let this round be the last: no other is dealt for nothing."""
    s.rounds = s.round_no


def evaluate(s: Any, view: Any, gain: Any) -> None:
    poorest = s.totals[0]
    for p in range(s.players):
        gain[p] = s.totals[p]
        poorest = min(poorest, s.totals[p])
    if poorest <= 0 or s.round_no == view.rounds:
        share_of_winners(s, gain)
        return
    # A round costs a player some 3 points, and the game ends with the first who has none left.
    left = min(view.rounds - s.round_no, 1 + poorest // 3)
    share_by_lead(s, gain, 2.0 + 2.0 * sqrt(left))


def expansion_policy(s: Any, out: Any, n: int, r: Any) -> int:
    return best_by_prior(s, out, n, r, TRIES)


def rollout_policy(s: Any, out: Any, r: Any) -> int:
    """Of some cards to lay or play, or some flasks, the one of the highest prior.

    They are drawn until one is legal, which is quicker than to list all that are.
    """
    if s.phase == TURN:
        return best_card(s, r)
    if s.phase == DRINKING and equals_after(s) == 0:
        return best_flask(s, r)
    return by_expansion_policy(s, out, r)


def best_card(s: Any, r: Any) -> int:
    """A card of the hand to lay or to play."""
    p = s.to_move
    best, liking, tried = 0, -1, 0
    while tried < TRIES:
        x = quick(r, 2 * s.cards[p])
        kind: int = s.hands[p][x // 2]
        action, liked = LAY + kind, -1
        if x % 2 == 0:
            if kind != TROUBLESOME or s.cards[p] == 1:
                liked = prior_of_laying(kind)
        elif kind < NUMBER_KINDS and can_drink(s, kind) == 1:
            action, liked = PLAY + kind, prior_of_playing(s, kind)
        tried += 1 if liked >= 0 else 0
        if liked > liking:
            best, liking = action, liked
    return best


def best_flask(s: Any, r: Any) -> int:
    """A flask for the next number; there are two at least."""
    number, picks = s.drinking[s.part], picked(s)
    first = first_flask(s, number)
    best, liking, tried = 0, -1, 0
    while tried < TRIES:
        f = first + quick(r, s.flasks - first)
        if can_pick(s, f, number, picks) == 1:
            tried += 1
            liked = prior_of_flask(s, f, number)
            if liked > liking:
                best, liking = f, liked
    return FROM + best


def prior(s: Any, action: int) -> int:
    """Empty flasks; rather drink than lay one more, which may cost; get rid of what is no use."""
    if action < PLAY:
        return prior_of_laying(action - LAY)
    if action < GIVE:
        return prior_of_playing(s, action - PLAY)
    if action < FROM:
        return 20 if action - GIVE == DUMMY or action - GIVE == TROUBLESOME else 10
    if action < AS:
        return prior_of_flask(s, action - FROM, s.drinking[s.part])
    if action < STEAL:
        return 30 * can_empty(s, action - AS + 1)
    richest: int = s.totals[action - STEAL]
    return richest


def prior_of_laying(kind: int) -> int:
    return 30 if kind == DUMMY else 20


def prior_of_playing(s: Any, kind: int) -> int:
    if s.effect[kind] == ONE_TO_THREE:
        emptied = can_empty(s, 1) | can_empty(s, 2) | can_empty(s, 3)
    else:
        emptied = 0
        for i in range(MOST_NUMBERS):
            if s.numbers[kind][i] > 0:
                emptied += can_empty(s, s.numbers[kind][i])
    return 25 + 25 * emptied


def can_empty(s: Any, number: int) -> int:
    """1 if some flask holds exactly so much: more have it than have one more."""
    return 1 if s.having[number] > s.having[number + 1] else 0


def prior_of_flask(s: Any, f: int, number: int) -> int:
    left = s.level[f] - number
    if left == 0:
        return 50
    if s.laid_by[f] == s.to_move:
        return 30 if left < s.too_much else 20
    return 5 if left < s.too_much else 15
