"""The page that needs no server: handed out once by Python's own file server, under a path; then nobody answers.

All five games to their ends, in both languages; reloads, a new version, an import, a review. What a page needs and was
not kept would be missed here: there is no network left.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

import kobako
from kobako.cli.page import Quiet
from kobako.server.keeper import KEEPER, SW, keeper
from kobako.server.page import MARK, NO_JEKYLL, write_page
from kobako.server.screen import screen_folder
from tests.needs import CHROME, needed
from tests.web.conftest import QUIET, bad, new_page
from tests.web.others import Driven, firefox, text, wait, webkit
from tests.web.playing import PRESS, ending, play_out, show_moves

PATH = "/some/where/box/"
# Python starts in the page, on a machine that may have much to do: nothing here is measured.
PATIENCE = 240_000
KEPT = {"en": "Kept in this browser", "ja": "このブラウザに保存済み"}


class Host:
    """A static host that has the page under a path, and that can be stopped."""

    def __init__(self, folder: Path) -> None:
        self.page = folder / PATH.strip("/")
        handler = functools.partial(Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}{PATH}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Nobody answers any more."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()


def renew(page: Path, path: str, content: bytes) -> None:
    """Another version of a page, in which one file differs."""
    (page / path).write_bytes(content)
    screen = screen_folder()
    assert screen
    files = {str(file.relative_to(page)): file.read_bytes() for file in page.rglob("*") if file.is_file()}
    kept = {path: text for path, text in files.items() if path not in (MARK, NO_JEKYLL, SW)}
    (page / SW).write_bytes(keeper((screen / KEEPER).read_bytes(), kept, here=True))


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, written once; its bots answer at once and its tables do not rest."""
    folder = tmp_path_factory.mktemp("page") / "page"
    write_page(folder)
    html = (folder / "index.html").read_text(encoding="utf-8")
    renew(
        folder, "index.html", html.replace('content="here"', 'content="here" data-rest="0" data-bot-delay="0"').encode()
    )
    return folder


@pytest.fixture
def host(written: Path, tmp_path: Path) -> Iterator[Host]:
    """A host of a copy of the page."""
    shutil.copytree(written, tmp_path / "host" / PATH.strip("/"))
    made = Host(tmp_path / "host")
    yield made
    made.stop()


OpenAlone = Callable[..., Page]


@pytest.fixture
def open_alone(browser: Browser, host: Host) -> Iterator[OpenAlone]:
    """Opens the page, waits until it is kept, and stops its host. What the browser complains about fails the test."""
    with contextlib.ExitStack() as opened:
        complaints: list[str] = []

        def open_alone(online: bool = False, lang: str = "en", **likes: Any) -> Page:
            page = new_page(browser, opened, host.address, lang=lang, kept=True, **likes)
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda wrong: complaints.append(str(wrong)))
            page.on("console", lambda said: complaints.append(said.text) if bad(said.type, said.text) else None)
            page.goto("./")
            expect(page.get_by_text(KEPT[lang])).to_be_visible(timeout=PATIENCE)
            if not online:
                host.stop()
                page.context.set_offline(True)
            return page

        yield open_alone
    assert not complaints, complaints


def begin(page: Page, game: str) -> None:
    """A game against bots, from the first page."""
    page.locator(f"a.box[href='#/new/{game}']").click()
    page.locator("button.main").last.click()
    page.locator(".stage > *").wait_for()


