"""A whole game with no hand on the mouse."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.web.conftest import Open
from tests.web.playing import is_over

PIECES = "[data-table] :is(button, [role=button]):not(:disabled, [aria-disabled=true])"


def tab_to(page: Page, selector: str, most: int = 120) -> bool:
    """Press Tab until the focus is on such an element."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement?.matches({selector!r}) ?? false"):
            return True
    return False


def test_a_whole_game_by_keyboard(open_page: Open) -> None:
    page = open_page("/", settings={"confirm": True, "toured": []})
    page.evaluate("localStorage.setItem('kobako.wish.kotori', JSON.stringify({seats: ['me', 'random']}))")
    page.locator(".boxes").wait_for()
    assert tab_to(page, "a[href='/new/kotori']")
    page.keyboard.press("Enter")
    page.locator("form").wait_for()
    assert tab_to(page, "[aria-pressed=false]")
    page.keyboard.press("Shift+Tab")
    assert tab_to(page, "button.go")
    page.keyboard.press("Enter")
    page.locator(".game").wait_for()
    assert tab_to(page, ".tour .button.quiet") or page.locator(".tour").count() == 0
    page.keyboard.press("Enter")
    expect(page.locator(".tour")).to_have_count(0)

    moves, end = 0, time.monotonic() + 900
    while not is_over(page):
        assert time.monotonic() < end, page.locator(".status").inner_text()
        if not page.title().startswith("●"):
            page.wait_for_timeout(30)
            continue
        # On the table itself, where the pieces are; a first Enter picks, a second confirms.
        assert tab_to(page, PIECES)
        page.keyboard.press("Enter")
        if page.locator(".staged").count() > 0:
            page.keyboard.press("Enter")
            moves += 1
    assert moves > 3
    expect(page.get_by_role("heading", name="win")).to_be_visible()
