"""A link that is sent to someone: what it shows there, how it is handed over, and a page without scripts."""

from __future__ import annotations

import re
import urllib.request
from html import unescape

import pytest
from playwright.sync_api import Browser, expect

import kobako
from tests.web.conftest import Open, Server


def tags(server: Server, path: str, lang: str = "en", host: str = "") -> dict[str, str]:
    """What a program that follows a link is told of it."""
    headers = {"Accept-Language": lang, **({"Host": host} if host else {})}
    with urllib.request.urlopen(urllib.request.Request(server.address + path, headers=headers), timeout=30) as answer:
        html = answer.read().decode()
    return {name: unescape(text) for name, text in re.findall(r'<meta property="(og:.+?)" content="(.*?)" />', html)}


def test_a_link_shows_its_game_where_it_is_sent(server: Server) -> None:
    made = server.ask("tables", {"game": "ice", "players": 3})
    told = tags(server, f"/t/{made['table']}")
    assert told["og:title"] == "Dokitto! Ice · Kobako 小箱"
    assert told["og:description"].startswith("Come and play: ")
    assert told["og:url"] == f"{server.address}/t/{made['table']}"
    assert tags(server, f"/t/{made['table']}", "ja-JP,ja;q=0.9")["og:title"].startswith("ドキッと!アイス")
    assert tags(server, f"/t/{made['table']}", host="games.localhost")["og:url"].startswith("http://games.localhost/t/")


@pytest.mark.parametrize(
    "path", ["/", "/about", "/t/t0000000000", "/new/chess", *(f"/new/{n}" for n in kobako.game_names())]
)
def test_every_page_has_a_picture_that_is_there(path: str, server: Server) -> None:
    told = tags(server, path)
    with urllib.request.urlopen(told["og:image"], timeout=30) as answer:
        assert answer.headers["Content-Type"] == "image/png"
        picture = answer.read()
    size = [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)]
    assert size == [int(told["og:image:width"]), int(told["og:image:height"])]
    assert len(picture) < 120_000


def test_what_an_address_says_becomes_no_markup(server: Server) -> None:
    told = tags(server, "/t/%22%3E%3Cscript%3E")
    assert told["og:url"].endswith('/t/"><script>')


def test_without_scripts_a_page_says_what_is_missing(server: Server, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.address}/")
    told = page.locator("noscript p")
    expect(told.first).to_be_visible()
    assert "switch it on and reload" in told.first.inner_text()
    assert "再読み込み" in told.last.inner_text()
    context.close()


SHARE = "navigator.share = async (what) => { window.shared = what; }"
CODE = """() => {
  const { d } = document.querySelector('main [role=img] path').attributes;
  const dark = new Set([...d.value.matchAll(/M(\\d+) (\\d+)/g)].map(([, x, y]) => `${x - 4} ${y - 4}`));
  const size = document.querySelector('main [role=img]').viewBox.baseVal.width - 8;
  const row = (y) => [...Array(size).keys()].map((x) => +dark.has(`${x} ${y}`)).join('');
  return [...Array(size).keys()].map(row);
}"""


def test_an_invitation_goes_to_other_apps_and_to_a_camera(server: Server, open_page: Open) -> None:
    page = open_page("/new/kotori", own=True)
    page.context.add_init_script(SHARE)
    page.reload()
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Share").click()
    assert page.evaluate("window.shared") == {"title": "Kotori Atsume", "url": page.url}
    page.get_by_role("button", name="QR code").click()
    page.locator("main [role=img] path").wait_for()
    code = page.evaluate(CODE)
    assert len(code) == 29  # version 3
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert [row[:7] for row in code[:7]] == finder
    assert [row[-7:] for row in code[:7]] == finder
    assert [row[:7] for row in code[-7:]] == finder


def test_without_a_share_sheet_there_is_the_link(server: Server, open_page: Open) -> None:
    page = open_page("/new/kotori")
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Copy", exact=True).wait_for()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    expect(page.locator("[data-near]")).to_contain_text("--host")  # nobody else has this 127.0.0.1
