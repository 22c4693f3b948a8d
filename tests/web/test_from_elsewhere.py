"""Games that bring no table of their own, and a game of another package: in a browser, all are played to their end."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import kobako
from tests.janken import lay_down
from tests.web.conftest import Open, Server, new_page, serving
from tests.web.playing import is_over, open_choices, sit, speak
from tests.web.test_pages import check_axe, no_wider

# What can be pressed on the generic table, and what on Janken's own.
GENERIC = "[data-table] [data-piece]"
OWN = "[data-table] button.button"
AWAITED = "() => document.title.startsWith('●') || document.querySelector('[data-over=true]') !== null"
RAW = re.compile(r"[a-z]_[a-z]|[{}\[\]\"]|undefined|NaN")  # a key, JSON, or what is none


def elsewhere(folder: Path, own: bool) -> Iterator[Server]:
    package = lay_down(folder / "package", own)
    with serving(folder, PYTHONPATH=str(package)) as started:
        yield started


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with Janken, of which there are rules and words alone."""
    yield from elsewhere(tmp_path_factory.mktemp("plain"), own=False)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with Janken that brings its mind, its table and its emblem."""
    yield from elsewhere(tmp_path_factory.mktemp("whole"), own=True)


def sit_down(page: Page, server: Server, game: str, bots: list[str], **options: str) -> None:
    """Take seat 0 among bots, and wait for the table."""
    seats: list[dict[str, Any]] = [{"by": "person", "name": "Aya"}, *({"by": "bot", "level": bot} for bot in bots)]
    wish = {"game": game, "players": len(seats), "seats": seats, "options": {"first": "0", **options}, "private": True}
    made = server.ask("tables", wish)
    sit(page, server, made["table"], game, made["seats"])
    page.locator(".stage > *").first.wait_for()


def play(page: Page, pieces: str, most: int = 1000) -> int:
    """Press what can be pressed on the table, by chance, until the game is over; how often something was pressed."""
    rng, pressed = random.Random(7), 0
    while pressed < most:
        page.wait_for_function(AWAITED)
        if is_over(page):
            break
        # In one step in the page, so that nothing moves in between.
        pressed += page.evaluate(
            """([pieces, chance]) => {
              const all = [...document.querySelectorAll(pieces)];
              all[Math.floor(chance * all.length)]?.click();
              return all.length > 0 ? 1 : 0;
            }""",
            [pieces, rng.random()],
        )
        page.wait_for_timeout(10)
    return pressed


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("lang", "size", "scheme"), [("en", "desktop", "light"), ("ja", "phone", "dark")])
def test_janken_is_played_on_the_generic_table(
    lang: str, size: str, scheme: str, plain: Server, open_page: Open
) -> None:
    page = open_page(base=plain.address, lang=lang, size=size, scheme=scheme, settings={"toured": ["janken"]})
    sit_down(page, plain, "janken", ["greedy", "novice", "regular"], goal="2")
    words = {"en": ("rock", "Points", "Last shown"), "ja": ("グー", "点", "前回の手")}[lang]
    table = page.locator("[data-table]")
    for text in words:
        expect(table.get_by_text(text, exact=True).first).to_be_attached()
    assert table.get_by_role("button").count() == 3
    assert not RAW.search(table.inner_text()), table.inner_text()
    check_axe(page)
    assert play(page, GENERIC) >= 2
    assert is_over(page)
    check_axe(page)
    assert no_wider(page)


def test_janken_is_played_on_a_table_of_its_own(whole: Server, open_page: Open) -> None:
    page = open_page(base=whole.address, settings={"toured": ["janken"]})
    sit_down(page, whole, "janken", ["greedy", "novice", "regular"])
    expect(page.locator("[data-table]").get_by_role("region", name="Aya")).to_be_visible()
    assert page.locator(".generic").count() == 0
    check_axe(page)
    speak(page, "日本語")
    expect(page.locator(OWN).first).to_have_text("● グー")
    speak(page, "English")
    assert play(page, OWN) >= 3
    assert is_over(page)
    # The same module draws the replay, where nothing is chosen.
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("slider").wait_for()
    page.keyboard.press("End")
    expect(page.locator(".board button[aria-disabled=true]")).to_have_count(3)
    assert page.locator(".generic").count() == 0


def test_confirming_shows_what_is_picked_on_a_table_from_elsewhere(whole: Server, open_page: Open) -> None:
    page = open_page(base=whole.address, settings={"toured": ["janken"], "confirm": True})
    sit_down(page, whole, "janken", ["random"])
    paper = page.locator(OWN).nth(1)
    paper.click()
    expect(paper).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".bar")).to_have_attribute("data-staged", "paper")
    page.keyboard.press("Escape")
    expect(paper).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(
    "broken",
    [
        "export const nothing = 1;",
        "this is no script",
        "export function mount() { throw new Error('in mount'); }",
        "export function mount(at) { at.append('!'); }",
        "export function mount(at) { at.append('!'); return { update() { at.no(); }, destroy() { at.no(); } }; }",
    ],
    ids=["no mount", "no script", "mount", "gives nothing", "update"],
)
def test_where_a_table_fails_the_generic_one_takes_over(broken: str, whole: Server, browser: Browser) -> None:
    said: list[str] = []
    with contextlib.ExitStack() as opened:
        page = new_page(browser, opened, whole.address, settings={"toured": ["janken"]})
        page.on("console", lambda one: said.append(one.text))
        page.route("**/table.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
        sit_down(page, whole, "janken", ["random"], goal="1")
        if "update" in broken:
            speak(page, "日本語")
        page.locator(".generic").wait_for()
        assert any("The table of janken failed" in text for text in said)
        play(page, GENERIC)
        assert is_over(page)


def test_the_pages_around_a_game_from_elsewhere_speak_words(plain: Server, whole: Server, open_page: Open) -> None:
    page = open_page("/", base=plain.address)
    box = page.locator("a[href='/new/janken']")
    expect(box.locator("svg.emblem text")).to_have_text("J")
    box.click()
    open_choices(page)
    goal = page.get_by_label("Points to win")
    assert goal.locator("option").all_inner_texts()[1:] == ["1", "2", "3", "4", "5"]
    expect(page.get_by_label("Who begins").locator("option").nth(1)).to_have_text("chosen at random")
    check_axe(page)
    goal.select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".generic").wait_for()
    expect(page.locator(".middle")).to_contain_text("Points to win 1")

    page.goto("/rules/janken")
    expect(page.locator(".book")).to_contain_text("Rock beats scissors")

    page = open_page("/", base=whole.address)
    emblem = page.locator("a[href='/new/janken'] svg.emblem image")
    assert page.request.get(str(emblem.get_attribute("href"))).headers["content-type"] == "image/svg+xml"


LOOKS = itertools.cycle([("ja", "phone", "light"), ("en", "desktop", "dark"), ("en", "phone", "dark")])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "look"), [*zip(kobako.game_names(), LOOKS, strict=False)])
def test_the_generic_table_can_show_any_of_our_games(
    game: str, look: tuple[str, str, str], server: Server, open_page: Open
) -> None:
    lang, size, scheme = look
    page = open_page(own=True, lang=lang, size=size, scheme=scheme)
    page.route("**/assets/*.js", lambda route: without_table(route, game))
    sit_down(page, server, game, ["random", "random"])
    page.locator(".generic").wait_for()
    assert play(page, GENERIC, most=15) == 15 or is_over(page)
    page.wait_for_function(AWAITED)
    shown = page.locator(".generic").inner_text()
    assert not RAW.search(shown), shown
    assert no_wider(page)
    check_axe(page)


def without_table(route: Any, game: str) -> None:
    """Serve a script in which no table is known by this game's name."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(f"games/{game}/web/Table", "games/nobody/web/Table"))


def test_the_files_of_a_package_are_handed_out_by_version(whole: Server) -> None:
    (shown,) = (game for game in whole.ask("games") if game["name"] == "janken")
    with urllib.request.urlopen(whole.address + shown["table"]) as answer:
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert b"export function mount" in answer.read()
    folder, version, name = shown["table"].rsplit("/", 2)
    with urllib.request.urlopen(f"{whole.address}{folder}/{'0' * len(version)}/{name}") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
    here = whole.address + folder
    for path in (
        f"{here}/{version}/mind.py",
        f"{here}/{version}/..%2fmind.py",
        f"{here}/{version}/..%2f..%2fpyproject.toml",
        f"{here}/{version}/%2e%2e/rules.py",
        f"{here}/{version}/%00",
        f"{whole.address}/games/nobody/web/{version}/table.js",
        f"{whole.address}/games/kotori/web/{version}/Table.svelte",
        f"{whole.address}/games/kotori/web/{version}/table.js",
    ):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(path)
