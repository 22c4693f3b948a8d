"""What if: in mid-game something is tried out at a side table, and the game that waited is as it was."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Open, Server
from tests.web.playing import PRESS, show_moves, sit


def press(page: Page, moves: int) -> None:
    """Make so many moves; then it is one's turn again."""
    while moves:
        moves -= page.evaluate(PRESS, 0.99) is not None
        page.wait_for_timeout(50)
    page.locator("[data-move]").first.wait_for()


# What has just happened is told where it happened: two equal cards that burst somebody. A side table begins after it.
JUST_NOW = re.compile(r"^\d+ = \d+\n", re.MULTILINE)


def shown(page: Page) -> list[str]:
    """The table as it is drawn, and what can be done there."""
    table = JUST_NOW.sub("", page.locator("[data-table]").inner_text())
    return [table, *page.locator("[data-move]").all_inner_texts()]


def test_something_is_tried_out_and_the_game_goes_on(open_page: Open, server: Server) -> None:
    page = open_page()
    seats = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "random"}]
    made = server.ask("tables", {"game": "kotori", "players": 2, "seats": seats, "practice": True, "private": True})
    sit(page, server, made["table"], "kotori", made["seats"])
    game = page.url
    show_moves(page)
    press(page, 3)
    before = shown(page)

    page.get_by_role("button", name="What if").click()
    about = page.get_by_role("region", name="What if")
    expect(about).to_be_visible()
    show_moves(page)
    page.locator("[data-move]").first.wait_for()
    assert shown(page) == before
    first = page.url
    assert first != game
    expect(page.get_by_role("button", name="What if")).to_have_count(0)
    press(page, 2)

    about.get_by_role("button", name="Another deal").click()
    page.wait_for_url(lambda url: url not in (first, game))
    show_moves(page)
    page.locator("[data-move]").first.wait_for()
    assert shown(page) == before
    while not page.locator(".finale").is_visible():
        page.evaluate(PRESS, 0.99)
        page.wait_for_timeout(30)
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)

    page.locator(".finale").get_by_role("link", name="Back to the game").click()
    page.wait_for_url(game)
    show_moves(page)
    page.locator("[data-move]").first.wait_for()
    assert shown(page) == before
    expect(about).to_have_count(0)
    press(page, 2)
    assert shown(page) != before
    page.goto("/")
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)


def test_it_is_not_offered_among_people(open_page: Open, server: Server) -> None:
    page = open_page()
    seats = [{"by": "person", "name": "Aya"}, {"by": "person", "name": "Ben"}]
    made = server.ask("tables", {"game": "ice", "players": 2, "seats": seats, "practice": True, "private": True})
    sit(page, server, made["table"], "ice", made["seats"][:1])
    expect(page.get_by_role("button", name="Rules")).to_be_visible()
    expect(page.get_by_role("button", name="What if")).to_have_count(0)
