"""Practice: who plays against bots alone goes back as far as they like."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.playing import PRESS, open_choices, seat_random, show_moves


def test_own_moves_are_taken_back_over_those_of_the_bots(open_page: Open) -> None:
    page = open_page("/new/kotori")
    open_choices(page)
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    seat_random(page)
    page.get_by_label("Who begins").select_option("0")
    expect(page.get_by_label("Practice")).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    show_moves(page)
    log = page.get_by_role("region", name="What happened").locator("li")
    before = log.count()
    pressed = 0
    while pressed < 5:
        pressed += page.evaluate(PRESS, 0.99) is not None
        page.wait_for_timeout(50)
    page.locator("[data-move]").first.wait_for()
    assert log.count() > before
    for _ in range(pressed):
        page.get_by_role("button", name="Take back").click()
        page.locator("[data-move]").first.wait_for()
        page.wait_for_timeout(100)
    expect(log).to_have_count(before)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
