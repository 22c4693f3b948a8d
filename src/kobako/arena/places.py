"""Where units are played: in this process, in several, or on Ray."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kobako.arena.on_ray import look_for, play_on_ray, read_address
from kobako.arena.pool import R, U, Work, play_here, play_in_processes, usable_cores
from kobako.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Generator

HERE = "local"


def check_place(on: str, workers: int | None, begun: bool, what: str) -> None:
    """Refuse a place that there is not; one that was `begun` may have nothing left to play, and asks no cluster."""
    if workers is not None and workers < 1:
        raise BadOption(f"{what} has 1 worker or more, not {workers}")
    if on != HERE:
        read_address(on, what)
        if not begun:
            look_for(on)


def play(
    work: Work[U, R], units: Iterable[U], on: str = HERE, workers: int | None = None
) -> Generator[tuple[U, R], None, None]:
    """Play units there; what comes of them comes in the order in which they are ready."""
    if on != HERE:
        yield from play_on_ray(work, units, on, workers)
        return
    workers = workers or usable_cores()
    yield from play_here(work, units) if workers == 1 else play_in_processes(work, units, workers)
