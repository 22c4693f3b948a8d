"""Umbradeco, learned: what a placement brings, what it leaves for others, and which open tile has a future."""

from __future__ import annotations

from typing import Any

from kobako.core.fields import NONE
from kobako.games.umbradeco.mat import CELLS, RING, SIZES, beside
from kobako.games.umbradeco.placing import fitting, on_mat, seen_in_rows, touching
from kobako.games.umbradeco.state import ALL_COLOURS, DIGIT, DISCARD, OPEN, PUSH

VERSION = 1
EXPLORATION = 1.0
WIDENING = 1.0

TRAITS = (
    "rows", "four", "stack", "push",  # points now
    "opens_stack", "closes", "own_stack", "offers_four", "spoils_four", "ring", "neighbours",  # the mat after it
    "same_in_hand", "unseen",  # the colour's future
    "take_best", "take_room", "take_same", "take_unseen", "take_next",  # of an open tile to take
    "push_closes", "push_rows",  # of a direction to push
)  # fmt: skip
ROWS, FOUR, STACK, BY_PUSH, OPENS, CLOSES, OWN, OFFERS, SPOILS, RING_AT, NEIGHBOURS_AT = range(11)
SAME, UNSEEN, TAKE_BEST, TAKE_ROOM, TAKE_SAME, TAKE_UNSEEN, TAKE_NEXT, PUSH_CLOSES, PUSH_ROWS = range(11, 20)


def note_traits(s: Any, action: int, x: Any) -> None:
    """What can be said of an action."""
    if action < PUSH:
        describe_place(s, action // CELLS, action % CELLS, x)
    elif action < OPEN:
        describe_push(s, action - PUSH, x)
    elif action < DISCARD:
        describe_take(s, action - OPEN, x)


def describe_place(s: Any, colour: int, cell: int, x: Any) -> None:
    """A tile on a cell: beside others, on one, or in the place of one that is pushed."""
    around = touching(s, cell)
    x[ROWS] = s.row_points * seen_in_rows(s, colour, cell)
    if around | 1 << DIGIT * colour == ALL_COLOURS:
        x[FOUR] = s.colour_points
    x[RING_AT] = RING[cell]
    x[SAME] = 1 if s.hands[s.to_move][colour] > 1 else 0
    x[UNSEEN] = s.copies - s.shown[colour]
    top = s.top[cell]
    if top != NONE:
        if s.free[cell] > 0:
            x[BY_PUSH] = s.push_points
        else:
            x[STACK] = s.stack_points
    else:
        x[OWN] = 1 if s.free[cell] == 0 else 0
    for direction in range(6):
        to = beside(cell, direction)
        if on_mat(s, to):
            describe_beside(s, colour, top, to, x)


def describe_beside(s: Any, colour: int, was: int, to: int, x: Any) -> None:
    """What a new tile does to a cell that touches it."""
    if s.top[to] != NONE:
        x[NEIGHBOURS_AT] += 1
        if was == NONE and s.under[to] == NONE:
            if s.free[to] == 1:
                x[OPENS] += 1  # the last free cell beside it: it can be stacked on now
            elif s.free[to] == 2:
                x[CLOSES] += 1
        return
    seen = touching(s, to)
    after = seen | 1 << DIGIT * colour
    x[OFFERS] += 1 if lacks_one(after) == 1 and lacks_one(seen) == 0 else 0
    x[SPOILS] += 1 if lacks_one(seen) == 1 and after == ALL_COLOURS else 0


def lacks_one(colours: int) -> int:
    """1 if all colours but one are in a set."""
    rest = ALL_COLOURS & ~colours
    return 1 if rest != 0 and rest & rest - 1 == 0 else 0


def describe_push(s: Any, direction: int, x: Any) -> None:
    """Where the tile that is in the way goes."""
    to, pushed = beside(s.push_cell, direction), s.top[s.push_cell]
    x[PUSH_ROWS] = seen_in_rows(s, pushed, to)
    x[PUSH_CLOSES] = 6 - s.free[to]


def describe_take(s: Any, colour: int, x: Any) -> None:
    """What a tile could be placed for, if it were our turn."""
    best, room = 0, 0
    for cell in range(SIZES[s.side]):
        if fitting(s, cell, 1 << DIGIT * colour) != 0:
            room += 1
            best = max(best, worth(s, colour, cell))
    x[TAKE_BEST] = best
    x[TAKE_ROOM] = room
    x[TAKE_SAME] = 1 if s.hands[s.to_move][colour] > 0 else 0
    x[TAKE_UNSEEN] = s.copies - s.shown[colour]
    after = s.to_move + 1 if s.to_move + 1 < s.players else 0
    x[TAKE_NEXT] = 1 if s.known[after][colour] > 0 else 0


def worth(s: Any, colour: int, cell: int) -> int:
    """What a tile would score on a cell where it fits, if nothing moved."""
    points: int = s.row_points * seen_in_rows(s, colour, cell)
    if touching(s, cell) | 1 << DIGIT * colour == ALL_COLOURS:
        points += s.colour_points
    if s.top[cell] != NONE:
        points += s.push_points if s.free[cell] > 0 else s.stack_points
    return points
