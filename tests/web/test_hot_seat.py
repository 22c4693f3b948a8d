"""Several people at one screen: the other's hand is never on it."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import WHOLE, ending, sit

# Notes what is on the page, each time it changes: the curtain, or the game through the eyes of a seat.
WATCH = """
window.seen = [];
new MutationObserver(() => {
  const curtain = document.querySelector('.curtain');
  const games = [...document.querySelectorAll('.game')].map((game) => game.dataset.eyes);
  const now = curtain ? 'curtain' + games.join() : games.join();
  if (now && window.seen.at(-1) !== now) window.seen.push(now);
}).observe(document, { childList: true, subtree: true, attributes: true });
"""


@pytest.mark.parametrize("moves", [12, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_a_curtain_hangs_between_any_two_hands(moves: int, server: Server, open_page: Open) -> None:
    page = open_page(own=True)
    page.add_init_script(WATCH)
    end = ending("donburiko", moves)
    made = server.ask("tables", {**end.wish, "seats": [{"by": "person", "name": name} for name in ("Aya", "Ben")]})
    sit(page, server, made["table"], "donburiko", made["seats"])
    lifted, eyes = 0, -1
    for seat, move in end.left:
        if seat != eyes:
            lift = page.get_by_role("button", name="show my side")
            lift.wait_for()
            assert page.locator(".game").count() == 0
            assert page.locator("[data-move]").count() == 0
            lift.click()
            lifted, eyes = lifted + 1, seat
            page.keyboard.press("m")
        page.locator(f"[data-move='{move}']").click()
    expect(page.locator("[data-over=true]")).to_be_visible()
    seen = page.evaluate("window.seen")
    assert lifted > 3
    assert {"curtain", "0", "1"} == set(seen)
    assert all("curtain" in pair for pair in itertools.pairwise(seen))


def test_the_same_screen_can_come_back_after_a_reload(open_page: Open) -> None:
    page = open_page("/new/tokkuri")
    page.get_by_role("button", name="On this screen").click()
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".curtain")).to_be_visible()
    page.get_by_role("button", name="show my side").click()
    expect(page.locator(".game")).to_be_visible()
    page.reload()
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator(".game").count() == 0


def test_no_curtain_hangs_where_nothing_is_hidden(server: Server, open_page: Open) -> None:
    page = open_page(own=True)
    page.add_init_script(WATCH)
    end = ending("kotori", 6)
    made = server.ask("tables", {**end.wish, "seats": [{"by": "person", "name": name} for name in ("Aya", "Ben")]})
    sit(page, server, made["table"], "kotori", made["seats"])
    eyes = -1
    for seat, move in end.left:
        page.locator(f".game[data-eyes='{seat}']").wait_for()
        if seat != eyes:
            page.keyboard.press("m")
        page.locator(f"[data-move='{move}']").click()
        eyes = seat
    expect(page.locator("[data-over=true]")).to_be_visible()
    assert {"0", "1"} == set(page.evaluate("window.seen"))


@pytest.mark.parametrize("moves", [8, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_the_other_hand_is_nowhere_on_the_page(moves: int, server: Server, open_page: Open) -> None:
    """With the pieces and all their motion, up to new hands: each card of Ice is there once, its name gives it away."""
    page = open_page(settings={"confirm": "always", "motion": "calm"})
    people = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {"game": "ice", "players": 2, "seats": people})
    sit(page, server, made["table"], "ice", made["seats"])
    hands = Hands(page, "ice")
    held: dict[str, set[str]] = {"0": set(), "1": set()}
    shown: set[str] = set()
    for _ in range(moves):
        page.wait_for_function("() => document.querySelector('.curtain') || document.title.startsWith('●')")
        if page.locator(".curtain").count() > 0:
            assert not on_page(page.content(), held["0"] | held["1"])
            page.locator(".curtain button").click()
        legal = hands.legal()
        if page.get_by_text("Round 1", exact=True).count() == 0:
            break  # new hands
        me = str(page.locator(".game").get_attribute("data-eyes"))
        shown.add(me)
        assert not on_page(page.content(), held["1" if me == "0" else "0"])
        held[me] = set(hands.region("hand").get_by_role("button").all_inner_texts())
        move = hands.rng.choice(legal)
        hands.show(move)
        assert not on_page(page.content(), held["1" if me == "0" else "0"])
        hands.confirm()
        held[me].discard(hands.words["card"].get(move, ""))
    assert shown == {"0", "1"}


def on_page(content: str, names: set[str]) -> list[str]:
    """Those of the names that the page has anywhere."""
    return [name for name in names if re.search(rf"{name}(?!\d)", content)]
