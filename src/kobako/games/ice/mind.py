"""Ice: look to the end of the round; trophies are worth what they are if every round is anyone's."""

from __future__ import annotations

from functools import cache
from typing import Any

from kobako.core.chance import quick
from kobako.core.fields import NONE
from kobako.games.ice.rules import COLOURS, GOAL, LEFT, PLAY, RANKS, RIGHT, TAKE, TAKE_RIGHT, tiles_on
from kobako.kit.shares import share_of_winners

EXPLORATION = 0.7
SLIPS = 0.7


@cache
def _first_wins(mine: int, others: tuple[int, ...]) -> float:
    """How likely the player with `mine` trophies gets the third first, each round being won by anyone alike."""
    if mine == GOAL:
        return 1.0
    if GOAL in others:
        return 0.0
    players = 1 + len(others)
    total = _first_wins(mine + 1, others)
    for i in range(len(others)):
        more = (*others[:i], others[i] + 1, *others[i + 1 :])
        total += _first_wins(mine, tuple(sorted(more)))
    return total / players


# In thousandths, by mine * 64 + how many others have 0, 1, 2 trophies as digits to base 4: of 3 that are needed. By a
# house's other goal, those count that lack three or fewer, and who lacks more is taken to lack three.
CHANCES = tuple(
    round(1000 * _first_wins(mine, (0,) * none + (1,) * one + (2,) * two)) if 1 <= none + one + two <= 3 else 0
    for mine in range(GOAL)
    for two in range(4)
    for one in range(4)
    for none in range(4)
)


def truncate(s: Any) -> None:
    """Let whoever wins this round win the game: no other round is dealt for nothing."""
    for p in range(s.players):
        s.trophies[p] = s.goal - 1


def evaluate(s: Any, view: Any, gain: Any) -> None:
    most = 0
    for p in range(s.players):
        s.trophies[p] += view.trophies[p] - (s.goal - 1)
        most = max(most, s.trophies[p])
    if most == s.goal:
        share_of_winners(s, gain)
        return
    held = 0
    for p in range(s.players):
        held += 1 << 2 * max(0, s.trophies[p] + GOAL - s.goal)
    for p in range(s.players):
        mine = max(0, s.trophies[p] + GOAL - s.goal)
        gain[p] = CHANCES[mine * 64 + held - (1 << 2 * mine)] / 1000.0


def has_room(s: Any, p: int) -> int:
    """1 if another tile would not be one too many."""
    if tiles_on(s, p, LEFT) < s.cone:
        return 1
    return 1 if s.players == 2 and tiles_on(s, p, RIGHT) < s.cone else 0


def wins_so_far(s: Any, card: int) -> int:
    """1 if the card would be winning the trick as far as it is played (ICE-4)."""
    rank = card % RANKS
    lowest = card - rank  # of its colour
    one_colour, lower, higher = 1, 0, 0
    for q in range(s.players):
        other = s.trick[q]
        if other != NONE:
            one_colour &= 1 if lowest <= other < lowest + RANKS else 0
            lower |= 1 if other % RANKS < rank else 0
            higher |= 1 if other > card else 0
    return 1 - higher if one_colour == 1 else 1 - lower


def expansion_policy(s: Any, out: Any, n: int, r: Any) -> int:
    """Of two random actions the one of the higher prior."""
    action: int = out[quick(r, n)]
    if n == 1:
        return action
    other: int = out[quick(r, n)]
    if s.phase == PLAY and s.in_trick > 0:
        # A card's prior is high or low. So where the one's is low, the other is as good or better.
        return action if wins_so_far(s, action) == has_room(s, s.to_move) else other
    return other if prior(s, other) > prior(s, action) else action


def prior(s: Any, action: int) -> int:
    """Win tricks while there is room on the cone, then lose them; take what counts most."""
    p = s.to_move
    if s.phase == PLAY:
        rank = action % RANKS
        if s.in_trick == 0:
            return 10 - rank if has_room(s, p) == 1 else 10 - abs(rank - 4)
        return 20 if wins_so_far(s, action) == has_room(s, p) else 0
    colour = (action - TAKE) % COLOURS
    if s.stock[colour] == 0:
        return 0
    cone = RIGHT if action >= TAKE_RIGHT else LEFT
    if tiles_on(s, p, cone) == s.cone:
        return -100
    cards = s.won[p][colour]
    for q in range(s.players):
        cards += 1 if s.trick[q] // RANKS == colour else 0
    liking: int = 1 + cards * (2 if s.stock[colour] == 1 else 1)
    return liking
