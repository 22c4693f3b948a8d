"""Moments: a round's end is told step by step, each step on the table as it then stood."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import bringing, sit_at

# Notes what the strip tells, and how things look then, whenever either changes.
NOTE = """(looks) => {
  window.noted = [];
  const look = () => {
    const held = document.querySelector('.bar .last.alone') !== null;
    const now = { held, told: document.querySelector('.bar .last')?.textContent };
    for (const [name, what] of Object.entries(looks)) {
      now[name] = [...document.querySelectorAll(what)].map((one) => one.textContent.trim()).join('|');
    }
    if (JSON.stringify(now) !== JSON.stringify(window.noted.at(-1))) window.noted.push(now);
  };
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
  look();
}"""
TROPHIES, TAKEN, BACKS, AWAITED = ".trophies .aloud", ".taken .aloud", ".back .aloud", "#beside li.acting"


def ends_the_round(name: str, also: str = "") -> Any:
    """Whether an action of the seat whose turn it is ends the round, by this event too; `best` has it."""
    best: list[str] = []

    def wanted(match: Match) -> bool:
        best.clear()
        for action in match.legal():
            told = {event.kind.name for event in match.copy().play(action)}
            if "round_ended" in told and name in told and (not also or also in told) and "ended" not in told:
                best.append(str(action))
        return bool(best)

    return wanted, best


def noted(page: Page, looks: dict[str, str], hands: Hands, move: str) -> list[dict[str, Any]]:
    """Play a move that brings a moment, and look on until it is over."""
    page.evaluate(NOTE, looks)
    hands.pieces(move)
    go_on = page.locator(".bar .button.main", has_text="Go on")
    expect(go_on).to_be_visible()
    page.wait_for_function("() => window.noted.some((one) => one.held && /^Round \\d+ is over/.test(one.told))")
    go_on.click()
    expect(go_on).to_be_hidden()
    seen: list[dict[str, Any]] = page.evaluate("window.noted")
    return [one for one in seen if one["held"]]


def test_trophies_come_after_points_and_points_after_the_last_trick(server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": "never", "motion": "quick"})
    wanted, best = ends_the_round("trophy", also="took")
    sit_at(page, server, "ice", wanted, players=3)
    hands = Hands(page, "ice")
    hands.legal()
    before = page.locator(TROPHIES).all_inner_texts()
    expect(page.locator(AWAITED)).to_have_count(1)
    seen = noted(page, {"trophies": TROPHIES, "taken": TAKEN, "backs": BACKS, "awaited": AWAITED}, hands, best[0])
    assert {one["awaited"] for one in seen} == {""}, "nobody is to move while it is told"
    trophies = [one["trophies"] for one in seen]
    assert trophies[0] == "|".join(before), "when the moment begins nobody has it yet"
    assert trophies[-1] != trophies[0]
    scoop, cards = ([one["taken"] for one in seen if word in one["told"]] for word in ("takes a", "takes the"))
    assert scoop[0] != cards[-1] == seen[-1]["taken"], "the scoop lands, then the cards are gathered"
    assert len({one["backs"] for one in seen}) == 1, "a trick that is gathered brings nobody a card"


def test_chips_are_paid_when_that_is_told(server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": "never", "motion": "quick"})
    wanted, best = ends_the_round("scored", also="turned_up")
    sit_at(page, server, "donburiko", wanted)
    hands = Hands(page, "donburiko")
    hands.legal()
    chips = "[data-chips] > .aloud"
    before = page.locator(chips).all_inner_texts()
    seen = noted(page, {"chips": chips, "bank": "[data-bank] > .aloud"}, hands, best[0])
    assert seen[0]["chips"] == "|".join(before)
    assert seen[-1]["chips"] != seen[0]["chips"]
    assert seen[-1]["bank"] != seen[0]["bank"]


def test_what_goes_on_by_itself_can_be_skipped_and_asks_for_nothing(server: Server, open_page: Open) -> None:
    """A row that is counted within a round; after the round's end one is asked, for all of it is cleared away then."""
    page = open_page(settings={"motion": "calm"})
    best: list[str] = []
    sit_at(page, server, "donburiko", bringing(best, "summed", without=("round_ended",)))
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    skips = page.locator(".bar .button", has_text="Skip")
    expect(skips).to_be_visible()
    expect(page.locator(".bar .button.main")).to_have_count(0)
    skips.click()
    expect(skips).to_have_count(0)


def test_a_round_s_end_waits_to_be_looked_at(server: Server, open_page: Open) -> None:
    page = open_page(settings={"motion": "calm"})
    wanted, best = ends_the_round("scored")
    sit_at(page, server, "donburiko", wanted)
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    go_on = page.locator(".bar .button.main", has_text="Go on")
    page.locator(".bar .last", has_text=re.compile(r"^Round \d+ is over")).wait_for(timeout=30_000)
    page.wait_for_timeout(5000)
    expect(go_on).to_be_visible()
    go_on.click()
    expect(go_on).to_have_count(0)
