"""What a study costs, and how near its chances to win are to those of a deep search.

    python -m bench.lab [GAME …] [-n 40] [--json FILE]     the cost of games of four regulars with their chances, and
                                                           of a study of a thousand
    python -m bench.lab --workers [GAME …] [-n 40]         what two workers have of twice one's games, here and on Ray
    python -m bench.lab --chances [GAME …]                 how far the chances are from those of 8000 visits a view

Cost is counted in seconds of a core (`process_time`), so that what else the machine does at the time matters little;
`minutes` is what a thousand games would then take on two cores. Compiling and the report are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

import kobako
from kobako.arena.places import play
from kobako.bots.search.thinking import thinking_of
from kobako.core.match import Match
from kobako.lab.design import make_plan
from kobako.lab.judge import Judge
from kobako.lab.plan import GLANCE, THOUGHT, Plan, Unit
from kobako.lab.play import Work, play_unit

PLAYERS, SEED = 4, 1
CORES, GAMES = 2, 1000
ROUNDS = 2

DEEP, SAMPLED, MATCHES = 8000, 30, 4


def cost(name: str, n: int) -> dict[str, Any]:
    """A game's figures: n games of the regulars' table are measured, and of every other a quarter as many."""
    plan = make_plan(kobako.game(name).setup(PLAYERS), GAMES, SEED)
    laps = [measured(plan, number, n if table.curves else n // 4) for number, table in enumerate(plan.tables)]
    whole = [
        lap.seconds / lap.games * table.deals * plan.games_per_deal(0, number)
        for number, (table, lap) in enumerate(zip(plan.tables, laps, strict=True))
    ]
    regulars = laps[0]
    return {
        "game": name,
        "games": regulars.games,
        "decisions": regulars.decisions / regulars.games,
        "core seconds a game": regulars.seconds / regulars.games,
        "million simulations a core-hour": regulars.simulations / regulars.seconds * 3600 / 1e6,
        "minutes": whole[0] / CORES / 60,
        "of the other tables": sum(whole[1:]) / CORES / 60,
        "whole study": sum(whole) / CORES / 60,
    }


class Measured(NamedTuple):
    """What some games of one table took."""

    games: int
    decisions: int
    simulations: int
    seconds: float


def measured(plan: Plan, table: int, n: int) -> Measured:
    """Play n games of a table, or a few more, after a unit that is not counted: it compiles."""
    units = (unit for unit in plan.units if unit.table == table)
    play_unit(plan, next(units))
    start, before, decisions, games = time.process_time(), Judge.simulations, 0, 0
    while games < n:
        rows = play_unit(plan, next(units))
        decisions += rows["decisions"].num_rows
        games += rows["games"].num_rows
    return Measured(games, decisions, Judge.simulations - before, time.process_time() - start)


class Lap(NamedTuple):
    """What one unit took: whose it was, in seconds of a core, and from when to when."""

    worker: int
    core: float
    begun: float
    ended: float


@dataclass(frozen=True)
class Timed(Work):
    """A study's games, of which only the time is kept."""

    def attempt(self, unit: Unit) -> Any:
        begun, core = time.time(), time.process_time()
        made = super().attempt(unit)
        return made if isinstance(made, str) else Lap(os.getpid(), time.process_time() - core, begun, time.time())


def by_workers(name: str, n: int, places: Sequence[str]) -> dict[str, Any]:
    """The part of a doubling that two workers have, of one worker's games: here, and on Ray.

    What can be lost is lost in two ways, and both can be told on a machine that does other things too: a game costs
    more of a core when two are played at once, and a worker waits for its next unit. What the clock says of the whole
    would tell how busy the machine was.
    """
    os.environ["RAY_ADDRESS"] = (
        "local"  # a cluster of one's own: Ray would join any that runs here, and wait for its cores
    )
    plan = make_plan(kobako.game(name).setup(PLAYERS), n, SEED, "regular")
    play_unit(plan, next(plan.units))  # compiled, for all workers
    row: dict[str, Any] = {"game": name, "games": plan.total}
    for on in places:
        laps = [(_laps(plan, on, 1), _laps(plan, on, 2)) for _ in range(ROUNDS)]  # in turn: load comes and goes
        one, two = (sum(_core(pair[at]) for pair in laps) / ROUNDS for at in (0, 1))
        busy = sum(_busy(pair[1]) for pair in laps) / ROUNDS
        found = {"core s by 1": one, "by 2": two, "busy": busy, "of ideal": one / two * busy}
        row |= {f"{on}: {what}": value for what, value in found.items()}
    return row


