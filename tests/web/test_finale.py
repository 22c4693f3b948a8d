"""The end's scene: whatever is told in it, its ways on are whole, and nothing in it moves when the last of it comes."""

from __future__ import annotations

import itertools
import os

import pytest
from playwright.sync_api import Page, Route, expect

import kobako
from tests.web.conftest import Open, Server
from tests.web.playing import Ending, ending, show_moves, sit

SIZES = [(320, 568), (360, 740), (390, 844), (844, 390), (1024, 768), (1280, 800), (1440, 900)]
NAMES = ("Aya", "Benjamin", "Chika", "Dan")
FACES = ("usagi", "tanuki", "risu", "neko")
FOLDER = os.environ.get("SEEN")
# Where the parts are drawn, the parts that are not whole, and how far what is told is scrolled.
PARTS = """() => {
  const finale = document.querySelector('.finale');
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const [left, top, right, bottom] = box(finale);
  const parts = [...finale.querySelectorAll('header, .told, .told li, .told p, .ways .button')];
  const out = parts.filter((one) => {
    const [l, t, r, b] = box(one);
    return r > l && (l < left - 1 || t < top - 1 || r > right + 1 || b > bottom + 1);
  });
  const told = finale.querySelector('.told');
  const [ways] = finale.querySelectorAll('.ways');
  return {
    places: [finale.querySelector('.picture'), ...parts].map((one) => box(one).map(Math.round)),
    out: out.map((one) => one.textContent),
    over: Math.max(0, box(told)[3] - box(ways)[1]),
    scrolls: Math.max(told.scrollHeight - told.clientHeight, finale.scrollHeight - finale.clientHeight),
  };
}"""


def tied() -> Ending:
    """The end of a game of four that was told apart by a tie-break, and that who moves last has lost to one winner."""
    for seed in itertools.count():
        end = ending("kotori", 1, 4, seed)
        match = kobako.replay(end.kifu)
        places = set(zip(match.scores, match.ranks, strict=True))
        if len(places) > len(set(match.scores)) and len(match.winners) == 1 and match.winners[0] != end.left[0][0]:
            return end
    raise AssertionError


def come_to_the_end(page: Page, server: Server, end: Ending) -> None:
    """Make the last move; what is told of the game's turning point comes when it is let go of."""
    people = [{"by": "person", "name": name, "face": face} for name, face in zip(NAMES, FACES, strict=True)]
    made = server.ask("tables", {**end.wish, "seats": people})
    seat, move = end.left[0]
    sit(page, server, made["table"], "kotori", [made["seats"][seat]])
    show_moves(page)
    page.locator(f"[data-move='{move}']").click()
    page.locator(".finale .picture svg").first.wait_for()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_end_of_four_with_a_tie_is_whole_in_every_window(lang: str, server: Server, open_page: Open) -> None:
    """The picture gives way, the buttons never; and where the game was decided is told in a place kept for it."""
    page = open_page(own=True, lang=lang, settings={"drawer": False})
    waiting: list[Route] = []
    page.route("**/review", lambda route: waiting.append(route))
    come_to_the_end(page, server, tied())
    page.wait_for_timeout(1000)
    before = {}
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(250)
        before[size] = page.evaluate(PARTS)
        if FOLDER:
            page.screenshot(path=f"{FOLDER}/finale-{lang}-{size[0]}.png")
    while not waiting:
        page.wait_for_timeout(50)
    told = {"done": 1, "of": 1, "decided_at": 123, "decisions": [], "curve": [], "turns": [], "grades": []}
    waiting[0].fulfill(json=told)
    expect(page.locator(".decided a")).to_be_visible()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(250)
        after = page.evaluate(PARTS)
        if FOLDER:
            page.screenshot(path=f"{FOLDER}/finale-{lang}-{size[0]}-told.png")
        assert after["places"] == before[size]["places"], f"something moves at {size}"
        assert not after["out"], f"{after['out']} at {size}"
        assert after["over"] == 0, f"the buttons lie over what is told at {size}"
        assert after["scrolls"] <= 1, f"what is told is scrolled at {size}"
