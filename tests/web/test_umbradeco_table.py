"""Umbradeco's table: what scored is seen on the mat, with its tile and not before; where a stack is possible, too."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kobako.core.match import Match
from kobako.games.umbradeco.mat import NAMES
from kobako.games.umbradeco.placing import in_line
from tests.web.conftest import Open, Server
from tests.web.hands import LEGAL, Hands
from tests.web.playing import PRESS, ending, reach, show_moves, sit, sit_at
from tests.web.test_stage import OVER, WINDOWS

# In each frame from now on: how much is seen of what the last tile scored, and whether a tile of the mat is under way.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const score = document.querySelector('.mat .points rect');
    const flies = document.getAnimations().some((one) =>
      one.playState === 'running' && one.effect.target.matches('.mat .tile'));
    if (score) window.seen.push([flies, Number(getComputedStyle(score.parentElement).opacity)]);
    requestAnimationFrame(look);
  };
  look();
}"""

# Whether a frame showed all of what the last tile scored, lines among it.
WHOLE_LINES = """() => {
  const look = () => {
    const parts = [...document.querySelectorAll('.mat :is(.link, .match, .over .points, polygon.ring)')];
    const shown = (one) => getComputedStyle(one).opacity * getComputedStyle(one.parentElement).opacity === 1;
    if (parts.length === 0) window.whole = false;
    else if (parts.every(shown) && document.querySelector('.mat .link')) window.whole = true;
    requestAnimationFrame(look);
  };
  look();
}"""


class Placing:
    """A position where seat 0 can place a tile that scores as wanted: `move` is one that does."""

    def __init__(self, event: str, **wanted: int) -> None:
        self.event, self.wanted, self.move = event, wanted, ""
        self.facts: dict[str, Any] = {}

    def __call__(self, match: Match) -> bool:
        for action in match.legal():
            then = match.copy()
            then.play(action)
            facts = {one.kind.name: one for one in then.events if one.ply == len(then.actions)}
            if self.event not in facts or "scored" not in facts or then.over or "took" in facts:
                continue
            scored = dict(zip(("rows", "four_colours"), facts["scored"].record[2:4], strict=True))
            if all(scored[key] >= least for key, least in self.wanted.items()):
                self.move = str(action)
                self.facts = {"before": match, **scored}
                return True
        return False


def place(page: Page, server: Server, wanted: Placing, players: int = 3) -> Hands:
    sit_at(page, server, "umbradeco", wanted, players)
    hands = Hands(page, "umbradeco")
    hands.legal()
    hands.pieces(wanted.move)
    return hands


def in_rows(match: Match, move: str) -> set[str]:
    """The cells with a visible tile of the same colour in line with where this one goes, by the rules' own word."""
    colour, cell = move.split()
    view: Any = match.view(0).show()
    number = {name: at for at, name in enumerate(NAMES[view["side"]])}
    return {
        name
        for name, pile in view["mat_bottom_to_top"].items()
        if pile[-1] == colour and name != cell and in_line(number[cell], number[name])
    }


def test_rows_that_scored_are_drawn_to_their_tiles(server: Server, open_page: Open) -> None:
    """Until the next tile is placed: taking an open one changes nothing."""
    page = open_page(settings={"drawer": False})
    wanted = Placing("placed", rows=2)
    hands = place(page, server, wanted)
    matched = page.locator(".mat [data-match]")
    expect(matched).to_have_count(wanted.facts["rows"])
    assert set(matched.evaluate_all("all => all.map((one) => one.dataset.match)")) == in_rows(
        wanted.facts["before"], wanted.move
    )
    links = page.locator(".mat .link").count()
    assert links >= wanted.facts["rows"]
    hands.pieces(next(move for move in hands.legal() if move.startswith("take")))
    expect(page.locator(".bar .status")).not_to_contain_text("Your turn")
    expect(matched).to_have_count(wanted.facts["rows"])
    expect(page.locator(".mat .link")).to_have_count(links)
    expect(page.locator(".plate.near .gained")).to_be_visible()


