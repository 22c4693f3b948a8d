"""The page that needs no server, in a real Chromium, from a plain file server: whole games, kept whatever happens.

Its bots answer at once and its tables do not rest, as its head says; all else is as players have it.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

import kobako
from kobako.bots.registry import make_bot
from kobako.core.kifu import replay
from kobako.offline.page import bot_seed
from kobako.server.page import write_page
from tests.needs import BROWSER, needed
from tests.web.conftest import QUIET, SETTINGS, Open
from tests.web.playing import play_out, show_moves

UNDER = "some/path"
SLOW = 90_000  # milliseconds in which Python starts on a busy machine


class Silent(http.server.SimpleHTTPRequestHandler):
    """Hands out files and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page in a folder on a static host, under a path."""
    home = tmp_path_factory.mktemp("host")
    write_page(home / UNDER)
    index = home / UNDER / "index.html"
    text, quick = index.read_text(), 'content="here" data-rest="0" data-bot-delay="0"'
    assert 'content="here"' in text
    index.write_text(text.replace('content="here"', quick))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(home))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{UNDER}/"
        server.shutdown()


def begin(page: Page, game: str, level: str = "Random", way: str = "", players: int = 2, option: str = "") -> None:
    """Choose a game and sit down."""
    page.goto(f"#/new/{game}")
    if way:
        page.get_by_role("button", name=way).click()
    page.get_by_role("group", name="Players").get_by_text(str(players), exact=True).click()
    if level:
        page.get_by_role("button", name=level, exact=True).click()
    if option:
        page.get_by_text("Seats, options, clock").click()
        page.get_by_label("Rounds").select_option(option)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".game").wait_for(timeout=SLOW)


def kifu_of(page: Page) -> str:
    """The record of the game that has just ended, as the page saves it."""
    page.get_by_role("link", name="Replay").click()
    with page.expect_download(timeout=SLOW) as saved:
        page.get_by_role("button", name=re.compile("kifu", re.I)).click()
    return Path(saved.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", kobako.game_names())
def test_a_whole_game_against_a_bot(game: str, alone: str, open_page: Open) -> None:
    """To the end; and whatever the bot did is what its level does anywhere, with its seed and as much thought."""
    page = open_page(alone, base=alone, size="phone" if game == "kotori" else "desktop")
    begin(page, game, level="Novice", option="1" if game == "tokkuri" else "")
    assert play_out([page], seed=3) > 3
    match = replay(kifu_of(page))
    assert match.over
    again, decided = match.beginning(), 0
    for ply, (by, action) in enumerate(zip(match.seats, match.actions, strict=True)):
        view = again.deciding_view(by)
        if by == 1 and len(view.legal()) > 1 and not again.together:
            bot = make_bot(match.names[1], match.game, bot_seed(int(match.seed, 16), 1, ply), wait=True)
            assert bot.choose(view, view.legal()) == action, f"{game}, ply {ply}"
            decided += 1
        again.play(action)
    assert decided


def test_a_reload_in_mid_game_and_the_way_back_from_the_first_page(alone: str, open_page: Open) -> None:
    page = open_page(alone, base=alone)
    begin(page, "ice", level="Regular")
    show_moves(page)
    page.locator("[data-move]").first.click()
    page.wait_for_timeout(300)
    page.reload()
    page.locator(".game").wait_for(timeout=SLOW)
    page.goto(alone)
    page.get_by_role("link", name="Continue").first.click(timeout=SLOW)
    assert play_out([page], seed=2) > 3


ENTRIES = """async () => {
  const base = await new Promise((done) => {
    const opening = indexedDB.open(`kobako ${location.pathname}`);
    opening.onsuccess = () => done(opening.result);
  });
  const counting = base.transaction("entries").objectStore("entries").count();
  return new Promise((done) => { counting.onsuccess = () => done(counting.result) });
}"""


def test_a_browser_that_dies_in_mid_move_loses_nothing(alone: str, browser: Browser, tmp_path: Path) -> None:
    """It is killed while a master thinks. What was acknowledged is there when it comes back."""
    home = tmp_path / "browser"
    liked = json.dumps(json.dumps({**SETTINGS, "lang": "en"}))

    def start() -> tuple[BrowserContext, Page]:
        context = browser.browser_type.launch_persistent_context(
            home, executable_path=needed(BROWSER), args=QUIET, base_url=alone
        )
        context.add_init_script(f"localStorage.setItem('kobako.settings', {liked})")
        page = context.pages[0]
        page.goto(alone)
        return context, page

    context, page = start()
    begin(page, "umbradeco", level="Master")
    show_moves(page)
    for _ in range(3):
        page.locator("[data-move]").first.click(timeout=SLOW)
    page.wait_for_timeout(400)
    kept = page.evaluate(ENTRIES)
    running = subprocess.run(["pgrep", "-f", f"user-data-dir={home}"], capture_output=True, text=True, check=False)
    for pid in running.stdout.split():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    with contextlib.suppress(Error):
        context.close()

    context, page = start()
    page.get_by_role("link", name="Continue").click(timeout=SLOW)
    show_moves(page)
    page.locator("[data-move]").first.click(timeout=SLOW)
    page.locator("[data-move]").first.wait_for(timeout=SLOW)
    assert page.evaluate(ENTRIES) > kept > 3
    context.close()


def test_hints_what_if_and_taking_back(alone: str, open_page: Open) -> None:
    page = open_page(alone, base=alone)
    begin(page, "kotori", level="Novice")
    show_moves(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Take it").first.or_(page.locator(".share").first).first.wait_for(timeout=SLOW)
    page.keyboard.press("Escape")
    show_moves(page)
    page.locator("[data-move]").first.click(timeout=SLOW)
    page.get_by_role("button", name="Take back").click(timeout=SLOW)
    page.get_by_role("button", name="What if").click(timeout=SLOW)
    expect(page.get_by_role("region", name="What if")).to_be_visible(timeout=SLOW)


def test_bots_are_watched_and_their_game_reviewed(alone: str, open_page: Open) -> None:
    page = open_page(alone, base=alone)
    begin(page, "kotori", level="Random", way="Watch bots")
    page.get_by_role("link", name="Review").click(timeout=SLOW)
    page.get_by_role("img", name="Chance to win").wait_for(timeout=SLOW)


def test_a_lesson_and_one_screen_for_two(alone: str, open_page: Open) -> None:
    page = open_page(alone, base=alone)
    page.goto("#/learn/kotori")
    page.get_by_role("button").first.wait_for()
    page.goto("#/new/kotori")
    page.get_by_role("button", name="On this screen").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**#/t/*", timeout=SLOW)


def test_friends_afar_need_a_server(alone: str, open_page: Open) -> None:
    page = open_page(alone, base=alone)
    page.get_by_label("A server’s address").fill("not an address")
    page.get_by_role("button", name="Go there").click()
    expect(page.get_by_role("alert")).to_contain_text("https://")
    page.goto("#/new/ice")
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_text("you all need the same server")).to_be_visible()


def test_the_page_never_stutters_while_a_master_thinks(alone: str, browser: Browser, open_page: Open) -> None:
    """What takes the page's own thread for longer than a blink would be seen; a thought is not among it."""
    page = open_page(alone, base=alone)
    begin(page, "umbradeco", level="Master")
    show_moves(page)
    page.evaluate(
        "() => { window.long = []; new PerformanceObserver((list) => window.long.push(...list.getEntries()"
        ".map((one) => [one.duration, one.name]))).observe({type: 'longtask'}) }"
    )
    page.locator("[data-move]").first.click()
    page.wait_for_timeout(3000)
    # The machine may be busy, and drawing a table may take longer than 50 ms then: a thought takes 500 ms and more.
    assert all(duration < 400 for duration, _ in page.evaluate("window.long")), page.evaluate("window.long")
