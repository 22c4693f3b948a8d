"""The page that needs no server is kept: in new versions, in a browser that dies, as an app, in other browsers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, Route, expect

from kobako.house.openings import usual_wish
from kobako.offline.laying import laid_for
from kobako.offline.thinking import Thinkers
from tests.needs import BROWSER, CHROME, needed
from tests.offline.outside import TestPage
from tests.web.alone import KEPT, PATH, PATIENCE, Host, Shared, renew, written
from tests.web.conftest import QUIET, SETTINGS, new_page
from tests.web.others import Driven, firefox, text, wait, webkit
from tests.web.playing import PRESS, show_moves

__all__ = ["written"]  # a fixture
UPDATE = """async () => {
  const { installing } = await (await navigator.serviceWorker.getRegistration()).update();
  return new Promise((done) => installing.addEventListener("statechange", () => done(installing.state)));
}"""


@pytest.fixture
def host(written: Path, tmp_path: Path) -> Iterator[Host]:
    """A host of a copy of the page."""
    shutil.copytree(written, tmp_path / "host" / PATH.strip("/"))
    made = Host(tmp_path / "host")
    yield made
    made.stop()


def begin(page: Page, game: str, level: str = "") -> None:
    """A game against bots, from the first page."""
    page.locator(f"a.box[href='#/new/{game}']").click()
    page.get_by_role("group", name=re.compile("Players|人数")).get_by_text("2", exact=True).click()
    if level:
        page.get_by_role("button", name=level, exact=True).click()
    page.locator("button.main").last.click()
    page.locator(".stage > *").wait_for()


RENEWED = {"ja": ("新しい版の用意ができました", "いま切り替える"), "en": ("A new version is ready", "Use it now")}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("lang", RENEWED)
def test_a_new_version_comes_while_a_game_is_played(browser: Browser, host: Host, lang: str) -> None:
    said, now = RENEWED[lang]
    with contextlib.ExitStack() as opened:
        shared = Shared(new_page(browser, opened, host.address, lang=lang, size="phone", kept=True))
        page = shared.page
        page.goto("./")
        expect(page.get_by_text(KEPT[lang])).to_be_visible(timeout=PATIENCE)
        begin(page, "donburiko")
        show_moves(page)
        page.locator("[data-move]").first.wait_for()
        page.evaluate(PRESS, 0.5)
        place = page.url

        # Half an upload is not taken for a version: what was announced did not come.
        icon = (host.page / "kobako.svg").read_bytes()
        renew(host.page, "kobako.svg", b"<svg/>")
        (host.page / "kobako.svg").write_bytes(b"<sv")
        assert page.evaluate(UPDATE) == "redundant"
        assert page.get_by_text(said).count() == 0

        told = f"engine/api/words/{lang}.json"
        words = json.loads((host.page / told).read_text(encoding="utf-8"))
        (host.page / "kobako.svg").write_bytes(icon)
        spoken = json.dumps(words, ensure_ascii=False).replace(said, f"★ {said}").encode()
        renew(host.page, told, spoken)
        assert page.evaluate(UPDATE) == "installed"
        page.get_by_text(said).wait_for()
        assert "★" not in page.get_by_text(said).inner_text()  # the old version plays on
        host.stop()
        page.get_by_role("button", name=now).click()
        expect(page.get_by_role("button", name=now)).to_have_count(0)
        page.locator(".stage > *").wait_for()
        assert page.url == place  # and the game is there
        assert "★" in page.evaluate("(file) => fetch(file).then((words) => words.text())", told)
        assert not shared.complaints, shared.complaints


ENTRIES = """async () => {
  const base = await new Promise((done) => {
    const opening = indexedDB.open(`kobako ${location.pathname}`);
    opening.onsuccess = () => done(opening.result);
  });
  const counting = base.transaction("entries").objectStore("entries").count();
  return new Promise((done) => { counting.onsuccess = () => done(counting.result) });
}"""


@pytest.mark.parametrize(("game", "again"), [("donburiko", False), ("tokkuri", True)])
def test_a_first_move_is_made_and_kept_before_python_is_there(
    browser: Browser, host: Host, game: str, again: bool
) -> None:
    """Python's files are held back. Then it takes over the table as it was left, after a reload as well."""
    held: list[Route] = []
    with contextlib.ExitStack() as opened:
        shared = Shared(new_page(browser, opened, host.address, lang="en", size="phone", kept=True))
        page = shared.page
        page.context.route("**/python.zip.gz", lambda route: held.append(route))
        page.goto("./")
        page.locator(f"a.box[href='#/new/{game}'] ~ .now").click()
        page.locator("[data-move]").first.wait_for(state="attached")
        before = page.evaluate(ENTRIES)
        page.evaluate(PRESS, 0)
        page.locator(".take-back").wait_for()
        assert page.evaluate(ENTRIES) == before + 1
        expect(page.get_by_role("progressbar")).to_be_visible()
        if again:
            page.reload()
        page.context.unroute("**/python.zip.gz")
        for route in held:
            with contextlib.suppress(Error):  # of the page as it was before
                route.continue_()
        expect(page.get_by_role("progressbar")).to_have_count(0, timeout=PATIENCE)
        page.locator("[data-move]").first.wait_for(state="attached")  # the bots have answered
        assert page.evaluate(ENTRIES) > before + 1
        assert not shared.complaints, shared.complaints


