"""Numba's private parts: used where they are known, done without where they are not, and never silently."""

import tomllib
from pathlib import Path

import numba
import pytest
from numba.core import caching, cpu, dispatcher

from kobako.arena import lab
from kobako.core import jit
from kobako.core.compiling import Compiled

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def remove(monkeypatch, owner, name):
    """Take a part away from whichever class has it."""
    home = next(cls for cls in owner.__mro__ if name in vars(cls)) if isinstance(owner, type) else owner
    monkeypatch.delattr(home, name)


def warnings(caplog):
    return [record.getMessage() for record in caplog.records if record.name == "kobako.compiling"]


def test_here_all_of_them_are_known_and_found():
    assert jit.lacking() == ()
    assert jit.limits() == []


def test_the_versions_are_those_that_are_installed_with_us():
    dependencies = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    assert jit.requirement() in dependencies


@pytest.mark.parametrize(
    ("version", "known"),
    [("0.61.0", True), ("0.68.1", True), ("0.60.9", False), ("0.69.0rc1", False), ("1.0", False), ("unknown", False)],
)
def test_known_versions(version, known):
    assert jit.is_known(version) == known


def test_another_version_is_compiled_with_by_documented_means_and_that_is_said_once(janken, monkeypatch, caplog):
    plainly = lab.simulate(janken().setup(3), lab.PLAIN_ONLY, seed=1)
    monkeypatch.setattr(numba, "__version__", "0.99.0")
    for part, owner in (("_nrt", cpu.CPUTargetOptions), ("_CacheLocator", caching)):
        remove(monkeypatch, owner, part)  # so that using them would fail
    compiled = Compiled(janken())
    compiled.game.__dict__["compiled"] = compiled
    for kernel in ("playouts", "pick"):
        assert compiled.kernel(kernel).signatures
    assert not list(compiled.folder.rglob("*.nbc"))
    assert warnings(caplog) == [
        "Numba 0.99.0 is not one of the versions known here (0.61 to 0.68): kernels run slower, every process "
        "compiles its kernels anew, arrays of a wrong kind are compiled for instead of refused"
    ]
    monkeypatch.setattr(lab, "PLAIN_ONLY", 0)
    assert lab.simulate(compiled.game.setup(3), plainly.games, seed=1) == plainly


@pytest.mark.parametrize(
    ("part", "owner", "name", "kept"),
    [
        ("_nrt", cpu.CPUTargetOptions, "_nrt", True),
        ("forceinline", cpu.CPUTargetOptions, "forceinline", True),
        ("cache", caching, "_CacheLocator", False),
        ("cache", caching.CompileResultCacheImpl, "_locator_classes", False),
        ("disable_compile", dispatcher.Dispatcher, "disable_compile", True),
    ],
)
def test_a_part_that_is_gone_is_done_without(janken, monkeypatch, caplog, part, owner, name, kept):
    remove(monkeypatch, owner, name)
    assert jit.lacking() == (part,)
    compiled = Compiled(janken())
    assert compiled.kernel("pick").signatures
    assert bool(list(compiled.folder.rglob("*.nbc"))) == kept
    assert warnings(caplog) == [f"Numba {numba.__version__} lacks {part!r}: {jit.COSTS[part]}"]


def test_a_function_without_a_cache_to_exchange(monkeypatch):
    monkeypatch.setattr(jit, "_has_cache", lambda: False)
    assert jit.lacking() == ("cache",)
