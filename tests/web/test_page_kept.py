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

import kobako
from kobako.cli.page import Quiet
from kobako.house.openings import usual_wish
from kobako.offline.laying import laid_for
from kobako.offline.thinking import Thinkers
from kobako.server.page import POLICY
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


def has_reloaded(page: Page) -> None:
    """Wait until the page that was marked is gone."""
    until, gone = time.monotonic() + 60, False
    while not gone:
        assert time.monotonic() < until, "the page is still the old one"
        page.wait_for_timeout(100)
        with contextlib.suppress(Error):  # it goes just now
            gone = page.evaluate("window.marked === undefined")


@pytest.mark.parametrize(("lang", "again"), [("ja", False), ("en", True)])
def test_a_new_version_comes_while_a_game_is_played(browser: Browser, host: Host, lang: str, again: bool) -> None:
    """In a tab of the first visit, which no keeper has handed out, and in one of a later visit."""
    said, now = RENEWED[lang]
    with contextlib.ExitStack() as opened:
        shared = Shared(new_page(browser, opened, host.address, lang=lang, size="phone", kept=True))
        page = shared.page
        page.goto("./")
        expect(page.get_by_text(KEPT[lang])).to_be_visible(timeout=PATIENCE)
        if again:
            page.reload()
        page.evaluate("window.marked = true")
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
        page.wait_for_timeout(500)
        expect(page.get_by_text(said)).to_have_count(0)  # a table has the window to itself
        page.evaluate("location.hash = '#/'")
        page.get_by_text(said).wait_for()
        assert "★" not in page.get_by_text(said).inner_text()  # the old version plays on
        words, button = (page.get_by_text(said).bounding_box(), page.get_by_role("button", name=now).bounding_box())
        assert words["y"] + words["height"] <= button["y"], "the words have the width of a phone"
        page.go_back()
        page.locator(".stage > *").wait_for()
        expect(page.get_by_text(said)).to_have_count(0)
        page.go_forward()
        host.stop()
        page.context.new_cdp_session(page).send("Network.clearBrowserCache")
        page.get_by_role("button", name=now).click()
        has_reloaded(page)
        expect(page.get_by_role("button", name=now)).to_have_count(0)
        page.evaluate("place => { location.href = place }", place)
        page.locator(".stage > *").wait_for()  # and the game is there
        assert "★" in page.evaluate("(file) => fetch(file).then((words) => words.text())", told)
        page.goto("#/rules/kotori")  # a page that was never opened
        page.locator("main h1").filter(has_text=re.compile("Kotori|小鳥|ことり")).first.wait_for()
        assert not shared.complaints, shared.complaints


CHANGE = """async ([table, change]) => {
  const base = await new Promise((done) => {
    const opening = indexedDB.open(`kobako ${location.pathname}`);
    opening.onsuccess = () => done(opening.result);
  });
  const doing = base.transaction("tables", "readwrite");
  const asked = doing.objectStore("tables").get(table);
  asked.onsuccess = () => doing.objectStore("tables").put({ ...asked.result, ...change });
  return new Promise((done) => { doing.oncomplete = () => { base.close(); done() } });
}"""
SHELF = "engine/api/games.json"


def with_other_rules(host: Host, game: str) -> None:
    """A version of the page in which a game has other rules. Its Python has not: it is not asked."""
    shelf = json.loads((host.page / SHELF).read_text(encoding="utf-8"))
    for shown in shelf:
        shown["rules"] += shown["name"] == game
    renew(host.page, SHELF, json.dumps(shelf).encode())


