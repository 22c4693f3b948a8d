"""Kotori's table: what a round brings is said once, at its winner's cage; one's own plate is whole on a small stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import kobako
from kobako.core.match import Match
from kobako.core.words import number
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import reach, sit_at
from tests.web.test_stage import OUT_OF

# Labels that lie over each other, of those that a moment brings.
HEAPED = """() => {
  const all = [...document.querySelectorAll('b.brought, .brought b')].map((one) => one.getBoundingClientRect());
  const wide = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return all.filter((a, i) => all.slice(i + 1).some((b) => wide(a, b) > 1 && high(a, b) > 1)).length;
}"""


@pytest.mark.parametrize("size", ["phone", "side", "desk"])
def test_birds_won_are_said_once_at_the_cage(size: str, server: Server, open_page: Open) -> None:
    """Three birds, of which one quarrels at least."""
    best: list[str] = []

    def wanted(match: Match) -> bool:
        best.clear()
        for action in match.legal():
            events = match.copy().play(action)
            kinds = [event.kind.name for event in events]
            won = [event.record[1] for event in events if event.kind.name == "won"]
            if won == [0] and "ended" not in kinds and kinds.count("caged") == 2 and "quarrelled" in kinds:
                best.append(str(action))
        return bool(best)

    page = open_page(size=size, own=True, settings={"confirm": "never", "motion": "calm", "drawer": False})
    page.emulate_media(reduced_motion="reduce")  # all is told at once
    sit_at(page, server, "kotori", wanted, players=3)
    hands = Hands(page, "kotori")
    hands.legal()
    hands.pieces(best[0])
    birds = page.locator(".plate[data-seat='0'] .brought b").first
    for _ in range(4):  # a burst and the sums are told before
        page.locator(".bar .last.alone").wait_for()
        assert page.evaluate(HEAPED) == 0
        if "birds" in "".join(birds.all_inner_texts()):
            break
        page.locator(".bar .button.main").click()
        page.wait_for_timeout(100)
    assert " ".join(birds.inner_text().split()) == "Aya +2 birds"
    expect(page.locator(".brought b")).to_have_count(2)
    assert page.evaluate(HEAPED) == 0


def test_ones_own_plate_is_whole_in_a_replay(open_page: Open, tmp_path: Path) -> None:
    """Letters and buttons for a finger do not shrink with the table."""
    kifu, ply = reach("kotori", lambda match: match.scores[0] > 3, 3)
    path = tmp_path / "kotori.kifu"
    path.write_text(kifu, encoding="utf-8")
    page = open_page("/")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("slider").fill(str(ply))
    page.locator(".plate.near .cage li").nth(3).wait_for()
    for width, height in ((1024, 768), (1180, 820), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OUT_OF, [".plate.near :is(.cage, .moves .button, .row li)", ".plate"]) <= 0, width


def first_deck_of_25(match: Match) -> bool:
    """A number of two figures, of the deck after which the discards are shuffled."""
    view: Any = match.view(0).show()
    return len(view["cards_in_deck"]) == 25 and view["times_deck_ran_out"] == 0


@pytest.mark.parametrize("window", [(320, 568), (360, 640), (390, 844)])
def test_the_deck_is_told_in_one_line(window: tuple[int, int], server: Server, open_page: Open) -> None:
    page = open_page(lang="ja", size="phone", settings={"drawer": False})
    page.set_viewport_size({"width": window[0], "height": window[1]})
    sit_at(page, server, "kotori", first_deck_of_25, 3)
    deck = page.locator(".treetop .deck")
    assert deck.evaluate("deck => deck.offsetHeight / parseFloat(getComputedStyle(deck).fontSize)") < 2


def test_a_single_card_is_no_cards() -> None:
    said = kobako.game("kotori").words("en").get("screen", "risk").format(hits=1, cards=number(1), percent=100)
    assert "1 of 1 card in the deck" in said


def test_the_end_says_what_broke_a_tie(server: Server, open_page: Open) -> None:
    """KOT-12, and on the way there: the list of moves is counted as Japanese is set."""
    last: list[str] = []

    def wanted(match: Match) -> bool:
        last.clear()
        for action in match.legal():
            then = match.copy()
            then.play(action)
            if then.over and len(set(then.scores)) == 1 and len(set(then.ranks)) == 2:
                last.append(str(action))
        return bool(last)

    page = open_page(own=True, lang="ja", settings={"confirm": "never", "motion": "off", "drawer": True})
    sit_at(page, server, "kotori", wanted)
    hands = Hands(page, "kotori", "ja")
    legal = len(hands.legal())
    expect(page.locator("summary", has_text="できる手の一覧")).to_contain_text(f"できる手の一覧（{legal}）")
    hands.pieces(last[0])
    told = kobako.game("kotori").words("ja").get("end", "tie_broken")
    expect(page.locator(".finale .tie")).to_have_text(told)
