"""A real server on a port of its own, and a real Chromium."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright, sync_playwright

from tests.needs import BROWSER, needed, without
from tests.web.wire import Wire

ROOT = Path(__file__).parents[2]
SIZES = {
    "phone": (390, 844),
    "side": (844, 390),  # a phone on its side
    "tablet": (820, 1180),
    "desktop": (1280, 800),
    "desk": (1440, 900),
    "large": (2560, 1440),
}
TOUCHED = ("phone", "side")
HALL = "manifest.webmanifest"  # a file beside the pages: they share what is kept, and nothing runs in it
FORGET = """async (liked) => {
  localStorage.clear();
  sessionStorage.clear();
  const deleted = (name) => new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
  for (const { name } of await indexedDB.databases()) await deleted(name);
  localStorage.setItem('kobako.settings', liked);
}"""
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
SETTINGS = {
    "motion": "off",
    "confirm": "never",
    "auto": False,
    "drawer": True,  # who looks on wants to see what happened
    "volume": 0,
    "toured": ["donburiko", "ice", "kotori", "tokkuri", "umbradeco"],
}


class Server:
    """A running `kobako serve`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.port = int(address.rsplit(":", 1)[1])

    def ask(self, path: str, body: Any = None, secret: str = "") -> Any:
        """Speak HTTP with it, as a program would."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api/{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
            return json.loads(text) if "json" in answer.headers["Content-Type"] else text


@contextlib.contextmanager
def serving(folder: Path, options: tuple[str, ...] = ("--rest", "0"), **environment: str) -> Iterator[Server]:
    """A server whose bots answer at once, and whose tables are kept in a folder."""
    command = [sys.executable, "-m", "kobako", "serve", "--port", "0", "--database", str(folder / "tables.sqlite")]
    usual = ["--bot-delay", "0", "--thinkers", "1", "--no-limits", "--log-level", "WARNING"]
    with (
        (folder / "errors").open("wb") as errors,
        subprocess.Popen(
            [*command, *usual, *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **environment},
        ) as process,
    ):
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", line)
        assert found, f"no server: {line!r} {(folder / 'errors').read_text()}"
        try:
            yield Server(found[0])
        finally:
            process.terminate()
            process.wait(20)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium that runs."""
    program = needed(BROWSER)
    with sync_playwright() as playwright, launched(playwright, program) as browser:
        yield browser


@contextlib.contextmanager
def launched(playwright: Playwright, program: str) -> Iterator[Browser]:
    """A Chromium that Playwright has started."""
    try:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
    except Error as wrong:
        without(f"{program} does not start; `make test-deps` installs what it needs. {wrong}")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a worker."""
    with serving(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="session")
def program() -> str:
    """Where Chromium is. Looked for before Playwright is at work: to ask for its own browser takes another one."""
    return needed(BROWSER)


@pytest.fixture(scope="session")
def playwright(program: str) -> Iterator[Playwright]:
    """One Playwright for all tests of a worker: a second one in the same thread is refused."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, program: str) -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    with launched(playwright, program) as started:
        yield started


Open = Callable[..., Page]


def new_page(
    browser: Browser,
    opened: contextlib.ExitStack,
    base: str,
    lang: str = "en",
    size: str = "desktop",
    scheme: str = "light",
    settings: dict[str, Any] | None = None,
    kept: bool = False,
) -> Page:
    """A page in a browser context of its own, of someone who likes the table so; it may be `kept` for offline use."""
    width, height = SIZES[size]
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height},
        locale={"en": "en-US", "ja": "ja-JP"}[lang],
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=size in TOUCHED,
        base_url=base,
        service_workers="allow" if kept else "block",
    )
    opened.callback(context.close)
    context.set_default_timeout(15_000)
    likes = json.dumps(liked(lang, settings))
    context.add_init_script(
        f"localStorage.getItem('kobako.settings') ?? localStorage.setItem('kobako.settings', {likes})"
    )
    return context.new_page()


def liked(lang: str, settings: dict[str, Any] | None) -> str:
    """How someone likes the table, as a page keeps it."""
    return json.dumps({**SETTINGS, "lang": lang, **(settings or {})})


class Pages:
    """Pages that tests take turns with: to start a new one costs as much as half a test. Between two tests a page
    stands in the HALL, where nothing runs, and what was kept in it is forgotten.
    """

    def __init__(self, browser: Browser, address: str, opened: contextlib.ExitStack) -> None:
        self._browser, self._address, self._opened = browser, address, opened
        self._idle: dict[tuple[str, bool], list[Page]] = {}

    @contextlib.contextmanager
    def lent(
        self, lang: str = "en", size: str = "desktop", scheme: str = "light", settings: dict[str, Any] | None = None
    ) -> Iterator[Page]:
        """A page in the HALL, of someone who likes the table so."""
        width, height = SIZES[size]
        idle = self._idle.setdefault((lang, size in TOUCHED), [])
        if idle:
            page = idle.pop()
        else:
            page = new_page(self._browser, self._opened, self._address, lang, size)
            page.goto(HALL)
        page.evaluate(FORGET, liked(lang, settings))
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(media="null", color_scheme=scheme, reduced_motion="null")  # type: ignore[arg-type]
        yield page
        page.goto(HALL)
        idle.append(page)


@pytest.fixture(scope="session")
def pages(browser: Browser, server: Server) -> Iterator[Pages]:
    """The pages of a worker."""
    with contextlib.ExitStack() as opened:
        yield Pages(browser, server.address, opened)


@pytest.fixture
def open_page(browser: Browser, server: Server, pages: Pages) -> Iterator[Open]:
    """Opens a page; without a path it waits, as who is about to `sit` down.

    A test that adds scripts, routes, listeners or tabs to it asks for one of its `own`. What the browser complains
    about fails the test, the policy's refusals too.
    """
    with contextlib.ExitStack() as opened:
        complaints: list[str] = []

        def complain(wrong: Error) -> None:
            complaints.append(str(wrong))

        def listen(said: ConsoleMessage) -> None:
            if bad(said.type, said.text):
                complaints.append(said.text)

        def open_page(path: str = "", base: str = "", own: bool = False, **likes: Any) -> Page:
            if own or base:
                page = new_page(browser, opened, base or server.address, **likes)
            else:
                page = opened.enter_context(pages.lent(**likes))
            page.on("pageerror", complain)
            page.on("console", listen)
            opened.callback(page.remove_listener, "pageerror", complain)
            opened.callback(page.remove_listener, "console", listen)
            if path:
                page.goto(path)
            return page

        yield open_page
    assert not complaints, complaints


NOISE = ("ERR_", "WebSocket", "a status of 4", "blocked by Playwright")


def bad(kind: str, text: str) -> bool:
    """Whether the console said what it should not. That a line is cut, or a request was refused (4xx), it may say."""
    return kind in ("error", "warning") and not any(noise in text for noise in NOISE)


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """A wire to the server that can be cut."""
    made = Wire(server.port)
    yield made
    made.close()
