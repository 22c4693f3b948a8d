"""An arena from beginning to end: what is not yet played is played, logged unit by unit, and summed up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kobako.arena.html import page
from kobako.arena.on_ray import look_for, play_on_ray, read_address
from kobako.arena.pool import play_here, play_in_processes, usable_cores
from kobako.arena.results import LOG, Log, table_file, write
from kobako.arena.schedule import Plan, Unit
from kobako.arena.standings import Standings, standings
from kobako.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Generator

    from kobako.arena.duel import Outcomes

HERE = "local"


def run(
    plan: Plan,
    folder: Path,
    on: str = HERE,
    workers: int | None = None,
    report: Callable[[int], None] | None = None,
    as_csv: bool = False,
) -> Standings:
    """Play what the folder's log does not have yet, then write the games, a summary and a page beside it.

    `on` is where: "local", or Ray as `read_address` reads it. `report` is told how many games are done.
    """
    if workers is not None and workers < 1:
        raise BadOption(f"an arena has 1 worker or more, not {workers}")
    if on != HERE:
        read_address(on)
        if not (folder / LOG).exists():
            look_for(on)  # refused before a folder is made; where one is, there may be nothing left to play
    with Log(folder, plan) as log:
        tell = report or (lambda done: None)
        tell(len(log.done) * plan.players)
        todo = [unit for unit in plan.units if unit not in log.done]
        if todo:
            with closing(_play(plan, todo, on, workers)) as played:
                for unit, outcomes in played:
                    log.add(unit, outcomes)
                    tell(len(log.done) * plan.players)
        return _write(log, as_csv)


def _play(
    plan: Plan, todo: Iterable[Unit], on: str, workers: int | None
) -> Generator[tuple[Unit, Outcomes], None, None]:
    if on != HERE:
        yield from play_on_ray(plan, todo, on, workers)
        return
    workers = workers or usable_cores()
    yield from play_here(plan, todo) if workers == 1 else play_in_processes(plan, todo, workers)


def _write(log: Log, as_csv: bool) -> Standings:
    found = standings(log.plan, log.done)
    summary = json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n"
    # All are made before the first is written: what cannot be summed up leaves the old ones as they were.
    files = dict([table_file(log.plan, log.done, as_csv)])
    files |= {"summary.json": summary.encode(), "report.html": page(found).encode()}
    for name, data in files.items():
        write(log.folder / name, data)
    return found
