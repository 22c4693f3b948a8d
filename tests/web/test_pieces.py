"""Games played with the pieces themselves, by mouse and by finger; the list of moves stays closed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import kobako
from kobako.core.game import Action
from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import sit, sit_at

# With several bots a game is short for who plays it; what comes up in few of them is tried below.
TOKKURI = ("tokkuri", 3, {"rounds": "1"}, "en", "desktop")
TABLES = [
    ("kotori", 4, {}, "en", "phone"),
    ("donburiko", 3, {}, "ja", "phone"),
    ("ice", 3, {}, "en", "desktop"),
    ("umbradeco", 4, {}, "ja", "phone"),
]


def begin(
    server: Server, open_page: Open, game: str, players: int, options: dict[str, str], lang: str, size: str
) -> Hands:
    """One person among bots that move by chance."""
    page = open_page(lang=lang, size=size, settings={"confirm": "always"})
    seats = [{"by": "person", "name": "Aya"}, *[{"by": "bot", "level": "random"}] * (players - 1)]
    made = server.ask("tables", {"game": game, "players": players, "seats": seats, "options": options})
    sit(page, server, made["table"], game, made["seats"])
    page.locator(".stage > *").wait_for()
    return Hands(page, game, lang, finger=size == "phone", seed=5)


@pytest.mark.parametrize(("game", "players", "options", "lang", "size"), TABLES)
def test_the_first_moves_with_the_pieces(
    game: str, players: int, options: dict[str, str], lang: str, size: str, server: Server, open_page: Open
) -> None:
    hands = begin(server, open_page, game, players, options, lang, size)
    done = hands.play_out(most=6)
    assert done["take back"] > 0
    assert hands.moved > 5
    assert hands.page.locator("details[open]").count() == 0


@pytest.mark.parametrize(
    ("game", "players", "options", "lang", "size"),
    [TOKKURI, *(pytest.param(*table, marks=pytest.mark.soak) for table in TABLES)],
)
def test_a_whole_game_with_the_pieces(
    game: str, players: int, options: dict[str, str], lang: str, size: str, server: Server, open_page: Open
) -> None:
    hands = begin(server, open_page, game, players, options, lang, size)
    done = hands.play_out()
    assert done["take back"] > 0
    assert hands.moved > 5
    assert hands.page.locator("details[open]").count() == 0
    expect(hands.page.locator("#finale")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "move", "players"),
    [
        ("donburiko", "fives", 3),
        ("ice", "take", 2),
        ("tokkuri", "as", 2),
        ("tokkuri", "steal", 3),
        ("tokkuri", "pass", 2),
        ("umbradeco", "discard", 2),
    ],
)
def test_what_is_seldom_asked_is_answered_with_the_pieces(
    game: str, move: str, players: int, server: Server, open_page: Open
) -> None:
    page = open_page(lang="ja", size="phone", settings={"confirm": "always"})
    sit_at(page, server, game, lambda match: str(match.legal()[0]).startswith(move), players)
    hands = Hands(page, game, "ja", finger=True)
    asked = hands.legal()
    assert asked[0].startswith(move)
    hands.show(asked[0])
    hands.take_back()
    hands.show(asked[-1])
    hands.confirm()


@pytest.mark.parametrize(
    ("game", "move"), [("kotori", "bid"), ("donburiko", ">A"), ("ice", ""), ("tokkuri", "lay"), ("umbradeco", " ")]
)
def test_a_piece_can_be_dragged(game: str, move: str, server: Server, open_page: Open) -> None:
    hands = begin(server, open_page, game, 2, {"first": "0"}, "en", "desktop")
    wanted = next(one for one in hands.legal() if move in one)
    hands.show_by_drag(wanted)
    hands.take_back()
    hands.show_by_drag(wanted)
    hands.confirm()
    expect(hands.page.locator("[role=region] .last").first).to_be_visible()


def test_a_card_dropped_on_a_row_asks_which_side_is_up(server: Server, open_page: Open) -> None:
    hands = begin(server, open_page, "donburiko", 2, {"first": "0"}, "en", "desktop")
    card = next(move for move in hands.legal() if move.endswith(">B")).split(">")[0]
    hands.drag(hands.card(card), "row:B")
    expect(hands.page.locator(".bar[data-staged]")).to_have_count(0)
    hands.press(hands.button("add_down", card=hands.words["card"][card], row="B"))
    expect(hands.page.locator(".bar")).to_have_attribute("data-staged", f"({card})>B")


def pushes(match: Match) -> bool:
    """Whether all that is laid on another tile pushes it: a deal may allow no push, or a stack before it."""
    mat = match.view(0).show()["mat_bottom_to_top"]
    onto = [action for action in match.legal() if match.setup.describe(action).get("cell") in mat]
    return bool(onto) and all(after(match, action).view(0).show()["phase"] == "pushing" for action in onto)


def after(match: Match, action: Action) -> Match:
    """The match with one action more."""
    match = match.copy()
    match.play(action)
    return match


def test_a_part_already_played_can_be_taken_back(server: Server, open_page: Open) -> None:
    """Umbradeco: a tile placed to push another is taken up again, before it is said which way that one goes."""
    page = open_page(settings={"confirm": "always"})
    sit_at(page, server, "umbradeco", pushes)
    hands = Hands(page, "umbradeco")
    push = next(move for move in hands.legal() if hands.page.locator(f"[data-cell={move[2:]}] .glyph").count())
    hands.show(push)
    hands.confirm()
    hands.page.locator(".aimed").wait_for()
    assert hands.undo()
    expect(hands.page.locator(".aimed")).to_have_count(0)
    hands.show(push)


def tokkuri_dummy(match: Match) -> bool:
    """A Dummy is in hand, and it is one's turn to lay or play."""
    return "dummy" in match.view(0).show()["seats"][0]["hand"] and any(str(a).startswith("play") for a in match.legal())


