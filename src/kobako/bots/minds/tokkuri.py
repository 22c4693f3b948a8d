"""Tokkuri: look to the end of the round; points are worth more the fewer rounds are left."""

from __future__ import annotations

from math import sqrt
from typing import Any

from kobako.bots.minds.shares import share_by_lead, share_of_winners
from kobako.games.tokkuri.drinking import number_at
from kobako.games.tokkuri.rules import AS, FROM, GIVE, PLAY, STEAL
from kobako.games.tokkuri.state import DUMMY, ONE_TO_THREE, TROUBLESOME

TRIES = 1
EXPLORE = 0.7


def settled(s: Any, view: Any) -> int:
    return 1 if s.over == 1 or s.round_no != view.round_no else 0


def worth(s: Any, gain: Any) -> None:
    if s.over == 1:
        share_of_winners(s, gain)
        return
    poorest = s.totals[0]
    for p in range(s.players):
        gain[p] = s.totals[p]
        poorest = min(poorest, s.totals[p])
    # A round costs a player some 3 points, and the game ends with the first who has none left.
    left = min(s.rounds - s.round_no + 1, 1 + poorest // 3)
    share_by_lead(s, gain, 2.0 + 2.0 * sqrt(left))


def can_empty(s: Any, number: int) -> int:
    """1 if some flask holds exactly so much."""
    for f in range(s.flasks):
        if s.level[f] == number:
            return 1
    return 0


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
