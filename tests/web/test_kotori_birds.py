"""Kotori's birds: each has its perch, two of a kind are seen and explained, and what is at stake is told there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import sit_at
from tests.web.test_kotori_table import rows_of
from tests.web.test_moments import ends_the_round
from tests.web.test_stage import OUT_OF, OVER, WINDOWS


def quarrelsome(match: Match) -> bool:
    """A bird on offer has its like in the long cages of others."""
    seats = dict(match.view(0).show())["seats"]
    return any(seat["if_won"]["quarrels"] and len(seat["cage"]) > 4 for seat in seats[1:])


# Signs of a quarrel that something lies over.
COVERED = """() => [...document.querySelectorAll('.plate .bolt')].filter((bolt) => {
  const { left, right, top, bottom } = bolt.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return seen?.closest('li') !== bolt.closest('li');
}).length"""


def others_alone(match: Match) -> bool:
    return quarrelsome(match) and not dict(match.view(0).show())["seats"][0]["if_won"]["quarrels"]


def mine_too(match: Match) -> bool:
    return quarrelsome(match) and dict(match.view(0).show())["seats"][0]["if_won"]["quarrels"] == ["6"]


@pytest.mark.parametrize(
    ("lang", "wanted", "told"),
    [
        ("en", others_alone, "⚡ two of a kind: both fly away"),
        ("ja", others_alone, "⚡ 同じ鳥：2羽とも逃げる"),
        ("en", mine_too, "⚡ with your 6: both fly away"),
        ("ja", mine_too, "⚡ とりかごの6と一緒に逃げる"),
    ],
)
def test_the_sign_of_a_quarrel_is_explained_and_seen(
    lang: str, wanted: Callable[[Match], bool], told: str, server: Server, open_page: Open
) -> None:
    page = open_page(lang=lang, settings={"drawer": False, "motion": "off"})
    sit_at(page, server, "kotori", wanted, 3)
    legend = page.locator(".offer .legend")
    expect(legend).to_have_text(told)
    expect(page.locator(".plate .bolt")).not_to_have_count(0)
    # Of one's own, the bird on offer says it too.
    loss = page.locator(".offer .twin:has(.aloud:text('6')) .loss")
    expect(loss).to_have_count(int(wanted is mine_too))
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(COVERED) == 0, (width, height)
        assert page.evaluate(OVER, [".offer .loss", ".offer .face-number"]) == [], (width, height)
        if legend.is_visible():
            parts = ".offer li, .offer .title, .plate, figure.odds, .tree .deck, .treetop .card, .moves .button"
            assert page.evaluate(OVER, [".offer .legend", parts]) == [], (width, height)
            assert page.evaluate(OUT_OF, [".offer .legend", ".felt"]) <= 0, (width, height)
    sit_at(page, server, "kotori", lambda match: not match.actions, 3)
    expect(page.locator(".offer .title")).to_be_visible()
    expect(legend).to_have_count(0)


def test_every_bird_has_its_perch(server: Server, open_page: Open) -> None:
    """Ten in every cage, at the end too, all of a size in it; of those that wait for their bird the number is seen."""
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "kotori", lambda match: len(dict(match.view(0).show())["seats"][0]["cage"]) >= 4, 4)
    page.locator(".plate.near .cage li").nth(3).wait_for()
    numbers = """cages => cages.map((cage) => [...cage.querySelectorAll('.perch')].map((perch) => {
      const { left, top } = perch.getBoundingClientRect();
      return [perch.querySelector('text').textContent, Math.round(top), Math.round(left)];
    }).sort((a, b) => a[1] - b[1] || a[2] - b[2]).map(([number]) => number).join())"""
    sizes = """cages => cages.map((cage) => new Set([...cage.querySelectorAll('.face')].map((face) =>
      Math.round(face.getBoundingClientRect().width))).size)"""
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        cages = page.locator(".plate .cage")
        assert cages.evaluate_all(numbers) == [",".join(map(str, range(1, 11)))] * 4, (width, height)
        assert cages.evaluate_all(sizes) == [1] * 4, (width, height)
        assert page.evaluate(OUT_OF, [".plate .cage, .plate .row", ".plate"]) <= 0, (width, height)


def test_the_treetop_says_that_it_can_be_bid_and_the_risk(server: Server, open_page: Open) -> None:
    """As the engine foresees it; what lies below is told beside it, and nothing lies over the number."""
    found: dict[str, Any] = {}

    def wanted(match: Match) -> bool:
        view = match.view(0)
        found.update({str(action): view.foresee(action) for action in view.legal()})
        return len(view.legal()) == 2 and found["bid"]["risk"] is not None and found["bid"]["risk"]["percent"] > 20

    page = open_page(settings={"drawer": False})
    sit_at(page, server, "kotori", wanted, 3)
    call = page.locator(".treetop .card .call")
    expect(call).to_have_text(f"Bid {found['bid']['risk']['percent']}%")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        parts = ".plate, .offer li, .offer .title, figure.odds, .moves .button, .treetop .deck, .treetop .face-number"
        assert page.evaluate(OVER, [".treetop .call", parts]) == [], (width, height)
        assert page.evaluate(OUT_OF, [".treetop .call", ".felt"]) <= 0, (width, height)
    card = page.locator(".treetop .card .face-number").text_content()
    call.click()
    expect(page.locator(".bar .last")).to_contain_text(f"Aya bids the {card}.")


def test_birds_that_are_won_are_seen_and_nobody_else_is_the_best(server: Server, open_page: Open) -> None:
    """What tells who has won lies above them; and when they are in the cage no star is left."""
    wanted, best = ends_the_round("won", also="caged")
    page = open_page(settings={"confirm": "never", "motion": "slow", "drawer": False})
    sit_at(page, server, "kotori", lambda match: wanted(match) and sum(map(bool, rows_of(match))) == 2, 3)
    hands = Hands(page, "kotori")
    hands.legal()
    hands.pieces(best[0])
    splash = page.locator(".splash")
    splash.wait_for()
    assert page.evaluate(OVER, [".splash", ".offer .face-number"]) == []
    page.locator(".bar:has(.alone) .button").click()
    expect(page.locator(".plate .cage .fresh").first).to_be_visible()
    expect(page.locator(".bar .last.alone")).to_be_visible()
    expect(page.locator(".plate .star")).to_have_count(0)
