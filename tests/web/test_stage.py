"""The stage: a table fills the window it has, from a small phone to a wall; nothing on it moves that was not moved."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kobako
from tests.web.conftest import Open, Server
from tests.web.playing import reach, sit, sit_at

GAMES = ["donburiko", "ice", "kotori", "tokkuri", "umbradeco"]
WINDOWS = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440), (3840, 2160)]
# What can be pressed on the table, and what one holds: by how much each is out of the stage, or under something else.
OUTSIDE = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const wrong = [];
  for (const part of document.querySelectorAll('.stage button, .stage .plate')) {
    const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const out = Math.max(stage.left - left, stage.top - top, right - stage.right, bottom - stage.bottom);
    if (out > 1.5) wrong.push(`${part.className} is ${Math.round(out)} px out: ${part.innerText.slice(0, 20)}`);
  }
  return wrong;
}"""
SCROLLS = """() => {
  const page = document.documentElement;
  return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight];
}"""
# Each plate and each thing that can be pressed, by its name, and where it is: what moves was played, nothing else may.
PLATES = """() => [...document.querySelectorAll('.stage .plate')].map((plate) => {
  const { left, top, width, height } = plate.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
})"""


# Which of some things lie over which of others.
OVER = """([some, others]) => {
  const found = [];
  for (const one of document.querySelectorAll(some)) {
    const a = one.getBoundingClientRect();
    for (const other of document.querySelectorAll(others)) {
      const b = other.getBoundingClientRect();
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) found.push(`${one.className} ${one.textContent} over ${other.className}`);
    }
  }
  return found;
}"""


def middle(page: Page, server: Server, game: str, players: int, least: int = 12) -> None:
    """Sit down in the middle of a game among people, at one's own turn."""
    kifu, ply = reach(game, lambda match: len(match.actions) >= least and len(match.legal()) > 1, players)
    seats = [{"by": "person", "name": name} for name in ("Aya", "Benjamin Franklin", "千代", "Daichi")[:players]]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    sit(page, server, made["table"], game, made["seats"][:1])
    page.locator(".stage > *").first.wait_for()
    page.wait_for_timeout(100)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_table_fits_every_window(game: str, players: int, server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    middle(page, server, game, players)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(SCROLLS) == [0, 0], (width, height)
        assert page.evaluate(OUTSIDE) == [], (width, height)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_shifts_while_one_plays(game: str, server: Server, open_page: Open) -> None:
    """Over some moves of a game against bots the seats stay where they are, to the pixel."""
    page = open_page(size="phone", settings={"drawer": False})
    players = min(3, max(kobako.game(game).players))
    seats: list[dict[str, Any]] = [{"by": "person", "name": "Aya"}, *[{"by": "bot", "level": "random"}] * (players - 1)]
    made = server.ask("tables", {"game": game, "players": players, "seats": seats})
    sit(page, server, made["table"], game, made["seats"])
    page.locator(".stage .plate").first.wait_for()
    where = page.evaluate(PLATES)
    for _ in range(6):
        page.wait_for_function("() => document.title.startsWith('●') || document.querySelector('[data-over=true]')")
        if page.locator("[data-over=true]").count() > 0:
            break
        page.keyboard.press("m")
        page.locator("[data-move]").first.wait_for()
        page.evaluate("document.querySelector('[data-move]').click()")
        page.keyboard.press("m")
        page.wait_for_timeout(100)
        assert page.evaluate(PLATES) == where


# The cards one holds, as they are drawn: by how many pixels the farthest of them is out of the window.
OUT_OF_HAND = """() => Math.max(...[...document.querySelectorAll('.hand button svg')].map((card) => {
  const { left, right } = card.getBoundingClientRect();
  return Math.max(-left, right - innerWidth);
}))"""


@pytest.mark.parametrize("players", [2, 4])
def test_a_full_hand_is_seen_whole(players: int, server: Server, open_page: Open) -> None:
    """Seven cards, which lean outwards."""
    page = open_page(settings={"drawer": False})
    seats = [{"by": "person", "name": f"Aya {seat}"} for seat in range(players)]
    made = server.ask("tables", {"game": "tokkuri", "players": players, "seats": seats})
    sit(page, server, made["table"], "tokkuri", made["seats"][:1])
    page.locator(".hand button svg").nth(6).wait_for()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OUT_OF_HAND) <= 0, (width, height)


CUT = "names => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"


def test_names_are_whole_on_a_small_phone(server: Server, open_page: Open) -> None:
    """Four at the table, three of them chosen to begin with: whose turn it is leaves the names their room."""
    page = open_page(lang="ja", settings={"drawer": False})
    page.set_viewport_size({"width": 320, "height": 568})
    names = ("あや", "河太郎", "くるみ", "チュン")
    seats = [{"by": "person", "name": name, "face": "neko"} for name in names]
    made = server.ask("tables", {"game": "tokkuri", "players": 4, "seats": seats})
    sit(page, server, made["table"], "tokkuri", made["seats"][:1])
    page.locator(".plate.acting .name").nth(3).wait_for()
    assert page.locator(".plate .name").evaluate_all(CUT) == []


def test_hands_leave_the_names_their_room(server: Server, open_page: Open) -> None:
    """Four at Ice on a phone: all hold as many cards as there are, and those are no reason to cut a name."""
    page = open_page(settings={"drawer": False})
    seats = [{"by": "person", "name": name, "face": "neko"} for name in ("Kawataro", "Kurumi", "Ponta", "Pyon")]
    # The longest name with the turn beside it.
    made = server.ask("tables", {"game": "ice", "players": 4, "seats": seats, "options": {"first": "0"}})
    sit(page, server, made["table"], "ice", made["seats"][3:])
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".plate .name").nth(3).wait_for()
        page.wait_for_timeout(80)
        assert page.locator(".plate .name").evaluate_all(CUT) == [], (width, height)


