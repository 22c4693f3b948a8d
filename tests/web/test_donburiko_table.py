"""Donburiko's table: what its numbers are is said, long rows can be read, and its great moments are seen."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

import kobako
from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import bringing, ending, reach, sit, sit_at
from tests.web.test_stage import CUTTING, OUT_OF, OVER, WINDOWS

# Of each card in a row that has another upon it: by how much its number reaches under that.
UNDER = """() => [...document.querySelectorAll('.row ol')].flatMap((row) => {
  const cards = [...row.children];
  return cards.slice(0, -1).map((card, i) => {
    const number = card.querySelector('.face-number');
    return number ? number.getBoundingClientRect().right - cards[i + 1].getBoundingClientRect().left : 0;
  });
})"""


def seen(match: Match) -> Any:
    """What seat 0 is shown."""
    return match.view(0).show()


def long_row(match: Match) -> bool:
    """Whether a row of six begins with a wild acorn."""
    rows = seen(match)["rows"].values()
    return any(len(row) == 6 and row[0]["card"] == "W" for row in rows)


def test_numbers_in_a_long_row_are_read(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "donburiko", long_row, 3)
    page.locator(".row li").nth(5).wait_for()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert max(page.evaluate(UNDER)) <= 1, (width, height)


def test_what_a_row_made_covers_none_of_its_cards(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(size="desk", settings={"drawer": False})
    takes = bringing(best, "took", without=("round_ended",))
    sit_at(page, server, "donburiko", lambda match: takes(match) and long_row(match), 3)
    letters = [action for action in best if "take" in action]
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(letters[0])
    page.locator(".row .points").wait_for()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OVER, [".row .points", ".row li, .row .take b"]) == [], (width, height)


def test_a_place_says_what_the_row_would_make(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: len(match.actions) > 2, 3)
    page.locator(".held:not(.idle)").first.click()
    makes = page.locator(".slot:not(.six, [aria-disabled=true]) .sum small").first
    expect(makes).to_be_visible()
    expect(makes).to_have_text("makes")


def test_a_row_says_all_the_chips_that_it_brings(server: Server, open_page: Open) -> None:
    """Those that lie on its cards as well; and by its letter nothing else is said."""
    found: dict[str, Any] = {}

    def wanted(match: Match) -> bool:
        view = match.view(0)
        takes = {str(action): dict(view.foresee(action) or {}) for action in match.legal() if "take" in str(action)}
        found.clear()
        found.update({text: then for text, then in takes.items() if then["chips"] > 0 and then["brings"] is None})
        return bool(found)

    page = open_page(settings={"drawer": False})
    sit_at(page, server, "donburiko", wanted, 3)
    text, then = next(iter(found.items()))
    told = "…".join(number(then["total"][end]) for end in ("least", "most"))
    expect(page.locator(f".row[data-row='{text[-1]}'] .score")).to_have_text(told)


def number(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "±0"


def test_a_card_that_would_make_six_is_announced(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", lang="ja", settings={"drawer": False})
    makes: list[str] = []

    def wanted(match: Match) -> bool:
        view = match.view(0)
        makes[:] = [str(one) for one in match.legal() if ">" in str(one) and dict(view.foresee(one) or {})["six"]]
        return bool(makes) and not makes[0].startswith("(")

    sit_at(page, server, "donburiko", wanted, 3)
    card, row = makes[0].split(">")
    name = {"W": "どんぐり「1か5」", "L": "どじょう"}.get(card) or (
        f"どんぐり{card}" if card.isdigit() else f"池−{card[1:]}"
    )
    page.locator(".held").filter(has_text=name).first.click()
    slot = page.locator(f".row[data-row='{row}'] .slot.up")
    expect(slot).to_have_class(re.compile(r"\bsix\b"))
    expect(slot.locator("small")).to_have_text("ドンブリコ！")


def test_cards_are_dealt_from_a_place_of_their_own_shape(server: Server, open_page: Open) -> None:
    """What flies from the whole bank would be as wide as that."""
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: len(match.actions) > 2, 3)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        shape = page.locator(".bank .deck").evaluate("deck => deck.offsetHeight / deck.offsetWidth")
        assert shape == pytest.approx(88 / 64, abs=0.1), (width, height)
        assert page.evaluate(OUT_OF, [".bank .deck", ".bank"]) <= 0, (width, height)


def test_what_a_row_adds_up_to_is_always_read(server: Server, open_page: Open) -> None:
    """On one's own turn, and while another thinks; of what somebody else laid face down, a range."""
    sums: list[dict[str, dict[str, int]]] = []

    def wanted(match: Match) -> bool:
        sums[:] = [dict(match.view(seat).show())["sums"] for seat in (0, 1)]
        return all(any(row["least"] < row["most"] for row in known.values()) for known in sums)

    kifu, ply = reach("donburiko", wanted, 3)
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben", "Cat")]
    page = open_page(settings={"drawer": False})
    for seat, known in enumerate(sums):
        made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
        sit(page, server, made["table"], "donburiko", made["seats"][seat : seat + 1])
        page.locator(".row .sum").first.wait_for()
        for letter, row in known.items():
            told = "…".join(str(end).replace("-", "−") for end in sorted({row["least"], row["most"]}))
            sign = page.locator(f"[data-row={letter}]")
            expect(sign.locator(".take .sum")).to_have_text(told)
            expect(sign).to_have_attribute("aria-label", f"Row {letter}: it adds up to {told}")


