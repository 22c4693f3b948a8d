"""The engine: plain against compiled random play, the batch step, start-up, and the size of a state."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

import kobako
from kobako.core.batch import Batch
from kobako.core.game import Setup
from kobako.core.seeds import seed_words

REPEATS = 5
PLAIN_GAMES, COMPILED_GAMES = 30, 6000
BATCH, STEPS = 1024, 200


def timed(run: Callable[[], int]) -> float:
    """Decisions a second: the median of some runs."""
    rates = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        decisions = run()
        rates.append(decisions / (time.perf_counter() - start))
    return median(rates)


def random_play(setup: Setup, compiled: bool) -> Callable[[], int]:
    """Whole random games from fixed seeds; gives the number of decisions."""
    game = setup.game
    n = COMPILED_GAMES if compiled else PLAIN_GAMES
    seeds = [seed_words(i) for i in range(n)]
    arrays = [np.zeros((n, 1), np.int32), *(np.zeros(n, np.int32) for _ in range(3))]
    arrays += [np.zeros((n, setup.players), np.int32) for _ in range(2)]
    if compiled:
        head = (
            game.compiled.records([setup.template]),
            np.zeros(1, game.compiled.dtype),
            np.zeros(game.rules.MOST_LEGAL, np.int32),
            np.zeros(4, np.int64),
            np.array(seeds, np.int64),
            np.zeros(game.actions, np.int32),
        )
        run = game.compiled.kernel("playouts")
    else:
        head = ([setup.template], [None], [0] * game.rules.MOST_LEGAL, [0] * 4, seeds, [0] * game.actions)
        arrays = [array.tolist() for array in arrays]
        run = game.plain.playouts

    def play() -> int:
        run(*head, *arrays)
        return int(sum(arrays[2]))

    play()
    return play


def batch_steps(setup: Setup) -> tuple[float, float]:
    """Decisions a second of the batch step alone, and with choosing random actions."""
    batch = Batch(setup, BATCH, seed=1)
    alone, both = [], []
    for _ in range(REPEATS):
        inside = 0.0
        start = time.perf_counter()
        for _ in range(STEPS):
            actions = batch.random_actions()
            before = time.perf_counter()
            batch.step(actions)
            inside += time.perf_counter() - before
        both.append(BATCH * STEPS / (time.perf_counter() - start))
        alone.append(BATCH * STEPS / inside)
    return median(alone), median(both)


def rows() -> Iterator[dict[str, object]]:
    """One row per game and number of players. Plain and compiled are measured in turn, so ratios are fair."""
    for name in kobako.game_names():
        game = kobako.game(name)
        for players in game.players:
            setup = game.setup(players)
            plain, compiled = timed(random_play(setup, compiled=False)), timed(random_play(setup, compiled=True))
            alone, both = batch_steps(setup)
            yield {
                "game": name,
                "players": players,
                "plain": plain,
                "compiled": compiled,
                "ratio": compiled / plain,
                "batch_step": alone,
                "batch_with_choice": both,
                "state_bytes": game.compiled.dtype.itemsize,
                "actions": game.actions,
                "observation": game.knowledge.OBSERVATION,
            }


IMPORT = """
import time; start = time.perf_counter()
import kobako
match = kobako.game("ice").new(players=4, seed=1)
match.play(match.legal()[0])
import sys; assert "numba" not in sys.modules and "numpy" not in sys.modules
print(time.perf_counter() - start)
"""
WARM = """
import time, kobako
game = kobako.game("ice")
start = time.perf_counter()
game.compiled.kernel("playouts")
print(time.perf_counter() - start)
"""


def start_up() -> dict[str, float]:
    """Seconds in a fresh process: import and a first plain move; a compiled kernel from a warm cache."""

    def seconds(code: str) -> float:
        command = [sys.executable, "-c", code]
        runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(5)]
        return median(float(run.stdout) for run in runs)

    seconds(WARM)
    return {"import_and_first_plain_move": seconds(IMPORT), "warm_compiled_kernel": seconds(WARM)}