@pytest.mark.parametrize("over", [False, True])
def test_a_version_with_other_rules_waits_for_a_game_in_progress(browser: Browser, host: Host, over: bool) -> None:
    """Until it is over, or the player gives it up; then it comes at once, and nobody else's game is waited for."""
    with contextlib.ExitStack() as opened:
        page = new_page(browser, opened, host.address, size="phone", kept=True)
        page.set_default_timeout(PATIENCE)
        page.goto("./")
        expect(page.get_by_text(KEPT["en"])).to_be_visible(timeout=PATIENCE)
        begin(page, "kotori")
        place = page.url
        with_other_rules(host, "kotori")
        assert page.evaluate(UPDATE) == "redundant"
        told = page.get_by_text("changes the rules of Kotori Atsume")
        expect(told).to_have_count(0)  # the table has the window to itself
        page.goto("./#/")
        told.wait_for()
        page.get_by_role("button", name="Later").click()
        assert page.evaluate(UPDATE) == "redundant"
        expect(told).to_have_count(0)  # once is enough
        page.evaluate("window.marked = true")
        if over:
            page.evaluate(CHANGE, [place.rpartition("/")[2], {"status": "over"}])
            page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        else:
            page.reload()
            assert page.evaluate(UPDATE) == "redundant"
            page.wait_for_timeout(500)
            expect(told).to_have_count(0)  # for as long as this tab is open
            page = page.context.new_page()
            page.goto(f"{host.address}#/")
            page.evaluate("window.marked = true")
            page.get_by_role("button", name="Use it now").click()
        has_reloaded(page)
        expect(page.get_by_role("button", name="Later")).to_have_count(0)
        rules = page.evaluate("(file) => fetch(file).then((shelf) => shelf.json())", SHELF)
        assert {shown["name"]: shown["rules"] for shown in rules}["kotori"] == kobako.game("kotori").version + 1


@pytest.mark.parametrize("over", [False, True])
def test_a_table_of_rules_that_are_gone_is_listed_and_says_so(browser: Browser, host: Host, over: bool) -> None:
    """What was written of a finished game can be saved; a game in progress cannot go on."""
    with contextlib.ExitStack() as opened:
        page = new_page(browser, opened, host.address, kept=True)
        page.set_default_timeout(PATIENCE)
        page.goto("./")
        begin(page, "kotori")
        table = page.url.rpartition("/")[2]
        expect(page.get_by_role("progressbar")).to_have_count(0, timeout=PATIENCE)
        page.goto("./#/")
        page.evaluate(CHANGE, [table, {"rules": 0, **({"status": "over", "kifu": "kobako kifu 1"} if over else {})}])
        page.reload()
        listed = page.get_by_role("listitem").filter(has_text="played by rules that are no longer here")
        listed.get_by_role("link", name="Details").click()
        page.get_by_role("heading", name="under rules that are no longer here").wait_for()
        saves = page.get_by_role("button", name="Save the kifu")
        if over:
            with page.expect_download() as saved:
                saves.click()
            assert Path(saved.value.path()).read_text(encoding="utf-8") == "kobako kifu 1"
        else:
            page.wait_for_timeout(500)
            expect(saves).to_have_count(0)


def test_the_browser_is_asked_to_keep_the_games(browser: Browser, host: Host) -> None:
    """Once there is one, and once."""
    with contextlib.ExitStack() as opened:
        page = new_page(browser, opened, host.address)
        page.set_default_timeout(PATIENCE)
        asked = "window.asked = 0; StorageManager.prototype.persist = async () => ++window.asked > 0"
        page.context.add_init_script(asked)
        page.goto("./")
        page.locator("a.box").first.wait_for()
        assert page.evaluate("asked") == 0
        for _ in range(2):
            begin(page, "kotori")
            page.goto("./#/")
        assert page.evaluate("asked") == 1


class Careful(Quiet):
    """A host that sends the page's policy with every file, as docs/publish.md says."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


# In a turn of its own: what a test asks directly is allowed more than the page is.
EVALUATE = """new Promise((done) => setTimeout(() => {
  try { done(new Function("return 2")()) } catch (wrong) { done(wrong.name) }
}))"""


def test_a_host_that_sends_the_policy_binds_the_workers_too(browser: Browser, written: Path) -> None:
    """What stands in the page's head does not reach them: they are under the policy that they came with."""
    folder = written.parents[len(PATH.strip("/").split("/")) - 1]
    host = Host(folder, Careful)
    with contextlib.ExitStack() as opened:
        opened.callback(host.stop)
        shared = Shared(new_page(browser, opened, host.address, kept=True))
        page = shared.page
        page.goto("./")
        expect(page.get_by_text(KEPT["en"])).to_be_visible(timeout=PATIENCE)
        begin(page, "ice", level="Regular")
        show_moves(page)
        page.locator("[data-move]").first.click()
        page.locator(".take-back, [data-move]").first.wait_for()
        expect(page.get_by_role("progressbar")).to_have_count(0, timeout=PATIENCE)
        assert page.workers
        for worker in page.workers:
            assert worker.evaluate(EVALUATE) == "EvalError"
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
    opening.onupgradeneeded = () => opening.result.createObjectStore("laid", { keyPath: "game" }); // as the page would
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
