"""Several people at one screen: the other's hand is never on it."""

from __future__ import annotations

import itertools
import random

from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.playing import PRESS, is_over

# Notes what is on the page, each time it changes: the curtain, or the game through the eyes of a seat.
WATCH = """
window.seen = [];
new MutationObserver(() => {
  const curtain = document.querySelector('.curtain');
  const games = [...document.querySelectorAll('.game')].map((game) => game.dataset.eyes);
  const now = curtain ? 'curtain' + games.join() : games.join();
  if (now && window.seen.at(-1) !== now) window.seen.push(now);
}).observe(document, { childList: true, subtree: true, attributes: true });
"""


def test_a_curtain_hangs_between_any_two_hands(open_page: Open) -> None:
    page = open_page("/")
    page.add_init_script(WATCH)
    page.goto("/new/donburiko")
    page.get_by_role("button", name="On this screen").click()
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    rng = random.Random(2)
    lifted = 0
    while not is_over(page):
        lift = page.get_by_role("button", name="show my side")
        if lift.count() > 0:
            assert page.locator(".game").count() == 0
            assert page.locator("[data-move]").count() == 0
            lift.click()
            lifted += 1
            page.keyboard.press("m")
        if page.evaluate(PRESS, rng.random()) is None:
            page.wait_for_timeout(20)
    seen = page.evaluate("window.seen")
    assert lifted > 3
    assert {"curtain", "0", "1"} == set(seen)
    assert all("curtain" in pair for pair in itertools.pairwise(seen))


def test_the_same_screen_can_come_back_after_a_reload(open_page: Open) -> None:
    page = open_page("/new/tokkuri")
    page.get_by_role("button", name="On this screen").click()
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".curtain")).to_be_visible()
    page.get_by_role("button", name="show my side").click()
    expect(page.locator(".game")).to_be_visible()
    page.reload()
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator(".game").count() == 0
