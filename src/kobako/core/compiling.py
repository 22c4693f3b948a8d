"""Compiling: a game's rules and kernels through Numba, kept on disk, and never making a person wait.

Numba's own cache looks at one function's file and misses a change in what it calls, so it can run old rules.
Ours lies in a folder named by a hash of *everything* a kernel is made of: whatever changes, the folder is another.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import inspect
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from kobako.core import arrays, defaults, fields, jit, kernels, workshop
from kobako.core.arrays import parameters, spelled
from kobako.core.errors import BadGame, KobakoError, NotCompiled
from kobako.core.events import emit
from kobako.core.fields import State, hide_source, record_dtype, to_record
from kobako.core.linking import Loops, link, linked_names, named_in

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kobako.core.game import Game

KEEP_DAYS = 30  # a folder of compiled rules that no process has used for so long is removed
OBSERVED = "uint8"  # what observations are made of, unless the caller likes it otherwise


@dataclass(frozen=True)
class Kernels:
    """Loops to be compiled with a game: their modules, and the names of those that can be called from outside.

    What these take stands at their parameters: see `arrays`.
    """

    modules: tuple[Loops, ...]
    names: tuple[str, ...]

    def parameters(self, name: str) -> dict[str, Any]:
        """What a kernel takes."""
        for some in self.modules if name in self.names else ():
            if kernel := dict(named_in(some)).get(name):
                return parameters(kernel)
        raise BadGame(f"no kernel {name!r}: there are {', '.join(self.names)}")

    def observes(self, name: str) -> bool:
        """Whether a kernel takes observations, and so is compiled for each kind of them."""
        return any(getattr(kind, "ELEMENT", "") == arrays.OBSERVED for kind in self.parameters(name).values())

    def signatures(self) -> dict[str, str]:
        """What every kernel takes, in words."""
        return {name: " ".join(map(spelled, self.parameters(name).values())) for name in self.names}


ENGINE = Kernels(
    (kernels,),
    ("playouts", "reset", "lay_open", "first_wrong", "step", "pick", "imagined", "seen", "trace"),
)


def source_stamp(game: Game, loops: Kernels = ENGINE) -> str:
    """A hash of all that the compiled game is made of: texts, numbers, fields, and what compiles them."""
    h = hashlib.sha256()
    names = linked_names(game, loops.modules)
    functions = [f for f in names.values() if isinstance(f, FunctionType) and f is not emit]
    texts = {inspect.getfile(f) for f in functions if not inspect.getfile(f).startswith("<")}
    texts |= {__file__, *(inspect.getfile(module) for module in (arrays, defaults, fields, jit))}
    for path in sorted(texts):  # what is made from the fields has no file, and is settled by them
        h.update(Path(path).read_bytes())
    h.update(repr(sorted((k, v) for k, v in names.items() if not isinstance(v, FunctionType))).encode())
    h.update(hide_source(game.fields).encode())
    h.update(repr((game.fields, loops.signatures())).encode())
    h.update(f"{sys.version} {importlib.metadata.version('numba')} {importlib.metadata.version('numpy')}".encode())
    return h.hexdigest()[:24]


def cache_home() -> Path:
    """Where compiled rules are kept: $KOBAKO_CACHE, or the user's cache directory."""
    if chosen := os.environ.get("KOBAKO_CACHE"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("kobako", appauthor=False))


