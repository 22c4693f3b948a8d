"""Tokkuri's table: what is picked, laid, emptied, stolen and won is seen where one looks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kobako
from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import bringing, ending, reach, show_moves, sit, sit_at
from tests.web.test_stage import OUT_OF, OVER
from tests.web.test_tokkuri_table import at_each_window, seen, told

NAMES = ("Aya", "Ben", "Cat", "Dan")


def laid(match: Match) -> list[int]:
    """Who laid the flasks of this round, one after the other."""
    return [flask["laid_by"] for flask in seen(match)["flasks"]]


# All of the scene has come to where it stays.
STOOD = """() => {
  const moving = document.querySelector('.picture').getAnimations({ subtree: true });
  return moving.every(({ playState }) => playState === 'finished');
}"""


@pytest.mark.parametrize("seed", [98, 152])  # several have emptied some; one has more than stand side by side
@pytest.mark.parametrize("window", [(320, 568), (390, 844), (844, 390), (1440, 900), (2560, 1440)])
def test_at_the_end_all_sit_at_a_banquet(window: tuple[int, int], seed: int, server: Server, open_page: Open) -> None:
    """Each with the flasks they emptied last, none behind glass, and their points; and it has a floor."""
    end = ending("tokkuri", 1, players=4, seed=seed)
    seat, move = end.left[0]
    people = [{"by": "person", "name": name, "face": "neko"} for name in NAMES]
    made = server.ask("tables", {**end.wish, "seats": people})
    page = open_page(size="phone" if window[0] < 1000 else "desk", settings={"drawer": False})
    page.set_viewport_size({"width": window[0], "height": window[1]})
    sit(page, server, made["table"], "tokkuri", [made["seats"][seat]])
    show_moves(page)
    page.locator(f"[data-move='{move}']").click()
    scene = page.locator(".finale .picture")
    expect(scene.locator(".slat img")).to_have_count(4)
    match = kobako.replay(server.ask(f"tables/{made['table']}/kifu"))
    points = sorted(str(score).replace("-", "−") for score in match.scores)
    assert sorted(scene.locator(".slat b").all_inner_texts()) == points
    emptied = sum(flask["taken_by"] is not None for flask in seen(match)["flasks"])
    expect(scene.locator(".drunk i")).to_have_count(emptied)
    page.wait_for_function(STOOD)
    assert page.evaluate(OUT_OF, [".picture .drunk svg, .picture .slat", ".picture"]) <= 0.5
    sheer = "all => all.filter((one) => getComputedStyle(one).opacity !== '1').length"
    assert scene.locator(".row, .guest, .drunk, .drunk i, .slat").evaluate_all(sheer) == 0
    floor = """scene => {
      const lowest = Math.max(...[...scene.querySelectorAll('.row')].map((row) => row.getBoundingClientRect().bottom));
      return scene.getBoundingClientRect().bottom - lowest;
    }"""
    assert abs(scene.evaluate(floor)) < 1


def test_what_is_picked_of_several_flasks_is_marked_and_fills_the_cups(server: Server, open_page: Open) -> None:
    """Also one that would be emptied: it shines as it did, and is full in the colour of choices."""
    page = open_page(size="phone", settings={"drawer": False})

    def wanted(match: Match) -> bool:
        levels = [flask["level"] for flask in seen(match)["flasks"] if flask["on_the_table"]]
        exact = [f for f in seen(match)["flasks"] if f["level"] == 3 and f["card"] != "dummy" and f["on_the_table"]]
        return "play 3+3+3 pass" in map(str, match.legal()) and len(exact) > 0 and sum(n >= 3 for n in levels) > 4

    sit_at(page, server, "tokkuri", wanted, 4)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.press(hands.card("3+3+3 pass"))
    filling = "one => getComputedStyle(one).backgroundColor"
    exact = page.locator(".spot.can.exact").first
    other = page.locator(".spot.can:not(.exact)").last
    for n, flask in enumerate((exact, other), 1):
        before = flask.evaluate(filling)
        hands.press(flask)
        expect(flask.locator(".chosen")).to_be_visible()
        expect(page.locator(".tray li.full")).to_have_count(n)
        assert flask.evaluate(filling) != before
        assert page.evaluate(OVER, [".spot .chosen", ".spot .badge"]) == []
    hands.press(other)
    expect(other.locator(".chosen")).to_have_count(0)
    expect(page.locator(".tray li.full")).to_have_count(1)


def test_what_was_wished_for_is_marked_no_longer_when_it_is_drunk(server: Server, open_page: Open) -> None:
    """The last of several flasks may be settled for want of a choice: nothing asks for it any more."""
    page = open_page(size="desk", settings={"confirm": "never", "drawer": False})
    several = lambda match: (  # noqa: E731
        "play 2+2+2+2" in map(str, match.legal()) and sum(f["level"] >= 2 for f in seen(match)["flasks"]) == 5
    )
    sit_at(page, server, "tokkuri", several, 4)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.press(hands.card("2+2+2+2"))
    for flask in page.locator(".spot.can").evaluate_all("all => all.map((one) => one.dataset.flask)")[1:]:
        hands.press(page.locator(f"[data-flask={flask}]"))
    expect(page.locator(".tray .drink.past")).to_be_visible()
    expect(page.locator(".spot .chosen, .spot.drinking")).to_have_count(0)


# By how many pixels what is drawn of a flask to be laid is beside the middle of its place.
ASIDE = """() => {
  const [place, flask] = ['.lay', '.lay .stand svg'].map((one) => document.querySelector(one).getBoundingClientRect());
  return Math.abs(place.left + place.right - flask.left - flask.right) / 2;
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_flask_to_be_laid_stands_in_its_place(lang: str, players: int, server: Server, open_page: Open) -> None:
    """And what would lay it is written over no other, nor over its own card."""
    page = open_page(lang=lang, settings={"drawer": False})
    several = lambda match: "play 9 steal" in map(str, match.legal()) and 1 < laid(match).count(0) < 5  # noqa: E731
    sit_at(page, server, "tokkuri", several, players)
    hands = Hands(page, "tokkuri", lang)
    hands.legal()
    hands.press(hands.card("9 steal"))
    for window in at_each_window(page):
        assert page.evaluate(ASIDE) < 1.5, window
        assert page.evaluate(OUT_OF, [".lay .do", ".lay"]) <= 0.5, window
        assert page.evaluate(OVER, [".lay .do", ".spot, .lay .under"]) == [], window


# By how many pixels one's own flasks, all together, are beside the middle of their mat.
OWN_ASIDE = """() => {
  const mat = document.querySelector('.mat.near').getBoundingClientRect();
  const flasks = [...document.querySelectorAll('.mat.near .place .stand')].map((one) => one.getBoundingClientRect());
  const [left, right] = [Math.min(...flasks.map((of) => of.left)), Math.max(...flasks.map((of) => of.right))];
  return Math.abs(left + right - mat.left - mat.right) / 2;
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ones_own_flasks_stand_in_the_middle(players: int, server: Server, open_page: Open) -> None:
    """And there they stay while a card is picked that might be laid beside them."""
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        return laid(match).count(0) == 2 and len(match.actions) > 10 and "play 2" in map(str, match.legal())

    sit_at(page, server, "tokkuri", wanted, players)
    hands = Hands(page, "tokkuri")
    hands.legal()
    places = "all => all.map((one) => one.getBoundingClientRect().left)"
    for window in at_each_window(page):
        assert page.evaluate(OWN_ASIDE) < 2, window
        before = page.locator(".mat.near .spot").evaluate_all(places)
        hands.press(hands.card("2"))
        assert page.locator(".mat.near .spot").evaluate_all(places) == before, window
        hands.press(hands.card("2"))


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_several_flasks_emptied_at_once_are_told_as_one(size: str, server: Server, open_page: Open) -> None:
    best: list[str] = []

    def wanted(match: Match) -> bool:
        best.clear()
        for action in match.legal():
            kinds = [event.kind.name for event in match.copy().play(action)]
            if kinds.count("took") == 2 and "round_ended" not in kinds:
                best.append(str(action))
        return bool(best)

    page = open_page(size=size, settings={"confirm": "never", "drawer": False})
    sit_at(page, server, "tokkuri", wanted, 3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.pieces(best[0])
    expect(page.locator(".tray .cheer")).to_have_text("2 at once!")
    expect(page.locator(".ring:not(.puff) b")).to_have_text(["+1", "+1"])
    assert page.evaluate(OVER, [".tray .cheer", ".tray li, .tray .pile"]) == []


@pytest.mark.parametrize("motion", ["off", "calm"])
def test_a_theft_from_ones_hand_is_seen(motion: str, server: Server, open_page: Open) -> None:
    """It is told in the tray what was taken and by whom, and with motion the card is lifted out of the hand."""
    card: list[str] = []

    def wanted(match: Match) -> bool:
        if "steal 1" not in map(str, match.legal()):
            return False
        events: Any = [event.show() for event in match.copy().play("steal 1")]
        card[:] = [event["card"] for event in events if event["event"] == "stole" and "1~3" not in event["card"]]
        return bool(card) and "round_ended" not in {event["event"] for event in events}

    kifu, ply = reach("tokkuri", wanted, 3)
    people = [{"by": "person", "name": name, "face": "neko"} for name in NAMES[:3]]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": people})
    page, other = open_page(size="desk", settings={"motion": motion, "drawer": False}), open_page()
    sit(page, server, made["table"], "tokkuri", made["seats"][1:2])
    sit(other, server, made["table"], "tokkuri", made["seats"][:1])
    page.locator(".stage > *").wait_for()
    show_moves(other)
    other.locator("[data-move='steal 1']").click()
    expect(page.locator(".tray .theft")).to_contain_text("Aya stole")
    expect(page.locator(".tray .theft")).to_contain_text("from Ben")
    expect(page.locator(".tray .theft .card")).to_contain_text("".join(re.findall(r"\d", card[0])) or "Dummy")
    lifted = page.locator(".robbed")
    if motion == "off":
        expect(lifted).to_have_css("opacity", "0")
    else:
        expect(lifted).to_have_css("opacity", "1")
        expect(lifted).to_have_css("opacity", "0")


def test_the_key_is_opened_by_a_finger_and_closed_in_any_way(server: Server, open_page: Open) -> None:
    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: len(match.actions) > 12, 4)
    ask, key = page.locator("[data-key]"), page.locator(".key")
    reach_of = """ask => {
      const { left, right, top, bottom } = ask.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return [[-20, 0], [0, -20], [0, 20]].every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy) === ask);
    }"""
    assert ask.evaluate(reach_of)
    ask.tap()
    expect(key).to_be_visible()
    key.get_by_role("button", name="Close").tap()
    expect(key).to_be_hidden()
    ask.tap()
    expect(key).to_be_visible()
    page.keyboard.press("Escape")
    expect(key).to_be_hidden()


def test_where_all_choose_one_is_marked(server: Server, open_page: Open) -> None:
    """Everyone is to choose: the tray says so, and the marks of a turn are where one's own hand is."""
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: len(match.actions) == 0, 4)
    expect(page.locator(".tray")).to_contain_text("Everyone chooses a first flask.")
    expect(page.locator(".plate .turn:visible")).to_have_count(1)
    expect(page.locator(".near .plate .turn")).to_be_visible()
    expect(page.locator(".mat.acting")).to_have_count(0)


