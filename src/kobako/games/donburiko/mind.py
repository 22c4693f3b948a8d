"""Donburiko: look to the end of the round; chips are worth more the nearer someone is to 20.

Hands are small, so everyone in the tree can be told theirs: who holds what makes a row 6 waits for it.
"""

from __future__ import annotations

from typing import Any

from kobako.core.fields import NONE
from kobako.games.donburiko.rules import FACE_DOWN, FIVES, KINDS, LOACH, PLAY, POINTS, POND_1, TAKE, WILD
from kobako.kit.shares import share_by_lead, share_of_winners

EXPLORATION = 0.25
SLIPS = 0.35
UNCOUNTED = 1 << 20  # more than any hand


def is_cutoff(s: Any, view: Any) -> int:
    return 1 if s.over == 1 or s.round_no != view.round_no else 0


def evaluate(s: Any, view: Any, gain: Any) -> None:
    if s.over == 1:
        share_of_winners(s, gain)
        return
    most = 0
    for p in range(s.players):
        gain[p] = s.chips[p] + s.credit[p]
        most = max(most, s.chips[p])
    share_by_lead(s, gain, 2.5 + 0.35 * max(0, s.goal - most))


def gained(s: Any, points: int) -> int:
    """What a row of so many points brings (DON-11)."""
    if points > s.most_points:
        return int(s.most_points - points)
    return points


def row_gain(s: Any, p: int, row: int) -> int:
    """Ten times what taking a row would bring, a card not known counted as 1 or 2."""
    if s.length[row] == s.full:
        return 0
    total, ponds, loaches, wilds, unknown, chips = 0, 0, 0, 0, 0, 0
    for place in range(s.length[row]):
        kind = s.row[row][place]
        if s.laid_by[row][place] != NONE:
            chips += 1
        if kind == FACE_DOWN and s.laid_by[row][place] == p:
            kind = s.laid[p][row][place]
        if kind == FACE_DOWN:
            unknown += 1
        elif kind >= POND_1:
            ponds -= POINTS[kind]
        else:
            total += POINTS[kind]
            loaches += 1 if kind == LOACH else 0
            wilds += 1 if kind == WILD else 0
    total += ponds if loaches > 0 else -ponds
    total += (3 * unknown + 1) // 2
    best = gained(s, total)
    for fives in range(1, wilds + 1):
        best = max(best, gained(s, total + 4 * fives))
    return 10 * (best + chips)


def prior(s: Any, action: int) -> int:
    """Take what brings chips; else add, rather face up."""
    if action >= FIVES:
        return 10 * gained(s, s.points + 4 * (action - FIVES))
    if action >= TAKE:
        return row_gain(s, s.to_move, action - TAKE)
    return 25 if action % 2 == 0 else 15


def known(s: Any) -> int:
    """The hand of who is to move, at most two of a kind; while wild acorns are counted, what the row came to."""
    hand: int = 0
    for kind in range(KINDS):
        hand = hand * 3 + s.hands[s.to_move][kind]
    if s.phase != PLAY:
        hand = UNCOUNTED + KINDS * s.points + s.wilds
    return hand
