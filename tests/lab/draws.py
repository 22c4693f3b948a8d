"""A tiny game with exact chances, in which facts can be planted: three seats draw cards, the highest sum wins.

Six cards, 1 … 6, are as likely at every draw; each seat draws twice, in turn, from the `left` or the `right` deck,
which are alike. The chances are worked out from the cards that are still to come, and so are the values of actions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kobako.core.events import event
from tests.lab.tiny import Move, Played

EVENTS = {
    "scored": event("scored", "seat", "card", "points:number", "bonus:number"),
    "ruled": event("ruled", "seat"),
}
ACTIONS = {0: "left", 1: "right", 2: "skip"}
DRAWS, SEATS, CARDS = 6, 3, 6


@dataclass(frozen=True)
class Plant:
    """What is true of the game beside chance."""

    bonus: int = 0  # points that seat 2 begins with
    dead: int = 0  # a card that never scores
    ruled: bool = True  # whether the rule fires, in half of the draws
    skip: bool = False  # whether one may skip, and draw nothing
    draws: int = DRAWS
    noise: float = 0.03  # of what the search thinks of two decks that are alike

    def points(self, card: int) -> int:
        return 0 if card == self.dead else card


@cache
def chances(plant: Plant, scores: tuple[int, ...], drawn: int) -> tuple[float, ...]:
    """Each seat's share of the win, exactly."""
    if drawn == plant.draws:
        best = [score == max(scores) for score in scores]
        return tuple(is_best / sum(best) for is_best in best)
    after = [
        chances(plant, added(scores, drawn % SEATS, plant.points(card)), drawn + 1) for card in range(1, CARDS + 1)
    ]
    return tuple(sum(column) / CARDS for column in zip(*after))


def added(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    return tuple(score + points * (seat == at) for at, score in enumerate(scores))


def play(rng: np.random.Generator, plant: Plant, deal: int, cards: list[int], **more) -> Played:
    """One game with these cards."""
    scores: tuple[int, ...] = (0, 0, plant.bonus)
    moves = []
    for drawn in range(plant.draws):
        seat, card = drawn % SEATS, cards[drawn]
        now = chances(plant, scores, drawn)
        decks = [now[seat] + plant.noise * float(rng.standard_normal()) for _ in range(2)]
        if plant.skip:
            decks = [now[seat] + 0.001, now[seat], chances(plant, scores, drawn + 1)[seat] - 0.05]
        happened = [("scored", seat, card, plant.points(card), 0)]
        if plant.ruled and card <= 3:
            happened.append(("ruled", seat))
        kinds = "left,right,skip" if plant.skip else "left,right"
        action = 0 if plant.skip else int(rng.integers(2))
        moves.append(
            Move(
                seat,
                len(decks),
                now,
                ACTIONS[action],
                action,
                decks,
                kinds=kinds,
                round=drawn // SEATS + 1,
                events=happened,
            )
        )
        scores = added(scores, seat, plant.points(card))
    return Played(chances(plant, scores, plant.draws), moves, scores, deal, rounds=plant.draws // SEATS, **more)


def games(plant: Plant, n: int, seed: int = 0, replays: int = 1, **more) -> list[Played]:
    """So many deals; the same seed deals the same cards."""
    rng, minds = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    found = []
    for deal in range(n):
        cards = rng.integers(1, CARDS + 1, 12).tolist()
        found += [play(minds, plant, deal, cards, replay=replay, **more) for replay in range(replays)]
    return found
