"""Compiling: a game's rules and kernels through Numba, kept on disk, and never making a person wait.

Numba's own cache looks at one function's file and misses a change in what it calls, so it can run old rules.
Ours lies in a folder named by a hash of *everything* a kernel is made of: whatever changes, the folder is another.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import inspect
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from kobako.core import kernels
from kobako.core.events import emit
from kobako.core.fields import State, hide_source, record_dtype, to_bytes
from kobako.core.linking import Loops, link, linked_names

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kobako.core.game import Game

KEEP_DAYS = 30  # a folder of compiled rules that no process has used for so long is removed

# Kernels make no arrays and keep none, so nobody need count who holds one, as Numba's runtime ("nrt") would.
JIT: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": False}
# Functions of less bytecode are written out where they are called: a call passes every array in seven parts. With all
# of them written out, compiling would take half as long again for a few hundredths more speed.
INLINED = 500


@dataclass(frozen=True)
class Kernels:
    """Loops to be compiled with a game: their modules, and the types of those that can be called from outside.

    A type is a word of Numba's with its dimensions; `state` is the game's record, `obs` is uint8 or float32 as the
    caller likes, and `records` may name others.
    """

    modules: tuple[Loops, ...]
    signatures: Mapping[str, str]
    records: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)


ENGINE = Kernels(
    (kernels,),
    {
        "playouts": "state[:] state[:] int32[:] int64[:] int64[:,:] int32[:] int32[:,:] int32[:] int32[:] int32[:] "
        "int32[:,:] int32[:,:]",
        "reset": "state[:] state[:] int64[:,:] int64[:,:]",
        "lay_open": "state[:] int32[:,:] int32[:] uint8[:,:] obs[:,:] int32[:]",
        "first_wrong": "uint8[:,:] int32[:]",
        "step": "state[:] state[:] int32[:] int64[:,:] int32[:,:] int32[:] uint8[:,:] obs[:,:] int32[:] float32[:,:] "
        "uint8[:] int64",
        "pick": "int32[:,:] int32[:] int64[:,:] int32[:]",
        "imagined": "state[:] int64 int64[:] state[:]",
        "seen": "state[:] int64 state[:]",
        "trace": "state[:] state[:] int32[:] int64[:] int64[:,:] int32[:] state[:] uint8[:,:] obs[:,:] int32[:]",
    },
)


def source_stamp(game: Game, loops: Kernels = ENGINE) -> str:
    """A hash of all that the compiled game is made of: texts, numbers, fields, and what compiles them."""
    h = hashlib.sha256()
    names = linked_names(game, loops.modules)
    functions = [f for f in names.values() if isinstance(f, FunctionType) and f is not emit]
    for path in sorted({inspect.getfile(f) for f in functions} | {__file__, record_dtype.__code__.co_filename}):
        h.update(Path(path).read_bytes())
    h.update(repr(sorted((k, v) for k, v in names.items() if not isinstance(v, FunctionType))).encode())
    h.update(hide_source(game.fields).encode())
    h.update(repr((game.fields, loops.signatures, loops.records)).encode())
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
        self.failure: BaseException | None = None

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The record of one state."""
        return record_dtype(self.game.fields)

    def records(self, states: Sequence[State]) -> npt.NDArray[np.void]:
        """Plain states as an array of records."""
        import numpy as np

        data = b"".join(to_bytes(s, self.game.fields) for s in states)
        return np.frombuffer(data, self.dtype).copy()

    @cached_property
    def folder(self) -> Path | None:
        """Where this game's compiled kernels lie, or None."""
        home = cache_home()
        name = self.game.name + ("-checked" if self.boundscheck else "")
        remove_old(home, name)
        return usable_folder(home / f"{name}-{source_stamp(self.game, self.loops)}")

    @cached_property
    def _linked(self) -> SimpleNamespace:
        import numba

        def jit(f: FunctionType) -> Any:
            small = len(f.__code__.co_code) < INLINED
            return numba.njit(boundscheck=self.boundscheck, forceinline=small, **JIT)(f)

        return link(self.game, jit, compiled=True, loops=self.loops.modules)

    def _type(self, word: str, obs: str) -> Any:
        """Numba's type for a word of a signature."""
        import numba
        import numpy as np

        name, _, dimensions = word.partition("[")
        if name == "state":
            kind = numba.from_dtype(self.dtype)
        elif name in self.loops.records:
            kind = numba.from_dtype(np.dtype(list(self.loops.records[name]), align=True))
        else:
            kind = getattr(numba.types, obs if name == "obs" else name)
        return numba.types.Array(kind, dimensions.count(":"), "C") if dimensions else kind

    def kernel(self, name: str, obs: str = "uint8") -> Callable[..., Any]:
        """A kernel, ready to call. Compiles it, or loads it from disk, if need be."""
        with self._lock:
            if (name, obs) not in self._ready:
                self._ready[name, obs] = self._make(name, obs)
            return self._ready[name, obs]

    def kernel_if_ready(self, name: str, obs: str = "uint8") -> Callable[..., Any] | None:
        """A kernel if it is ready; else None, and it is being made in the background.

        Where compiling fails, `failure` says why and the plain form must do.
        """
        if (name, obs) in self._ready:
            return self._ready[name, obs]
        if (name, obs) not in self._started:
            self._started.add((name, obs))
            thread = threading.Thread(target=self._make_quietly, args=(name, obs), daemon=True, name=f"compile {name}")
            self._threads.append(thread)
            thread.start()
        return None

    def wait(self) -> None:
        """Wait for what is being made in the background: a process should not end in the middle of it."""
        for thread in self._threads:
            thread.join()

    def _make_quietly(self, name: str, obs: str) -> None:
        try:
            self.kernel(name, obs)
        except BaseException as failure:
            self.failure = failure

    def _make(self, name: str, obs: str) -> Callable[..., Any]:
        dispatcher = getattr(self._linked, name)
        signature = tuple(self._type(word, obs) for word in self.loops.signatures[name].split())
        if self.folder is None:
            dispatcher.compile(signature)
        else:
            self._make_on_disk(dispatcher, signature, self.folder / f"{name}-{obs}")
        made: Callable[..., Any] = dispatcher
        return made

    def _make_on_disk(self, dispatcher: Any, signature: tuple[Any, ...], folder: Path) -> None:
        """Load from the folder, or compile and leave it there. One process at a time: the next finds it done."""
        from filelock import FileLock

        with FileLock(folder.with_suffix(".lock")):
            dispatcher._cache = numba_cache(dispatcher.py_func, folder)
            try:
                dispatcher.compile(signature)
            except Exception:
                # A damaged file, a full disk: forget the folder, and compile in memory.
                shutil.rmtree(folder, ignore_errors=True)
                from numba.core.caching import NullCache

                dispatcher._cache = NullCache()
                dispatcher.compile(signature)


def numba_cache(function: FunctionType, folder: Path) -> Any:
    """Numba's cache for one function, in a folder of our choice."""
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

    class Locator(_CacheLocator):
        def __init__(self, py_func: FunctionType, py_file: str) -> None:
            self._py_file = py_file

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.parent.name  # the folder's name is the stamp of all sources

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, py_func: FunctionType, py_file: str) -> Locator:
            return cls(py_func, py_file)

    class Impl(CompileResultCacheImpl):
        _locator_classes: Any = [Locator]  # noqa: RUF012  (as Numba declares it)

    class Cache(FunctionCache):
        _impl_class = Impl

    make: Any = Cache
    return make(function)
