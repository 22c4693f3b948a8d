"""How long is it, and how much of it is waiting? Decisions, rounds, and minutes by a model of thinking time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kobako.lab.metrics.estimate import Estimate, per_game, ratios
from kobako.lab.metrics.sample import Sample
from kobako.lab.stats import Floats, Ints


@dataclass(frozen=True)
class Thinking:
    """How long people take over a decision, in seconds: the more there is to choose from, the longer.

    The time to choose grows with the logarithm of the number of choices (Hick 1952; Hyman 1953). The three figures
    are an assumption about people at a table, not measured: what is compared by them is sound, the minutes are rough.
    """

    base: float = 2.0
    doubling: float = 3.0  # for each doubling of what there is to choose from
    forced: float = 1.5  # where there is nothing to choose
    handling: float = 2.0  # to move the pieces, either way

    def seconds(self, legal: Ints) -> Floats:
        """The seconds of each decision, by its number of legal actions."""
        free = self.base + self.doubling * np.log2(np.maximum(1, legal))
        return self.handling + np.where(legal > 1, free, self.forced)


THINKING = Thinking()


def estimates(sample: Sample) -> list[Estimate]:
    """The lengths of games, and what fills them."""
    seconds = THINKING.seconds(sample.legal)
    minutes = per_game(sample, seconds)[0] / 60
    wait, wait_decisions = longest_waits(sample, seconds)
    return [
        ratios(sample, "length.decisions", sample.games.floats("decisions")),
        ratios(sample, "length.rounds", sample.games.floats("rounds")),
        ratios(sample, "length.minutes", minutes),
        ratios(sample, "length.forced", sample.games.floats("forced"), sample.games.floats("decisions")),
        ratios(sample, "length.branching", *per_game(sample, sample.legal.astype(float), sample.free)),
        ratios(sample, "length.longest_wait", wait / 60),
        ratios(sample, "length.longest_wait_decisions", wait_decisions),
    ]


def longest_waits(sample: Sample, seconds: Floats) -> tuple[Floats, Floats]:
    """Of each game the longest wait between two decisions of one seat: in seconds, and in decisions of others.

    NaN for a game in which nobody decides twice.
    """
    clock = np.concatenate([[0.0], np.cumsum(seconds)])  # when each decision of the sample begins
    best, most = np.full(sample.count, -np.inf), np.full(sample.count, -np.inf)
    for seat in range(sample.players):
        own = np.flatnonzero(sample.seat == seat)
        here, there = own[:-1], own[1:]
        same = sample.game_of[here] == sample.game_of[there]
        here, there = here[same], there[same]
        np.maximum.at(best, sample.game_of[here], clock[there] - clock[here + 1])
        np.maximum.at(most, sample.game_of[here], (there - here - 1).astype(float))
    best[np.isneginf(best)], most[np.isneginf(most)] = np.nan, np.nan
    return best, most