def import_kifu(page: Page, folder: Path, kifu: str) -> None:
    """Open a kifu from a file, on the first page."""
    (folder / "game.kifu").write_text(kifu, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(folder / "game.kifu")
    page.get_by_role("slider").wait_for()


def play_from(page: Page, ply: int) -> None:
    """Against bots from a position of the replay on."""
    page.get_by_role("slider").fill(str(ply))
    expect(page).to_have_url(re.compile(f"ply={ply}"))
    page.get_by_role("button", name=re.compile("Play from here|ここから")).click()
    page.locator(".game").wait_for()


WHOLE = [
    pytest.param(game, lang, size, marks=pytest.mark.soak)
    for game in kobako.game_names()
    for lang, size in (("en", "desktop"), ("ja", "phone"))
]


@pytest.mark.parametrize(("game", "lang", "size"), WHOLE)
def test_a_whole_game_against_bots(open_alone: OpenAlone, game: str, lang: str, size: str) -> None:
    page = open_alone(lang=lang, size=size)
    begin(page, game)
    assert play_out([page], seed=2) > 3
    check_the_end(page, lang)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_end_of_each_game_against_bots(open_alone: OpenAlone, tmp_path: Path, lang: str) -> None:
    page = open_alone(lang=lang, size={"en": "desktop", "ja": "phone"}[lang])
    for game in kobako.game_names():
        end = ending(game, 9)
        page.goto("./")
        import_kifu(page, tmp_path, end.kifu)
        play_from(page, end.ply)
        play_out([page], seed=1)
        check_the_end(page, lang)


def check_the_end(page: Page, lang: str) -> None:
    """The end is told in the player's language, and nothing is wider than the window."""
    expect(page.locator(".finale h2")).to_have_text(re.compile({"en": "win", "ja": "勝"}[lang]))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_on_a_phone_by_touch_and_a_reload_in_the_middle_of_it(open_alone: OpenAlone) -> None:
    page = open_alone(lang="ja", size="phone", settings={"confirm": "always"})
    page.locator("a.box[href='#/new/kotori']").tap()
    page.locator("button.main").last.tap()
    made = 0
    while made < 3:
        page.locator("[data-move]").first.wait_for(state="attached")
        page.locator("[data-over=true], .stage button:not([disabled])").first.tap()
        page.locator(".bar[data-staged] .button.main").tap()
        expect(page.locator(".bar[data-staged]")).to_have_count(0)
        made += 1
    place = page.url
    told = log_of(page)
    assert told > 3
    page.reload()  # the page comes from what was kept, and the game too
    page.locator(".stage > *").wait_for()
    assert page.url == place
    assert log_of(page) >= told
    page.goto("./")
    page.locator("a[href^='#/t/']").first.wait_for()


def log_of(page: Page) -> int:
    """How many things the log tells of."""
    page.locator("[data-move]").first.wait_for(state="attached")
    return int(page.locator(".log li").count())


def test_a_game_is_imported_and_reviewed(open_alone: OpenAlone, tmp_path: Path) -> None:
    page = open_alone()
    import_kifu(page, tmp_path, ending("tokkuri", 5).kifu)
    page.get_by_role("button", name="Review this game").click()
    found = page.get_by_role("heading", name="Costly moves").or_(page.get_by_text("No costly move"))
    expect(found).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("img", name="Chance to win")).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "said", "now"),
    [("en", "A new version is ready", "Use it now"), ("ja", "新しい版の用意ができました", "いま切り替える")],
)
def test_a_new_version_comes_while_a_game_is_played(
    open_alone: OpenAlone, host: Host, lang: str, said: str, now: str
) -> None:
    page = open_alone(online=True, lang=lang, size="phone")
    begin(page, "donburiko")
    show_moves(page)
    page.locator("[data-move]").first.wait_for()
    page.evaluate(PRESS, 0.5)
    place = page.url
    words = json.loads((host.page / f"engine/api/words/{lang}.json").read_text(encoding="utf-8"))
    spoken = json.dumps(words, ensure_ascii=False).replace(said, f"★ {said}").encode()
    renew(host.page, f"engine/api/words/{lang}.json", spoken)
    page.evaluate("navigator.serviceWorker.getRegistration().then((kept) => kept.update())")
    page.get_by_text(said).wait_for()
    assert "★" not in page.get_by_text(said).inner_text()  # the old version plays on
    host.stop()
    page.get_by_role("button", name=now).click()
    expect(page.get_by_role("button", name=now)).to_have_count(0)
    page.locator(".stage > *").wait_for()
    assert page.url == place  # and the game is there
    assert "★" in page.evaluate(f"fetch('engine/api/words/{lang}.json').then((words) => words.text())")


def test_half_an_upload_is_not_taken_for_a_version(open_alone: OpenAlone, host: Host) -> None:
    page = open_alone(online=True)
    renew(host.page, "kobako.svg", b"<svg/>")
    (host.page / "kobako.svg").write_bytes(b"<sv")  # what was announced did not come
    outcome = page.evaluate(
        """async () => {
          const kept = await navigator.serviceWorker.getRegistration();
          const { installing } = await kept.update();
          return new Promise((done) => installing.addEventListener("statechange", () => done(installing.state)));
        }"""
    )
    assert outcome == "redundant"
    host.stop()
    page.reload()
    expect(page.locator(".box").first).to_be_visible()


def test_nothing_is_kept_but_files_of_the_page(open_alone: OpenAlone, written: Path) -> None:
    page = open_alone()
    script = f"caches.open('kobako {PATH}').then((store) => store.keys()).then((keys) => keys.map(({{ url }}) => url))"
    kept = {url.split(PATH)[1].split("?")[0] for url in page.evaluate(script)}
    files = {str(file.relative_to(written)) for file in written.rglob("*") if file.is_file()}
    assert kept == files - {SW, MARK, NO_JEKYLL}
    assert page.evaluate("caches.keys()") == [f"kobako {PATH}"]


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
        wait(other, "document.querySelector('[data-move]') !== null")
        place = other.run("location.href")
        other.run("document.querySelector('[data-move]')?.click()")
        time.sleep(0.5)
        other.open("about:blank")
        other.open(place)
        wait(other, "document.querySelector('.stage > *') !== null")
        assert "The server" not in text(other)