# How high numbers fly over the upper edge of the felt, and what they say.
FLOWN = """() => {
  window.flown = { over: 0, said: [] };
  const look = () => {
    const felt = document.querySelector('.felt')?.getBoundingClientRect();
    for (const flight of document.querySelectorAll('.flight')) {
      window.flown.over = Math.max(window.flown.over, felt.top - flight.getBoundingClientRect().top);
      if (!window.flown.said.includes(flight.textContent)) window.flown.said.push(flight.textContent);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_payments_that_fly_say_whose_they_are_and_keep_to_the_table(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(size="desk", settings={"confirm": "never", "motion": "calm", "drawer": False})
    sit_at(page, server, "tokkuri", bringing(best, "paid", "round_ended", without=("ended",)), players=4)
    hands = Hands(page, "tokkuri")
    hands.legal()
    page.evaluate(FLOWN)
    hands.pieces(best[0])
    page.wait_for_function("() => window.flown.said.some((text) => text.includes('➜'))", timeout=30_000)
    page.wait_for_timeout(600)
    flown = page.evaluate("window.flown")
    assert flown["over"] <= 0
    assert any(re.fullmatch(r"[●▲■◆] \d+ ➜ [●▲■◆]", text) for text in flown["said"]), flown


def tops(page: Page) -> set[int]:
    """How high the cards in hand lie."""
    return set(page.locator(".hand .held").evaluate_all("all => all.map((one) => Math.round(one.offsetTop))"))


def test_five_cards_lie_in_one_row_on_a_phone(server: Server, open_page: Open) -> None:
    """So they are larger than in two."""
    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: len(seen(match)["seats"][0]["hand"]) == 5, 3)
    expect(page.locator(".hand .held")).to_have_count(5)
    for width, height in ((320, 568), (360, 740), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert len(tops(page)) == 1, width


def test_who_drinks_from_their_own_flask_is_not_named_twice(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})

    def wanted(match: Match) -> bool:
        drank: list[Any] = [e.show() for e in match.events if e.ply == len(match.actions) and e.kind.name == "drank"]
        return len(drank) == 1 and drank[0]["owner"] == drank[0]["seat"] and not {"stole"} & set(told(match))

    sit_at(page, server, "tokkuri", wanted, 3)
    expect(page.locator(".tray .whose")).to_contain_text("from their own")


@pytest.mark.parametrize("size", ["desk", "large"])
def test_a_few_flasks_of_four_are_large(size: str, server: Server, open_page: Open) -> None:
    """Measured by the height of the table: one flask each is a good part of it."""
    page = open_page(size=size, settings={"drawer": False})
    few = lambda match: len(match.actions) > 4 and max(map(laid(match).count, range(4))) < 3  # noqa: E731
    sit_at(page, server, "tokkuri", few, 4)
    high = """() => {
      const felt = document.querySelector('.felt').clientHeight;
      const flasks = [...document.querySelectorAll('.spot .stand')].map((one) => one.getBoundingClientRect().height);
      return Math.min(...flasks) / felt;
    }"""
    assert page.evaluate(high) > 0.24
