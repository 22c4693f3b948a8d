"""An arena from beginning to end: what is not yet played is played, logged unit by unit, and summed up."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kobako.arena.duel import Duels
from kobako.arena.html import page
from kobako.arena.places import HERE, check_place, play
from kobako.arena.results import LOG, Log, table_file, write
from kobako.arena.schedule import Plan
from kobako.arena.sequential import Watch
from kobako.arena.standings import Standings, standings


def run(
    plan: Plan,
    folder: Path,
    on: str = HERE,
    workers: int | None = None,
    report: Callable[[int], None] | None = None,
    as_csv: bool = False,
    watch: Watch | None = None,
) -> Standings:
    """Play what the folder's log does not have yet, then write the games, a summary and a page beside it.

    `on` is where: "local", or Ray as `read_address` reads it. `report` is told how many games are done.
    With a `watch` it ends as soon as that finds it clear who is stronger.
    """
    check_place(on, workers, (folder / LOG).exists(), "an arena")  # refused before a folder is made
    with Log(folder, plan) as log:
        tell = report or (lambda done: None)
        tell(len(log.done) * plan.players)
        todo = [unit for unit in plan.units if unit not in log.done]
        if todo and not clear(watch, log):
            with closing(play(Duels(plan), todo, on, workers)) as played:
                for unit, outcomes in played:
                    log.add(unit, outcomes)
                    tell(len(log.done) * plan.players)
                    if clear(watch, log):
                        break
        return _write(log, as_csv)


def clear(watch: Watch | None, log: Log) -> bool:
    """Whether someone watches, and has seen enough."""
    if watch is not None:
        watch.see(log.done)
    return watch is not None and watch.is_clear


def _write(log: Log, as_csv: bool) -> Standings:
    found = standings(log.plan, log.done)
    summary = json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n"
    # All are made before the first is written: what cannot be summed up leaves the old ones as they were.
    files = dict([table_file(log.plan, log.done, as_csv)])
    files |= {"summary.json": summary.encode(), "report.html": page(found).encode()}
    for name, data in files.items():
        write(log.folder / name, data)
    return found
