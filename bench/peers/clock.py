"""The measure of all that is compared here: processor time on one core, which a busy machine hardly changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from statistics import median

REPEATS = 5


def one_core() -> None:
    """Keep this process, whatever threads its libraries start, on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def rate(run: Callable[[], int], seconds: float = 0.2) -> float:
    """Decisions per second of processor time: the median of some stretches, after one to warm up."""
    run()
    rates = []
    for _ in range(REPEATS):
        start, done = time.process_time(), 0
        while time.process_time() - start < seconds:
            done += run()
        rates.append(done / (time.process_time() - start))
    return median(rates)
