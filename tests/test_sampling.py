"""Of a sampled test every value is tried in every run, and by `make soak` all that is left out there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONFTEST = """
import pytest
from tests import sampling

@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    sampling.spare(items)
"""
TESTS = """
import pytest

@pytest.mark.sampled
@pytest.mark.parametrize(("lang", "size"), [("en", "desk"), ("ja", "phone"), ("en", "phone")])
@pytest.mark.parametrize("game", "abcde")
def test_crossed(game, lang, size): pass

@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "move"), [("a", 1), ("b", 2), ("c", 3), ("d", 4)])
def test_few(game, move): pass

@pytest.mark.parametrize("game", "abc")
def test_whole(game): pass
"""


def collected(folder: Path, marked: str) -> list[str]:
    """The cases that a run would try."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-m", marked]
    done = subprocess.run([*command, "--rootdir", folder, folder], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    folder = tmp_path_factory.mktemp("sampled")
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_some.py").write_text(TESTS)
    return collected(folder, "not soak"), collected(folder, "soak")


def test_every_value_is_tried_and_not_each_with_each_other(cases: tuple[list[str], list[str]]) -> None:
    tried = [case[len("test_crossed[") : -1].split("-", 1) for case in cases[0] if case.startswith("test_crossed")]
    assert [game for game, _ in tried] == list("abcde")
    assert {look for _, look in tried} == {"en-desk", "ja-phone", "en-phone"}


def test_a_few_are_tried(cases: tuple[list[str], list[str]]) -> None:
    assert sum(case.startswith("test_few") for case in cases[0]) == 2


def test_nothing_is_lost(cases: tuple[list[str], list[str]]) -> None:
    often, seldom = cases
    assert len(often) + len(seldom) == 15 + 4 + 3
    assert not set(often) & set(seldom)
    assert not any(case.startswith("test_whole") for case in seldom)
