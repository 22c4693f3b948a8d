"""What the page that needs no server has kept of one's games: all are found again, and can be removed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.alone import PATH, Host, Shared, written
from tests.web.conftest import new_page
from tests.web.playing import PRESS

__all__ = ["written"]  # a fixture
SOON = 60_000  # Python starts in the page, and looks at each table


@pytest.fixture
def host(written: Path) -> Iterator[Host]:
    """A host of the page."""
    made = Host(written.parents[len(PATH.strip("/").split("/")) - 1])
    yield made
    made.stop()


@pytest.fixture
def shared(browser: Browser, host: Host) -> Iterator[Shared]:
    """A page in a browser of its own."""
    with contextlib.ExitStack() as opened:
        shared = Shared(new_page(browser, opened, host.address))
        shared.page.set_default_timeout(SOON)
        shared.page.goto("./")
        yield shared
        assert not shared.complaints, shared.complaints


def play_now(page: Page, game: str = "kotori") -> str:
    """A game with a press, from the first page; gives its table's name."""
    page.goto("#/")
    page.locator(f"a.box[href='#/new/{game}'] ~ .now").click()
    page.locator(".stage > *").wait_for()
    return page.url.rpartition("/")[2]


def remember(page: Page, tables: list[dict[str, Any]]) -> None:
    """Let the browser hold seats at these tables too, younger than all others, as if they had been played since."""
    script = """([key, tables]) => {
      const held = JSON.parse(localStorage.getItem(key));
      const now = Date.now();
      const more = tables.map((one, i) => ({ game: "kotori", seats: [], at: now + i, ...one }));
      localStorage.setItem(key, JSON.stringify([...more, ...held]));
      localStorage.setItem(`${key} at`, String(now + 10_000));
    }"""
    page.evaluate(script, [f"kobako.tables:{PATH}", tables])


KEPT_OF = """async (table) => {
  const base = await new Promise((done) => {
    const opening = indexedDB.open(`kobako ${location.pathname}`);
    opening.onsuccess = () => done(opening.result);
  });
  const reading = base.transaction(["tables", "entries"]);
  const asked = [
    reading.objectStore("tables").count(table),
    reading.objectStore("entries").count(IDBKeyRange.bound([table, 0], [table, 1e9])),
  ];
  return new Promise((done) => { reading.oncomplete = () => done(asked.map(({ result }) => result)) });
}"""


def test_a_game_in_progress_is_found_behind_any_number_of_lessons(shared: Shared) -> None:
    """More than were once remembered, or looked at; and with its seat. What is removed is nowhere any more."""
    page = shared.page
    first = play_now(page)
    remember(page, [{"table": f"told{i}", "lesson": True} for i in range(45)])
    second = play_now(page)
    remember(page, [{"table": f"gone{i}"} for i in range(15)])
    page.goto("#/")
    mine = page.get_by_role("region", name="My games")
    expect(mine.get_by_role("link")).to_have_count(2, timeout=SOON)
    page.reload()
    expect(mine.get_by_role("link")).to_have_count(2, timeout=SOON)
    assert {link.get_attribute("href") for link in mine.get_by_role("link").all()} == {f"#/t/{first}", f"#/t/{second}"}

    mine.get_by_role("button", name="Remove").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    mine.get_by_role("button", name="Remove").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(mine.get_by_role("link")).to_have_count(1)
    assert page.evaluate(KEPT_OF, second) == [0, 0]
    mine.get_by_role("link").click()
    page.locator("[data-move]").first.wait_for(state="attached")  # and one still has the seat


def test_all_finished_games_can_be_looked_at(shared: Shared) -> None:
    page = shared.page
    play_now(page)
    sitters = [{"by": "person", "name": name, "level": None, "away": False} for name in ("Aya", "Ben")]
    remember(page, [{"table": f"over{i}", "over": sitters} for i in range(30)])
    page.goto("#/")
    study = page.get_by_role("region", name="Study a game")
    expect(study.get_by_role("link")).to_have_count(5)
    study.get_by_role("button", name="Show 25 more").click()
    study.get_by_role("button", name="Show 5 more").click()
    expect(study.get_by_role("link")).to_have_count(30)
    expect(study).to_contain_text("Aya, Ben")


def test_a_browser_that_clears_its_store_spoils_no_new_game(shared: Shared) -> None:
    """What was cleared is gone, and that is said; whoever begins anew needs no reload."""
    page = shared.page
    play_now(page)
    page.locator("[data-move]").first.wait_for(state="attached")
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=SOON)
    asked = page.context.new_cdp_session(page)
    asked.send(
        "Storage.clearDataForOrigin",
        {"origin": page.evaluate("location.origin"), "storageTypes": "indexeddb"},
    )
    page.evaluate(PRESS, 0)
    expect(page.locator(".bar.wrong")).to_contain_text("Try again")
    second = play_now(page)
    page.locator("[data-move]").first.wait_for(state="attached")
    page.evaluate(PRESS, 0)
    expect(page.locator(".bar.wrong")).to_have_count(0)
    assert page.evaluate(KEPT_OF, second)[0] == 1
    page.wait_for_timeout(500)
    assert page.evaluate(KEPT_OF, second)[1] > 3


def test_a_second_tab_at_the_same_table_sees_what_happens_in_the_first(shared: Shared) -> None:
    """And what is done in it then is no less done."""
    one = shared.page
    play_now(one)
    one.locator("[data-move]").first.wait_for(state="attached")
    expect(one.get_by_role("progressbar")).to_have_count(0, timeout=SOON)
    two = one.context.new_page()
    two.goto(one.url)
    two.locator("[data-move]").first.wait_for(state="attached", timeout=SOON)
    for here, there in ((one, two), (two, one), (one, two)):
        known = there.locator(".log li").count()
        here.evaluate(PRESS, 0)
        expect(there.locator(".log li").nth(known)).to_be_attached()
        for page in (here, there):
            page.locator("[data-move]").first.wait_for(state="attached")
            expect(page.locator(".bar.wrong")).to_have_count(0)
    expect(one.locator(".log li")).to_have_text(two.locator(".log li").all_inner_texts(), use_inner_text=True)