# How many pixels high the letters of a row's two numbers are, and by how much they leave their plank or their place.
LETTERS = """([parts, whole]) => [...document.querySelectorAll(parts)].filter((one) => one.innerText).map((one) => {
  const [range, around] = [document.createRange(), one.closest(whole).getBoundingClientRect()];
  range.selectNodeContents(one);
  const { left, right } = range.getBoundingClientRect();
  return [parseFloat(getComputedStyle(one).fontSize), Math.max(around.left - left, right - around.right)];
})"""


def open_rows(match: Match) -> bool:
    """A row that may be below 0 or above, and one more card to add to it."""
    rows = seen(match)["sums"].values()
    return len(match.actions) > 6 and len(match.legal()) > 8 and any(row["least"] < 0 < row["most"] for row in rows)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_one_decides_by_is_read_on_a_phone(lang: str, server: Server, open_page: Open) -> None:
    page = open_page(lang=lang, settings={"drawer": False, "motion": "off"})
    sit_at(page, server, "donburiko", open_rows, 4)
    page.locator(".take.can").first.wait_for()
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        found = page.evaluate(LETTERS, [".take .sum, .take.can .score", ".take"])
        assert min(size for size, _ in found) >= 12, (width, found)
        assert max(out for _, out in found) <= 0, (width, found)
    page.locator(".held:not(.idle)").first.click()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert max(out for _, out in page.evaluate(LETTERS, [".slot .sum", ".slot"])) <= 0, (width, height)


def test_on_its_side_ones_own_seat_is_not_among_the_others(server: Server, open_page: Open) -> None:
    page = open_page(size="side", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: len(match.actions) > 2, 4)
    left = "one => one.getBoundingClientRect().left"
    own, hand, others = (page.locator(f".felt > .{one}").evaluate(left) for one in ("near", "hand", "others"))
    assert others < hand < own


def test_a_card_is_whole_on_its_way(server: Server, open_page: Open) -> None:
    """Nothing cuts off a piece at the edge of the seat that it comes to."""
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: len(match.actions) > 2, 3)
    page.locator(".others .hand .card").first.wait_for()
    assert page.evaluate(CUTTING, ".others .hand .card") == []


def test_the_goal_is_said_until_it_is_reached(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: len(match.actions) > 2, 3)
    bank = page.locator(".bank .round")
    expect(bank).to_contain_text("Playing to 20")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OUT_OF, [".bank .goal", ".bank"]) <= 0, (width, height)
        assert page.evaluate(OVER, [".bank .goal", ".tray, .aside"]) == [], (width, height)
    sit_at(page, server, "donburiko", lambda match: bool(seen(match)["last_round"]), 3)
    expect(bank).to_contain_text("Last round")
    expect(bank).not_to_contain_text("20")