def _laps(plan: Any, on: str, workers: int) -> list[list[Lap]]:
    """By worker, what its units took, without the first: it has started and compiled by then."""
    by_worker: dict[int, list[Lap]] = {}
    for _, lap in play(Timed(plan), list(plan.units), on, workers):
        by_worker.setdefault(lap.worker, []).append(lap)
    return [sorted(laps, key=lambda lap: lap.begun)[1:] for laps in by_worker.values()]


def _core(by_worker: list[list[Lap]]) -> float:
    """Seconds of a core for a unit, the mean."""
    laps = [lap for laps in by_worker for lap in laps]
    return sum(lap.core for lap in laps) / len(laps)


def _busy(by_worker: list[list[Lap]]) -> float:
    """The part of its time, from its first lap to its last, in which a worker has a unit in hand."""
    had = sum(lap.ended - lap.begun for laps in by_worker for lap in laps)
    return had / sum(laps[-1].ended - laps[0].begun for laps in by_worker if laps)


def chances(name: str, n: int, glance: int) -> dict[str, Any]:
    """How far the chances of a study are from a deep search's, over decisions taken at random."""
    setup, rng = kobako.game(name).setup(PLAYERS), random.Random(SEED)
    method = thinking_of(setup.game).at(setup)
    judge, deep = Judge(setup, THOUGHT, method), Judge(setup, DEEP, method)
    apart, movers, lengths = [], [], 0
    for seed in range(MATCHES):
        match = Match(setup, seed)
        judge.begin(match)
        while not match.over:
            legal = [int(action) for action in match.legal()]
            action = legal[0]
            if len(legal) > 1:
                action = judge.think(legal, THOUGHT, rng.getrandbits(60), glance).order[0]
                if rng.random() < SAMPLED / MATCHES / max(40, lengths / max(1, seed)):
                    deep.begin(match)
                    deep.glance(DEEP, rng.getrandbits(40))
                    apart.append(np.subtract(judge.chances(), deep.chances()))
                    movers.append(apart[-1][match.state.to_move])
            match.play(action)
            judge.follow(action)
        lengths += len(match.actions)
    rms = float(np.sqrt(np.mean(np.square(apart))))
    return {"game": name, "decisions": len(apart), "root mean square": rms, "of who decides": float(np.mean(movers))}


def rows(names: list[str], n: int, measure: Any) -> Iterator[dict[str, Any]]:
    """The figures of every game."""
    for name in names:
        yield measure(name, n)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.lab", description="What a study costs.")
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(kobako.game_names()))
    parser.add_argument("-n", type=int, default=40, help="games to measure (default 40)")
    parser.add_argument("--workers", action="store_true", help="one worker and two, here and on Ray")
    parser.add_argument("--on", nargs="+", default=["local", "ray"], help="where, with --workers (default: local ray)")
    parser.add_argument("--chances", action="store_true", help="how far the chances are from a deep search's")
    parser.add_argument("--glance", type=int, default=GLANCE, help="visits of the others' views, with --chances")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures here")
    args = parser.parse_args()
    in_places, glancing = partial(by_workers, places=args.on), partial(chances, glance=args.glance)
    measure = in_places if args.workers else glancing if args.chances else cost
    found = list(rows(args.games, args.n, measure))
    table = Table(*found[0])
    for row in found:
        table.add_row(*(f"{value:.3f}" if isinstance(value, float) else str(value) for value in row.values()))
    Console(width=120).print(table)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
