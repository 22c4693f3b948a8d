"""The longest files first, so that no worker ends long after the others; and what tests must not share."""

from __future__ import annotations

import asyncio.events
import gc
from collections.abc import Iterator

import pytest

from tests import landing, sampling

# A file is one worker's, with all that it sets up. Each of these takes it twenty seconds and more.
LONGEST = (
    "tests/test_new.py",
    "tests/core/test_compiling.py",
    "tests/server/test_nodes.py",
    "tests/core/test_wasm.py",
    "tests/lab/test_running.py",
    "tests/arena/test_arena.py",
    "tests/server/",
    "tests/test_laws.py",
    "",  # all others, and then those with a browser
    "tests/web/test_page_offline.py",
    "tests/web/test_reader.py",
    "tests/web/test_page_kept.py",
    "tests/web/test_pages.py",
    "tests/web/test_pieces.py",
    "tests/web/test_learning.py",
    "tests/web/test_stage.py",
    "tests/web/test_from_elsewhere.py",
    "tests/web/",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest first; all others keep their order. What a run can do without is left to longer ones."""
    sampling.spare(items)
    landing.spare(items)
    items.sort(key=place)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: nobody need look through it for garbage."""
    gc.collect()
    gc.freeze()


def place(item: pytest.Item) -> int:
    """Where in the order a test stands."""
    return next((i for i, name in enumerate(LONGEST) if name and item.nodeid.startswith(name)), LONGEST.index(""))


@pytest.fixture(autouse=True)
def without_the_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """In a worker with a browser open Playwright's event loop is running: tests of another kind have their own."""
    loop = asyncio.events._get_running_loop()
    if loop is None or "tests/web/" in request.node.nodeid:
        yield
        return
    asyncio.events._set_running_loop(None)
    yield
    asyncio.events._set_running_loop(loop)
