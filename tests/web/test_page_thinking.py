"""The page that needs no server thinks: or says that it cannot, and waits until it can."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.alone import PATH, PATIENCE, Host, written
from tests.web.conftest import new_page
from tests.web.playing import PRESS

__all__ = ["written"]  # a fixture


@pytest.fixture
def host(written: Path) -> Iterator[Host]:
    """A host of the page."""
    made = Host(written.parents[len(PATH.strip("/").split("/")) - 1])
    yield made
    made.stop()


def test_where_the_search_cannot_be_had_bots_wait_for_it_and_the_page_says_so(browser: Browser, host: Host) -> None:
    lost = re.compile("could not be loaded. Trying again")
    with contextlib.ExitStack() as opened:
        page = new_page(browser, opened, host.address, size="phone")
        page.set_default_timeout(PATIENCE)
        page.context.route("**/wasm/kotori.wasm", lambda route: route.abort())
        page.goto("./")
        page.locator("a.box[href='#/new/kotori'] ~ .now").click()
        page.locator("[data-move]").first.wait_for(state="attached")
        until = time.monotonic() + 60
        while page.get_by_text(lost).count() == 0:
            assert time.monotonic() < until, "nothing was said"
            page.evaluate(PRESS, 0)
            page.wait_for_timeout(100)
        told = page.locator(".log li").count()
        page.wait_for_timeout(2500)  # it is tried again, more than once
        assert page.locator(".log li").count() == told
        assert page.locator("[data-move]").count() == 0

        page.context.unroute("**/wasm/kotori.wasm")
        page.locator("[data-move]").first.wait_for(state="attached")
        expect(page.get_by_text(lost)).to_have_count(0)
        assert page.locator(".log li").count() > told


def test_the_search_comes_with_the_table(browser: Browser, host: Host) -> None:
    """A network that goes before the first bot has moved has brought it already."""
    with contextlib.ExitStack() as opened:
        page = new_page(browser, opened, host.address, size="phone")
        page.set_default_timeout(PATIENCE)
        held: list[Route] = []
        page.context.route("**/python.zip.gz", lambda route: held.append(route))  # it never comes
        page.goto("./")
        with page.context.expect_event("response", lambda answer: answer.url.endswith("wasm/kotori.wasm")) as came:
            page.locator("a.box[href='#/new/kotori'] ~ .now").click()
        assert came.value.ok
        while not held:  # however late it is asked for
            page.wait_for_timeout(100)
