"""The table of Dokitto! Ice: what a tub offers is said, the newest scoop is on top, and points are told large."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import expect

from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import bringing, ending, show_moves, sit, sit_at
from tests.web.test_stage import OVER


def seen(match: Match) -> Any:
    """What seat 0 is shown."""
    return match.view(0).show()


def taking(match: Match) -> bool:
    return any(str(action).startswith("take") for action in match.legal())


def empty_tub(match: Match) -> bool:
    """Whether an empty tub can be chosen, and one with a scoop in it."""
    stock = seen(match)["stock"]
    offered = {str(action).split()[1] for action in match.legal() if str(action).startswith("take")}
    return {bool(stock[colour]) for colour in offered} == {True, False}


def test_an_empty_tub_offers_cards_only(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "ice", empty_tub, 3)
    none = page.locator(".tubs button.can.none").first
    expect(none).to_contain_text("cards only")
    full = page.locator(".tubs button.can:not(.none)").first
    border = "tub => getComputedStyle(tub).borderTopStyle"
    assert (none.evaluate(border), full.evaluate(border)) == ("dashed", "solid")
    expect(full.locator(".worth")).to_contain_text("you’d have")
    assert "in this round then" in (full.locator(".worth").get_attribute("title") or "")


def test_the_newest_scoop_is_on_top(server: Server, open_page: Open) -> None:
    """Also a plain one that is put on one with a topping: drawn by their points it would slide under it."""
    best: list[str] = []

    def wanted(match: Match) -> bool:
        view = seen(match)
        tiles = view["seats"][0]["cones"].get("only", [])
        plain = {f"take {colour}" for colour, left in view["stock"].items() if left and left[0] == 1}
        best[:] = [str(action) for action in match.legal() if str(action) in plain]
        return bool(best) and len(tiles) in (1, 2) and any(tile.endswith("2") for tile in tiles)

    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "ice", wanted, 3)
    hands = Hands(page, "ice")
    hands.legal()
    scoops = page.locator(".seat.near .cone g.scoop")
    before = scoops.count()
    hands.pieces(best[0])
    expect(scoops).to_have_count(before + 1)
    expect(scoops.last.locator(".fresh")).to_have_count(1)
    order = [str(text) for text in scoops.all_text_contents()]
    page.reload()
    expect(scoops).to_have_text(order)


def test_points_are_told_in_the_place_of_an_empty_hand(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(size="desk", settings={"drawer": False, "motion": "quick"})
    sit_at(page, server, "ice", bringing(best, "scored", "hands_empty", without=("ended",)), 3)
    hands = Hands(page, "ice")
    hands.legal()
    hands.pieces(best[0])
    panels = page.locator("[data-panel]")
    expect(panels).to_have_count(3)
    expect(panels.first).to_be_visible()
    expect(page.locator(".row .won").first).to_be_visible()
    trick, panel = page.locator(".felt > .trick").bounding_box(), panels.first.bounding_box()
    assert trick
    assert panel
    assert panel["y"] >= trick["y"] + trick["height"]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_what_counts_is_said_once_and_a_flavour_without_cards_or_scoops_says_nothing(
    size: str, server: Server, open_page: Open
) -> None:
    seats = [{"by": "person", "name": "Aya"}, {"by": "person", "name": "Ben"}, {"by": "person", "name": "Cat"}]
    made = server.ask("tables", {"game": "ice", "players": 3, "seats": seats, "options": {"first": "0"}})
    page = open_page(size=size)
    sit(page, server, made["table"], "ice", made["seats"][:1])
    expect(page.locator(".seat.near .head")).to_have_text("cards × points")
    expect(page.locator(".seat .head")).to_have_count(1)
    assert set(page.locator(".seat .sum").all_inner_texts()) == {"–"}


# By how many pixels two cards or places of a trick lie over each other, and how far anything is out of the trick.
CROWDED = """() => {
  const trick = document.querySelector('.trick'), inside = trick.getBoundingClientRect();
  const cards = [...trick.querySelectorAll('li')].map((one) => one.getBoundingClientRect());
  const over = cards.flatMap((a, i) => cards.slice(i + 1).map((b) => Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))));
  const parts = [...trick.querySelectorAll('li, .lead, .how')].map((one) => one.getBoundingClientRect());
  const out = parts.map((one) => Math.max(inside.left - one.left, inside.top - one.top,
    one.right - inside.right, one.bottom - inside.bottom));
  return [Math.max(...over), Math.max(...out)];
}"""
SIGNS = """() => [...document.querySelectorAll('.how')].every((sign) => {
  const a = sign.getBoundingClientRect();
  return [...document.querySelectorAll('.trick li, .hand .held')].every((card) => {
    const b = card.getBoundingClientRect();
    return b.right <= a.left + 1 || b.left >= a.right - 1 || b.bottom <= a.top + 1 || b.top >= a.bottom - 1;
  });
})"""
WINDOWS = [(320, 568), (390, 844), (844, 390), (1440, 900)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_cards_of_a_trick_have_their_room(players: int, lang: str, server: Server, open_page: Open) -> None:
    """No card or place for one covers another or a sign, and no flag lies over a neighbour of the trick."""
    page = open_page(lang=lang, settings={"drawer": False})
    sit_at(page, server, "ice", lambda match: len(seen(match)["trick"]) == players - 1, players)
    expect(page.locator(".trick .card")).to_have_count(players - 1)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        over, out = page.evaluate(CROWDED)
        assert over <= 1, (width, height)
        assert out <= 1.5, (width, height)
        assert page.evaluate(SIGNS), (width, height)
    sign = page.locator(".how.on")
    expect(sign).to_have_count(1)
    expect(page.locator(".how:not(.on)")).to_be_visible()


def test_the_slate_covers_nothing_that_is_pressed_and_closes_by_itself(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "ice", lambda match: len(seen(match)["trick"]) == 3 and len(match.legal()) > 1, 4)
    slate, handle = page.locator("aside dl"), page.locator("aside.board button")
    for width, height in WINDOWS[:2]:
        page.set_viewport_size({"width": width, "height": height})
        handle.click()
        expect(slate).to_be_visible()
        low = slate.bounding_box()
        for part in (".trick", ".stock"):
            other = page.locator(part).bounding_box()
            assert low
            assert other
            assert low["y"] >= 0
            assert low["y"] + low["height"] <= other["y"] + 1, (part, width)
        # A press elsewhere closes it, and is a press all the same.
        page.locator(".plate").first.dispatch_event("pointerdown")
        expect(slate).to_be_hidden()
    handle.click()
    # What ends one's turn closes it, from wherever that came.
    page.evaluate("document.querySelector('.hand .held:not(.idle)').click()")
    expect(slate).to_be_hidden()


def test_trophies_keep_their_place_when_cards_are_taken(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    some = lambda match: seen(match)["seats"][1]["round_points"] > 0  # noqa: E731
    sit_at(page, server, "ice", some, 3)
    page.locator(".seat.near .trophies").wait_for()
    places = (
        "all => all.map((one) => one.getBoundingClientRect().left - one.closest('.facts').getBoundingClientRect().left)"
    )
    where = page.locator(".trophies").evaluate_all(places)
    assert max(where) - min(where) < 1


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_at_the_end_each_cone_says_whose_it_is(size: str, server: Server, open_page: Open) -> None:
    end = ending("ice", 1, players=4)
    seat, move = end.left[0]
    names = ["Aya", "Ben", "Chika", "Dan"]
    people = [{"by": "person", "name": name, "face": "neko"} for name in names]
    made = server.ask("tables", {**end.wish, "seats": people})
    page = open_page(size=size, settings={"drawer": False})
    sit(page, server, made["table"], "ice", [made["seats"][seat]])
    show_moves(page)
    page.locator(f"[data-move='{move}']").click()
    who = page.locator(".finale .picture .who")
    expect(who).to_have_count(4)
    assert sorted(who.locator(".name").all_inner_texts()) == names
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length"
    assert who.evaluate_all(cut) == 0


def test_a_card_tells_whether_it_would_be_ahead_and_which_way_it_turns_the_trick(
    server: Server, open_page: Open
) -> None:
    """Where one presses there is nothing to hover with: it stands on the card, as the engine foresees it."""
    told: dict[str, tuple[bool, bool]] = {}

    def wanted(match: Match) -> bool:
        trick = seen(match)["trick"]
        lying = len({played["card"][0] for played in trick})
        told.clear()
        for action in match.legal() if lying == 1 else []:
            would: Any = match.deciding_view(0).foresee(action)
            told[str(action)] = (would["winning"] == 0, would["by"] == "lowest")
        return len(set(told.values())) > 1 and any(flips for _, flips in told.values())

    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "ice", wanted, 3)
    hands = Hands(page, "ice")
    for card, (wins, flips) in told.items():
        expect(hands.card(card).locator(".would.win")).to_have_count(int(wins))
        expect(hands.card(card).locator(".would", has_text="▼")).to_have_count(int(flips))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_scoops_are_chosen_where_the_thumb_is(lang: str, server: Server, open_page: Open) -> None:
    page = open_page(size="phone", lang=lang, settings={"drawer": False, "confirm": "never"})
    several = lambda match: taking(match) and len(match.legal()) == 3 and len(seen(match)["seats"][0]["hand"]) > 4  # noqa: E731
    sit_at(page, server, "ice", several, 3)
    choices = page.locator(".choices button")
    expect(choices).to_have_count(3)
    for width, height in WINDOWS[:2]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        above = max(one["y"] + one["height"] for one in rects(page, ".hand .held"))
        for one in rects(page, ".choices button"):
            assert one["height"] > 44
            assert one["y"] >= above - 1
        cut = "all => all.filter((one) => one.querySelector('span').offsetWidth > one.clientWidth).length"
        assert choices.evaluate_all(cut) == 0
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(choices.first).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    choices.first.click()
    expect(choices).to_have_count(0)


def rects(page: Any, selector: str) -> list[dict[str, float]]:
    found: list[dict[str, float]] = page.locator(selector).evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    return found


def test_on_a_phone_ones_own_cards_and_points_are_the_largest(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": False})

    def wanted(match: Match) -> bool:
        crossed = any(seat["could_not_follow"] for seat in seen(match)["seats"])
        return crossed and len(seen(match)["seats"][0]["hand"]) == 3 and not taking(match)

    sit_at(page, server, "ice", wanted, 3)
    letters = "facts => parseFloat(getComputedStyle(facts).fontSize)"
    near, other = (page.locator(f".seat{which} .facts").first.evaluate(letters) for which in (".near", ":not(.near)"))
    assert near > 1.2 * other
    assert min(one["width"] for one in rects(page, ".hand .held")) > 80
    # What a crossed flavour means is written upright too.
    expect(page.locator(".board .more .crossed")).to_be_visible()


# How far a part comes too near to the edge of its plate, or leaves it: it is to keep off by 2 pixels.
NEAR_THE_EDGE = """parts => Math.max(...[...document.querySelectorAll(parts)].map((part) => {
  if (!part.checkVisibility()) return -Infinity;
  const a = part.getBoundingClientRect(), b = part.closest('.plate').getBoundingClientRect();
  return Math.max(b.left - a.left, a.right - b.right, a.bottom - b.bottom) + 2;
}))"""


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_tally_stays_in_its_plate(players: int, lang: str, server: Server, open_page: Open) -> None:
    page = open_page(lang=lang, settings={"drawer": False})

    def wanted(match: Match) -> bool:
        own = seen(match)["seats"][0]
        scoops = {tile[0] for cone in own["cones"].values() for tile in cone}
        return len(scoops) > 1 and max(own["cards_taken"].values()) > 3 and not taking(match)

    sit_at(page, server, "ice", wanted, players)
    for width, height in [*WINDOWS, (360, 740)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        parts = ".sum, .taken .head, .points, .trophies i, .plate .lacks"
        assert page.evaluate(NEAR_THE_EDGE, parts) <= 0, (width, height)
        assert page.evaluate(OVER, [".near .head", ".near .name, .near .dot"]) == [], (width, height)
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_the_trick_is_as_large_as_the_hand_on_a_desk(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "ice", lambda match: len(seen(match)["trick"]) == 3, 4)
    lying = rects(page, ".trick li")[0]["width"]
    held = page.locator(".hand .held").first.evaluate("one => one.offsetWidth")
    assert lying > 0.95 * held
    # What the others hold is told in a fan and a number.
    cards = page.locator(".north .back .small").count()
    expect(page.locator(".north .back b")).to_have_text(str(cards))
    assert page.locator(".plate").evaluate_all("all => Math.max(...all.map((one) => one.offsetWidth))") < 1440 / 4


def test_five_cards_lie_in_one_row_on_a_phone_and_ten_in_two_whole_ones(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": False})
    place = "all => all.map((one) => [one.offsetTop, one.offsetHeight, one.offsetWidth])"
    for cards, rows in ((5, 1), (10, 2)):
        holding = lambda match, n=cards: len(seen(match)["seats"][0]["hand"]) == n and not taking(match)  # noqa: E731
        sit_at(page, server, "ice", holding, 4)
        held = page.locator(".hand .held").evaluate_all(place)
        tops = sorted({top for top, _, _ in held})
        assert len(tops) == rows
        assert all(lower - upper >= held[0][1] - 1 for upper, lower in itertools.pairwise(tops))
        assert held[0][2] > 65
    for width, height in [*WINDOWS, (360, 740)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(NEAR_THE_EDGE, ".back b") <= 0, (width, height)


def test_one_flavour_needs_no_choosing_before_the_cone(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": False})
    one = lambda match: taking(match) and len({str(action).split()[1] for action in match.legal()}) == 1  # noqa: E731
    sit_at(page, server, "ice", one)
    expect(page.locator(".near .cone.can .worth")).to_have_count(2)
    expect(page.locator(".choices")).to_have_count(0)
    page.locator(".near .cone.can").first.click()
    expect(page.locator(".near .scoop .fresh")).to_have_count(1)


def test_won_cards_keep_their_places_when_the_window_changes(server: Server, open_page: Open) -> None:
    page = open_page(size="large", settings={"drawer": False, "motion": "quick"})
    best: list[str] = []
    sit_at(page, server, "ice", bringing(best, "gathered", without=("round_ended",)), 4)
    hands = Hands(page, "ice")
    hands.legal()
    hands.pieces(best[0])
    page.locator(".trick.done").wait_for()
    page.wait_for_timeout(1000)
    page.set_viewport_size({"width": 1024, "height": 768})
    at_once = rects(page, ".trick li")
    page.wait_for_timeout(1000)
    assert rects(page, ".trick li") == at_once


def test_points_rise_from_where_they_are_told(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False, "motion": "calm"})
    best: list[str] = []
    sit_at(page, server, "ice", bringing(best, "scored", "hands_empty", without=("ended",)), 4)
    hands = Hands(page, "ice")
    hands.legal()
    hands.pieces(best[0])
    flying = page.locator(".flying").first
    flying.wait_for(state="attached")
    inside = """element => {
      const way = element.getAnimations()[0];
      way.pause();
      way.currentTime = way.effect.getComputedTiming().duration * 0.3;
      const a = element.getBoundingClientRect(), told = element.textContent.trim();
      const [x, y] = [a.left + a.width / 2, a.top + a.height / 2];
      const over = [...document.querySelectorAll('[data-panel]')].filter((panel) => {
        const b = panel.getBoundingClientRect();
        return b.left < x && x < b.right && b.top < y && y < b.bottom;
      });
      return [told, over.map((panel) => panel.querySelector('.points').textContent.trim())];
    }"""
    told, over = flying.evaluate(inside)
    assert over == [told]


@pytest.mark.parametrize(("size", "still"), [("desk", False), ("phone", False), ("desk", True)])
def test_a_cone_that_topples_is_told_large(size: str, still: bool, server: Server, open_page: Open) -> None:
    page = open_page(size=size, settings={"drawer": False, "motion": "calm"})
    if still:
        page.emulate_media(reduced_motion="reduce")
    best: list[str] = []
    sit_at(page, server, "ice", bringing(best, "thrown_out", without=("ended",)), 4)
    hands = Hands(page, "ice")
    hands.legal()
    hands.pieces(best[0])
    cone = page.locator(".toppling > .cone")
    cone.wait_for()
    expect(page.locator(".toppling .cry")).to_be_visible()
    small = page.locator(".near .cones .cone").first.bounding_box()
    glass, large = page.locator(".felt > .trick").bounding_box(), cone.bounding_box()
    assert glass
    assert large
    assert small
    assert large["height"] > 1.3 * small["height"]
    assert large["height"] < glass["height"]
    moves = "one => [one, ...one.querySelectorAll('*')].some((part) => getComputedStyle(part).animationName !== 'none')"
    assert page.locator(".toppling").evaluate(moves) is not still
    # The points are told beside it, on no scoop.
    expect(page.locator(".middle .won:visible").first).to_be_visible(timeout=10_000)
    assert page.evaluate(OVER, [".middle .card", ".toppling > .cone"]) == []
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".toppling")).to_have_count(0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_winner_stands_in_the_middle_of_the_counter(
    players: int, server: Server, open_page: Open
) -> None:
    end = ending("ice", 1, players=players)
    seat, move = end.left[0]
    people = [{"by": "person", "name": name, "face": "neko"} for name in ("Aya", "Ben", "Chika", "Dan")[:players]]
    made = server.ask("tables", {**end.wish, "seats": people})
    page = open_page(settings={"drawer": False})
    sit(page, server, made["table"], "ice", [made["seats"][seat]])
    show_moves(page)
    page.locator(f"[data-move='{move}']").click()
    page.locator(".finale .picture .who").first.wait_for()
    stands = """() => {
      const counter = document.querySelector('.counter'), place = counter.getBoundingClientRect();
      const share = parseFloat(getComputedStyle(counter).getPropertyValue('--shelf')) / 100;
      const shelf = place.top + counter.clientHeight * (1 - share);
      const won = counter.querySelector('.seat.won').getBoundingClientRect();
      const feet = [...counter.querySelectorAll('.ground')].map((one) => one.getBoundingClientRect());
      return {
        aside: Math.abs(won.left + won.width / 2 - place.left - place.width / 2),
        above: Math.max(...feet.map((foot) => shelf - foot.bottom)),
        rooms: [...counter.querySelectorAll('.room')].filter((one) => one.getClientRects().length).length,
      };
    }"""
    for width, height in [*WINDOWS, (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(1200 if width == WINDOWS[0][0] else 150)
        told = page.evaluate(stands)
        assert told["aside"] < 2, (width, height)
        assert told["above"] <= 1, (width, height)
        assert told["rooms"] == 0
