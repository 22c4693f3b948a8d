"""Units played on this machine: in this process, or by several.

Not `concurrent.futures`: there one killed worker ends the whole pool, and a killed arena leaves its workers behind.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from kobako.core.errors import KobakoError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

U = TypeVar("U")
R = TypeVar("R")
Given = TypeVar("Given", contravariant=True)
Made = TypeVar("Made", covariant=True)

TRIES = 3  # a unit whose worker died so often is not tried again
PATIENCE = 5.0  # seconds that a worker gets to leave by itself


class Stopped(KobakoError):
    """A unit could not be played: all ends, for what came of the rest would say nothing."""


class Work(Protocol[Given, Made]):
    """What there is to do, unit by unit. It travels to the workers, so it can be pickled."""

    def attempt(self, unit: Given, /) -> Made | str:
        """Do a unit; if it cannot be done, say why. A text, since not every exception survives the way home."""
        ...

    def what(self, unit: Given, /) -> str:
        """A unit in words."""
        ...


def attempt(work: Work[U, R], unit: U) -> R | str:
    """Do a unit, wherever that is."""
    return work.attempt(unit)


@contextmanager
def stoppable() -> Iterator[None]:
    """Within it, to be told to end and to lose the terminal are what Ctrl-C is: the bots that are programs end too.

    Once is enough: nobody who puts things away is disturbed again. What we were started to ignore, we ignore.
    """
    named = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))  # not every system has both
    before = {number: signal.getsignal(number) for number in named if number is not None}
    heeded = [number for number, does in before.items() if does != signal.SIG_IGN]

    def stop(number: int, frame: object) -> None:
        for each in heeded:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    try:
        for number in heeded:
            signal.signal(number, stop)
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(work: Work[U, R], units: Iterable[U]) -> Iterator[tuple[U, R]]:
    """Play in this very process."""
    for unit in units:
        yield unit, checked(attempt(work, unit))


def play_in_processes(work: Work[U, R], units: Iterable[U], workers: int) -> Iterator[tuple[U, R]]:
    """Play in so many processes; what they give comes in the order in which they are ready."""
    team = _Team(work, units)
    try:
        for _ in range(workers):
            team.hire()
        while team.hands:
            yield from team.ready()
        team.farewell()
    finally:
        team.dismiss()


def checked(result: R | str) -> R:
    """What a worker gave, unless that is the reason why it could not."""
    if isinstance(result, str):
        raise Stopped(result)
    return result


class _Team(Generic[U, R]):
    """The workers, what each has in hand, and what is still to be done."""

    def __init__(self, work: Work[U, R], units: Iterable[U]) -> None:
        self.work, self.todo = work, deque(units)
        self.processes: dict[Connection, SpawnProcess] = {}
        self.hands: dict[Connection, U] = {}
        self.deaths: Counter[U] = Counter()

    def hire(self) -> None:
        """Start a worker, if there is something for it to do."""
        if not self.todo:
            return
        # Spawned, not forked: a fork copies the locks that the threads of a compiler may hold.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(self.work, theirs), daemon=True)
        # Ctrl-C goes to every process of a terminal; ours alone is to answer it. A mask is inherited from birth on.
        resource_tracker.ensure_running()  # started along with the first worker, it would take the mask off again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
            self.processes[ours] = process
            theirs.close()  # then its only copy dies with the worker, and we hear of it
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._give(ours)

    def _give(self, pipe: Connection) -> None:
        if not self.todo:
            return
        unit = self.hands[pipe] = self.todo.popleft()
        with suppress(OSError):  # it may be dead already: `ready` will find its pipe closed
            pipe.send(unit)

    def ready(self) -> Iterator[tuple[U, R]]:
        """Wait until a worker has something; give it, and the worker its next unit."""
        for pipe in wait(list(self.hands)):
            assert isinstance(pipe, Connection)
            try:
                result: R | str = pipe.recv()
            except (EOFError, OSError):
                self._bury(pipe)
                continue
            unit = self.hands.pop(pipe)
            self._give(pipe)
            yield unit, checked(result)

    def _bury(self, pipe: Connection) -> None:
        """A worker has died: its unit goes to another one."""
        unit, process = self.hands.pop(pipe), self.processes.pop(pipe)
        pipe.close()
        process.join()
        self.deaths[unit] += 1
        if self.deaths[unit] >= TRIES:
            raise KobakoError(
                f"{self.work.what(unit)} killed {TRIES} workers (the last ended with code {process.exitcode}): "
                "one of these bots, or too little memory"
            )
        self.todo.appendleft(unit)
        self.hire()

    def farewell(self) -> None:
        """All is done: the workers leave by themselves when their pipes close."""
        for pipe, process in self.processes.items():
            pipe.close()
            process.join(PATIENCE)

    def dismiss(self) -> None:
        """Whoever is still there is stopped: nothing that it does would be counted."""
        for pipe, process in self.processes.items():
            pipe.close()
            process.terminate()
        for process in self.processes.values():
            process.join(PATIENCE)
            process.kill()


def _work(work: Work[U, R], pipe: Connection) -> None:
    """A worker's life: until the arena closes its pipe, dismisses it, or is no more."""
    with suppress(EOFError, OSError, KeyboardInterrupt), stoppable():
        threading.Thread(target=_end_with_the_arena, args=(threading.get_ident(),), daemon=True).start()
        while True:
            unit: U = pipe.recv()
            pipe.send(attempt(work, unit))


def _end_with_the_arena(thread: int) -> None:
    """Stop the thread that plays when the arena is gone: one that was killed tells nobody, and bots may think long."""
    arena = multiprocessing.parent_process()
    assert arena is not None
    arena.join()
    signal.pthread_kill(thread, signal.SIGTERM)
