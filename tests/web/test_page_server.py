"""A server's page as an app: what is left of it when its server is gone."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.needs import NGINX, needed
from tests.web.conftest import Open, Server, new_page, serving
from tests.web.others import free_port, reached

ACTIVE = """path => navigator.serviceWorker.getRegistration(path).then(
  (found) => found?.scope.endsWith(path) && found.active?.state === "activated")"""
KEPT = "scope => caches.open(`kobako ${scope}`).then(store => store.keys()).then(keys => keys.map(({ url }) => url))"


def until_kept(page: Page, path: str) -> None:
    """Wait until the page at a path would open without a network."""
    until = time.monotonic() + 30
    while not page.evaluate(ACTIVE, path):
        assert time.monotonic() < until, f"{path} is not kept"
        page.wait_for_timeout(100)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("lang", "meanwhile", "without"),
    [
        ("en", "Play against bots meanwhile", "Play against bots without it"),
        ("ja", "待つあいだボットと遊ぶ", "サーバーなしでボットと遊ぶ"),
    ],
)
def test_a_page_that_loses_its_server_offers_the_one_that_needs_none(
    browser: Browser, tmp_path: Path, lang: str, meanwhile: str, without: str
) -> None:
    with contextlib.ExitStack() as opened:
        with serving(tmp_path) as server:
            page = new_page(browser, opened, server.address, lang=lang, kept=True)
            page.clock.install()
            page.goto("/new/donburiko")
            until_kept(page, "/")
            page.locator("button.main").last.click()
            page.locator(".stage > *").wait_for()
            page.clock.fast_forward(10_000)  # the player has settled
            until_kept(page, "/page/")
            held = page.url
        page.clock.fast_forward(10_000)
        expect(page.get_by_role("link", name=meanwhile)).to_have_attribute(
            "href", f"{server.address}/page/#/new/donburiko"
        )
        kept = page.evaluate(KEPT, "/")
        assert not [url for url in kept if "/api/" in url or url.endswith("/ws")]

        page.reload()  # with no server at all
        assert page.url == held
        expect(page.get_by_role("heading", name="Kobako 小箱")).to_be_visible()
        page.get_by_role("link", name=without).click()
        expect(page).to_have_url(f"{server.address}/page/#/")
        assert page.evaluate("document.querySelector('meta[name=kobako-host]').content") == "here"


def test_a_page_goes_on_when_its_server_is_back(browser: Browser, tmp_path: Path) -> None:
    with contextlib.ExitStack() as opened:
        with serving(tmp_path) as server:
            page = new_page(browser, opened, server.address, kept=True)
            page.goto("/rules/kotori")
            until_kept(page, "/")
        page.reload()
        again = page.get_by_role("button", name="Try again")
        again.click()
        expect(again).to_be_visible()
        with serving(tmp_path, ("--rest", "0", "--port", str(server.port))):
            again.click()
            expect(page.get_by_role("heading", name="Kotori Atsume").first).to_be_visible()


@contextlib.contextmanager
def under_a_path(folder: Path, server: Server, path: str) -> Iterator[str]:
    """A proxy that has a server under a path; gives the address of that."""
    program, port = needed(NGINX), free_port()
    (folder / "nginx.conf").write_text(
        f"""daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}}
        http {{ access_log off; map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
          server {{ listen 127.0.0.1:{port}; location {path} {{
            proxy_pass {server.address}/; proxy_http_version 1.1; proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade; }} }} }}"""
    )
    with subprocess.Popen([program, "-c", str(folder / "nginx.conf")]) as proxy:
        try:
            until = time.monotonic() + 20
            while not reached(port):
                assert time.monotonic() < until, "no nginx"
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}{path}"
        finally:
            proxy.terminate()


def test_under_a_path_of_a_proxy_nothing_is_missed(open_page: Open, server: Server, tmp_path: Path) -> None:
    with under_a_path(tmp_path, server, "/some/box/") as address:
        page = open_page(f"{address}new/donburiko")
        answers: list[tuple[int, str]] = []
        page.on("response", lambda answer: answers.append((answer.status, answer.url)))
        page.locator("button.main").last.click()
        page.locator(".stage > *").wait_for()
        assert page.url.startswith(f"{address}t/")
        page.reload()
        page.locator(".stage > *").wait_for()
        page.get_by_role("link", name="Home").click()
        expect(page.locator("a[href^='/some/box/t/']").first).to_be_visible()
        assert page.url == address
        assert not [answer for answer in answers if answer[0] >= 400 or not answer[1].startswith(address)]
