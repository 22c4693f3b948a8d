"""A first game's tour: every step has its light on a part that is there, and that its card does not cover."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kobako
from tests.web.conftest import Open, Server, serving
from tests.web.playing import sit

# What the light is on, the part itself, the card, and the window; noted when the light has come to rest.
BOXES = """(step) => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const light = document.querySelector('.light');
  return {
    parts: [...document.querySelectorAll(`[data-tour~="${step}"]`)].map(box),
    drawn: [...document.querySelectorAll(`[data-tour~="${step}"]`)].every((part) => part.checkVisibility()),
    light: light && box(light),
    card: box(document.querySelector('.tour')),
    width: innerWidth,
    height: innerHeight,
  };
}"""
REST = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
LOOKS = [("en", "desktop", 3), ("ja", "phone", 4), ("en", "phone", 2)]

Box = dict[str, float]


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes share nothing."""
    beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def boxes(page: Page, step: str) -> dict[str, Any]:
    """Where everything is, once the page has scrolled."""
    page.evaluate(REST)
    found: dict[str, Any] = page.evaluate(BOXES, step)
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(("lang", "size", "players"), LOOKS)
@pytest.mark.parametrize("game", kobako.game_names())
def test_each_step_points_at_what_it_speaks_of(
    game: str, lang: str, size: str, players: int, server: Server, open_page: Open
) -> None:
    page = open_page(lang=lang, size=size, settings={"toured": [], "drawer": None})
    people = [{"by": "person", "name": name} for name in ["Aya", "Ben", "Cat", "Dan"][:players]]
    made = server.ask("tables", {"game": game, "players": players, "seats": people, "options": {"first": "0"}})
    sit(page, server, made["table"], game, made["seats"][:1])
    texts = [*kobako.game(game).words(lang).tables["tour"].items(), ("help", "")]
    card = page.locator(".tour")
    for nth, (step, text) in enumerate(texts):
        expect(card).to_contain_text(f"{nth + 1} / {len(texts)}")
        expect(card).to_contain_text(str(text))
        page.locator(f"[data-tour~='{step}']").first.wait_for()
        at = boxes(page, step)
        assert at["parts"], step
        assert at["drawn"], step
        lit = at["light"]
        assert lit["left"] >= 0, (step, at)
        assert lit["top"] >= 0, (step, at)
        assert lit["right"] <= at["width"], (step, at)
        assert lit["bottom"] <= at["height"], (step, at)
        for part in at["parts"]:
            assert lit["left"] <= part["left"] + 1, (step, at)
            assert lit["bottom"] >= part["bottom"] - 1, (step, at)
        assert apart(lit, at["card"]), (step, at)
        page.keyboard.press("Enter")  # the button that leads on has the focus
    expect(card).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage['kobako.settings']).toured") == [game]


# How many frames the page itself asks for while twenty go by; at first it may still be at something.
ASKED = """async () => {
  const usual = window.requestAnimationFrame;
  let asked = 0;
  window.requestAnimationFrame = (what) => { asked += 1; return usual(what) };
  for (let tries = 0; tries < 10; tries += 1) {
    asked = 0;
    for (let frame = 0; frame < 20; frame += 1) await new Promise((done) => usual(done));
    if (asked === 0) break;
  }
  window.requestAnimationFrame = usual;
  return asked;
}"""


def test_it_rests_while_nothing_moves_and_follows_what_does(server: Server, open_page: Open) -> None:
    page = open_page(size="desktop", settings={"toured": []})
    people = [{"by": "person", "name": name} for name in ["Aya", "Ben"]]
    made = server.ask("tables", {"game": "umbradeco", "players": 2, "seats": people, "options": {"first": "0"}})
    sit(page, server, made["table"], "umbradeco", made["seats"][:1])
    page.locator(".tour").wait_for()
    page.locator(".light").wait_for()
    assert page.evaluate(ASKED) == 0
    page.set_viewport_size({"width": 820, "height": 1180})
    assert page.evaluate(ASKED) == 0
    at = boxes(page, "1")
    for part in at["parts"]:
        assert at["light"]["left"] <= part["left"] + 1, at
        assert at["light"]["bottom"] >= part["bottom"] - 1, at


def test_bots_wait_until_one_has_seen_it(tmp_path: Path, open_page: Open) -> None:
    """One who is alone with them misses nothing of a first game."""
    seats = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "random"}, {"by": "bot", "level": "random"}]
    wish = {"game": "kotori", "players": 3, "seats": seats, "practice": True, "options": {"first": "1"}}
    with serving(tmp_path, ("--rest", "0", "--bot-delay", "1")) as server:
        page = open_page(base=server.address, settings={"toured": []})
        made = server.ask("tables", wish)
        sit(page, server, made["table"], "kotori", made["seats"][:1])
        page.locator(".light").wait_for()
        told = page.locator(".log li").count()
        page.wait_for_timeout(2500)
        assert page.locator(".log li").count() == told
        page.get_by_role("button", name="Skip").click()
        expect(page.locator("[data-move]").first).to_be_attached(timeout=10_000)