def ice_barred(match: Match) -> bool:
    """A card may not be played, since the colour that was led is in hand."""
    view = match.view(0).show()
    return view["phase"] == "playing" and len(match.legal()) < len(view["seats"][0]["hand"])


REFUSED: list[tuple[str, Callable[[Match], bool], str, str, str]] = [
    ("kotori", lambda match: len(match.legal()) == 1, ".moves button >> nth=1", "KOT-4", "en"),
    ("donburiko", lambda match: not any("take" in str(a) for a in match.legal()), ".take >> nth=0", "DON-5", "ja"),
    ("ice", ice_barred, ".hand .barred >> nth=0", "ICE-3", "en"),
    ("tokkuri", tokkuri_dummy, "[data-do=play]", "TOK-12", "ja"),
    ("umbradeco", lambda match: True, "[data-cell=a1]", "UMB-6", "en"),
]


@pytest.mark.parametrize(("game", "wanted", "piece", "rule", "lang"), REFUSED, ids=[one[3] for one in REFUSED])
def test_a_piece_that_may_not_be_played_says_why(
    game: str, wanted: Callable[[Match], bool], piece: str, rule: str, lang: str, server: Server, open_page: Open
) -> None:
    page = open_page(lang=lang, settings={"confirm": "always"})
    sit_at(page, server, game, wanted)
    hands = Hands(page, game, lang)
    hands.legal()
    if game == "tokkuri":
        hands.press(hands.card("dummy"))
    # It says that it is not to be pressed; a person presses it all the same.
    page.locator(piece).click(force=True)
    told = page.get_by_role("alert")
    expect(told).to_contain_text(rule)
    expect(told).to_contain_text(hands.words["rule"][rule])
    expect(page.locator(".bar[data-staged]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)


def test_out_of_turn_one_is_told_until_the_turn_comes(server: Server, open_page: Open) -> None:
    people = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {"game": "donburiko", "players": 2, "seats": people, "options": {"first": "1"}})
    aya, ben = open_page(), open_page()
    for page, seat in ((aya, made["seats"][0]), (ben, made["seats"][1])):
        sit(page, server, made["table"], "donburiko", [seat])
    aya.locator(".take").first.click(force=True)
    expect(aya.get_by_role("alert")).to_contain_text("not your turn")
    hands = Hands(ben, "donburiko")
    hands.pieces(hands.legal()[0])
    expect(aya.locator(".status")).to_contain_text("Your turn")
    expect(aya.get_by_role("alert")).to_have_count(0)


def test_donburiko_promises_no_chip_when_the_bank_is_empty(server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": True})
    sit_at(page, server, "donburiko", lambda match: match.state.bank == 0 and is_adding(match), players=4)
    page.locator(".hand button").first.click()
    slot = page.locator("[data-drop^='up:']").first
    expect(slot).to_contain_text("±0")
    expect(slot).to_contain_text("you get nothing")
    expect(slot).not_to_contain_text("+1")


def test_kotori_counts_the_discards_that_are_shuffled_next(server: Server, open_page: Open) -> None:
    page = open_page()
    sit_at(page, server, "kotori", lambda match: match.state.deck_size == 0 and match.view(0).show()["discards"] != [])
    odds = page.locator(".odds figcaption")
    expect(odds).to_contain_text("After a reshuffle")


def is_adding(match: Match) -> bool:
    """Whether a card can be added face up."""
    return any(match.setup.describe(action)["kind"] == "add_up" for action in match.legal())


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_donburikos_tour_knows_wild_acorns_and_the_rule_of_seven(lang: str) -> None:
    tour = " ".join(map(str, kobako.game("donburiko").words(lang).tables["tour"].values()))
    for told in {"en": ["wild acorn", "seven cards"], "ja": ["「1か5」", "7枚"]}[lang]:
        assert told in tour
