"""Bots among themselves: who made their table can stop them, hurry them, and find them again."""

from __future__ import annotations

import contextlib
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_page, serving


def told(page: Page) -> int:
    """How many lines the log has."""
    return page.get_by_role("region", name="What happened").locator("li").count()


def test_a_watched_game_is_paused_sped_up_and_found_again(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, options=("--rest", "0", "--bot-delay", "0.4")) as server, contextlib.ExitStack() as stack:
        page = new_page(browser, stack, server.address)
        page.goto("/new/kotori")
        page.get_by_role("button", name="Watch bots").click()
        page.get_by_role("button", name="Novice").click()
        page.get_by_role("button", name="Play", exact=True).click()
        pace = page.get_by_role("group", name="How fast the bots play")
        pace.get_by_role("button", name="Pause").click()
        expect(pace.get_by_role("button", name="Go on")).to_be_visible()
        page.wait_for_timeout(900)  # a move that was under way is not made any more
        before = told(page)
        page.wait_for_timeout(1200)
        assert told(page) == before

        table = page.url
        page.goto("/")
        page.get_by_role("region", name="My games").get_by_role("link", name="Watch").click()
        assert page.url == table
        expect(pace.get_by_role("button", name="Go on")).to_be_visible()
        pace.get_by_role("button", name="×4").click()
        expect(pace.get_by_role("button", name="×4")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("region", name="What happened").locator("li").nth(before + 6).wait_for()

        other = new_page(browser, stack, server.address)
        other.goto(table)
        expect(other.locator(".game")).to_be_visible()
        expect(other.get_by_role("group", name="How fast the bots play")).to_have_count(0)