def test_the_end_counts_chips(server: Server, open_page: Open) -> None:
    """As the table does: nothing in this game is called a point of a player."""
    end = ending("donburiko", 1, 2)
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {**end.wish, "seats": seats})
    seat, move = end.left[0]
    page = open_page(settings={"drawer": False, "motion": "off"})
    sit(page, server, made["table"], "donburiko", made["seats"][seat : seat + 1])
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(move)
    finale = page.locator(".finale")
    expect(finale).to_contain_text(re.compile(r"\d chips?\b"))
    expect(finale).not_to_contain_text("point")
    expect(finale.locator(".picture")).to_contain_text("An acorn for each chip")
    outside = finale.locator("svg:has(> .grass)").first.evaluate(
        """svg => {
          const { x, width } = svg.viewBox.baseVal;
          const at = (x) => new DOMPoint(x, 0).matrixTransform(svg.getScreenCTM()).x;
          const { left, right } = svg.querySelector('.far').getBoundingClientRect();
          return Math.max(at(x) - left, right - at(x + width));
        }"""
    )
    assert outside <= 0, "a foot of the mountain is cut off"


def test_wild_acorns_are_drawn_as_what_they_count(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: str(match.legal()[0]).startswith("fives"), 3)
    numbers = page.locator(".choices .face-number")
    numbers.first.wait_for()
    assert set(numbers.all_text_contents()) == {"1", "5"}
    expect(page.locator(".choice", has_text="makes").first).to_be_visible()


def test_the_last_round_is_announced(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(settings={"drawer": False, "motion": "quick"})
    sit_at(page, server, "donburiko", bringing(best, "last_round", without=("round_ended", "summed")), 3)
    expect(page.locator(".ribbon")).to_have_count(0)
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    expect(page.locator(".ribbon")).to_be_visible()
    expect(page.locator(".bank .last")).to_have_text("Last round")


@pytest.mark.parametrize("motion", ["quick", "calm"])
def test_six_is_seen_before_the_end(motion: str, server: Server, open_page: Open) -> None:
    """Who ends the game with it is not robbed of it."""
    best: list[str] = []
    kifu, ply = reach("donburiko", bringing(best, "donburiko", "ended"), 2)
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    page = open_page(settings={"drawer": False, "motion": motion})
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    splash = page.locator(".splash")
    splash.wait_for()
    assert page.locator(".finale").count() == 0
    expect(page.locator(".finale")).to_be_visible(timeout=30_000)


def own_face_down(match: Match) -> bool:
    """A long row, a card that one laid face down oneself, and one to add."""
    view = seen(match)
    rows = view["rows"].values()
    own = any(one.get("face_down_by") == 0 for row in rows for one in row)
    return own and any(len(row) > 4 for row in rows) and view["phase"] == "playing" and bool(view["seats"][0]["hand"])


# By how much the places for a picked card are lower than the cards' lane.
LOWER = """() => Math.max(...[...document.querySelectorAll('.slot')].map((slot) =>
  slot.closest('.lane').getBoundingClientRect().height - slot.getBoundingClientRect().height))"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picked_card_has_two_whole_places(players: int, server: Server, open_page: Open) -> None:
    """Beside a long row, too: its cards make room, and their numbers are still read."""
    page = open_page(lang="ja", settings={"drawer": False})
    sit_at(page, server, "donburiko", own_face_down, players)
    page.locator(".held:not(.idle)").first.click()
    page.locator(".slot").first.wait_for()
    for width, height in (*WINDOWS, (360, 740), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OVER, [".slot", ".row li"]) == [], (width, height)
        assert page.evaluate(OUT_OF, [".slot", ".row"]) <= 0, (width, height)
        assert page.evaluate(LOWER) <= 1, (width, height)
        assert max(page.evaluate(UNDER)) <= 1, (width, height)


def test_ones_own_card_face_down_is_read(server: Server, open_page: Open) -> None:
    """Its number, its chip and whose it is lie beside one another, the mark in its owner's colour."""
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "donburiko", own_face_down, 3)
    mark = page.locator(".row .by.own").first
    own = page.locator(".plate[data-seat='0'] .mark")
    colour = "one => getComputedStyle(one).color"
    assert mark.evaluate(colour) == own.evaluate(colour)
    card = page.locator(".row li:has(.by.own)").first
    expect(card.locator(".face-number")).to_have_count(1)
    assert card.locator(".face").evaluate("face => face.querySelectorAll('circle, ellipse').length") == 0
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        found = page.evaluate(
            """() => [...document.querySelectorAll('.row li:has(.by.own)')].flatMap((card) => {
              const box = (part) => card.querySelector(part).getBoundingClientRect();
              const [number, chip, by] = ['.face-number', '.chip', '.by'].map(box);
              return [number.bottom - chip.top - number.height * 0.3, chip.bottom - by.top];
            })"""
        )
        assert max(found) <= 1, (width, height, found)


