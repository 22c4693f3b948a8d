"""Kotori's table: what a round brings is said once, at its winner's cage, and a burst on its cards; nothing is cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import kobako
from kobako.core.match import Match
from kobako.core.words import number
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import reach, sit, sit_at
from tests.web.test_stage import CUTTING, OUT_OF, OVER, WINDOWS

# Labels that lie over each other, of those that a moment brings.
HEAPED = """() => {
  const all = [...document.querySelectorAll('b.brought, .brought b')].map((one) => one.getBoundingClientRect());
  const wide = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return all.filter((a, i) => all.slice(i + 1).some((b) => wide(a, b) > 1 && high(a, b) > 1)).length;
}"""

# Numbers in cages and bid rows that something covers, that leave their card or its frame, or too small to read.
UNREAD = """() => {
  const wrong = [];
  for (const number of document.querySelectorAll('.plate :is(.cage, .row) .face-number')) {
    const { left, right, top, bottom } = number.getBoundingClientRect();
    const card = number.closest('li');
    const where = `${number.textContent} of seat ${card.closest('.plate').dataset.seat}`;
    const [edge, y] = [(right - left) / 8, top + (bottom - top) * 0.6];
    const seen = (x) => document.elementFromPoint(x, y)?.closest('li') === card;
    if (![left + edge, (left + right) / 2, right - edge].every(seen)) wrong.push(`${where} is covered`);
    const face = number.closest('svg').getBoundingClientRect();
    const frame = card.closest('.cage, .plate').getBoundingClientRect();
    if (right > face.right || face.right > frame.right || face.bottom > frame.bottom) wrong.push(`${where} is cut`);
    const letters = parseFloat(getComputedStyle(number).fontSize) * number.getScreenCTM().a;
    if (letters < 8) wrong.push(`${where} has letters of ${letters.toFixed(1)} px`);
  }
  return wrong;
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
        page.locator(".bar:has(.alone) .button").click()
        page.wait_for_timeout(100)
    assert " ".join(birds.inner_text().split()) == "Aya +2 birds"
    expect(page.locator(".brought b")).to_have_count(2)
    assert page.evaluate(HEAPED) == 0


def full_cages(seats: list[dict[str, Any]]) -> bool:
    return "10" in seats[0]["cage"][4:] and any(len(seat["cage"]) > 5 for seat in seats[1:])


def long_rows(seats: list[dict[str, Any]]) -> bool:
    rows = [seat["bid_row"] for seat in seats]
    return len(rows[0]) > 3 and any(len(row) > 4 and "10" in row[:-1] for row in rows[1:])


@pytest.mark.parametrize("wanted", [full_cages, long_rows])
def test_every_number_can_be_read(
    wanted: Callable[[list[dict[str, Any]]], bool], server: Server, open_page: Open
) -> None:
    """Cages are the score: four players late in a game, whatever the window."""
    page = open_page(lang="ja", settings={"drawer": False, "motion": "off"})
    sit_at(page, server, "kotori", lambda match: wanted(dict(match.view(0).show())["seats"]), 4)
    found = {}
    for width, height in ((390, 844), (320, 568), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        found[width, height] = page.evaluate(UNREAD)
    assert not any(found.values()), found


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
        assert page.evaluate(OUT_OF, [".plate.near :is(.cage, .row li)", ".plate"]) <= 0, width
        assert page.evaluate(OUT_OF, [".felt .moves .button", ".felt"]) <= 0, width


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


def who_bursts(match: Match, move: str) -> list[int]:
    """The seats that burst by a move, where the table is as it was otherwise."""
    then = match.copy()
    events = then.play(next(action for action in match.legal() if str(action) == move))
    kinds = {event.kind.name for event in events}
    return [] if {"won", "ended"} & kinds else [event.record[1] for event in events if event.kind.name == "burst"]


@pytest.mark.parametrize("size", ["phone", "side", "desk"])
@pytest.mark.parametrize(("move", "seat", "lang"), [("pass", 1, "ja"), ("bid", 0, "en")])
def test_a_burst_is_seen_on_its_two_cards(
    move: str, seat: int, lang: str, size: str, server: Server, open_page: Open
) -> None:
    """By the card that one has uncovered oneself, or at the start of a turn by what was left on the treetop."""
    page = open_page(lang=lang, size=size, own=True, settings={"confirm": "never", "motion": "calm", "drawer": False})
    page.emulate_media(reduced_motion="reduce")  # all is told at once
    wanted = lambda match: move in map(str, match.legal()) and who_bursts(match, move) == [seat]  # noqa: E731
    sit_at(page, server, "kotori", wanted, 3)
    hands = Hands(page, "kotori", lang)
    hands.legal()
    hands.pieces(move)
    page.locator(".bar .last.alone").wait_for()
    card = page.locator(".row li.hot")
    twin = page.locator(".treetop .card")
    chip = page.locator(f".plate[data-seat='{seat}'] .tag.burst")
    expect(card).to_have_count(1)
    number = card.locator(".face-number").text_content()
    expect(twin).to_have_class(re.compile(r"\bhot\b"))
    assert twin.locator(".face-number").text_content() == number
    expect(twin.locator(".equal")).to_have_text(f"{number} = {number}")
    rings = [one.evaluate("one => getComputedStyle(one).outlineColor") for one in (card.locator(".face"), twin)]
    assert len(set(rings)) == 1
    expect(page.locator("b.brought")).to_have_count(0)
    # Said once, at its seat; and of the treetop nothing is said any more once it is the next one's.
    told = hands.words["screen"]["burst"]
    expect(chip).to_have_text(told)
    expect(page.locator(f".plate[data-seat='{seat}']").get_by_text(told, exact=True)).to_have_count(1)
    assert page.evaluate(OUT_OF, [".score .tag:last-of-type", ".plate"]) <= 0
    page.locator(".bar:has(.alone) .button").click()
    page.locator(".bar .last.alone").wait_for(state="detached")
    expect(card).to_have_count(1)
    expect(twin).not_to_have_class(re.compile(r"\bhot\b"))
    expect(page.locator(".treetop .equal")).to_have_count(0)


def passing(match: Match) -> Any:
    """What passing would do."""
    view = match.view(0)
    return next((view.foresee(action) for action in view.legal() if str(action) == "pass"), None)


def goes_on(then: Any) -> bool:
    return not then["ends_round"] and not then["bursts_next"]


# Where passing is possible: what is looked for, and what the button says of it.
PASSES: list[tuple[Callable[[Any], bool], str]] = [
    (lambda then: then["ends_round"] and then["leader"] == 0, "and win the birds"),
    (lambda then: then["ends_round"] and then["leader"] == 1, "Ben wins with {best}"),
    (lambda then: then["bursts_next"] == [1] and not then["ends_round"], "then Ben bursts"),
    (lambda then: goes_on(then) and then["leader"] == 0, "best so far"),
    (lambda then: goes_on(then) and then["best"] > then["sum"], "best so far: {best}"),
]


@pytest.mark.parametrize(("like", "told"), PASSES)
def test_to_pass_says_what_it_comes_to(like: Callable[[Any], bool], told: str, server: Server, open_page: Open) -> None:
    """As the engine foresees it: who wins by it, or bursts at once by what is left on the treetop."""
    found: dict[str, Any] = {}

    def wanted(match: Match) -> bool:
        then = passing(match)
        found.update(then or {})
        return then is not None and like(then)

    page = open_page(settings={"drawer": False})
    sit_at(page, server, "kotori", wanted, 3)
    expect(page.locator(".moves .button small").nth(1)).to_have_text(told.format(**found))


def test_of_equal_bids_one_leads(server: Server, open_page: Open) -> None:
    """KOT-6: who is first from the dealer; only there is the star."""
    leaders: list[int] = []

    def wanted(match: Match) -> bool:
        view: Any = match.view(0).show()
        leaders[:] = [view["leader"]]
        sums = sorted(seat["sum_face_up"] for seat in view["seats"])
        return sums[-2] == sums[-1] > 0

    page = open_page(settings={"drawer": False})
    sit_at(page, server, "kotori", wanted, 3)
    expect(page.locator(".sum.best")).to_have_count(1)
    expect(page.locator(f".plate[data-seat='{leaders[0]}'] .sum.best .star")).to_be_visible()


@pytest.mark.parametrize(("gain", "told"), [(-1, "−1"), (0, "±0"), (3, "+3")])
def test_what_is_on_offer_says_what_it_is_to_you(gain: int, told: str, server: Server, open_page: Open) -> None:
    """KOT-8: the birds that come in, less those that quarrel; these are marked, on offer and in the cage."""
    mine: dict[str, Any] = {}

    def wanted(match: Match) -> bool:
        view: Any = match.view(0).show()
        mine.update(view["seats"][0]["if_won"])
        return bool(mine["gain"] == gain and len(view["field"]) == 3 - (gain == 0))

    page = open_page(settings={"drawer": False})
    sit_at(page, server, "kotori", wanted, 3)
    expect(page.locator(".offer .title")).to_have_text(f"On offer: {told} for you")
    for twins in page.locator(".offer .twin"), page.locator(".plate.near .cage .twin"):
        expect(twins).to_have_count(len(mine["quarrels"]))
        assert {one.split(":")[0] for one in twins.locator(".aloud").all_text_contents()} == {
            f"bird {card}" for card in mine["quarrels"]
        }


def test_a_card_is_whole_on_its_way(server: Server, open_page: Open) -> None:
    """Nothing cuts off a piece at the edge of the seat that it comes to."""
    page = open_page(size="desk", settings={"drawer": False})
    sit_at(page, server, "kotori", mid_game, 3)
    page.locator(".plate .row li").first.wait_for()
    assert page.evaluate(CUTTING, ".plate .row li, .plate .cage li") == []


def test_with_nothing_left_there_is_no_chart(server: Server, open_page: Open) -> None:
    """Of the last deck nothing can come any more: a bid is told to end the game, and who waits is shown no frame."""

    def wanted(match: Match) -> bool:
        view: Any = match.view(0).show()
        return not view["next_treetop"] and len(match.legal()) == 2

    kifu, ply = reach("kotori", wanted, 3)
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben", "Cat")]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    for seat, asked in enumerate((True, False)):
        page = open_page(settings={"drawer": False})
        sit(page, server, made["table"], "kotori", made["seats"][seat : seat + 1])
        page.locator("figure.odds").wait_for(state="attached")
        expect(page.locator(".odds li")).to_have_count(0)
        expect(page.locator("figure.odds")).to_be_visible(visible=asked)


def test_on_a_desk_a_bid_row_of_four_shows_its_birds(server: Server, open_page: Open) -> None:
    page = open_page(size="desk", settings={"motion": "off"})
    sit_at(page, server, "kotori", lambda match: any(len(row) == 4 for row in rows_of(match)), 4)
    page.locator(".others .row li").nth(3).wait_for()
    expect(page.locator(".others .row .tags:has(li:nth-child(4)):not(:has(li:nth-child(5)))")).to_have_count(0)


def rows_of(match: Match) -> list[Any]:
    """The bid rows of the others."""
    return [seat["bid_row"] for seat in dict(match.view(0).show())["seats"][1:]]


BESIDE = """() => {
  const [odds, tree] = ['figure.odds', '.tree'].map((one) => document.querySelector(one).getBoundingClientRect());
  return odds.left >= tree.right && odds.top < tree.bottom;
}"""


def mid_game(match: Match) -> bool:
    return len(match.legal()) == 2 and len(match.actions) > 12


@pytest.mark.parametrize("size", [(390, 844), (360, 780), (320, 568), (844, 390), (1440, 900)])
def test_a_full_cage_still_shows_its_birds(size: tuple[int, int], server: Server, open_page: Open) -> None:
    """Who does well sees birds, not a keypad; and a bird on its way into a bid row passes over the cage."""
    page = open_page(settings={"drawer": False, "motion": "off"})
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_at(page, server, "kotori", lambda match: len(dict(match.view(0).show())["seats"][0]["cage"]) >= 8, 3)
    cage = page.locator(".plate.near .cage li")
    cage.nth(7).wait_for()
    assert all("<g" in card for card in cage.evaluate_all("all => all.map((card) => card.innerHTML)"))
    assert page.evaluate(UNREAD) == []
    rows = page.locator(".plate .row").first
    assert rows.evaluate("row => getComputedStyle(row).zIndex") == "1"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_a_phone_the_odds_lie_beside_the_tree(lang: str, server: Server, open_page: Open) -> None:
    """They take no line of their own from the birds; and nothing of them is cut, or lies over anything."""
    page = open_page(lang=lang, settings={"drawer": False})
    for wanted in (mid_game, lambda match: len(match.legal()) == 2 and not match.view(0).show()["cards_in_deck"]):
        sit_at(page, server, "kotori", wanted, 4)
        for width, height in ((320, 568), (360, 640), (390, 844), (430, 932)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(80)
            assert page.evaluate(BESIDE), (width, height)
            parts = "figure.odds, .odds figcaption, .odds li, .offer li, .offer .title, .treetop .deck"
            assert page.evaluate(OVER, [parts, ".plate, .treetop .card"]) == [], (width, height)
            assert page.evaluate(OVER, ["figure.odds", ".offer li, .treetop .deck"]) == [], (width, height)
            assert page.evaluate(OUT_OF, [".odds li, .odds figcaption", "figure.odds"]) <= 0, (width, height)
            assert page.evaluate(OUT_OF, [".offer li, .offer .title", ".felt"]) <= 0, (width, height)


def test_to_bid_and_to_pass_look_alike(server: Server, open_page: Open) -> None:
    """Neither is pressed on one; each says what it comes to."""
    page = open_page(settings={"drawer": False})
    wanted = lambda match: len(match.legal()) == 2 and len(match.actions) > 8 and not passing(match)["ends_round"]  # noqa: E731
    sit_at(page, server, "kotori", wanted, 3)
    both = page.locator(".felt .moves .button")
    looks = """all => all.map((one) => {
      const { backgroundColor, color, borderColor, borderWidth, borderStyle, fontWeight } = getComputedStyle(one);
      return [backgroundColor, color, borderColor, borderWidth, borderStyle, fontWeight].join();
    })"""
    assert len(set(both.evaluate_all(looks))) == 1
    told = page.locator(".odds figcaption").inner_text()
    expect(both.nth(0).locator("small")).to_contain_text(told.split()[-1])
    expect(both.nth(1).locator("small")).to_contain_text("best so far")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(80)
        assert page.evaluate(OUT_OF, [".felt .moves small", ".button"]) <= 0, (width, height)


def test_nobody_is_asked_to_pass_who_may_not(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "kotori", lambda match: [str(action) for action in match.legal()] == ["bid"], 3)
    expect(page.locator(".bar .status")).to_be_visible()
    expect(page.locator(".bar .status")).not_to_contain_text("pass")
    expect(page.locator(".felt .moves .button").nth(1)).to_have_text(re.compile("^Pass *bid a card first$"))


@pytest.mark.parametrize(("outs", "told"), [(0, "then a reshuffle"), (1, "then the end")])
def test_what_comes_after_the_deck_is_said(outs: int, told: str, server: Server, open_page: Open) -> None:
    """KOT-10, KOT-11."""
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        view: Any = match.view(0).show()
        return len(view["cards_in_deck"]) == 9 and view["times_deck_ran_out"] == outs

    sit_at(page, server, "kotori", wanted, 3)
    expect(page.locator(".treetop .deck .long")).to_have_text(f"9 left, {told}")


@pytest.mark.parametrize(("outs", "told"), [(0, "next: a reshuffle"), (1, "the deck is empty")])
def test_no_deck_of_0_cards(outs: int, told: str, server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        view: Any = match.view(0).show()
        return view["cards_in_deck"] == [] and view["times_deck_ran_out"] == outs

    sit_at(page, server, "kotori", wanted, 3)
    expect(page.locator(".treetop .deck")).to_have_text(told)


def test_the_meadow_lies_below_all(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})
    sit_at(page, server, "kotori", lambda match: len(match.legal()) == 2, 3)
    scene = page.locator(".felt > svg").first
    expect(scene).to_be_visible()
    assert scene.evaluate("scene => getComputedStyle(scene).zIndex + getComputedStyle(scene).pointerEvents") == "-1none"
