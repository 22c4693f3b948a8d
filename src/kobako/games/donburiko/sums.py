"""What the rows of Donburiko add up to, as far as one sees them.

Cards that others laid face down can be any that are not seen elsewhere: all sets that fit are tried.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kobako.core.fields import UNKNOWN
from kobako.games.donburiko.rules import (
    FACE_DOWN,
    KINDS,
    LOACH,
    POINTS,
    POND_1,
    POND_2,
    WILD,
    State,
    copies,
    row_points,
)
from kobako.games.donburiko.view import Range

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


Possible = tuple[tuple[int, ...], tuple[int, ...], int]  # cards that are known; of some others by kind, so many


class Rows:
    """The rows as far as a state shows them: all of it where it is whole, else what the seat of a view knows."""

    def __init__(self, s: State) -> None:
        self._s = s
        self._known: dict[int, tuple[list[int], int]] = {}
        self._unseen: tuple[int, ...] | None = None
        self._sums: dict[tuple[int, int], Range] = {}

    def possible(self, row: int, *more: int) -> Possible:
        """What may lie in a row, with some more cards in it."""
        if row not in self._known:
            self._known[row] = self._look(row)
        known, hidden = self._known[row]
        if hidden and self._unseen is None:
            self._unseen = unseen(self._s)
        return tuple(sorted([*known, *more])), self._unseen or () if hidden else (), hidden

    def sum(self, row: int) -> Range:
        """What a row adds up to."""
        return reach(*self.possible(row))

    def sum_with(self, row: int, kind: int) -> Range:
        """What it may add up to with one more card in it, face up or down."""
        known = self._sums.get((row, kind))
        if known is None:
            known = self._sums[row, kind] = reach(*self.possible(row, kind))
        return known

    def counts(self, row: int) -> Range:
        """What it counts as it lies: a full row nothing (DON-13)."""
        return span([0]) if self._s.length[row] == self._s.full else self.sum(row)

    def _look(self, row: int) -> tuple[list[int], int]:
        """The cards that are seen, and how many are not."""
        lying = [card_at(self._s, row, place) for place in range(self._s.length[row])]
        seen = [kind for kind in lying if kind != UNKNOWN]
        return seen, len(lying) - len(seen)


def card_at(s: State, row: int, place: int) -> int:
    """A card of a row; face down it is seen by who laid it, till it is turned up."""
    kind = s.row[row][place]
    return s.laid[s.laid_by[row][place]][row][place] if kind == FACE_DOWN else kind


def tally(cards: tuple[int, ...]) -> Tally:
    return Tally(*map(sum, zip(Tally(), *(TALLIES[kind] for kind in cards), strict=True)))


def reach(known: tuple[int, ...], left: tuple[int, ...], hidden: int) -> Range:
    """The least and the most that a row may add up to."""
    sums = added_up(known, left, hidden)
    return {
        "least": min(points for points, _ in sums),
        "most": max(points + MORE_AS_FIVE * wilds for points, wilds in sums),
    }


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


def unseen(s: State) -> tuple[int, ...]:
    """By kind, the cards that are not seen: in hands that are not shown, aside, or face down."""
    left = [copies(s, kind) - s.gone[kind] for kind in range(KINDS)]
    for hand in s.hands[: s.players]:
        if hand[0] != UNKNOWN:
            left = [many - held for many, held in zip(left, hand, strict=True)]
    for row in range(s.players):
        for place in range(s.length[row]):
            kind = card_at(s, row, place)
            if kind != UNKNOWN:
                left[kind] -= 1
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


def span(values: list[int]) -> Range:
    return {"least": min(values), "most": max(values)}