def test_a_taken_row_is_cleared_before_one_is_asked(server: Server, open_page: Open) -> None:
    """It is told, and then it is gone."""
    kifu, ply, move = before_a_take()
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben", "Cat")]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    other, page = (open_page(settings={"drawer": False, "motion": "quick"}) for _ in range(2))
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    page.locator(".row li").first.wait_for()
    sit(other, server, made["table"], "donburiko", made["seats"][2:])
    hands = Hands(other, "donburiko")
    hands.legal()
    hands.pieces(move)
    gone = page.locator(f".row[data-row='{move[-1]}']")
    expect(gone.locator(".points")).to_be_visible()
    page.locator(".bar .last.alone").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator(".bar .status")).to_contain_text("Your turn")
    expect(gone.locator("li, .points")).to_have_count(0)


def before_a_take() -> tuple[str, int, str]:
    """Where the last of three takes a row, and then the first is asked: a kifu, after how many moves, and the move."""
    for seed in range(1000):
        rng = random.Random(seed)
        match = kobako.game("donburiko").new(players=3, seed=seed)
        while not match.over:
            move, before = rng.choice(match.legal()), (match.kifu(), len(match.actions), match.seat)
            told = {event.kind.name for event in match.play(move)}
            if before[2] == 2 and match.seat == 0 and "summed" in told and not told & {"round_ended", "donburiko"}:
                return before[0], before[1], str(move)
    raise AssertionError


@pytest.mark.parametrize("size", ["desk", "large", "phone"])
def test_a_rounds_end_shows_faces_and_leaves_the_cards_free(size: str, server: Server, open_page: Open) -> None:
    best: list[str] = []
    kifu, ply = reach("donburiko", bringing(best, "round_ended", without=("donburiko", "ended")), 3)
    seats = [{"by": "person", "name": name, "face": "neko"} for name in ("Aya", "Ben", "Cat")]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    page = open_page(size=size, settings={"drawer": False, "motion": "quick"})
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    banner = page.locator(".over.low .banner")
    page.locator(".bar .last.alone").wait_for()
    while not banner.count() and page.locator(".bar .last.alone").count():
        page.wait_for_timeout(50)
    expect(banner.locator("img")).to_have_count(3)
    assert page.evaluate(OVER, [".over .banner", ".row li"]) == []


def test_on_a_phone_ones_chips_lie_beside_their_number(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: 0 < seen(match)["seats"][0]["chips"] < 6, 3)
    for width, height in ((390, 844), (360, 740), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        right, left = page.evaluate(
            """() => [document.querySelector('.near .chips b').getBoundingClientRect().right,
              document.querySelector('.near .bark').getBoundingClientRect().left]"""
        )
        assert 0 <= left - right < 14, (width, left - right)
        assert page.evaluate(OVER, [".near .chips b, .near .bark", ".near .name"]) == [], width
        assert page.evaluate(OUT_OF, [".near .bark", ".plate"]) <= 0, width


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_hands_of_the_others_lie_on_their_plates(players: int, server: Server, open_page: Open) -> None:
    """With all their cards, as they are dealt."""
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda match: not match.actions, players)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OUT_OF, [".hand .card", ".plate"]) <= 1, (width, height)
