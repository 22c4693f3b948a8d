"""Kotori: play to the end; besides the win, a little for being ahead. What is turned up next is seen by all."""

from __future__ import annotations

from typing import Any

from kobako.core.fields import SEATS
from kobako.games.kotori.rules import FIELD_CARDS, NUMBERS, PASS, row_sum, score
from kobako.kit.shares import share_of_winners

EXPLORATION = 0.6


def evaluate(s: Any, view: Any, gain: Any) -> None:
    share_of_winners(s, gain)
    mean = 0.0
    for p in range(s.players):
        mean += score(s, p) / s.players
    for p in range(s.players):
        ahead = min(1.0, max(0.0, 0.5 + 0.1 * (score(s, p) - mean)))
        gain[p] = (0.8 * gain[p] + 0.2 * ahead) / (0.8 + 0.1 * s.players)  # so that all shares sum to 1


def prior(s: Any, action: int) -> int:
    """Bid while behind for a field that is worth having, as long as a burst is not likely."""
    if action == PASS:
        return 30
    p = s.to_move
    wanted = 0
    for i in range(s.field_size):
        wanted += 1 if s.cage[p][s.field_card[i]] == 0 else -1
    mine, best = row_sum(s, p), 0
    for q in range(s.players):
        if q != p:
            best = max(best, row_sum(s, q))
    bursting = s.in_deck[s.treetop]
    for i in range(s.length[p]):
        bursting += s.in_deck[s.row[p][i]]
    danger = 100 * bursting // max(1, s.deck_size)
    if wanted <= 0:
        return 0
    liking: int = 100 - 2 * danger - (60 if mine > best else 0)
    return liking


def known(s: Any) -> int:
    """The cards that lie open: all that chance has brought since the last decision."""
    cards: int = s.treetop
    for i in range(FIELD_CARDS):
        cards = cards * NUMBERS + s.field_card[i]
    seat: int = s.to_move
    return cards * SEATS + seat