def test_the_strip_of_a_phone_on_its_side_cuts_no_line(server: Server, open_page: Open) -> None:
    """What is asked may need two lines: then what happened is not there, rather than half of it."""
    page = open_page(size="side", settings={"drawer": False})
    asked = lambda match: any(str(move).startswith("take") for move in match.legal())  # noqa: E731
    sit_at(page, server, "ice", asked, 3)
    page.locator(".bar .status").wait_for()
    for width in (568, 667, 844):
        page.set_viewport_size({"width": width, "height": 390})
        page.wait_for_timeout(80)
        bar, text, *lines = page.locator(".bar, .bar .text, .bar .text > p").evaluate_all(
            "all => all.map((one) => { const { left, right, top, bottom } = one.getBoundingClientRect();"
            " return [left, right, top, bottom]; })"
        )
        seen = [line for line in lines if line[0] < text[1] and line[3] > line[2]]
        assert seen
        assert all(bar[2] <= top and bottom <= bar[3] for _, _, top, bottom in seen), width


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_flasks_across_the_table_are_of_one_size(players: int, server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    middle(page, server, "tokkuri", players)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        sizes = page.evaluate(
            "() => [...document.querySelectorAll('.other .stand')].map((one) => one.getBoundingClientRect().width)"
        )
        assert len(sizes) >= players
        assert max(sizes) - min(sizes) < 0.5, (width, height)


def test_the_pace_of_bots_has_a_place_of_its_own(open_page: Open) -> None:
    page = open_page("/new/kotori", settings={"drawer": False})
    page.get_by_role("button", name="Watch bots").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("group", name="How fast the bots play").get_by_role("button", name="Pause").click()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OVER, [".pace", ".top, .stage, .strip"]) == [], (width, height)
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert page.evaluate(SCROLLS) == [0, 0], (width, height)


def test_a_japanese_title_stands_in_one_line(open_page: Open) -> None:
    """It has no spaces to break it at; in practice the bar has the most buttons."""
    page = open_page("/new/tokkuri", lang="ja", size="phone", settings={"drawer": False})
    page.locator("form .button.main").click()
    title = page.locator(".top .title")
    page.locator(".top h1 small").wait_for()
    for width in (385, 390, 412, 640, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert title.evaluate("title => title.getClientRects().length") == 1, width
        assert page.evaluate(OVER, [".top .title", ".top nav"]) == [], width


# By how many pixels some parts are out of what they lie in.
OUT_OF = """([some, whole]) => Math.max(...[...document.querySelectorAll(some)].map((part) => {
  const [a, b] = [part, part.closest(whole)].map((one) => one.getBoundingClientRect());
  return Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom);
}))"""


# What lies around some parts on the felt and would cut them off while they travel.
CUTTING = """(some) => {
  const found = new Set();
  for (const part of document.querySelectorAll(some))
    for (let one = part.parentElement; one && !one.matches('.felt'); one = one.parentElement)
      if (getComputedStyle(one).overflow !== 'visible') found.add(one.className);
  return [...found];
}"""


@pytest.mark.parametrize(("players", "lang"), [(2, "en"), (4, "ja")])
def test_hands_laid_open_in_a_replay_cover_nothing(players: int, lang: str, open_page: Open, tmp_path: Path) -> None:
    match, rng = kobako.game("ice").new(players=players, seed=3), random.Random(1)
    while len(match.actions) < 14:
        match.play(rng.choice(match.legal()))
    kifu = tmp_path / "ice.kifu"
    kifu.write_text(match.kifu(), encoding="utf-8")
    page = open_page("/", lang=lang)
    page.locator("input[type=file]").set_input_files(kifu)
    for ply in (1, 14):
        page.get_by_role("slider").fill(str(ply))
        page.locator(".back .seen").first.wait_for()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(80)
            told = ".name, .cone, .taken li, .points, .trophies i"
            assert page.evaluate(OVER, [".back .seen", told]) == [], (ply, width, height)
            assert page.evaluate(OUT_OF, [".back .seen", ".plate"]) < 1, (ply, width, height)
            assert page.evaluate(OVER, [".trophies i", ".points, .taken li"]) == [], (ply, width, height)


def test_rows_and_hands_of_a_replay_are_whole_on_a_phone(open_page: Open, tmp_path: Path) -> None:
    """Four rows and four open hands, in a part of the window."""
    kifu = tmp_path / "donburiko.kifu"
    kifu.write_text(kobako.game("donburiko").new(players=4, seed=3).kifu(), encoding="utf-8")
    page = open_page("/", size="phone")
    page.get_by_label("Open a kifu").set_input_files(kifu)
    page.locator(".card.seen").first.wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate(OUT_OF, [".take b", ".take"]) <= 0
    assert page.evaluate(OUT_OF, [".plate .card.seen", ".plate"]) <= 0


def test_a_first_table_has_the_window_to_itself(server: Server, open_page: Open) -> None:
    """What lies beside it is opened by who wants it, and then stays open."""
    page = open_page(size="desk", settings={"drawer": None})
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {"game": "kotori", "players": 2, "seats": seats})
    sit(page, server, made["table"], "kotori", made["seats"][:1])
    page.locator(".stage > *").first.wait_for()
    expect(page.locator("#beside")).to_be_hidden()
    page.get_by_role("button", name="What happened").click()
    expect(page.locator("#beside")).to_be_visible()
    page.reload()
    expect(page.locator("#beside")).to_be_visible()
