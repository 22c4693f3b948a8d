"""The log points at the table: the place that a line tells of, without its notation."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import sit_at

POINTED = "() => [...document.querySelectorAll('[data-pointed]')].map((one) => one.dataset.place)"


def played(page: Page, server: Server) -> str:
    """Place a tile on an empty cell of Umbradeco's mat; which one."""
    page.locator("body").wait_for()
    sit_at(page, server, "umbradeco", lambda match: any(free(match)), players=2)
    hands = Hands(page, "umbradeco")
    empty = page.locator("[data-cell][title*=': empty']")
    move = next(move for move in hands.legal() if empty.and_(page.locator(f"[data-cell={move.split()[1]}]")).count())
    cell = move.split()[1]
    hands.pieces(move)
    expect(empty.and_(page.locator(f"[data-cell={cell}]"))).to_have_count(0)
    return cell


def free(match: Match) -> list[str]:
    """Moves that put a tile somewhere, where anything else waits for who has moved."""
    return [str(action) for action in match.legal() if len(str(action).split()) == 2 and len(match.actions) > 5]


def test_the_place_of_a_line_is_pointed_at(server: Server, open_page: Open) -> None:
    page = open_page("/", settings={"confirm": "never", "drawer": True})
    cell = played(page, server)
    line = page.locator(".log li", has_text="places").last
    expect(line).not_to_contain_text(cell)
    line.hover()
    assert page.evaluate(POINTED) == [cell]
    page.mouse.move(5, 5)
    assert page.evaluate(POINTED) == []
    page.locator(".log[role=region]").focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")
        if page.evaluate(POINTED) == [cell]:
            break
    else:
        raise AssertionError("the arrow keys come to no line that has a place")
    expect(page.locator(".log li.at")).to_contain_text("places")
    page.locator(".log[role=region]").blur()
    assert page.evaluate(POINTED) == []


def test_a_tap_lets_a_phone_see_it(server: Server, open_page: Open) -> None:
    page = open_page("/", settings={"confirm": "never", "drawer": False})
    page.set_viewport_size({"width": 390, "height": 844})
    cell = played(page, server)
    page.locator("header [aria-expanded]").click()
    page.locator(".log li", has_text="places").last.click()
    expect(page.locator("aside.side")).to_be_hidden()
    assert page.evaluate(POINTED) == [cell]
    page.wait_for_function("() => !document.querySelector('[data-pointed]')")


def test_its_end_is_in_view_when_it_is_opened_and_when_there_is_news(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"confirm": "never", "drawer": False})
    sit_at(page, server, "kotori", lambda match: len(match.actions) > 40 and len(match.legal()) > 1)
    page.locator("header [aria-expanded]").click()
    lines, log = page.locator(".log li"), page.locator(".log[role=region]")
    expect(lines.last).to_be_in_viewport()
    expect(lines.first).not_to_be_in_viewport()
    log.evaluate("(log) => log.scrollTo(0, -log.scrollHeight)")
    expect(lines.first).to_be_in_viewport()
    known = lines.count()
    page.evaluate("document.querySelector('[data-move=pass]').click()")
    expect(lines).not_to_have_count(known)
    expect(lines.last).to_be_in_viewport()
