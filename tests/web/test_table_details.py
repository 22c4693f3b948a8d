"""Details of the games' own tables: what must be read is not covered, not squeezed, and in the page's language."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kobako
from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import ending, show_moves, sit, sit_at
from tests.web.test_stage import OUT_OF, OVER

SMALL, PHONE, SIDE, TABLET, DESK = (320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900)
BOXES = """parts => parts.map((part) => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  return { left, top, right, bottom };
})"""

# Those numbers of cards that something else lies over, at one end or the other.
COVERED = """numbers => numbers.filter((number) => {
  const { left, right, top, bottom } = number.getBoundingClientRect();
  const [edge, y] = [(right - left) / 8, top + (bottom - top) * 0.7];
  return [left + edge, right - edge].some((x) => {
    const seen = document.elementFromPoint(x, y)?.closest('li, button');
    return seen !== number.closest('li');
  });
}).map((number) => number.textContent)"""


def boxes(page: Page, parts: str) -> list[dict[str, float]]:
    """Where some parts are drawn."""
    found: list[dict[str, float]] = page.locator(parts).evaluate_all(BOXES)
    assert found, parts
    return found


def shown(match: Match) -> dict[str, Any]:
    """What seat 0 sees."""
    return dict(match.view(0).show())


def look_on(page: Page, server: Server, game: str, players: int, wanted: Callable[[Match], bool]) -> None:
    """Sit in seat 0 where another has to decide, at a position as wanted."""
    for seed in itertools.count():
        rng = random.Random(seed)
        match = kobako.game(game).new(players=players, seed=seed)
        while not match.over and not (match.seat != 0 and wanted(match)):
            match.play(rng.choice(match.legal()))
        if not match.over:
            break
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben", "Cat", "Dan")[:players]]
    made = server.ask("tables", {"kifu": match.kifu(), "ply": len(match.actions), "seats": seats})
    sit(page, server, made["table"], game, made["seats"][:1])
    page.locator(".stage > *").first.wait_for()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(80)


# Umbradeco


def test_what_lies_below_is_named_as_the_tiles_are(server: Server, open_page: Open) -> None:
    page = open_page(lang="ja", settings={"drawer": False})
    stacked = lambda match: any(len(pile) == 2 for pile in shown(match)["mat_bottom_to_top"].values())  # noqa: E731
    sit_at(page, server, "umbradeco", stacked, 4)
    initials = set(kobako.game("umbradeco").words("ja").tables["initial"].values())
    assert set(page.locator(".mat .below text").all_text_contents()) <= initials


def test_others_stand_in_the_order_of_play(server: Server, open_page: Open) -> None:
    page = open_page(size="side", settings={"drawer": False})
    sit_at(page, server, "umbradeco", lambda _: True, 4)
    for size, way in ((SIDE, "top"), (PHONE, "left")):
        resize(page, size)
        places = {seat: boxes(page, f".other .plate[data-seat='{seat}']")[0][way] for seat in (1, 2, 3)}
        assert sorted(places, key=places.__getitem__) == [1, 2, 3], size


# Dokitto! Ice


def test_backs_cover_nothing(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "ice", lambda match: len(shown(match)["seats"][1]["hand"]) >= 9)
    for size in (SMALL, PHONE, TABLET, SIDE, DESK):
        resize(page, size)
        assert page.evaluate(OVER, [".back .small", ".name, .taken li, .points, .trophies i"]) == [], size
        assert page.evaluate(OUT_OF, [".back .small", ".plate"]) < 1, size


def test_no_number_of_a_trick_is_covered(server: Server, open_page: Open) -> None:
    """I have led: all who follow lay their cards after mine, beside it."""
    page = open_page(settings={"drawer": False})
    mine = lambda match: len(trick := shown(match)["trick"]) == 3 and trick[0]["seat"] == 0  # noqa: E731
    look_on(page, server, "ice", 4, mine)
    expect(page.locator(".trick .card")).to_have_count(3)
    for size in (SMALL, PHONE, TABLET, SIDE, DESK):
        resize(page, size)
        assert page.locator(".trick .face-number").evaluate_all(COVERED) == [], size


def test_trophies_keep_off_the_edge_and_stand_in_line(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "ice", lambda _: True, 4)
    resize(page, SMALL)
    assert page.evaluate(OUT_OF, [".trophies svg", ".plate"]) < -4
    resize(page, DESK)
    for seat in range(4):
        plate = f".plate[data-seat='{seat}']"
        trophies, points = boxes(page, f"{plate} .trophies")[0], boxes(page, f"{plate} .points")[0]
        lines = boxes(page, f"{plate} .taken li:not(.head)")
        for one, line in ((trophies, lines[0]), (points, lines[-1])):
            assert abs(one["top"] + one["bottom"] - line["top"] - line["bottom"]) < 4, seat


def test_a_flavour_crossed_out_is_explained(server: Server, open_page: Open) -> None:
    page = open_page(lang="ja", settings={"drawer": False})
    lacks = lambda match: any(seat["could_not_follow"] for seat in shown(match)["seats"])  # noqa: E731
    sit_at(page, server, "ice", lacks, 4)
    meaning = page.locator("aside.board").get_by_text("持っていない味").locator("visible=true")
    resize(page, DESK)
    expect(meaning).to_have_count(1)
    resize(page, PHONE)
    expect(meaning).to_have_count(1)
    resize(page, SMALL)
    expect(meaning).to_have_count(0)
    page.locator("aside.board button").click()
    expect(meaning).to_have_count(1)


# Donburiko


def test_the_bank_shows_its_chips_and_the_round_in_one_line(server: Server, open_page: Open) -> None:
    page = open_page(lang="ja", settings={"drawer": False})
    sit_at(page, server, "donburiko", lambda _: True)
    for size in (SMALL, PHONE, TABLET, SIDE, DESK):
        resize(page, size)
        pile, plank = boxes(page, ".bank .pile")[0], boxes(page, ".bank")[0]
        assert pile["right"] - pile["left"] > 0.2 * (plank["right"] - plank["left"]), size
        line = page.locator(".round > span").first.evaluate(
            "span => span.offsetHeight / parseFloat(getComputedStyle(span).fontSize)"
        )
        assert line < 1.6, size


@pytest.mark.parametrize("players", [2, 4])
def test_places_for_a_card_leave_the_last_number_free(players: int, server: Server, open_page: Open) -> None:
    """A long row, with a card picked."""
    page = open_page(settings={"drawer": False})

    def long(match: Match) -> bool:
        rows = shown(match)["rows"].values()
        return any(len(row) >= 4 and "face_down_by" not in row[-1] for row in rows) and len(match.legal()) > 4

    sit_at(page, server, "donburiko", long, players)
    page.locator(".hand .held:not(.idle)").first.click()
    page.locator(".slot").first.wait_for()
    for size in (SMALL, PHONE, TABLET, SIDE, DESK):
        resize(page, size)
        assert page.locator(".lane li:last-child .face-number").evaluate_all(COVERED) == [], size


def test_a_splash_that_was_skipped_does_not_cover_the_end(server: Server, open_page: Open) -> None:
    """Exactly 6, with the last move of the game, and who made it does not wait until it has been told."""
    best: list[str] = []

    def last(match: Match) -> bool:
        best.clear()
        for action in match.legal():
            if {"donburiko", "ended"} <= {event.kind.name for event in match.copy().play(action)}:
                best.append(str(action))
        return bool(best)

    page = open_page(settings={"drawer": False, "motion": "calm"})
    sit_at(page, server, "donburiko", last)
    hands = Hands(page, "donburiko")
    hands.legal()
    hands.pieces(best[0])
    told = page.locator(".bar .last.alone")
    for what in ("takes row", "is worth"):  # two moments: the row, and what it brought
        expect(told).to_contain_text(what)
        page.keyboard.press("Enter")
    page.locator(".finale").wait_for()
    page.wait_for_timeout(300)
    expect(page.locator(".felt .banner")).to_have_count(0, timeout=1)


@pytest.mark.parametrize("size", ["phone", "side", "desk"])
def test_the_end_is_a_scene_of_who_has_won(size: str, server: Server, open_page: Open) -> None:
    """First the table as it was left; then the winner's face, and for the winner alone what the box shows falls."""
    end = ending("kotori", 1)
    seat, move = end.left[0]
    people = [{"by": "person", "name": name, "face": face} for name, face in (("Aya", "neko"), ("Ben", "risu"))]
    made = server.ask("tables", {**end.wish, "seats": people})
    pages = [open_page(size=size, settings={"motion": "calm"}) for _ in people]
    for page, held in zip(pages, made["seats"], strict=True):
        sit(page, server, made["table"], "kotori", [held])
    show_moves(pages[seat])
    pages[seat].locator(f"[data-move='{move}']").click()
    for page in pages:
        expect(page.locator("[data-over=true]")).to_be_visible(timeout=30_000)
    assert pages[0].locator(".finale").count() == 0, "the table is seen before the end's scene"
    won = kobako.replay(server.ask(f"tables/{made['table']}/kifu")).winners
    for mine, page in enumerate(pages):
        faces = page.locator(".finale .winners img")
        expect(faces).to_have_count(len(won))
        for place, winner in enumerate(won):
            expect(faces.nth(place)).to_have_attribute("src", re.compile(people[winner]["face"]))
        expect(page.locator(".falling")).to_have_count(int(mine in won))
        for part in (page.locator(".finale"), page.get_by_role("button", name=re.compile("ematch"))):
            expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", kobako.game_names())
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (1440, 900)])
def test_each_game_ends_in_a_picture_of_what_was_won_by(
    game: str, width: int, height: int, server: Server, open_page: Open
) -> None:
    """Drawn by its own pieces, with the standings and the ways on beside it; nothing scrolls, nothing is covered."""
    end = ending(game, 1, players=4)
    seat, move = end.left[0]
    people = [{"by": "person", "name": name, "face": "neko"} for name in ("Aya", "Ben", "Chika", "Dan")]
    made = server.ask("tables", {**end.wish, "seats": people})
    page = open_page(size="phone" if width < 1000 else "desk", settings={"drawer": False})
    page.set_viewport_size({"width": width, "height": height})
    sit(page, server, made["table"], game, [made["seats"][seat]])
    show_moves(page)
    page.locator(f"[data-move='{move}']").click()
    page.locator("[data-over=true]").wait_for()
    finale = page.locator(".finale")
    picture = finale.locator(".picture")
    expect(picture.locator("svg").first).to_be_visible()
    assert finale.evaluate("scene => scene.scrollHeight - scene.clientHeight") <= 0
    for part in (picture, finale.locator("ol"), page.get_by_role("button", name="Rematch")):
        expect(part).to_be_in_viewport(ratio=1)
    covered = """scene => {
      const parts = [...scene.children].map((part) => part.getBoundingClientRect());
      const meet = (a, b, from, to) => a[from] < b[to] - 1 && b[from] < a[to] - 1;
      const over = (a, b) => meet(a, b, "left", "right") && meet(a, b, "top", "bottom");
      return parts.some((a, i) => parts.slice(i + 1).some((b) => over(a, b)));
    }"""
    assert not finale.evaluate(covered)
