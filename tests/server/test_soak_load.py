"""A thousand tables with four seats each at one node on SQLite, two hundred moves per second."""

import pytest

from bench.load import run
from tests.soaking import long

pytestmark = pytest.mark.soak


def test_a_thousand_tables_play_at_once_and_memory_stays_flat():
    """How fast is for reading (`python -m bench.load`); what must hold is that all are served, and nobody is lost."""
    seconds = long(150)
    figures = run(tables=1000, seats=4, rate=200, seconds=seconds)
    shown = figures.summary()
    print(shown)
    assert not figures.lost
    assert set(figures.refused) <= {"stale"}
    assert len(figures.times) > 0.5 * 200 * seconds, "so slow a machine is no load"
    middle = figures.memory[len(figures.memory) // 2]
    assert figures.memory[-1] < 1.25 * middle, shown["memory_mb"]
