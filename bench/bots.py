"""Bots: simulations per second at the first decision, and how long each level takes to answer."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

import kobako
from kobako.bots.levels import LEVELS, LevelBot
from kobako.bots.search.thinking import classic_thinking, thinking_of

SIMULATIONS, REPEATS = 20_000, 5
DECISIONS = {"novice": 40, "regular": 20, "master": 8, "champion": 3}


def simulations_a_second(name: str, players: int, classic: bool = False) -> float:
    """The search (or that of the first release) at the first decision of a game, one core: the median of some runs."""
    game = kobako.game(name)
    thinking = classic_thinking(game) if classic else thinking_of(game)
    run = thinking.compiled.kernel(thinking.kernel)
    match = game.new(players=players, seed=1)
    view = match.view(match.seat)
    rates = []
    for seed in range(REPEATS):
        tree = thinking.tree(view, SIMULATIONS + 2, seed)
        start = time.thread_time()  # a core's own time: others on the machine take none of it
        tree.think(run, SIMULATIONS, thinking.explore)
        rates.append(SIMULATIONS / (time.thread_time() - start))
    return median(rates)


def seconds_to_answer(name: str, level: str) -> tuple[float, float]:
    """Median and longest time of a level's answers in a game of 4 among its likes at random moments."""
    game, times, seed = kobako.game(name), [], 0
    while len(times) < DECISIONS[level]:
        match, rng = game.new(players=4, seed=seed), random.Random(seed)
        for _ in range(rng.randrange(40)):
            if not match.over:
                match.play(rng.choice(match.legal()))
        seed += 1
        if match.over or len(match.legal()) < 2:
            continue
        view = match.view(match.seat)
        bot = LevelBot(game, LEVELS[level], seed)
        start = time.perf_counter()
        bot.choose(view, view.legal())
        times.append(time.perf_counter() - start)
    return median(times), max(times)


def rows() -> Iterator[dict[str, object]]:
    """One row per game."""
    for name in kobako.game_names():
        row: dict[str, object] = {"game": name, "simulations": simulations_a_second(name, 4)}
        row["classic"] = simulations_a_second(name, 4, classic=True)
        for level in LEVELS:
            row[level], row[f"{level}_longest"] = seconds_to_answer(name, level)
        yield row