LAY = """async (laid) => {
  const by = await (await fetch("engine/version.txt")).text();
  const base = await new Promise((done) => {
    const opening = indexedDB.open(`kobako openings ${location.pathname}`);
    opening.onsuccess = () => done(opening.result);
  });
  const doing = base.transaction("laid", "readwrite");
  doing.objectStore("laid").put({ ...laid, by });
  return new Promise((done) => { doing.oncomplete = () => { base.close(); done() } });
}"""
SEEDS = """async () => {
  const base = await new Promise((done) => {
    const opening = indexedDB.open(`kobako ${location.pathname}`);
    opening.onsuccess = () => done(opening.result);
  });
  const asked = base.transaction("tables").objectStore("tables").getAll();
  return new Promise((done) => { asked.onsuccess = () => done(asked.result.map(({ seed }) => seed)) });
}"""


@pytest.mark.parametrize("first", ["0", "1"])
def test_of_two_tabs_one_has_the_deal_that_was_laid(browser: Browser, host: Host, first: str) -> None:
    """Python is held back in both: one is asked for a move, whoever begins, and the other waits for Python."""
    wish = {**usual_wish("kotori", 3, "regular"), "options": {"first": first}}
    text = json.dumps(wish, separators=(",", ":"))
    with ThreadPoolExecutor() as elsewhere:  # Playwright has a loop here already
        opening = elsewhere.submit(asyncio.run, laid_for(text, Thinkers(TestPage()))).result()
    assert opening
    with contextlib.ExitStack() as opened:
        one = new_page(browser, opened, host.address, lang="en", size="phone", kept=True, settings={"face": ""})
        one.context.set_default_timeout(PATIENCE)
        one.context.route("**/python.zip.gz", lambda route: None)
        chosen = json.dumps(json.dumps({"options": {"first": first}}))
        one.context.add_init_script(f"localStorage.setItem('kobako.wish.kotori', {chosen})")
        other = one.context.new_page()
        one.goto("./")
        one.locator("a.box").first.wait_for()
        one.evaluate(LAY, {"game": "kotori", "wish": text, "opening": opening})
        for page in (one, other):
            page.goto("./")
            page.reload()
            page.locator("a.box").first.wait_for()
        # Both are pressed at one moment.
        at = time.time() * 1000 + 500
        presses = "document.querySelector(\"a.box[href='#/new/kotori'] ~ .now\").click()"
        for page in (one, other):
            page.evaluate(f"setTimeout(() => {presses}, {at} - Date.now())")
        until = time.monotonic() + 30
        while not any(page.locator("[data-move]").count() for page in (one, other)):
            assert time.monotonic() < until, "no table was drawn in either"
            one.wait_for_timeout(50)
        one.wait_for_timeout(1000)
        assert one.evaluate(SEEDS) == [json.loads(opening)["row"]["seed"]]


def test_a_browser_that_dies_in_mid_move_loses_nothing(browser: Browser, host: Host, tmp_path: Path) -> None:
    """It is killed while a master thinks. What was acknowledged is there when it comes back."""
    home = tmp_path / "browser"
    liked = json.dumps(json.dumps({**SETTINGS, "lang": "en"}))

    def start() -> tuple[BrowserContext, Page]:
        context = browser.browser_type.launch_persistent_context(home, executable_path=needed(BROWSER), args=QUIET)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.setItem('kobako.settings', {liked})")
        page = context.pages[0]
        page.goto(host.address)
        return context, page

    context, page = start()
    begin(page, "umbradeco", level="Master")
    show_moves(page)
    for _ in range(3):
        page.locator("[data-move]").first.click()
    page.wait_for_timeout(400)
    kept = page.evaluate(ENTRIES)
    running = subprocess.run(["pgrep", "-f", f"user-data-dir={home}"], capture_output=True, text=True, check=False)
    for pid in running.stdout.split():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    with contextlib.suppress(Error):
        context.close()

    context, page = start()
    page.get_by_role("link", name="Continue").first.click()
    show_moves(page)
    page.locator("[data-move]").first.click()
    page.locator("[data-move]").first.wait_for()
    assert page.evaluate(ENTRIES) > kept > 3
    context.close()


def test_it_can_be_installed(playwright: Playwright, host: Host, tmp_path: Path) -> None:
    """Asked of a whole Chromium, with a profile: the headless shell knows nothing of installing."""
    whole = playwright.chromium.launch_persistent_context(
        tmp_path / "profile", executable_path=needed(CHROME), args=QUIET
    )
    with whole as context:
        page = context.new_page()
        asked = context.new_cdp_session(page)
        page.goto(host.address)
        page.locator(".box").first.wait_for()
        assert asked.send("Page.getAppManifest")["errors"] == []
        assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        page.goto(f"{host.address}engine/api/games.json")  # no page of ours
        assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] != []


@pytest.mark.soak  # and in .ci/run
@pytest.mark.parametrize("start", [firefox, webkit])
def test_another_browser_plays_and_opens_it_again(
    start: Callable[[Path], contextlib.AbstractContextManager[Driven]], host: Host, tmp_path: Path
) -> None:
    with start(tmp_path) as other:
        other.open(host.address)
        wait(other, f"document.body.innerText.includes({json.dumps(KEPT['en'])})", 240)
        host.stop()
        other.open(f"{host.address}#/new/kotori")
        wait(other, "document.querySelector('button.main') !== null")
        other.run("[...document.querySelectorAll('button.main')].at(-1).click()")
        wait(other, "document.querySelector('.tour') !== null")
        other.run("[...document.querySelectorAll('.tour button')].find((one) => /Skip/.test(one.innerText)).click()")
        wait(other, "document.querySelector('[data-move]') !== null")
        place = other.run("location.href")
        other.run("document.querySelector('[data-move]')?.click()")
        time.sleep(0.5)
        other.open("about:blank")
        other.open(place)
        wait(other, "document.querySelector('.stage > *') !== null")
        assert "The server" not in text(other)