def usable_folder(path: Path) -> Path | None:
    """The folder, made if need be; None where nothing can be written (then we compile in memory)."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
        os.utime(path)
    except OSError:
        return None
    return path


def remove_old(home: Path, prefix: str) -> None:
    """Remove what an earlier version of a game left behind, once it has lain unused."""
    for old in home.glob(f"{prefix}-*"):
        try:
            if time.time() - old.stat().st_mtime > KEEP_DAYS * 86400:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue


class Compiled:
    """The compiled form of a game. Kernels are compiled one by one, when first asked for."""

    def __init__(self, game: Game, boundscheck: bool = False, loops: Kernels = ENGINE) -> None:
        self.game, self.boundscheck, self.loops = game, boundscheck, loops
        self._lock = threading.RLock()
        self._ready: dict[tuple[str, str], Callable[..., Any]] = {}
        self._started: set[tuple[str, str]] = set()
        self._threads: list[threading.Thread] = []
        self.failures: dict[tuple[str, str], KobakoError] = {}  # what does not compile, and why

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The record of one state."""
        return record_dtype(self.game.fields)

    def records(self, states: Sequence[State]) -> npt.NDArray[np.void]:
        """Plain states as an array of records."""
        import numpy as np

        data = b"".join(to_record(s, self.game.fields) for s in states)
        return np.frombuffer(data, self.dtype).copy()

    @property
    def place(self) -> Path:
        """Where this game's compiled kernels would lie."""
        name = self.game.name + ("-checked" if self.boundscheck else "")
        return cache_home() / f"{name}-{source_stamp(self.game, self.loops)}"

    @cached_property
    def folder(self) -> Path | None:
        """Where this game's compiled kernels lie, or None."""
        place = self.place
        remove_old(place.parent, place.name.rpartition("-")[0])
        return usable_folder(place)

    @cached_property
    def _linked(self) -> SimpleNamespace:
        lacks = jit.lacking()
        for why in jit.limits():
            workshop.remember(workshop.Limited(why))

        # Numba knows a compiled function by its module, its name, a number counted in each process and the kinds of its
        # arguments, where a record is a number counted in each process too. So the clones of one kernel for two games,
        # each compiled in a process of its own, could have one name; loaded into one, the first was called for both.
        own = self.place.name

        def to_compile(f: FunctionType) -> Any:
            f.__qualname__ = f"{own}.{f.__qualname__}"
            return jit.jit(f, self.boundscheck, lacks)

        return link(self.game, to_compile, compiled=True, loops=self.loops.modules)

    def kernel(self, name: str, obs: str = OBSERVED) -> Callable[..., Any]:
        """A kernel, ready to call. Compiles it, or loads it from disk, if need be; NotCompiled where that fails."""
        with self._lock:
            if (name, obs) in self.failures:
                raise self.failures[name, obs].with_traceback(None)
            if (name, obs) not in self._ready:
                self._ready[name, obs] = self._make(name, obs)
            return self._ready[name, obs]

    def kernel_if_ready(self, name: str, obs: str = OBSERVED) -> Callable[..., Any] | None:
        """A kernel if it is ready; else None, and it is being made in the background.

        Where compiling fails it stays None, `failures` says why, and the plain form must do.
        """
        if (name, obs) in self._ready:
            return self._ready[name, obs]
        if (name, obs) not in self._started and jit.is_here():
            self._started.add((name, obs))
            self._threads.append(workshop.start(lambda: self.kernel_or_none(name, obs), f"compile {name}"))
        return None

    def kernel_or_none(self, name: str, obs: str = OBSERVED) -> Callable[..., Any] | None:
        """A kernel, waited for; None where it does not compile."""
        with contextlib.suppress(KobakoError):
            return self.kernel(name, obs)
        return None

    def wait(self) -> None:
        """Wait for what is being made in the background: a process should not end in the middle of it."""
        for thread in self._threads:
            thread.join()

    def _make(self, name: str, obs: str) -> Callable[..., Any]:
        """Make a kernel, and let it be known how that went."""
        label = name if obs == OBSERVED else f"{name}-{obs}"
        try:
            made = self._compile(name, obs)
        except Exception as failed:
            whole = jit.reason(failed)
            short = whole.splitlines()[0]
            self._leave_note(name, obs, whole)
            workshop.remember(workshop.Failed(self.game.name, label, short))
            if isinstance(failed, KobakoError):
                self.failures[name, obs] = failed
                raise
            self.failures[name, obs] = NotCompiled(f"{self.game.name}: {label!r} does not compile: {short}")
            raise self.failures[name, obs] from failed
        workshop.remember(workshop.Made(self.game.name, label))
        return made

    def _compile(self, name: str, obs: str) -> Callable[..., Any]:
        signature = [jit.numba_type(kind, self.dtype, obs) for kind in self.loops.parameters(name).values()]
        made: Callable[..., Any] = getattr(self._linked, name)
        if self.folder is None:
            jit.compile_for(made, signature, None)
            return made
        from filelock import FileLock

        folder = self.folder / f"{name}-{obs}"
        try:
            with FileLock(folder.with_suffix(".lock")):  # one process at a time: the next finds it done
                jit.compile_for(made, signature, folder)
                note(folder).unlink(missing_ok=True)
        except OSError:  # the disk is full, or the folder is no longer ours
            jit.compile_for(made, signature, None)
        return made

    def _leave_note(self, name: str, obs: str, why: str) -> None:
        """Beside the kernels that compile, a word on one that does not: for `kobako doctor`."""
        with contextlib.suppress(Exception):
            if self.folder:
                note(self.folder / f"{name}-{obs}").write_text(why, encoding="utf-8")


def note(folder: Path) -> Path:
    """Where it stands why a kernel is not in its folder."""
    return folder.with_suffix(".failed")
