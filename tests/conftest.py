"""The longest tests first, so that no worker ends long after the others; and what tests must not share."""

from __future__ import annotations

import asyncio.events
from collections.abc import Iterator

import pytest

from tests import sampling

# Each takes ten seconds and more, by itself or with what it has to set up.
LONGEST = (
    "tests/server/test_durable.py",
    "tests/core/test_compiling.py",
    "tests/test_new.py",
    "tests/test_notebooks.py",
    "tests/test_needs.py",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest first; all others keep their order. Of what is sampled, leave the most to `make soak`."""
    sampling.spare(items)
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


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
