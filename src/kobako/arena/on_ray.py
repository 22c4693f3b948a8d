"""Units played on a Ray cluster. Ray tries a unit again whose worker or node was lost; what it gives counts once."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from kobako.arena.pool import TRIES, R, U, Work, attempt, checked
from kobako.core.errors import BadOption, KobakoError

AHEAD = 2  # units handed to Ray for every core, so that none waits for the next
KNOCKING = 5.0  # seconds until a cluster that does not answer is not there
FORM = re.compile(r"ray(?:(://\S+)|:([^/\s]\S*))?")


def read_address(on: str, what: str = "an arena") -> str | None:
    """Where a text sends us: `ray` to the cluster around us (or a new one, here), `ray:HOST:PORT` to the cluster
    at that address, `ray://HOST:PORT` to its door for clients from outside. The last two are Ray's own two kinds.
    """
    found = FORM.fullmatch(on)
    if not found:
        raise BadOption(f"{what} runs on ray, ray:HOST:PORT or ray://HOST:PORT, not {on!r}")
    client, direct = found.groups()
    return f"ray{client}" if client else direct


def look_for(on: str) -> None:
    """Refuse a place where there is no Ray; nothing is begun for it yet."""
    address = read_address(on)
    _ray()
    if address:
        _knock(address)


def play_on_ray(work: Work[U, R], units: Iterable[U], on: str, workers: int | None = None) -> Iterator[tuple[U, R]]:
    """Play on a cluster; `workers` is the most units that are played at once (None: one for each of its cores)."""
    address = read_address(on)
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, address)
    try:
        yield from _play(ray, work, deque(units), workers)
    finally:
        if ours:
            ray.shutdown()


def _play(ray: Any, work: Work[U, R], todo: deque[U], workers: int | None) -> Iterator[tuple[U, R]]:
    task = ray.remote(attempt).options(num_cpus=1, max_retries=TRIES)
    running: dict[Any, U] = {}
    try:
        while todo or running:
            # Asked again each time: nodes come and go.
            room = workers or AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while todo and len(running) < room:
                unit = todo.popleft()
                running[task.remote(work, unit)] = unit
            for ref in ray.wait(list(running))[0]:
                unit = running.pop(ref)
                yield unit, checked(_fetch(ray, ref, work.what(unit)))
    finally:
        for ref in running:
            ray.cancel(ref, force=True)


def _fetch(ray: Any, ref: Any, what: str) -> Any:
    try:
        return ray.get(ref)
    except ray.exceptions.RayError as wrong:
        raise KobakoError(f"Ray could not play {what}: {_last_line(wrong)}") from wrong


def _ray() -> Any:
    # Ray reports its use to its makers unless told not to, and this is read when it is imported.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise KobakoError("Ray is not installed: pip install 'kobako[ray]'") from None
    return ray


def _connect(ray: Any, address: str | None) -> None:
    if address:
        _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
    except Exception as wrong:  # Ray has no one kind of error for a cluster that is not there
        raise _missing(address or "this machine", wrong) from wrong


def _knock(address: str) -> None:
    """See that someone listens: Ray itself would try for minutes, and say so in many lines."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        if not host or not port.isdecimal():
            raise BadOption("an address is HOST:PORT")
        socket.create_connection((host.strip("[]"), int(port)), KNOCKING).close()
    except Exception as wrong:  # also of a host that cannot be one, or a port that is too big
        raise _missing(address, wrong) from wrong


def _missing(where: str, wrong: Exception) -> KobakoError:
    return KobakoError(f"no Ray cluster at {where}: {_last_line(wrong)}")


def _last_line(wrong: BaseException) -> str:
    lines = [line.strip() for line in str(wrong).splitlines() if line.strip()]
    return lines[-1] if lines else type(wrong).__name__
