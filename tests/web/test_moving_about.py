"""From page to page: nothing is asked for in vain, no line is opened and dropped, and one stands where one should."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

import kobako
from tests.web.conftest import Open, Server
from tests.web.playing import show_moves, sit
from tests.web.test_pages import no_wider


def test_playing_on_asks_for_nothing_in_vain(open_page: Open, tmp_path: Path) -> None:
    match = kobako.game("kotori").new(players=2, seed=1).run(lambda match: match.legal()[0])
    path = tmp_path / "game.kifu"
    path.write_text(match.kifu(), encoding="utf-8")
    page = open_page("/", own=True)
    failed: list[str] = []
    lines: list[WebSocket] = []
    said: list[str] = []

    def note(answer: Response) -> None:
        if answer.status >= 400:
            failed.append(f"{answer.status} {answer.url}")

    page.on("response", note)
    page.on("websocket", lambda line: lines.append(line))
    # That a test wants no service worker is the browser's driver's word, not the page's.
    page.on("console", lambda told: "blocked by Playwright" in told.text or said.append(told.text))
    page.get_by_label("Open a kifu").set_input_files(path)
    page.get_by_role("slider").wait_for()
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(".game .status")).to_be_visible()
    table = page.url
    page.goto("/")
    page.get_by_role("link", name="Continue").click()
    expect(page.locator(".game .status")).to_be_visible()
    assert page.url == table
    page.get_by_role("link", name=re.compile("Kobako|Home")).first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert failed == []
    assert len(lines) == 2  # one for each visit
    assert said == []


def test_after_the_tour_a_phone_stands_at_the_top(server: Server, open_page: Open) -> None:
    page = open_page("/new/donburiko", size="phone", settings={"toured": []})
    page.get_by_role("button", name="Play", exact=True).click()
    card = page.locator(".tour")
    expect(card).to_be_visible()
    while card.count():
        page.keyboard.press("Enter")
        page.wait_for_timeout(80)
    page.wait_for_timeout(100)
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".game .status")).to_be_in_viewport()


FOCUSED = "() => document.activeElement !== document.body && document.activeElement !== null"


@pytest.mark.parametrize("game", kobako.game_names())
def test_focus_never_falls_to_the_body(game: str, server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": True})
    people = [{"by": "person", "name": "Aya"}, {"by": "person", "name": "Ben"}]
    made = server.ask("tables", {"game": game, "players": 2, "seats": people, "options": {"first": "0"}})
    sit(page, server, made["table"], game, made["seats"][:1])
    show_moves(page)
    move = page.locator("[data-move]").first
    move.focus()
    page.keyboard.press("Enter")
    confirm = page.locator(".bar[data-staged] .button.main")
    confirm.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".bar[data-staged] .button.main")).to_have_count(0)
    page.wait_for_function(FOCUSED)  # nothing else happens at this table


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("part.parentElement.append(part)", "part"),  # moved, as a list does whose order changes
        ("part.style.visibility = 'hidden'", "home"),  # by a style alone: nothing was added, removed or disabled
        ("part.style.display = 'none'", "home"),
    ],
)
def test_focus_stays_whatever_a_table_does_with_its_pieces(change: str, kept: str, open_page: Open) -> None:
    page = open_page("/new/kotori")
    part = page.get_by_role("button", name="Novice").first
    part.focus()
    home = part.evaluate_handle("part => part.closest('[role=group], fieldset')")
    part.evaluate(f"part => {{ {change} }}")
    page.wait_for_timeout(200)
    assert page.evaluate(FOCUSED)
    if kept == "part":
        assert part.evaluate("part => part === document.activeElement")
    else:
        assert home.evaluate("home => home.contains(document.activeElement) || document.activeElement.contains(home)")


# Both keys before any timer, as on a machine that is busy; and what had the focus loses it by the second one.
TWO_KEYS = """part => {
  for (const key of ["Tab", "Enter"]) part.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  part.blur();
  part.style.display = "none";
}"""


def test_focus_stays_though_the_next_key_comes_at_once(open_page: Open) -> None:
    page = open_page("/new/kotori")
    part = page.get_by_role("button", name="Novice").first
    part.focus()
    part.evaluate(TWO_KEYS)
    page.wait_for_timeout(200)
    assert page.evaluate(FOCUSED)


def test_who_presses_beside_everything_has_the_focus_nowhere(open_page: Open) -> None:
    page = open_page("/new/kotori")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.mouse.click(2, 400)
    page.evaluate("document.body.append(document.createElement('i'))")  # something changes meanwhile
    page.wait_for_timeout(200)
    assert not page.evaluate(FOCUSED)


def test_focus_goes_with_one_to_the_next_page(open_page: Open) -> None:
    page = open_page("/")
    page.locator("a[href='/new/kotori']").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate("document.activeElement.id") == "main"
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".game .status")).to_be_visible()
    page.wait_for_timeout(100)
    assert page.evaluate(FOCUSED)


@pytest.mark.sampled
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("path", ["/", "/new/tokkuri", "/about", "/replay", "/rules/ice"])
def test_the_narrowest_phone_needs_no_scrolling_sideways(path: str, lang: str, open_page: Open) -> None:
    page: Page = open_page("/", lang=lang, size="phone")
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(path)
    page.locator("main h1").first.wait_for()
    assert no_wider(page)
    for button in page.locator("header").first.locator("a, button").all():
        box = button.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320


def test_what_lies_over_a_phone_s_table_is_gone_at_the_next(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": True})
    for close in ("Escape", "table"):
        made = server.ask("tables", {"game": "kotori", "players": 2, "seats": [{"by": "person"}, {"by": "person"}]})
        sit(page, server, made["table"], "kotori", made["seats"][:1])
        drawer, opener = page.locator("#beside"), page.locator("header [aria-controls=beside]")
        expect(opener).to_have_attribute("aria-expanded", "false")
        opener.click()
        expect(drawer).to_be_visible()
        if close == "table":
            page.mouse.click(5, 400)
        else:
            page.keyboard.press(close)
        expect(drawer).to_be_hidden()
        opener.click()


def test_a_phone_is_told_the_hint_below_the_table(server: Server, open_page: Open) -> None:
    page = open_page(size="phone")
    seats = [{"by": "person"}, {"by": "bot", "level": "random"}]
    wish = {"game": "umbradeco", "players": 2, "seats": seats, "options": {"first": "0"}, "hints": True}
    made = server.ask("tables", wish)
    sit(page, server, made["table"], "umbradeco", made["seats"])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".bar .status")).to_contain_text("The master would", timeout=60_000)
    page.get_by_role("button", name="Why?").click()
    expect(page.get_by_role("heading", name="What would the master do?")).to_be_visible()
