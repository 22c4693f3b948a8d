"""Tokkuri: look to the end of the round; points are worth more the fewer rounds are left."""

from __future__ import annotations

from math import sqrt
from typing import Any

from kobako.bots.minds.leaning import any_of, leant_to
from kobako.bots.minds.shares import share_by_lead, share_of_winners
from kobako.core.chance import quick
from kobako.games.tokkuri.drinking import (
    can_drink,
    can_pick,
    equals_after,
    first_flask,
    flasks_by_level,
    number_at,
    picked,
)
from kobako.games.tokkuri.rules import AS, FROM, GIVE, LAY, PLAY, STEAL
from kobako.games.tokkuri.state import DRINKING, DUMMY, NUMBER_KINDS, ONE_TO_THREE, TROUBLESOME, TURN

EXPLORE = 0.7


def shorten(s: Any) -> None:
    """Let this round be the last: no other is dealt for nothing."""
    s.rounds = s.round_no


def settled(s: Any, view: Any) -> int:
    over: int = s.over
    return over


def worth(s: Any, view: Any, gain: Any) -> None:
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


def can_empty(s: Any, number: int) -> int:
    """1 if some flask holds exactly so much."""
    for f in range(s.flasks):
        if s.level[f] == number:
            return 1
    return 0


def lean(s: Any, out: Any, n: int, r: Any) -> int:
    return any_of(out, n, r)


def drift(s: Any, out: Any, r: Any) -> int:
    """Any card to lay or play, any flask: drawn until one is legal, which is quicker than to list them all."""
    if s.phase == TURN:
        return any_card(s, r)
    if s.phase == DRINKING and equals_after(s) == 0:
        return any_flask(s, r)
    return leant_to(s, out, r)


def any_card(s: Any, r: Any) -> int:
    """A card of the hand to lay or to play."""
    p, counts = s.to_move, 0
    while True:
        x = quick(r, 2 * s.cards[p])
        kind: int = s.hands[p][x // 2]
        if x % 2 == 0:
            if kind != TROUBLESOME or s.cards[p] == 1:
                return LAY + kind
        elif kind < NUMBER_KINDS:
            if counts == 0:
                counts = flasks_by_level(s)
            if can_drink(counts, s.numbers[kind]) == 1:
                return PLAY + kind


def any_flask(s: Any, r: Any) -> int:
    """A flask for the next number; there are two at least."""
    number, picks = number_at(s, s.part), picked(s)
    first = first_flask(s, number)
    while True:
        f = first + quick(r, s.flasks - first)
        if can_pick(s, f, number, picks) == 1:
            return FROM + f


def taste(s: Any, action: int) -> int:
    """Empty flasks; do not leave one's own too full; get rid of what is no use."""
    p = s.to_move
    if action < PLAY:
        return 30 if action == DUMMY else 20
    if action < GIVE:
        kind = action - PLAY
        numbers = s.numbers[kind]
        if s.effect[kind] == ONE_TO_THREE:
            emptied = max(can_empty(s, 1), max(can_empty(s, 2), can_empty(s, 3)))
        else:
            emptied = can_empty(s, numbers // 1000)
            while numbers % 1000 > 0:
                numbers = numbers % 1000 * 10
                emptied += can_empty(s, numbers // 1000)
        return 10 + 25 * emptied
    if action < FROM:
        return 20 if action - GIVE == DUMMY or action - GIVE == TROUBLESOME else 10
    if action < AS:
        f = action - FROM
        left = s.level[f] - number_at(s, s.part)
        if left == 0:
            return 50
        if s.laid_by[f] == p:
            return 30 if left < 3 else 20
        return 5 if left < 3 else 15
    if action < STEAL:
        return 30 * can_empty(s, action - AS + 1)
    richest: int = s.totals[action - STEAL]
    return richest
