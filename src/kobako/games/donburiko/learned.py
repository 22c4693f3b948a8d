"""Donburiko, learned: which row to take and when, what a card does to a row, what chips are worth."""

from __future__ import annotations

from typing import Any

from kobako.core.fields import NONE
from kobako.games.donburiko.mind import gained
from kobako.games.donburiko.rules import FACE_DOWN, FIVES, KINDS, LOACH, POINTS, POND_1, TAKE, WILD

VERSION = 1
EXPLORATION = 0.7
WIDENING = 1.0

TRAITS = (
    "take", "take_gain", "take_best", "take_six", "take_hidden", "take_cards", "take_others_out",
    "up", "up_gain", "up_better", "up_worse", "up_six", "up_bust", "up_others_in",
    "down_gain", "down_better", "down_worse", "down_six", "down_bust", "down_others_in", "down_chips",
    "best_left", "fills", "keeps_loach", "keeps_wild",
    "counts",
)  # fmt: skip
TAKES, TAKE_GAIN, TAKE_BEST, TAKE_SIX, TAKE_HIDDEN, TAKE_CARDS, TAKE_OUT = range(7)
UP_AT, DOWN_AT, UP = 8, 14, 7
GAIN, BETTER, WORSE, SIX, BUST, IN = range(6)
DOWN_CHIPS, BEST_LEFT, FILLS, KEEPS_LOACH, KEEPS_WILD, COUNTS = range(20, 26)

MEASURES = ("chips", "chips_late", "leads_late", "starts", "starts_late")
CHIPS, CHIPS_LATE, LEADS_LATE, STARTS, STARTS_LATE = range(5)


def note_traits(s: Any, action: int, x: Any) -> None:
    """What can be said of an action."""
    if action >= FIVES:
        x[COUNTS] = gained(s, s.points + 4 * (action - FIVES))
    elif action >= TAKE:
        describe_take(s, s.to_move, action - TAKE, x)
    else:
        describe_add(s, s.to_move, action // 2 // KINDS, action // 2 % KINDS, action % 2, x)


def worth(s: Any, p: int, row: int, more: int) -> int:
    """What a row would bring to `p`, as far as `p` knows it, with one card more (or NONE): unknown cards count 1.5."""
    cards = s.length[row] + (0 if more == NONE else 1)
    if cards >= s.full:
        return 0
    total, ponds, loaches, wilds, unknown, chips = 0, 0, 0, 0, 0, 0
    for place in range(cards):
        kind = more
        if place < s.length[row]:
            kind = s.row[row][place]
            if s.laid_by[row][place] != NONE:
                chips += 1
                kind = s.laid[p][row][place] if s.laid_by[row][place] == p else FACE_DOWN
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
    return int(best + chips)


def best_worth(s: Any, p: int, but: int) -> int:
    """What the best row that can be taken would bring, one left out; 0 where none can."""
    best = 0
    for row in range(s.players):
        if row != but and s.length[row] >= 2:
            best = max(best, worth(s, p, row, NONE))
    return best


def others_in(s: Any, p: int) -> int:
    """How many others have not taken a row."""
    n = 0
    for q in range(s.players):
        n += 1 if q != p and s.done[q] == 0 else 0
    return n


def describe_take(s: Any, p: int, row: int, x: Any) -> None:
    """A row to take."""
    gain = worth(s, p, row, NONE)
    x[TAKES] = 1
    x[TAKE_GAIN] = gain
    x[TAKE_BEST] = 1 if gain >= best_worth(s, p, row) else 0
    x[TAKE_SIX] = 1 if gain >= s.most_points else 0
    x[TAKE_CARDS] = s.cards[p]
    x[TAKE_OUT] = s.players - 1 - others_in(s, p)
    for place in range(s.length[row]):
        layer = s.laid_by[row][place]
        x[TAKE_HIDDEN] += 1 if layer != NONE and layer != p else 0


def describe_add(s: Any, p: int, row: int, kind: int, down: int, x: Any) -> None:
    """A card to add: what the row is worth then, to me, and was before."""
    before, after = worth(s, p, row, NONE) if s.length[row] >= 2 else 0, worth(s, p, row, kind)
    at = DOWN_AT if down == 1 else UP_AT
    x[at + GAIN] = after
    x[at + BETTER] = max(0, after - before)
    x[at + WORSE] = max(0, before - after)
    x[at + SIX] = 1 if after >= s.most_points else 0
    x[at + BUST] = 1 if after < 0 else 0
    x[at + IN] = others_in(s, p)
    if down == 1:
        x[DOWN_CHIPS] = s.chips[p]
    else:
        x[UP] = 1
    x[BEST_LEFT] = max(after, best_worth(s, p, row))
    x[FILLS] = 1 if s.length[row] + 1 >= s.full else 0
    x[KEEPS_LOACH] = 1 if kind != LOACH and s.hands[p][LOACH] > 0 else 0
    x[KEEPS_WILD] = 1 if kind != WILD and s.hands[p][WILD] > 0 else 0


def note_measures(s: Any, seat: int, x: Any) -> None:
    """How a seat stands between two rounds."""
    held, most, ahead = s.chips[seat] + s.credit[seat], 0, 1
    for p in range(s.players):
        most = max(most, s.chips[p])
        ahead = 0 if p != seat and s.chips[p] + s.credit[p] >= held else ahead
    late = max(0, 10 - max(0, s.goal - most))
    x[CHIPS] = held
    x[CHIPS_LATE] = held * late
    x[LEADS_LATE] = ahead * late
    x[STARTS] = 1 if s.last_taker == seat else 0
    x[STARTS_LATE] = late if s.last_taker == seat else 0
