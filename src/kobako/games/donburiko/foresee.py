"""What an action would do in Donburiko: what a row would add up to, the chips of the move, the score of a row taken."""

from __future__ import annotations

from collections.abc import Sequence

from kobako.core.fields import NONE
from kobako.games.donburiko.rules import FIVES, KINDS, TAKE, State, due
from kobako.games.donburiko.sums import MORE_AS_FIVE, Rows, counted, span
from kobako.games.donburiko.view import Range, Would


def foresee(s: State, action: int) -> Would:
    """What adding a card, taking a row or counting wild acorns would do, as its seat can know."""
    return foresee_all(s, [action])[0]


def foresee_all(s: State, actions: Sequence[int]) -> list[Would]:
    """The same for some actions: a row is looked at once, whatever is to be added to it."""
    rows = Rows(s)
    return [foreseen(s, rows, action) for action in actions]


def foreseen(s: State, rows: Rows, action: int) -> Would:
    p = s.to_move
    if action >= FIVES:
        points = s.points + MORE_AS_FIVE * (action - FIVES)
        score = settled(s, points, s.chips[p])
        return told(s, span([points]), False, 0, span([score]))
    if action >= TAKE:
        return with_row(s, rows, p, action - TAKE)
    row, kind, down = action // 2 // KINDS, action // 2 % KINDS, action % 2
    chips = -1 if down else min(s.up_chips, s.bank)  # DON-6, DON-7
    full = s.length[row] + 1 == s.full
    return told(s, rows.sum_with(row, kind), full, chips, None)


def with_row(s: State, rows: Rows, p: int, row: int) -> Would:
    """DON-9 to DON-13: what taking a row would do."""
    found = sum(layer != NONE for layer in s.laid_by[row][: s.length[row]])
    full = s.length[row] == s.full
    purse, possible = s.chips[p] + found, rows.possible(row)
    best = [max(settled(s, points, purse) for points in ways) for ways in counted(*possible)]
    return told(s, rows.sum(row), full, found, span([0] if full else best))


def told(s: State, row: Range, full: bool, chips: int, score: Range | None) -> Would:
    """With what follows from it: all that the move brings, and whether it is a Donburiko (DON-12)."""
    least, most = (chips + (score[end] if score else 0) for end in ("least", "most"))
    points = score or row
    return {
        "row": row,
        "full": full,
        "chips": chips,
        "score": score,
        "total": {"least": least, "most": most},
        "brings": most if least == most else None,
        "six": not full and points["least"] == points["most"] == s.most_points,
    }


def settled(s: State, points: int, purse: int) -> int:
    """DON-11: what a row of so many points brings, or costs one who has so many chips."""
    return points if 0 <= points <= s.most_points else -min(due(s, points), purse)
