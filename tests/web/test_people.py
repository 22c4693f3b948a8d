"""Who comes, goes and comes back: the table tells the truth of all of them."""

from __future__ import annotations

import urllib.request
from typing import Any

from playwright.sync_api import expect

import kobako
from tests.web.conftest import Open, Server
from tests.web.playing import ending, play_out, show_moves, sit


def leave(server: Server, table: str, held: dict[str, Any]) -> None:
    """Give up a seat, as a program would."""
    request = urllib.request.Request(
        f"{server.address}/api/tables/{table}/seats/{held['seat']}",
        method="DELETE",
        headers={"Authorization": f"Bearer {held['secret']}"},
    )
    urllib.request.urlopen(request, timeout=30).close()


def people(server: Server, game: str, *names: str) -> dict[str, Any]:
    """A table of people, the first of whom begins."""
    seats = [{"by": "person", "name": name} for name in names]
    made: dict[str, Any] = server.ask(
        "tables", {"game": game, "players": len(names), "seats": seats, "options": {"first": "0"}}
    )
    return made


def test_the_log_keeps_the_name_of_who_left(server: Server, open_page: Open) -> None:
    made = people(server, "kotori", "Aya", "Ben")
    page = open_page()
    sit(page, server, made["table"], "kotori", made["seats"][:1])
    log = page.get_by_role("region", name="What happened")
    expect(log).to_contain_text("Ben sits down.")
    leave(server, made["table"], made["seats"][1])
    expect(log).to_contain_text("Ben leaves, and a bot plays on.")
    expect(log).to_contain_text("Ben sits down.")
    expect(page.locator("[role=log]")).to_contain_text("Ben leaves")


def test_what_is_picked_stays_so_when_somebody_leaves(server: Server, open_page: Open) -> None:
    made = people(server, "donburiko", "Aya", "Ben")
    page = open_page()
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    page.locator(".hand button").first.click()
    expect(page.locator(".hand .picked")).to_have_count(1)
    leave(server, made["table"], made["seats"][1])
    expect(page.locator("[role=log]")).to_contain_text("Ben leaves")
    expect(page.locator(".hand .picked")).to_have_count(1)


# Every text that comes into a live region, as it comes.
LISTEN = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll('main [role=log], main [role=status]')) {
    const note = (text) => text.trim() && window.heard.push(text.trim());
    new MutationObserver((changes) => {
      for (const change of changes) {
        for (const added of change.addedNodes) note(added.textContent);
        if (change.type === 'characterData') note(change.target.textContent);
      }
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


def test_news_is_said_once(server: Server, open_page: Open) -> None:
    deal = kobako.game("kotori").new(players=2, seed=3)
    assert deal.seat == 0
    wish = {"kifu": deal.kifu(), "ply": 0, "seats": [{"by": "person", "name": name} for name in ("Aya", "Ben")]}
    deal.play("bid")
    assert deal.seat == 0, "a deal in which Aya has a second move"
    made = server.ask("tables", wish)
    page = open_page(settings={"confirm": True})
    sit(page, server, made["table"], "kotori", made["seats"][:1])
    show_moves(page)
    page.evaluate(LISTEN)
    page.locator("[data-move]").first.click()
    page.keyboard.press("Enter")
    expect(page.locator("main [role=log]")).to_contain_text("Aya bids")
    page.locator("[data-move]").first.click()
    expect(page.locator(".game .status")).to_contain_text("Ready")
    page.keyboard.press("Escape")
    leave(server, made["table"], made["seats"][1])
    expect(page.locator("main [role=log]")).to_contain_text("Ben leaves")
    heard = page.evaluate("window.heard")
    assert sum("Aya bids" in text for text in heard) == 1, heard
    assert sum("Ben leaves" in text for text in heard) == 1, heard


def test_the_waiting_room_of_a_rematch_tells_for_whom_it_waits(server: Server, open_page: Open) -> None:
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {**ending("kotori", 4).wish, "seats": seats})
    one, other = open_page(), open_page()
    sit(one, server, made["table"], "kotori", made["seats"][:1])
    sit(other, server, made["table"], "kotori", made["seats"][1:])
    play_out([one, other])
    one.get_by_role("button", name="Rematch").click()
    room = one.locator(".room")
    expect(room).to_contain_text("Waiting for Ben")
    expect(room).to_contain_text("kept for Ben")
    expect(room).not_to_contain_text("free")
    expect(room).not_to_contain_text("Whoever opens this link can sit down")
    expect(room.get_by_role("button", name="Seat them here")).to_have_count(0)
    watcher = open_page(one.url.removeprefix(server.address))
    expect(watcher.locator(".room")).to_contain_text("kept for Ben")
    expect(watcher.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(watcher.get_by_role("button", name="Sit down")).to_have_count(0)
    other.get_by_role("button", name="Join the rematch").click()
    expect(one.locator(".game")).to_be_visible()
    expect(other.locator(".game")).to_be_visible()


def test_the_hint_button_lives_and_dies_with_who_sits_at_the_table(server: Server, open_page: Open) -> None:
    page = open_page("/new/kotori")
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_label("Link to this table").wait_for()
    table = page.url.rsplit("/", 1)[1]
    ben = server.ask(f"tables/{table}/seats", {"name": "Ben"})
    expect(page.locator(".game .status")).to_be_visible()
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_have_count(0)
    leave(server, table, ben)
    expect(hint).to_be_visible()
    expect(hint).to_be_enabled(timeout=20_000)


def test_who_comes_by_a_link_sees_a_chair_before_the_link(server: Server, open_page: Open) -> None:
    made = server.ask("tables", {"game": "kotori", "players": 3, "seats": [{"by": "person", "name": "Aya"}]})
    host, guest = open_page(), open_page(f"/t/{made['table']}", settings={"name": "Ben"})
    sit(host, server, made["table"], "kotori", made["seats"])
    for page, first, name in ((host, "Invite", ""), (guest, "2 seats are free", "Ben")):
        expect(page.locator(".room h2").first).to_have_text(first)
        expect(page.locator(".room form input")).to_have_value(name)  # the host would seat somebody else
    expect(guest.locator(".invited")).to_contain_text("Aya invites you to play.")
    for way in ("Learn by doing", "Rules"):
        expect(guest.locator(".invited").get_by_role("link", name=way)).to_be_visible()
    expect(host.locator(".invited")).to_have_count(0)
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("button", name="Leave")).to_be_visible()
    for page, told in ((host, 1), (guest, 0)):  # only who made the table can start its server anew
        expect(page.locator("[data-near]")).to_have_count(told)
