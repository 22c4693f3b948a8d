"""Of a test with many cases, those that every run tries. `make soak` tries the others.

`@pytest.mark.sampled` stands at a test of several parameters: each value of each is tried, not each with each other.
`@pytest.mark.sampled(2)` tries two values of the longest of them, which are others for every test: what one test
leaves out, the next one tries.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import pytest


def spare(items: Iterable[pytest.Item]) -> None:
    """Leave to `make soak` what a sampled test can do without."""
    for test, tries in sampled(items).items():
        longest = max(tries[0].callspec.params, key=lambda name: len({shown(item, name) for item in tries}))
        rows = numbered(shown(item, longest) for item in tries)
        columns = numbered(shown(item, *(item.callspec.params.keys() - {longest})) for item in tries)
        turn = zlib.crc32(test.encode())
        high, wide = 1 + max(rows), 1 + max(columns)
        for item, row, column in zip(tries, rows, columns, strict=True):
            place = (row - turn) % high
            crossed = high * wide == len(tries) and column != place % wide
            if place >= few(item, high) or crossed:
                item.add_marker("soak")


def sampled(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Function]]:
    """The tests that are sampled, each with all that it would try."""
    found: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("sampled"):
            found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return found


def shown(item: pytest.Function, *names: str) -> str:
    """The values of some of its parameters."""
    return " ".join(repr(item.callspec.params[name]) for name in sorted(names))


def numbered(values: Iterable[str]) -> list[int]:
    """Which value it is, of those that there are, in the order in which they come up."""
    known: dict[str, int] = {}
    return [known.setdefault(value, len(known)) for value in values]


def few(item: pytest.Item, all_of_them: int) -> int:
    """How many values of the longest parameter are tried in every run."""
    mark = item.get_closest_marker("sampled")
    return int(mark.args[0]) if mark and mark.args else all_of_them
