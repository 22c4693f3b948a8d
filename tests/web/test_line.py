"""The line breaks or goes dead, a page is reloaded, two tabs share a seat: no move is lost, none is played twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open, Server
from tests.web.playing import WHOLE, ending, play_out, show_moves, sit
from tests.web.wire import Wire

PEOPLE = [{"by": "person", "name": "Aya"}, {"by": "person", "name": "Ben"}]
BOT = {"by": "bot", "level": "random"}


def begin(server: Server, page: Page) -> list[dict[str, object]]:
    """Aya's first move in a game of two people; Ben does nothing."""
    made = server.ask("tables", {"game": "donburiko", "players": 2, "seats": PEOPLE, "options": {"first": "0"}})
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    page.locator(".stage > *").wait_for()  # all of it, before the line is cut
    show_moves(page)
    page.locator("[data-move]").first.wait_for()
    seats: list[dict[str, object]] = made["seats"]
    return seats


def added(page: Page) -> int:
    """How many cards Aya has added, by the log."""
    return page.get_by_role("region", name="What happened").get_by_text("Aya adds").count()


@pytest.mark.parametrize("swallowed", ["up", "down"])
def test_a_move_on_a_dead_line_is_played_once(swallowed: str, server: Server, wire: Wire, open_page: Open) -> None:
    page = open_page(base=wire.address)
    begin(server, page)
    wire.hush(swallowed)  # the move never arrives, or only its answer
    page.locator("[data-move]").first.click()
    assert wire.swallowed.wait(15)
    assert added(page) == 0
    wire.cut()
    expect(page.get_by_text("Connection lost, reconnecting")).to_be_visible()
    wire.mend()
    expect(page.get_by_text("Connection lost, reconnecting")).to_be_hidden()
    expect(page.locator(".status")).to_contain_text("Ben's turn")
    assert added(page) == 1


def test_a_line_that_dies_without_a_word_is_noticed_and_healed(server: Server, wire: Wire, open_page: Open) -> None:
    page = open_page(base=wire.address)
    page.clock.install()
    begin(server, page)
    wire.hush()
    page.clock.run_for(15_000)
    expect(page.get_by_text("Connection lost, reconnecting")).to_be_visible()
    wire.mend()
    expect(page.get_by_text("Connection lost, reconnecting")).to_be_hidden()
    page.locator("[data-move]").first.click()
    expect(page.locator(".status")).to_contain_text("Ben's turn")
    assert added(page) == 1


def test_a_move_made_while_the_line_is_broken_goes_out_later(server: Server, wire: Wire, open_page: Open) -> None:
    page = open_page(base=wire.address)
    begin(server, page)
    wire.cut()
    expect(page.get_by_text("Connection lost, reconnecting")).to_be_visible()
    page.locator("[data-move]").first.click()
    expect(page.get_by_text("Your move will be sent as soon as it is back.")).to_be_visible()
    wire.mend()
    expect(page.locator(".status")).to_contain_text("Ben's turn")
    assert added(page) == 1


def test_a_reload_in_mid_move_loses_only_what_was_not_confirmed(server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": "always"})
    begin(server, page)
    page.locator("[data-move]").first.click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    page.reload()
    expect(page.locator(".status")).to_contain_text("Your turn")
    assert added(page) == 0
    show_moves(page)
    page.locator("[data-move]").first.click()
    page.get_by_role("button", name="Confirm").click()
    page.reload()
    expect(page.locator(".status")).to_contain_text("Ben's turn")
    assert added(page) == 1


@pytest.mark.parametrize("moves", [14, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_two_tabs_on_one_seat_both_play(moves: int, server: Server, open_page: Open) -> None:
    one = open_page(own=True)
    made = server.ask("tables", {**ending("kotori", moves).wish, "seats": [PEOPLE[0], BOT]})
    sit(one, server, made["table"], "kotori", made["seats"])
    two = one.context.new_page()
    two.goto(f"/t/{made['table']}")
    play_out([one, two])
    logs = [page.get_by_role("region", name="What happened").inner_text() for page in (one, two)]
    assert logs[0] == logs[1]
