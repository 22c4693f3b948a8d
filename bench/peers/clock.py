"""The measure of all that is compared here: processor time on one core, which a busy machine hardly changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

REPEATS, SECONDS = 5, 0.1

Run = Callable[[], int]  # plays for a while, and gives how much it has done


def one_core() -> None:
    """Keep this process, whatever threads its libraries start, on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def stretch(run: Run) -> float:
    """How much is done in a second of processor time, by a stretch of it."""
    start, done = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        done += run()
    return done / (time.process_time() - start)


def rates(runs: Iterable[tuple[dict[str, Any], Run]]) -> list[dict[str, Any]]:
    """The rate of each: the median of some stretches, after one run to warm up.

    They take turns, so that an hour when the machine is slow is so for all. What is named alike is one thing tried in
    several sizes, and the best of them counts.
    """
    runs = list(runs)
    for _, run in runs:
        run()
    rounds = [[stretch(run) for _, run in runs] for _ in range(REPEATS)]
    found = [{**name, "rate": median(measured)} for (name, _), measured in zip(runs, zip(*rounds), strict=True)]
    best: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in sorted(found, key=lambda row: -row["rate"]):
        best.setdefault(tuple(value for key, value in row.items() if key not in ("size", "rate")), row)
    return [row for row in found if row in best.values()]
