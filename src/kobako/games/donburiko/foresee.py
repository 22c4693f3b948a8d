"""What an action would do in Donburiko: what a row would add up to, the chips of the move, the score of a row taken.

Cards that others laid face down can be any that are not seen elsewhere: all sets that fit are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
    return foresee_all(s, [action])[0]


def foresee_all(s: State, actions: Sequence[int]) -> list[Would]:
    """The same for some actions: a row is looked at once, whatever is to be added to it."""
    rows = Rows(s, s.to_move)
    return [foreseen(s, rows, action) for action in actions]


def foreseen(s: State, rows: Rows, action: int) -> Would:
    p = s.to_move
    if action >= FIVES:
        points = s.points + MORE_AS_FIVE * (action - FIVES)
        score = settled(s, points, s.chips[p])
        return {"row": span([points]), "full": False, "chips": 0, "score": span([score]), "brings": score}
    if action >= TAKE:
        return with_row(s, rows, p, action - TAKE)
    row, kind, down = action // 2 // KINDS, action // 2 % KINDS, action % 2
    chips = -1 if down else min(s.up_chips, s.bank)  # DON-6, DON-7
    full = s.length[row] + 1 == s.full
    least, most = rows.reach_with(row, kind)
    return {"row": {"least": least, "most": most}, "full": full, "chips": chips, "score": None, "brings": chips}


def with_row(s: State, rows: Rows, p: int, row: int) -> Would:
    """DON-9 to DON-13: what taking a row would do."""
    found = sum(layer != NONE for layer in s.laid_by[row][: s.length[row]])
    full = s.length[row] == s.full
    purse, possible = s.chips[p] + found, rows.possible(row)
    best = [max(settled(s, points, purse) for points in ways) for ways in counted(*possible)]
    least, most = reach(*possible)
    score = span([0] if full else best)
    brings = found + score["most"] if score["least"] == score["most"] else None
    row_sum: Range = {"least": least, "most": most}
    return {"row": row_sum, "full": full, "chips": found, "score": score, "brings": brings}


def span(values: list[int]) -> Range:
    return {"least": min(values), "most": max(values)}


def settled(s: State, points: int, purse: int) -> int:
    """DON-11: what a row of so many points brings, or costs one who has so many chips."""
    return points if 0 <= points <= s.most_points else -min(due(s, points), purse)


Possible = tuple[tuple[int, ...], tuple[int, ...], int]  # cards that are known; of some others by kind, so many


class Rows:
    """What a seat knows of the rows."""

    def __init__(self, s: State, p: int) -> None:
        self._s, self._p = s, p
        self._known: dict[int, tuple[list[int], int]] = {}
        self._unseen: tuple[int, ...] | None = None
        self._reach: dict[tuple[int, int], tuple[int, int]] = {}

    def possible(self, row: int, *more: int) -> Possible:
        """What may lie in a row, with some more cards in it."""
        if row not in self._known:
            self._known[row] = self._look(row)
        known, hidden = self._known[row]
        if hidden and self._unseen is None:
            self._unseen = unseen(self._s, self._p)
        return tuple(sorted([*known, *more])), self._unseen or () if hidden else (), hidden

    def reach_with(self, row: int, kind: int) -> tuple[int, int]:
        """The least and the most that a row may add up to with one more card in it, face up or down."""
        known = self._reach.get((row, kind))
        if known is None:
            known = self._reach[row, kind] = reach(*self.possible(row, kind))
        return known

    def _look(self, row: int) -> tuple[list[int], int]:
        """The cards that the seat knows, and how many others there are."""
        s, p = self._s, self._p
        layers, mine = s.laid_by[row][: s.length[row]], s.laid[p][row]
        lying = [
            s.row[row][place] if layer == NONE else mine[place]
            for place, layer in enumerate(layers)
            if layer in (NONE, p)
        ]
        return lying, len(layers) - len(lying)


def tally(cards: tuple[int, ...]) -> Tally:
    return Tally(*map(sum, zip(Tally(), *(TALLIES[kind] for kind in cards), strict=True)))


@lru_cache(maxsize=4096)
def reach(known: tuple[int, ...], left: tuple[int, ...], hidden: int) -> tuple[int, int]:
    """The least and the most that a row may add up to."""
    sums = added_up(known, left, hidden)
    return min(points for points, _ in sums), max(points + MORE_AS_FIVE * wilds for points, wilds in sums)


def counted(known: tuple[int, ...], left: tuple[int, ...], hidden: int) -> list[range]:
    """For each set of cards that may lie there face down: what the row adds up to, by how its wild acorns count."""
    return [
        range(points, points + MORE_AS_FIVE * wilds + 1, MORE_AS_FIVE)
        for points, wilds in added_up(known, left, hidden)
    ]


@lru_cache(maxsize=4096)
def added_up(known: tuple[int, ...], left: tuple[int, ...], hidden: int) -> frozenset[tuple[int, int]]:
    """For each of those sets: the points with wild acorns as 1, and how many of them there are."""
    acorns, ponds, loaches, wilds = tally(known)
    return frozenset(
        (row_points(acorns + a, ponds + p, loaches + n), wilds + w) for a, p, n, w in tallies(left, hidden)
    )


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


@lru_cache(maxsize=1024)
def tallies(left: tuple[int, ...], cards: int) -> frozenset[tuple[int, int, int, int]]:
    """What each set of so many cards, out of those left by kind, comes to: as a tally, which would take longer."""
    found = {(0, 0, 0, 0, 0)}
    for there, (acorns, ponds, loaches, wilds) in zip(left, TALLIES, strict=False):
        found |= {
            (taken + n, a + n * acorns, p + n * ponds, o + n * loaches, w + n * wilds)
            for taken, a, p, o, w in found
            for n in range(1, min(there, cards - taken) + 1)
        }
    return frozenset((a, p, o, w) for taken, a, p, o, w in found if taken == cards)
