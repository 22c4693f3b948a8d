"""Donburiko's table: what its numbers are is said, long rows can be read, and its great moments are seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import bringing, reach, sit, sit_at
from tests.web.test_stage import OVER, WINDOWS

# Of each card in a row that has another upon it: by how much its number reaches under that.
UNDER = """() => [...document.querySelectorAll('.row ol')].flatMap((row) => {
  const cards = [...row.children];
  return cards.slice(0, -1).map((card, i) => {
    const number = card.querySelector('.face-number');
    return number ? number.getBoundingClientRect().right - cards[i + 1].getBoundingClientRect().left : 0;
  });
})"""


def seen(match: Match) -> Any:
    """What seat 0 is shown."""
    return match.view(0).show()


def long_row(match: Match) -> bool:
    """Whether a row of six begins with a wild acorn."""
    rows = seen(match)["rows"].values()
    return any(len(row) == 6 and row[0]["card"] == "W" for row in rows)


def test_numbers_in_a_long_row_are_read(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "donburiko", long_row, 3)
    page.locator(".row li").nth(5).wait_for()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert max(page.evaluate(UNDER)) <= 1, (width, height)


def test_what_a_row_made_covers_none_of_its_cards(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(size="desk", settings={"drawer": False})
    takes = bringing(best, "took", without=("round_ended",))
    sit_at(page, server, "donburiko", lambda match: takes(match) and long_row(match), 3)
    letters = [action for action in best if "take" in action]
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(letters[0])
    page.locator(".row .points").wait_for()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OVER, [".row .points", ".row li, .row .take b"]) == [], (width, height)


def test_a_place_says_what_the_row_would_make(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: len(match.actions) > 2, 3)
    page.locator(".held:not(.idle)").first.click()
    makes = page.locator(".slot:not([aria-disabled=true]) .sum small").first
    expect(makes).to_be_visible()
    expect(makes).to_have_text("makes")


def test_wild_acorns_are_drawn_as_what_they_count(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: str(match.legal()[0]).startswith("fives"), 3)
    numbers = page.locator(".choices .face-number")
    numbers.first.wait_for()
    assert set(numbers.all_text_contents()) == {"1", "5"}
    expect(page.locator(".choice", has_text="makes").first).to_be_visible()


def test_the_last_round_is_announced(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(settings={"drawer": False, "motion": "quick"})
    sit_at(page, server, "donburiko", bringing(best, "last_round", without=("round_ended", "summed")), 3)
    expect(page.locator(".ribbon")).to_have_count(0)
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    expect(page.locator(".ribbon")).to_be_visible()
    expect(page.locator(".bank .last")).to_have_text("Last round")


@pytest.mark.parametrize("motion", ["quick", "calm"])
def test_six_is_seen_before_the_end(motion: str, server: Server, open_page: Open) -> None:
    """Who ends the game with it is not robbed of it."""
    best: list[str] = []
    kifu, ply = reach("donburiko", bringing(best, "donburiko", "ended"), 2)
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    page = open_page(settings={"drawer": False, "motion": motion})
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    splash = page.locator(".splash")
    splash.wait_for()
    assert page.locator(".finale").count() == 0
    expect(page.locator(".finale")).to_be_visible(timeout=30_000)
