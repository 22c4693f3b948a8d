"""What `make test` leaves to `.ci/run` is there, and there it is tried."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.landing import DEAR, ONE_IN

ROOT = Path(__file__).parents[1]
NAMED = [*DEAR.strip().splitlines(), *ONE_IN]


@pytest.mark.parametrize("name", NAMED)
def test_it_names_a_test(name: str) -> None:
    """A test that is called otherwise now would be tried in every run, and nobody would know why that got so long."""
    file, _, test = name.partition("[")[0].partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    assert f"def {test}" in text


def test_each_is_named_once() -> None:
    assert len(set(NAMED)) == len(NAMED)


def collected(ci: str) -> set[str]:
    """The tests of a file that a run would try."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "tests/core/test_jit.py"],
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=True,
    )
    return {line for line in done.stdout.splitlines() if "::" in line}


def test_under_ci_nothing_is_left_out() -> None:
    here, there = collected(""), collected("true")
    left = {name for name in there if name.startswith(tuple(DEAR.strip().splitlines()))}
    assert left
    assert here == there - left
