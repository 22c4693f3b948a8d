"""What an action would do in Donburiko: what a row would add up to, the chips of the move, the score of a row taken.

Cards that others laid face down can be any that are not seen elsewhere: all sets that fit are tried.
"""

from functools import lru_cache
from operator import add
from typing import NamedTuple

from kobako.core.fields import NONE
from kobako.games.donburiko.rules import (
    FACE_DOWN,
    FIVES,
    KINDS,
    LOACH,
    POINTS,
    POND_1,
    POND_2,
    TAKE,
    WILD,
    State,
    copies,
    due,
    row_points,
)
from kobako.games.donburiko.view import Range, Would

MORE_AS_FIVE = 5 - POINTS[WILD]


class Tally(NamedTuple):
    """What some cards come to, as far as the rest of their row does not matter."""

    acorns: int = 0
    ponds: int = 0
    loaches: int = 0
    wilds: int = 0


TALLIES = tuple(
    Tally(ponds=-POINTS[kind]) if kind in (POND_1, POND_2) else Tally(POINTS[kind], 0, kind == LOACH, kind == WILD)
    for kind in range(KINDS)
)


def foresee(s: State, action: int) -> Would:
    """What adding a card, taking a row or counting wild acorns would do, as its seat can know."""
    p = s.to_move
    if action >= FIVES:
        points = s.points + MORE_AS_FIVE * (action - FIVES)
        return {"row": span([points]), "full": False, "chips": 0, "score": span([settled(s, points, s.chips[p])])}
    if action >= TAKE:
        return with_row(s, p, action - TAKE)
    row, kind, down = action // 2 // KINDS, action // 2 % KINDS, action % 2
    chips = -1 if down else min(s.up_chips, s.bank)  # DON-6, DON-7
    full = s.length[row] + 1 == s.full
    return {"row": span(sums(s, p, row, kind)), "full": full, "chips": chips, "score": None}


def with_row(s: State, p: int, row: int) -> Would:
    """DON-9 to DON-13: what taking a row would do."""
    found = sum(layer != NONE for layer in s.laid_by[row][: s.length[row]])
    full = s.length[row] == s.full
    purse = s.chips[p] + found
    best = [max(settled(s, points, purse) for points in ways) for ways in counts(s, p, row)]
    return {"row": span(sums(s, p, row)), "full": full, "chips": found, "score": span([0] if full else best)}


def span(values: list[int]) -> Range:
    return {"least": min(values), "most": max(values)}


def settled(s: State, points: int, purse: int) -> int:
    """DON-11: what a row of so many points brings, or costs one who has so many chips."""
    return points if 0 <= points <= s.most_points else -min(due(s, points), purse)


def sums(s: State, p: int, row: int, *more: int) -> list[int]:
    """All that a row may add up to, with some more cards in it."""
    return [points for ways in counts(s, p, row, *more) for points in ways]


def counts(s: State, p: int, row: int, *more: int) -> tuple[tuple[int, ...], ...]:
    """For each set of cards that may lie there face down: what the row adds up to, by how its wild acorns count."""
    known, hidden = list(more), 0
    for place in range(s.length[row]):
        if s.laid_by[row][place] in (NONE, p):
            known.append(s.row[row][place] if s.laid_by[row][place] == NONE else s.laid[p][row][place])
        else:
            hidden += 1
    return counted(tuple(sorted(known)), unseen(s, p) if hidden else (), hidden)


@lru_cache(maxsize=4096)
def counted(known: tuple[int, ...], left: tuple[int, ...], hidden: int) -> tuple[tuple[int, ...], ...]:
    """The same for the cards that are known, and so many out of those left by kind."""
    seen = Tally(*map(sum, zip(Tally(), *(TALLIES[kind] for kind in known), strict=True)))
    ways = []
    for more_cards in tallies(left, hidden):
        acorns, ponds, loaches, wilds = map(add, seen, more_cards)
        points = row_points(acorns, ponds, loaches)
        ways.append(tuple(points + MORE_AS_FIVE * fives for fives in range(wilds + 1)))
    return tuple(ways)


def unseen(s: State, p: int) -> tuple[int, ...]:
    """By kind, the cards that a seat has not seen: in other hands, aside, or face down and not its own."""
    left = [copies(s, kind) - s.hands[p][kind] - s.gone[kind] for kind in range(KINDS)]
    for row in range(s.players):
        for place in range(s.length[row]):
            if s.row[row][place] != FACE_DOWN:
                left[s.row[row][place]] -= 1
            elif s.laid_by[row][place] == p:
                left[s.laid[p][row][place]] -= 1
    return tuple(left)


@lru_cache(maxsize=256)
def tallies(left: tuple[int, ...], cards: int) -> frozenset[Tally]:
    """What each set of so many cards, out of those left by kind, comes to."""
    found = {(0, Tally())}
    for kind, there in enumerate(left):
        found |= {
            (taken + n, Tally(*(a + n * b for a, b in zip(tally, TALLIES[kind], strict=True))))
            for taken, tally in found
            for n in range(1, min(there, cards - taken) + 1)
        }
    return frozenset(tally for taken, tally in found if taken == cards)
