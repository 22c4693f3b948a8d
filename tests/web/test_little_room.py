"""Where there is little room: on a phone all that one looks for is in view, whole, and within a finger's reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import kobako
from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.playing import reach, sit
from tests.web.test_stage import OVER, PLATES

LANGUAGES = ["en", "ja"]
SMALL, PHONE, SIDE = (320, 568), (390, 844), (844, 390)
NAMES = {
    "en": ["Grandmother Tanaka", "Bartholomew", "Wolfgang Amadeus", "Maximilian"],
    "ja": ["田中のおばあちゃん", "バルトロメウス", "ヴォルフガング", "マクシミリアン"],
}
# What can be pressed, and is less than 44 px high.
LOW = """() => [...document.querySelectorAll('a, button, summary, input, select')]
  .map((one) => one.closest('label.check') ?? one)
  .filter((one) => one.checkVisibility() && !one.matches('.skip') && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.textContent.trim() || one.outerHTML)"""
CUT = """(all) => all
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 4)
  .map((one) => one.textContent)"""
WIDER = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
RECTS = """(all) => all.map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
})"""


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(80)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_button_to_play_is_in_view_before_one_scrolls(lang: str, open_page: Open) -> None:
    page = open_page("/new/umbradeco", lang=lang, size="phone")
    play = page.locator("form .button.main")
    play.wait_for()
    for size in (PHONE, (360, 740), SMALL, SIDE, (1440, 900)):
        resize(page, size)
        expect(play).to_be_in_viewport(ratio=1)
    # What is reached by keys is not behind it.
    resize(page, SMALL)
    summary = page.locator("form > details > summary").last
    summary.focus()
    assert page.evaluate(OVER, ["form .button.main", "details.house > summary"]) == []


def test_levels_rise_and_the_others_are_found_at_a_seat(open_page: Open) -> None:
    page = open_page("/new/ice")
    levels = page.get_by_role("group", name="Bots").get_by_role("button")
    expect(levels).to_have_text(["Novice", "Regular", "Master", "Champion"])
    expect(page.get_by_role("group", name="Bots").locator("[aria-pressed=true]")).to_have_text("Novice")
    page.locator("details.choices > summary").click()
    assert "Random" in page.locator("details.choices select").first.locator("option").all_text_contents()


@pytest.mark.parametrize("game", ["ice", "tokkuri"])
def test_a_finger_meets_all_before_a_game(game: str, open_page: Open) -> None:
    page = open_page(f"/new/{game}", size="phone")
    page.locator("form").wait_for()
    for summary in page.locator("form > details > summary").all():
        summary.click()
    assert page.evaluate(LOW) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_faces_stand_in_even_rows_and_nothing_leaves_its_panel(lang: str, server: Server, open_page: Open) -> None:
    seats = [{"by": "person", "name": NAMES[lang][0]}, {"by": "open"}, {"by": "open"}]
    made = server.ask("tables", {"game": "ice", "players": 3, "seats": seats})
    page = open_page(f"/t/{made['table']}", lang=lang, size="phone")
    faces = page.locator(".faces button")
    faces.first.wait_for()
    for size, columns in ((SMALL, 4), (PHONE, 6), (SIDE, 6), ((1440, 900), 6)):
        resize(page, size)
        rects = faces.evaluate_all(RECTS)
        rows = [[rect for rect in rects if rect[1] == top] for top in sorted({rect[1] for rect in rects})]
        assert {len(row) for row in rows} == {columns}, size
        assert all(rect[3] >= 44 for rect in rects)
        assert page.locator(".room .panel").evaluate_all(WIDER) == [], size


def sit_among(page: Page, server: Server, kifu: str, ply: int, names: list[str], face: str = "") -> None:
    """Sit down among four people of such names."""
    seats = [{"by": "person", "name": name, **({"face": face} if face else {})} for name in names]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    sit(page, server, made["table"], kobako.replay(kifu).game.name, made["seats"][:1])
    page.locator(".plate .name").nth(3).wait_for()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["donburiko", "ice", "kotori"])
def test_long_names_are_whole(game: str, lang: str, server: Server, open_page: Open) -> None:
    """In two smaller lines, and nothing makes room for them."""
    kifu, ply = reach(game, lambda match: len(match.actions) > 8, 4)
    tops = "all => all.map((one) => Math.round(one.nextElementSibling.getBoundingClientRect().top))"
    page = open_page(lang=lang, size="phone")
    seen = []
    for names in (NAMES[lang], ["Al", "Bo", "Cy", "Di"]):
        sit_among(page, server, kifu, ply, names, face="neko")
        for size in (SMALL, PHONE, SIDE):
            resize(page, size)
            assert page.locator(".plate .name").evaluate_all(CUT) == [], size
            seen.append([page.evaluate(PLATES), page.locator(".plate header").evaluate_all(tops)])
    assert seen[:3] == seen[3:]


def told_at_length(match: Match) -> bool:
    """The last move was the end of a round."""
    return bool(match.events) and sum(event.ply == match.events[-1].ply for event in match.events) > 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_happened_is_whole(lang: str, server: Server, open_page: Open) -> None:
    page = open_page(lang=lang, size="phone", settings={"confirm": "always"})
    last = page.locator(".bar .last")
    # A move, in two lines, whatever stands beside it.
    for game in ("donburiko", "kotori"):
        kifu, ply = reach(game, lambda match: len(match.actions) > 8, 4)
        sit_among(page, server, kifu, ply, NAMES[lang])
        for size in (SMALL, PHONE):
            resize(page, size)
            assert last.evaluate_all(CUT) == [], (game, size)
    # All that a round's end brings: pressed, over the table, which does not move.
    kifu, ply = reach("kotori", told_at_length, 4)
    sit_among(page, server, kifu, ply, NAMES[lang])
    for size in (SMALL, PHONE, SIDE):
        resize(page, size)
        where = page.evaluate(PLATES)
        assert last.evaluate_all(CUT) != []
        last.click()
        expect(last).to_be_in_viewport(ratio=1)
        assert last.evaluate_all(CUT) == [], size
        assert page.evaluate(PLATES) == where
        last.click()
        assert last.evaluate_all(CUT) != []
