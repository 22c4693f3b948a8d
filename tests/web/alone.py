"""The page that needs no server, on a static host that can be stopped; and what is done on it.

To start Python in a page takes its time, so tests share a page where they can: they go about in it by what stands
behind the #, and nothing is loaded anew.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kobako.cli.page import Quiet
from kobako.server.keeper import KEEPER, SW, keeper
from kobako.server.page import MARK, NO_JEKYLL, write_page
from kobako.server.screen import screen_folder
from tests.web.conftest import SIZES, bad, new_page

PATH = "/some/where/box/"
# Python starts in the page, on a machine that may have much to do: nothing here is measured.
PATIENCE = 240_000
KEPT = {"en": "Kept in this browser", "ja": "このブラウザに保存済み"}


class Host:
    """A static host that has the page under a path, and that can be stopped."""

    def __init__(self, folder: Path, kind: type[Quiet] = Quiet) -> None:
        self.page = folder / PATH.strip("/")
        handler = functools.partial(kind, directory=str(folder))
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
    """Another version of a page, in which one file differs.

    It is seconds younger than the last: a host goes by the second when it says that nothing has changed.
    """
    younger = (page / SW).stat().st_mtime + 5 if (page / SW).is_file() else 0.0
    (page / path).write_bytes(content)
    screen = screen_folder()
    assert screen
    files = {str(file.relative_to(page)): file.read_bytes() for file in page.rglob("*") if file.is_file()}
    kept = {path: text for path, text in files.items() if path not in (MARK, NO_JEKYLL, SW)}
    (page / SW).write_bytes(keeper((screen / KEEPER).read_bytes(), kept, here=True))
    if younger:
        for file in (page / path, page / SW):
            os.utime(file, (younger, younger))


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, written once; its bots answer at once and its tables do not rest. All else is as players have it."""
    folder = tmp_path_factory.mktemp("page") / PATH.strip("/")
    write_page(folder)
    html = (folder / "index.html").read_text(encoding="utf-8")
    assert 'content="here"' in html
    quick = 'content="here" data-rest="0" data-bot-delay="0"'
    renew(folder, "index.html", html.replace('content="here"', quick).encode())
    return folder


class Shared:
    """One page for many tests; what the browser complains about fails the test that hears it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda wrong: self.complaints.append(str(wrong)))
        page.on("console", lambda said: self.complaints.append(said.text) if bad(said.type, said.text) else None)

    @contextlib.contextmanager
    def taken(self, size: str = "desktop") -> Iterator[Page]:
        """The page, at its first screen."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto("#/")
        self.page.locator("a.box").first.wait_for()
        yield self.page
        complaints, self.complaints = self.complaints, []
        assert not complaints, complaints


@contextlib.contextmanager
def cut_off(browser: Browser, written: Path, **likes: Any) -> Iterator[Shared]:
    """A page that has been kept, and whose host has been stopped: there is no network left."""
    host = Host(written.parents[len(PATH.strip("/").split("/")) - 1])
    with contextlib.ExitStack() as opened:
        shared = Shared(new_page(browser, opened, host.address, kept=True, **likes))
        shared.page.goto("./")
        expect(shared.page.get_by_text(KEPT[likes.get("lang", "en")])).to_be_visible(timeout=PATIENCE)
        host.stop()
        shared.page.context.set_offline(True)
        yield shared
