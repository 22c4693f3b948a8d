"""Tokkuri's table: what it foretells is no longer said when it has happened, and nothing lies over what one reads."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kobako
from kobako.core.match import Match
from kobako.core.words import minus
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import bringing, reach, show_moves, sit, sit_at
from tests.web.test_stage import OUT_OF, OVER, WINDOWS

# What flasks are told to lose, at every change of the page: those marked while their drink is over.
WATCH = """() => {
  window.stale = [];
  const look = () => {
    if (document.querySelector('.bar .last.alone') === null) return;
    for (const one of document.querySelectorAll('.spot.drinking, .spot .badge.now')) window.stale.push(one.className);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
# By how many pixels the lowest corner of a card in hand is below the table.
BELOW = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect().bottom;
  const cards = [...document.querySelectorAll('.hand button svg')];
  return Math.max(...cards.map((card) => card.getBoundingClientRect().bottom - felt));
}"""
# Letters that are seen of a name, where others of it are not.
CUT_SHORT = """() => [...document.querySelectorAll('.tray .whose')].filter((whose) => {
  const box = whose.getBoundingClientRect();
  const letters = document.createRange();
  letters.selectNodeContents(whose);
  return [...letters.getClientRects()].some((of) => of.top < box.bottom - of.height / 2 && of.right > box.right + 1);
}).map((whose) => whose.textContent)"""


def seen(match: Match) -> Any:
    """What seat 0 is shown."""
    return match.view(0).show()


def at_each_window(page: Page) -> Iterator[tuple[int, int]]:
    """The windows one after the other, each when the table has its form."""
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        yield width, height


def told(match: Match) -> list[str]:
    """What happened with the last move."""
    return [event.kind.name for event in match.events if event.ply == len(match.actions)]


def test_a_drink_that_is_told_is_not_foretold(server: Server, open_page: Open) -> None:
    """The last card of a round: while its end is told, what was drunk is gone, and not to be taken off once more."""
    best: list[str] = []

    def wanted(match: Match) -> bool:
        best.clear()
        for action in match.legal():
            kinds = {event.kind.name for event in match.copy().play(action)}
            if str(action).startswith("from") and "round_ended" in kinds and not {"ended", "took"} & kinds:
                best.append(str(action))
        return bool(best)

    page = open_page(settings={"confirm": "never", "motion": "quick", "drawer": False})
    sit_at(page, server, "tokkuri", wanted, players=3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    page.evaluate(WATCH)
    hands.pieces(best[0])
    page.wait_for_function("() => document.querySelectorAll('[data-bill]').length > 0")
    assert page.evaluate("window.stale") == []


@pytest.mark.parametrize("players", [2, 4])
def test_the_round_before_leaves_room_for_what_is_asked(players: int, server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    opening = lambda match: str(match.legal()[0]).startswith("lay") and "scored" in told(match)  # noqa: E731
    sit_at(page, server, "tokkuri", opening, players)
    for window in at_each_window(page):
        asked = page.locator(".tray .news > p")
        expect(asked).to_have_text("Everyone chooses a first flask.")
        tray, *parts = page.locator(".tray, .tray .news > :is(p, .bill, .brief)").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)"
        )
        assert len(parts) == 2, window
        for part in parts:
            assert tray["left"] <= part["left"], window
            assert part["right"] <= tray["right"], window
            assert tray["top"] <= part["top"], window
            assert part["bottom"] <= tray["bottom"], window
        letters = "rows => rows.map((row) => row.offsetHeight / parseFloat(getComputedStyle(row).fontSize))"
        assert all(high < 2 for high in page.locator(".tray .bill tbody tr").evaluate_all(letters)), window


def test_who_is_to_be_robbed_shows_points_and_cards(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: str(match.legal()[0]).startswith("steal"), 4)
    expect(page.get_by_role("button", name="Steal from Ben")).to_be_visible()
    for window in at_each_window(page):
        assert page.evaluate(OVER, [".steal", ".total, .tag .hand b"]) == [], window


def test_seven_cards_are_whole_at_the_lower_edge(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben", "Cat")]
    made = server.ask("tables", {"game": "tokkuri", "players": 3, "seats": seats})
    sit(page, server, made["table"], "tokkuri", made["seats"][:1])
    page.locator(".hand button svg").nth(6).wait_for()
    for window in at_each_window(page):
        assert page.evaluate(BELOW) <= 0, window


def test_the_cups_name_nobody_by_half(server: Server, open_page: Open) -> None:
    """A name that has no room beside its seat's mark is not there; the mark is."""
    page = open_page(settings={"drawer": False})
    drunk = lambda match: told(match).count("drank") == 3 and not str(match.legal()[0]).startswith("pass")  # noqa: E731
    kifu, ply = reach("tokkuri", drunk, 3)
    seats = [{"by": "person", "name": name} for name in ("Ayako", "Kawataro the Third", "Kurumi")]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    sit(page, server, made["table"], "tokkuri", made["seats"][:1])
    expect(page.locator(".tray .whose")).to_have_count(3)
    for window in at_each_window(page):
        assert page.evaluate(CUT_SHORT) == [], window


def test_what_catches_the_focus_has_a_ring(server: Server, open_page: Open) -> None:
    """A card is played by keys: the button for it is gone, and the tray has the focus, which is seen."""
    page = open_page(settings={"confirm": "never", "drawer": False})
    drinks = lambda match: "play 2" in map(str, match.legal()) and len(match.actions) > 10  # noqa: E731
    sit_at(page, server, "tokkuri", drinks, 3)
    Hands(page, "tokkuri").card("2").press("Enter")
    page.locator("[data-do=play]").press("Enter")
    caught = page.locator(".tray:focus-visible")
    caught.wait_for()
    assert caught.evaluate("tray => getComputedStyle(tray).outlineStyle") == "solid"


def test_the_bill_says_who_pays_whom_and_why(server: Server, open_page: Open) -> None:
    best: list[str] = []
    owed: list[tuple[int, int, int]] = []

    def wanted(match: Match) -> bool:
        for action in match.legal():
            events: list[Any] = [event.show() for event in match.copy().play(action)]
            kinds = {event["event"] for event in events}
            if {"paid", "round_ended"} <= kinds and "ended" not in kinds:
                best[:] = [str(action)]
                owed[:] = [(e["seat"], e["receiver"], e["points"]) for e in events if e["event"] == "paid"]
                return True
        return False

    page = open_page(settings={"confirm": "never", "motion": "quick", "drawer": False})
    sit_at(page, server, "tokkuri", wanted, players=3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.pieces(best[0])
    names = ("Aya", "Ben", "Cat")
    for seat, receiver, points in owed:
        line = page.locator(f"[data-pays='{seat}'].told .whole")
        line.wait_for()
        assert f"{names[seat]} made {points} less, and pays" in line.inner_text()
        assert names[receiver] in line.inner_text()
    expect(page.locator(".settle .most")).to_contain_text("made the most")


def test_a_bankrupt_is_stamped_before_the_end(server: Server, open_page: Open) -> None:
    best: list[str] = []

    def wanted(match: Match) -> bool:
        best.clear()
        for action in match.legal():
            if any(event.kind.name == "bankrupt" for event in match.copy().play(action)):
                best.append(str(action))
        return bool(best)

    page = open_page(settings={"confirm": "never", "motion": "quick", "drawer": False})
    sit_at(page, server, "tokkuri", wanted, players=3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.pieces(best[0])
    page.locator(".mat .broke").first.wait_for()
    expect(page.locator("[data-broke]").first).to_contain_text("is bankrupt at")
    expect(page.locator(".finale")).to_have_count(0)


def test_the_tray_names_who_drank(server: Server, open_page: Open) -> None:
    """And not only whose flask it was."""
    page = open_page(settings={"drawer": False})
    drinker: list[int] = []

    def wanted(match: Match) -> bool:
        drank: list[Any] = [event.show() for event in match.events if event.ply == len(match.actions)]
        drank = [event for event in drank if event["event"] == "drank"]
        drinker[:] = [event["seat"] for event in drank]
        others = bool(drank) and drank[0]["owner"] != drank[0]["seat"] != 0
        return others and str(match.legal()[0]).startswith("lay") and len(seen(match)["discards"]) > 2

    sit_at(page, server, "tokkuri", wanted, 3)
    expect(page.locator(".tray .who")).to_contain_text(f"{('Aya', 'Ben', 'Cat')[drinker[0]]} drank")
    # While the card is on its way to the discards, another is seen there.
    expect(page.locator(".piles .beneath svg")).to_have_count(1)


WORDS = """() => [...document.querySelectorAll('.hand svg .word, .mat svg .under')].map((word) => {
  const [a, b] = [word.getBoundingClientRect(), word.ownerSVGElement.getBoundingClientRect()];
  const room = word.classList.contains('under') ? 6.5 / 60 : 3.5 / 64;
  return Math.max(b.left + b.width * room - a.left, a.right - b.right + b.width * room);
})"""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_words_keep_within_their_cards(lang: str, server: Server, open_page: Open) -> None:
    page = open_page(lang=lang, size="desk", settings={"drawer": False})

    def wanted(match: Match) -> bool:
        view = seen(match)
        laid = any(flask["card"] == "7+7+7*" for flask in view["flasks"] if flask["laid_by"] == 0)
        return laid and "9 steal" in view["seats"][0]["hand"]

    sit_at(page, server, "tokkuri", wanted, 2)
    page.locator(".mat .under").first.wait_for()
    page.evaluate("for (const card of document.querySelectorAll('.turned')) card.style.rotate = '0deg'")
    assert max(page.evaluate(WORDS)) <= 0


def test_the_marks_are_said_in_words(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    taken = lambda match: any(flask["taken_by"] == 1 for flask in seen(match)["flasks"])  # noqa: E731
    sit_at(page, server, "tokkuri", taken, 3)
    plate = page.locator("[data-seat='1'] .plate").first
    for word in ("points", "in hand", "this round"):
        expect(plate.locator("small", has_text=word)).to_be_visible()
    for word in ("deck", "discards"):
        expect(page.locator(".piles small", has_text=word).first).to_be_visible()
    page.get_by_role("button", name="What the marks mean").click()
    expect(page.locator(".key")).to_contain_text("red line")


def test_a_total_below_nothing_has_a_minus(open_page: Open, tmp_path: Path) -> None:
    """Not a hyphen: that is for who writes a game down."""
    match = next(match for seed in range(200) if min((match := random_game(seed)).scores) < 0)
    path = tmp_path / "tokkuri.kifu"
    path.write_text(match.kifu(), encoding="utf-8")
    page = open_page("/")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("slider").fill(str(len(match.actions)))
    lost = minus(min(match.scores))
    expect(page.locator(".plate [aria-hidden]", has_text=lost).first).to_be_visible()


def random_game(seed: int) -> Match:
    rng = random.Random(seed)
    return kobako.game("tokkuri").new(players=2, seed=seed).run(lambda match: rng.choice(match.legal()))


def test_a_plate_tells_what_the_round_would_bring_by_now(server: Server, open_page: Open) -> None:
    """What has been taken, and what is left too full: who is ahead is seen before the bill."""
    page = open_page(settings={"drawer": False})
    shown: list[int] = []

    def wanted(match: Match) -> bool:
        shown[:] = [seat["points_so_far"] for seat in seen(match)["seats"]]
        return max(shown) > 0 > min(shown)

    sit_at(page, server, "tokkuri", wanted, 4)
    for _ in at_each_window(page):
        for seat, points in enumerate(shown):
            sum_of = page.locator(f".plate [data-so-far='{seat}']")
            expect(sum_of).to_have_text(f"+{points}" if points > 0 else minus(points))
            expect(sum_of).to_be_visible()
        assert page.evaluate(OUT_OF, [".plate [data-so-far]", ".plate"]) <= 0


@pytest.mark.parametrize(("players", "size", "wide"), [(2, "phone", 70), (3, "phone", 55)])
def test_a_few_flasks_use_the_room_of_their_mats(
    players: int, size: str, wide: int, server: Server, open_page: Open
) -> None:
    page = open_page(size=size, settings={"drawer": False})

    def wanted(match: Match) -> bool:
        laid = [flask["laid_by"] for flask in seen(match)["flasks"]]
        return len(match.actions) > 8 and max(map(laid.count, range(players))) < 4

    sit_at(page, server, "tokkuri", wanted, players)
    assert page.locator(".spot .stand").first.evaluate("one => one.getBoundingClientRect().width") > wide


# By how many pixels the one flask of each mat across the table stands beside its middle.
BESIDE = """() => [...document.querySelectorAll('.other .mat')].flatMap((mat) => {
  const box = mat.getBoundingClientRect();
  return [...mat.querySelectorAll('.spot .stand')].map((flask) => {
    const at = flask.getBoundingClientRect();
    const aside = (at.left + at.right - box.left - box.right) / 2;
    const apart = (at.top + at.bottom - box.top - box.bottom) / 2;
    return Math.max(Math.abs(aside), Math.abs(apart));
  });
})"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_first_flask_stands_in_the_middle_of_its_mat(players: int, server: Server, open_page: Open) -> None:
    """One flask of another player, wherever they sit: not in a corner of an empty mat."""
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        laid = [flask["laid_by"] for flask in seen(match)["flasks"] if flask["on_the_table"]]
        return sorted(laid) == list(range(players)) == sorted(f["laid_by"] for f in seen(match)["flasks"])

    sit_at(page, server, "tokkuri", wanted, players)
    for window in at_each_window(page):
        beside = page.evaluate(BESIDE)
        assert len(beside) == players - 1, window
        assert max(beside) < 4, window


def test_what_was_discarded_last_lies_on_top(server: Server, open_page: Open) -> None:
    """Also where the card was asked for its flask, so that it was played a move before it was discarded."""
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        full = [flask for flask in seen(match)["flasks"] if flask["level"] > 5]
        fives = {"play 5", "play 6"}.issubset(map(str, match.legal()))
        return fives and len(full) > 1 and seen(match)["discards"][-1:] == ["dummy"]

    sit_at(page, server, "tokkuri", wanted, 2)
    hands = Hands(page, "tokkuri")
    hands.legal()
    top = page.locator(".pile .top")
    hands.press(hands.card("5"))
    hands.press(page.locator(".spot.can:not(.exact)").first)
    expect(page.locator(".tray .drink.past")).to_be_visible()
    expect(top).to_have_text("5")


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("phone", "ja"), ("side", "en"), ("side", "ja")])
def test_ones_own_numbers_are_said_in_words_in_the_hand(size: str, lang: str, server: Server, open_page: Open) -> None:
    """What stands on the plates of others is in the same order, and needs them no more."""
    page = open_page(size=size, lang=lang, settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: len(match.actions) > 12, 3)
    words = kobako.game("tokkuri").words(lang).tables["screen"]
    for key in ("says_points", "says_round"):
        expect(page.locator(".near .stat small").get_by_text(words[key], exact=True)).to_be_visible()
    assert page.evaluate(OUT_OF, [".near .stat", ".near .plate"]) <= 0


def test_the_place_to_play_a_card_is_no_larger_than_it_needs(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: "play 5" in map(str, match.legal()), 2)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.press(hands.card("5"))
    place, tray = (page.locator(one).bounding_box() for one in (".tray .play", ".tray"))
    assert place is not None
    assert tray is not None
    assert place["height"] < tray["height"] / 3


def test_the_place_to_play_a_card_is_clear_of_the_piles(server: Server, open_page: Open) -> None:
    """On a phone on its side it is below them, and what is written on them hangs over their edge."""
    page = open_page(size="side", settings={"drawer": False})
    several = lambda match: "play 5" in map(str, match.legal()) and len(seen(match)["discards"]) > 2  # noqa: E731
    sit_at(page, server, "tokkuri", several, 4)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.press(hands.card("5"))
    tops, bottoms = (
        page.locator(part).evaluate_all(f"all => all.map((one) => one.getBoundingClientRect().{edge})")
        for part, edge in ((".tray .play", "top"), (".piles b", "bottom"))
    )
    assert min(tops) > max(bottoms) + 1


def test_numbers_that_fly_keep_to_the_table(server: Server, open_page: Open) -> None:
    """Over a list of what happened that is open they would stand between what one reads."""
    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: len(match.actions) > 6, 2)
    show_moves(page)
    above = page.evaluate("""() => {
      const flight = document.createElement('b');
      flight.className = 'flight';
      flight.textContent = '+1';
      flight.style.cssText = 'pointer-events: auto; left: 60%; top: 40%';
      document.querySelector('.felt').append(flight);
      const box = flight.getBoundingClientRect();
      return document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2) === flight;
    }""")
    assert not above


# How much of the width of each card in hand is its own: the rest lies under the next.
OWN = """() => [...document.querySelectorAll('.hand .held')].map((one) =>
  one.offsetWidth / one.querySelector('.turned').offsetWidth)"""


def test_no_card_in_hand_hides_another(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "tokkuri", lambda match: len(match.actions) == 0, 3)
    for window in at_each_window(page):
        own = page.evaluate(OWN)
        assert len(own) == 7
        assert min(own) > 0.97, window


def test_a_1_to_3_tells_whose_flasks_it_would_empty(server: Server, open_page: Open) -> None:
    exact: list[set[int]] = []

    def wanted(match: Match) -> bool:
        stand = [flask for flask in seen(match)["flasks"] if flask["on_the_table"] and flask["card"] != "dummy"]
        exact[:] = [{flask["laid_by"] for flask in stand if flask["level"] == n} for n in (1, 2, 3)]
        return [str(move) for move in match.legal()] == ["as 1", "as 2", "as 3"] and 0 < sum(map(bool, exact)) < 3

    page = open_page(size="phone", settings={"drawer": False})
    sit_at(page, server, "tokkuri", wanted, 3)
    for n, seats in enumerate(exact):
        cup = page.locator(".tray .answers button").nth(n)
        expect(cup.locator(".exact")).to_have_count(1 if seats else 0)
        expect(cup.locator(".owners")).to_have_text(["".join("●▲■◆"[seat] for seat in sorted(seats))] if seats else [])


def test_what_a_flask_brings_is_written_over_no_other(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(size="phone", lang="ja", settings={"confirm": "never", "drawer": False})
    many = lambda match: bringing(best, "took", without=("round_ended",))(match) and len(seen(match)["flasks"]) > 7  # noqa: E731
    sit_at(page, server, "tokkuri", many, 3)
    hands = Hands(page, "tokkuri", "ja")
    hands.legal()
    hands.pieces(best[0])
    rung = page.locator(".ring:not(.puff)").first
    rung.wait_for()
    beside = "ring => (ring.querySelector('b').offsetWidth - ring.parentElement.offsetWidth)"
    assert rung.evaluate(beside) <= 2
    expect(rung).to_have_text("飲み干し！+1")


def test_a_phone_is_told_who_made_most_of_a_round(server: Server, open_page: Open) -> None:
    best: list[str] = []
    page = open_page(size="phone", settings={"confirm": "never", "motion": "quick", "drawer": False})
    sit_at(page, server, "tokkuri", bringing(best, "paid", "round_ended", without=("ended",)), players=3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.pieces(best[0])
    expect(page.locator(".below .headline", has_text="made the most this round")).to_be_visible()