def test_four_colours_that_scored_are_ringed(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    place(page, server, Placing("placed", four_colours=1))
    page.locator(".mat .touch").nth(3).wait_for(state="attached")


def test_a_tile_that_scores_no_row_has_no_line(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        rows.move = ""
        return not Placing("placed", rows=1)(match) and not Placing("placed", four_colours=1)(match) and rows(match)

    rows = Placing("placed")
    sit_at(page, server, "umbradeco", wanted, 3)
    hands = Hands(page, "umbradeco")
    hands.legal()
    hands.pieces(rows.move)
    page.locator(".mat polygon.ring").wait_for(state="attached")
    expect(page.locator(".mat :is(.link, .match, .touch)")).to_have_count(0)


def test_points_come_with_the_tile_and_not_before(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False, "motion": "calm"})
    wanted = Placing("placed", rows=1)
    sit_at(page, server, "umbradeco", wanted, 3)
    hands = Hands(page, "umbradeco")
    hands.legal()
    page.evaluate(WATCH)
    hands.pieces(wanted.move)
    page.wait_for_function("() => window.seen.some(([, score]) => score === 1)")
    seen: list[tuple[bool, float]] = page.evaluate("window.seen")
    assert any(flies for flies, _ in seen)
    assert max(score for flies, score in seen if flies) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_where_one_can_stack_is_marked(scheme: str, server: Server, open_page: Open) -> None:
    """Before a tile is picked already, and then with the points; no mark on a tile is seen by half."""
    page = open_page(scheme=scheme, settings={"drawer": False})
    wanted = Placing("stacked")
    sit_at(page, server, "umbradeco", wanted, 4)
    colour, cell = wanted.move.split()
    mark = page.locator(f"[data-cell={cell}] .badge.stack")
    expect(mark.locator(".canopy")).to_have_count(2)
    faint = "all => all.filter((one) => getComputedStyle(one).opacity !== '1').length"
    assert page.locator(".cell .badge").evaluate_all(faint) == 0
    hands = Hands(page, "umbradeco")
    if hands.tiles() > 1:
        hands.tile("hand", colour).click()
    expect(mark.locator("text")).to_have_text(re.compile(r"^\+([5-9]|\d\d)$"))
    assert page.locator(".cell .badge.stack").count() < page.locator(".cell.open").count()


def test_the_garden_lies_below_all(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "umbradeco", lambda match: True, 4)
    expect(page.locator(".felt > .scene .bush").first).to_be_visible()
    at = """() => [...document.querySelectorAll('.plate, .cell, .hand button, .open button')].filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.scene');
    }).length"""
    assert page.evaluate(at) == 0


def opacities(page: Page, parts: str) -> list[float]:
    """How much is seen of these parts, with what they are in."""
    seen: list[float] = page.locator(parts).evaluate_all("""all => all.map((one) => {
      let seen = getComputedStyle(one).visibility === 'visible' ? 1 : 0;
      for (let at = one; at; at = at.parentElement) seen *= Number(getComputedStyle(at).opacity);
      return seen;
    })""")
    return seen


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait for what comes by itself."""
    for _ in range(100):
        if true():
            return
        page.wait_for_timeout(100)
    assert true()


def pushes(match: Match) -> bool:
    """A tile can be pushed away, and one can be placed on an empty cell."""
    shown: Any = match.view(0).show()
    cells = [str(move).split()[1] for move in match.legal() if re.fullmatch(r"[RYGBP] \w+", str(move))]
    return len(shown["seats"][0]["hand"]) > 1 and {cell in shown["mat_bottom_to_top"] for cell in cells} == {
        True,
        False,
    }


def after_a_line(page: Page, server: Server) -> None:
    """At one's own turn to place one of two tiles, when the one before was a bot's and brought a line."""
    kifu, ply = reach("umbradeco", lambda match: len(match.actions) > 8)
    seats: list[dict[str, Any]] = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "novice"}]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    sit(page, server, made["table"], "umbradeco", made["seats"][:1])
    hands = Hands(page, "umbradeco")
    hands.legal()
    page.evaluate(WHOLE_LINES)
    while True:
        moves = hands.legal()
        if moves[0][1] == " " and hands.tiles() > 1 and page.locator(".mat .link").count():
            return
        page.evaluate(PRESS, 0.5)
        page.wait_for_function(f"before => !document.title.startsWith('●') || '' + before !== '' + {LEGAL}", arg=moves)


@pytest.mark.parametrize("motion", ["calm", "off"])
def test_what_scored_makes_room_for_who_chooses(motion: str, server: Server, open_page: Open) -> None:
    """All of it is gone beside a tile that is picked; without one the lines fade after a moment, and the ring stays."""
    page = open_page(settings={"drawer": False, "motion": motion})
    after_a_line(page, server)
    lines, ring = ".mat :is(.link, .match, .over .points)", ".mat polygon.ring"
    page.wait_for_function("() => window.whole")
    tile = page.locator(".hand button").first
    tile.click()
    until(page, lambda: set(opacities(page, f"{lines}, {ring}")) == {0})
    tile.click()
    until(page, lambda: opacities(page, ring) == [1])
    until(page, lambda: set(opacities(page, lines)) == {0})
    assert opacities(page, ring) == [1]


def test_before_a_tile_is_picked_the_mat_is_quiet(server: Server, open_page: Open) -> None:
    """A breath on the ground where one could go, nothing on the tiles: also beside a cell that was picked first."""
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "umbradeco", lambda match: len(match.actions) > 8 and pushes(match), 3)
    signs = ".mat .cell:not(.picked) :is(.sign, .badge:not(.stack))"
    assert set(opacities(page, signs)) == {0}
    assert max(opacities(page, ".mat .cell.open:not(:has(.badge)) .frame")) < 0.5
    free = page.locator(".mat .cell.open:has(.sign)").first
    free.click()
    page.mouse.move(1, 1)
    assert set(opacities(page, signs)) == {0}
    assert set(opacities(page, ".mat .cell.picked :is(.sign, .frame)")) == {1}
    free.click()
    page.locator(".hand button").first.click()
    page.mouse.move(1, 1)
    assert set(opacities(page, ".mat :is(.sign, .badge)")) == {1}


@pytest.mark.parametrize("size", ["desk", "large", "side", "phone"])
def test_open_tiles_lie_by_the_hand(size: str, server: Server, open_page: Open) -> None:
    """Both are pressed in every turn. The stroke below a tile that can be placed is seen whole."""
    page = open_page(size=size, settings={"drawer": False})
    sit_at(page, server, "umbradeco", lambda match: len(match.actions) > 8, 4)
    hand, market, stage = (
        page.locator(part).evaluate("one => one.getBoundingClientRect().toJSON()")
        for part in (".hand", "section.open", ".stage")
    )
    assert market["bottom"] < hand["top"]
    assert abs(market["left"] + market["right"] - hand["left"] - hand["right"]) / 2 < stage["width"] / 3
    tiles = page.locator(".hand button").evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    assert max(tiles) + 8 < stage["bottom"]


def test_a_push_says_its_points_where_the_tile_would_go(server: Server, open_page: Open) -> None:
    totals: list[int] = []

    def wanted(match: Match) -> bool:
        pushes = [action for action in match.legal() if str(action).startswith("push")]
        view = match.deciding_view(0) if pushes else None
        totals[:] = [view.foresee(action)["total"] for action in pushes] if view else []  # type: ignore[index,typeddict-item]
        return len(totals) > 1

    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "umbradeco", wanted, 3)
    expect(page.locator(".mat .cell.open .points")).to_have_text([f"+{total}" for total in totals])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_on_a_phone_can_be_read_and_lie_within_their_plates(
    players: int, server: Server, open_page: Open
) -> None:
    page = open_page(lang="ja", settings={"drawer": False})

    def wanted(match: Match) -> bool:
        seats: Any = match.view(0).show()["seats"]
        return all(len(seat["hand"]) > 1 and seat["points"] > 9 for seat in seats[1:]) and "?" in seats[1]["hand"]

    sit_at(page, server, "umbradeco", wanted, players)
    for size, least in (((390, 844), 44), ((320, 568), 28)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(80)
        minis = page.locator(".other .mini").evaluate_all(
            """all => all.map((one) => {
              const [a, b] = [one, one.closest('.plate')].map((of) => of.getBoundingClientRect());
              return [a.width, a.right - b.right, a.bottom - b.bottom];
            })"""
        )
        assert len(minis) == 2 * (players - 1)
        for width, right, bottom in minis:
            assert width >= least, size
            assert max(right, bottom) <= 0, size


def test_who_has_won_is_said_when_the_last_points_have_landed(server: Server, open_page: Open) -> None:
    end = ending("umbradeco", 1)
    seat, move = end.left[0]
    people = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {**end.wish, "seats": people})
    page = open_page(settings={"motion": "calm"})
    sit(page, server, made["table"], "umbradeco", [made["seats"][seat]])
    show_moves(page)
    page.locator(f"[data-move='{move}']").click()
    page.locator(".bar .last.alone").wait_for()
    page.keyboard.press("Enter")
    page.locator("[data-over=true]").wait_for()
    assert page.locator(".bar .status").inner_text().strip() == ""
    page.locator(".finale").wait_for()
    expect(page.locator(".bar .status")).not_to_be_empty()


FACED = [{"by": "person", "name": name, "face": "neko"} for name in ("Aya", "Kurumi", "Tama", "Ponta")]


def test_who_has_won_stands_below_an_umbrella(server: Server, open_page: Open) -> None:
    """Whole, and so are the others that dry in the garden."""
    end = ending("umbradeco", 1, players=3)
    made = server.ask("tables", {**end.wish, "seats": FACED[:3]})
    seat, move = end.left[0]
    page = open_page(settings={"drawer": False})
    sit(page, server, made["table"], "umbradeco", made["seats"][seat : seat + 1])
    show_moves(page)
    page.locator(f"[data-move='{move}']").click()
    picture = page.locator(".finale .picture")
    expect(picture.locator(".winner .face img")).to_be_visible()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        outside = picture.evaluate("""picture => [...picture.querySelectorAll('.winner, .face, .canopy')].map((one) => {
          const [a, b] = [one, picture].map((of) => of.getBoundingClientRect());
          return Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom);
        })""")
        assert len(outside) == 7, "one winner, and five umbrellas"
        assert max(outside) <= 0, (width, height)


def test_a_hint_says_what_is_seen_and_not_where_it_is_counted(server: Server, open_page: Open) -> None:
    """The cell is lit; those who listen hear its column where they come to it, which Tab does first."""
    page = open_page(settings={"drawer": False})
    kifu, ply = reach("umbradeco", lambda match: len(match.actions) > 8 and pushes(match))
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": [FACED[0], {"by": "bot", "level": "novice"}]})
    sit(page, server, made["table"], "umbradeco", made["seats"][:1])
    hands = Hands(page, "umbradeco")
    hands.legal()
    page.keyboard.press("h")
    status = page.locator(".bar .status")
    expect(status).to_contain_text("glowing", timeout=60_000)
    expect(status).not_to_contain_text("column")
    best = page.locator(".cell.best")
    expect(best).to_have_attribute("tabindex", "0")
    expect(best).to_have_attribute("aria-label", re.compile(r"^column \d, cell \d: .*the hint"))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_lies_ready_is_called_by_what_it_does(lang: str, server: Server, open_page: Open) -> None:
    page = open_page(lang=lang, settings={"drawer": False, "confirm": "always"})
    wanted = Placing("stacked")
    sit_at(page, server, "umbradeco", wanted, 4)
    hands = Hands(page, "umbradeco", lang)
    hands.legal()
    colour, cell = wanted.move.split()
    lies = seen(wanted.facts["before"])["mat_bottom_to_top"][cell][0]
    hands.pieces(wanted.move)
    called = {one: hands.catalogue.get("colour", one) for one in (colour, lies)}
    said = {
        "en": f"stack {called[colour]} on the {called[lies]} one",
        "ja": f"{called[lies]}の上に{called[colour]}を重ねる",
    }
    expect(page.locator(".bar .status")).to_contain_text(said[lang])


def seen(match: Match) -> Any:
    """What seat 0 is shown."""
    return match.view(0).show()


def test_what_a_score_is_made_of_is_said(server: Server, open_page: Open) -> None:
    """Of the cell that is looked at, and then of the tile that lies there; it covers no cell."""
    page = open_page(settings={"drawer": False})
    wanted = Placing("pushed", rows=1)
    sit_at(page, server, "umbradeco", wanted, 3)
    hands = Hands(page, "umbradeco")
    hands.legal()
    colour, cell = wanted.move.split()
    if hands.tiles() > 1:
        hands.tile("hand", colour).click()
    page.locator(f"[data-cell={cell}]").hover()
    parts = [f"lines {wanted.facts['rows']}"]
    if wanted.facts["four_colours"]:
        parts.append(f"four colours {wanted.facts['four_colours']}")
    total = wanted.facts["rows"] + wanted.facts["four_colours"] + 1
    said = f"+{total} = {' + '.join([*parts, 'push 1'])}"
    tally = page.locator(".felt > .sum")
    expect(tally).to_have_text(said)
    page.locator(f"[data-cell={cell}]").click()
    page.mouse.move(1, 1)
    page.locator(".mat .points rect").wait_for(state="attached")
    expect(tally).to_have_text(said)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OVER, [".felt > .sum", ".mat .tile, .plate, .market .open, .hand button"]) == [], width


def test_what_is_refused_stays_in_hand(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "umbradeco", lambda match: len(match.actions) > 8 and pushes(match), 3)
    tile = page.locator(".hand button").first
    tile.click()
    page.locator(".cell:not(.open)").first.dispatch_event("click")
    expect(page.locator(".bar .told")).to_contain_text("UMB-")
    page.locator(".bar .told ~ * button, .bar button", has_text="OK").click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    assert page.locator(".cell.open .points, .cell.open .badge text").count() > 0


@pytest.mark.parametrize("size", ["desk", "large"])
def test_four_sit_in_the_corners_as_they_take_their_turns(size: str, server: Server, open_page: Open) -> None:
    page = open_page(size=size, settings={"drawer": False})
    sit_at(page, server, "umbradeco", lambda match: len(match.actions) > 8, 4)
    middles = page.locator(".plate").evaluate_all("""all => all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const across = left + right < innerWidth ? 'left' : 'right';
      return [Number(one.dataset.seat), across, top + bottom < innerHeight ? 'upper' : 'lower'];
    })""")
    corners = {seat: (down, side) for seat, side, down in middles}
    assert [corners[seat] for seat in range(4)] == [
        ("lower", "right"),
        ("lower", "left"),
        ("upper", "left"),
        ("upper", "right"),
    ]


def test_on_a_phone_each_of_four_has_a_face(server: Server, open_page: Open) -> None:
    """Also who has just scored: the points that were gained touch no name."""
    page = open_page(size="phone", settings={"drawer": False})

    def another_has_scored(match: Match) -> bool:
        told = [one for one in match.events if one.ply == len(match.actions) and one.kind.name == "scored"]
        return bool(told) and told[0].record[1] != 0 and told[0].record[5] > 0

    kifu, ply = reach("umbradeco", another_has_scored, 4)
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": FACED})
    sit(page, server, made["table"], "umbradeco", made["seats"][:1])
    page.locator(".other .gained").first.wait_for()
    for width, height in ((390, 844), (360, 740), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        faces = page.locator(".other header img").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert len(faces) == 3
        assert min(faces) > 12, (width, faces)
        assert page.evaluate(OVER, [".gained, .below > .score", ".plate .name"]) == [], width


def test_the_points_of_a_push_leave_the_letter_free(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "umbradeco", lambda match: seen(match)["phase"] == "pushing", 3)
    page.locator(".mat .cell.open .points").first.wait_for()
    assert page.evaluate(OVER, [".mat .cell.open .points", ".mat .ghost .letter"]) == []
