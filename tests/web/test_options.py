"""Options in words, only those that apply; and refusals in the player's own language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import kobako
from tests.web.conftest import Open, Server
from tests.web.playing import open_choices


def values(page: Page, option: str) -> list[str]:
    """What there is to choose from."""
    return page.get_by_label(option).locator("option").all_inner_texts()


def options_of_table(page: Page, server: Server) -> dict[str, str]:
    """The options of the table that is open now."""
    page.locator(".game .status").wait_for()
    found: dict[str, str] = server.ask(f"tables/{page.url.rsplit('/', 1)[1]}")["options"]
    return found


def test_a_choice_for_other_players_is_neither_shown_nor_asked_for(server: Server, open_page: Open) -> None:
    page = open_page("/new/ice")
    open_choices(page)
    players = page.get_by_role("group", name="Players")
    players.get_by_text("2", exact=True).click()
    page.get_by_label("Cards in hand").first.select_option("12")
    assert values(page, "Who begins") == ["Default (chosen at random)", "chosen at random", "Seat 1", "Seat 2"]
    players.get_by_text("4", exact=True).click()
    page.get_by_label("Who begins").select_option("3")
    players.get_by_text("3", exact=True).click()
    expect(page.locator("form > details.choices").get_by_label("Cards in hand")).to_have_count(0)
    expect(page.get_by_label("Who begins")).to_have_value("")
    assert values(page, "Who begins")[-1] == "Seat 3"
    page.get_by_role("button", name="Play", exact=True).click()
    assert options_of_table(page, server) == {"first": "drawn", "colours": "strawberry chocolate matcha"}

    page.goto("/new/ice")  # what was chosen for two and four players is still there
    open_choices(page)
    players.get_by_text("2", exact=True).click()
    expect(page.get_by_label("Cards in hand").first).to_have_value("12")
    page.get_by_role("button", name="Play", exact=True).click()
    assert options_of_table(page, server) == {"first": "drawn", "hand": "12"}


def test_values_are_words(server: Server, open_page: Open) -> None:
    page = open_page("/new/ice", lang="ja")
    open_choices(page)
    page.get_by_role("group", name="人数").get_by_text("3", exact=True).click()
    flavours = page.get_by_role("group", name="使う味").get_by_role("button")
    assert flavours.all_inner_texts() == ["苺", "チョコ", "抹茶", "バニラ"]
    pressed = [flavour.get_attribute("aria-pressed") for flavour in flavours.all()]
    assert pressed == ["true", "true", "true", "false"]
    page.get_by_role("button", name="苺").click()  # out, and the one that was out comes in
    pressed = [flavour.get_attribute("aria-pressed") for flavour in flavours.all()]
    assert pressed == ["false", "true", "true", "true"]
    page.get_by_role("button", name="始める", exact=True).click()
    assert options_of_table(page, server)["colours"] == "chocolate matcha vanilla"
    page.goto("/new/umbradeco")
    open_choices(page)
    assert values(page, "ふちでの重ね置き") == ["標準（あり）", "なし", "あり"]


def test_a_wrong_deck_is_refused_in_the_language_of_the_screen(open_page: Open) -> None:
    page = open_page("/new/tokkuri", lang="ja")
    open_choices(page)
    deck = page.get_by_label("山札（文字で書く）")
    assert deck.get_attribute("placeholder") == "箱の中身の推定"
    deck.fill("5 x2, 6 cats")
    page.get_by_role("button", name="始める", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("山札の1行目：「6 cats」というカードはありません。")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 1 of the deck: “6 cats” is no card.")


def test_a_deck_is_chosen_card_by_card_and_only_as_one_can_be(server: Server, open_page: Open) -> None:
    page = open_page("/new/tokkuri", size="phone")
    open_choices(page)
    page.get_by_text("Choose the cards").click()
    deck = page.get_by_role("group", name="Deck")
    more, less = (deck.get_by_role("button", name=name) for name in ("One more: 9+1", "One less: 9+4"))
    expect(deck.get_by_role("status")).to_contain_text("28 of 28")
    expect(more).to_be_disabled()
    less.click()
    expect(less).to_be_disabled()
    expect(deck.get_by_role("status")).to_contain_text("27 of 28")
    more.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Play", exact=True).click()
    chosen = options_of_table(page, server)["deck"].split(", ")
    assert "9+1" in chosen
    assert "9+4" not in chosen
    assert len(chosen) == 32


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("0 bid", "0 sleep", "この棋譜の17行目：「sleep」はそこではできません。"),
        ("rules: 1", "rules: 9", "この棋譜はことりあつめのルール第9版のものです。ここにあるのは第1版です。"),
        ("kobako kifu 1", "a letter", "このファイルは棋譜ではありません。棋譜の1行目は「kobako kifu 1」です。"),
    ],
)
def test_a_wrong_kifu_is_refused_in_the_language_of_the_screen(
    old: str, new: str, told: str, open_page: Open, tmp_path: Path
) -> None:
    match = kobako.game("kotori").new(players=2, seed=1).run(lambda match: match.legal()[0])
    path = tmp_path / "game.kifu"
    path.write_text(match.kifu().replace(old, new, 1), encoding="utf-8")
    page = open_page("/", lang="ja")
    page.get_by_label("棋譜ファイルを開く").set_input_files(path)
    expect(page.get_by_role("alert")).to_have_text(told)
