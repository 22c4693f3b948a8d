"""Numba, and the only place that knows its private parts.

What its documentation does not name may change with any version. So these parts are used only in the versions they are
known in, and each only where it is found. Without them kernels are compiled all the same, by documented means; `limits`
says what that costs.
"""

from __future__ import annotations

import contextlib
import importlib.util
import re
import shutil
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from kobako.core.arrays import OBSERVED, SINGLE, STATE

OLDEST, NEWEST = (0, 61), (0, 68)  # the versions that all of this is known to work with; pyproject.toml has the same

# Kernels make no arrays and keep none, so nobody need count who holds one, as Numba's runtime ("nrt") would.
COUNTING = "_nrt"
# Small functions are written out where they are called: a call passes every array in seven parts.
INLINING = "forceinline"
# Numba's own cache, in a folder of our choice.
CACHE = "cache"
# Once compiled, a kernel takes nothing else. Left to itself Numba would compile it anew, silently, for arrays that were
# swapped or are of another kind.
CLOSING = "disable_compile"


@cache
def is_here() -> bool:
    """Whether there is Numba at all: in a browser there is not."""
    return importlib.util.find_spec("numba") is not None


PARTS = {
    COUNTING: ("numba.core.cpu:CPUTargetOptions._nrt",),
    INLINING: ("numba.core.cpu:CPUTargetOptions.forceinline",),
    CACHE: (
        "numba.core.caching:_CacheLocator",
        "numba.core.caching:CompileResultCacheImpl._locator_classes",
        "numba.core.caching:FunctionCache._impl_class",
    ),
    CLOSING: ("numba.core.dispatcher:Dispatcher.disable_compile",),
}
COSTS = {
    COUNTING: "kernels run slower",
    INLINING: "kernels run slower",
    CACHE: "every process compiles its kernels anew",
    CLOSING: "arrays of a wrong kind are compiled for instead of refused",
}

# Less bytecode than this is small. With all functions written out, compiling would take half as long again for a few
# hundredths more speed.
INLINED = 500


def version() -> str:
    """Numba's version."""
    import numba

    return str(numba.__version__)


def is_known(text: str) -> bool:
    """Whether this is a version whose private parts are known here."""
    found = re.match(r"(\d+)\.(\d+)", text)
    return found is not None and OLDEST <= (int(found[1]), int(found[2])) <= NEWEST


def known_versions() -> str:
    """The versions known here, for a person: `0.61 to 0.68`."""
    return " to ".join(f"{major}.{minor}" for major, minor in (OLDEST, NEWEST))


def requirement() -> str:
    """The same, as an installer is told it."""
    (major, minor), (_, newest) = OLDEST, NEWEST
    return f"numba>={major}.{minor},<{major}.{newest + 1}"


def lacking() -> tuple[str, ...]:
    """The private parts that are not used here: all of them in an unknown version, else those that are not found."""
    if not is_known(version()):
        return tuple(PARTS)
    gone = [part for part, places in PARTS.items() if not all(map(_is_there, places))]
    if CACHE not in gone and not _has_cache():
        gone.append(CACHE)
    return tuple(gone)


def limits() -> list[str]:
    """What it costs that some parts are lacking, in sentences; nothing where all are there."""
    known = is_known(version())
    if not known:
        costs = ", ".join(dict.fromkeys(COSTS.values()))
        return [f"Numba {version()} is not one of the versions known here ({known_versions()}): {costs}"]
    return [f"Numba {version()} lacks {part!r}: {COSTS[part]}" for part in lacking()]


def _is_there(place: str) -> bool:
    module, _, path = place.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for name in path.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError):
        return False
    return True


def _has_cache() -> bool:
    """Whether a function to be compiled has a cache that can be exchanged: only one that is made can tell."""
    import numba

    return hasattr(numba.njit(version), "_cache")


def jit(function: FunctionType, boundscheck: bool, lacks: Collection[str]) -> Any:
    """A function to be compiled: by `compile_for`, or with the first that calls it."""
    import numba

    options: dict[str, Any] = {"error_model": "numpy", "nogil": True, "boundscheck": boundscheck}
    if COUNTING not in lacks:
        options[COUNTING] = False
    if INLINING not in lacks:
        options[INLINING] = len(function.__code__.co_code) < INLINED
    return numba.njit(**options)(function)


def numba_type(kind: Any, state: Any, observed: str) -> Any:
    """Numba's type for a kernel's parameter, where a state has this dtype and observations have this element."""
    import numba
    import numpy as np

    if kind in SINGLE:
        return getattr(numba.types, SINGLE[kind])
    if kind.RECORD:
        element: Any = np.dtype(list(kind.RECORD), align=True)
    else:
        element = {STATE: state, OBSERVED: observed}.get(kind.ELEMENT, kind.ELEMENT)
    return numba.types.Array(numba.from_dtype(np.dtype(element)), kind.DIMENSIONS, "C")


def compile_for(function: Any, signature: Sequence[Any], folder: Path | None) -> None:
    """Compile a function for these types; with a folder, load it from there, or leave it there."""
    types, lacks = tuple(signature), lacking()
    if CLOSING not in lacks:
        function.disable_compile(False)  # it may have been compiled for other types before
    if folder is None or CACHE in lacks or not _compile_on_disk(function, types, folder):
        function.compile(types)
    if CLOSING not in lacks:
        function.disable_compile()


def reason(failed: BaseException) -> str:
    """Why compiling failed, the point first: Numba begins with how deep it was, and writes in colours."""
    lines = [re.sub(r"\x1b\[\d*m", "", line).rstrip() for line in str(failed).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    if any("NRT required" in line for line in told):
        told.insert(0, "compiled rules make no list, dict or text; `kobako check` says in which line one is made")
    return "\n".join([f"{type(failed).__name__}: {told[0] if told else failed}", *told[1:]])


def _compile_on_disk(function: Any, signature: tuple[Any, ...], folder: Path) -> bool:
    """Whether it is compiled now, and lies in the folder."""
    usual = function._cache
    try:
        function._cache = _cache(function.py_func, folder)
        function.compile(signature)
    except Exception:  # a damaged file, a full disk, or a function that does not compile: in memory we shall see
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)
        return False
    finally:
        function._cache = usual
    return True


def _cache(function: FunctionType, folder: Path) -> Any:
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
