"""A table by house rules is made in the browser: in words, marked as a variant, and by the rulebook again next time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open, Server
from tests.web.playing import open_choices
from tests.web.test_options import options_of_table
from tests.web.test_pages import check_axe, no_wider


def open_house(page: Page) -> None:
    page.locator("form > details.house > summary").click()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_variant_is_made_told_and_not_remembered(size: str, server: Server, open_page: Open) -> None:
    page = open_page("/new/donburiko", size=size)
    said = page.get_by_role("status")
    expect(said).to_have_text("")
    open_house(page)
    goal = page.get_by_label("Chips that make the round the last", exact=True)
    expect(goal).to_have_value("20")
    expect(goal).to_have_accessible_description("5 to 100; rulebook: 20")
    goal.fill("30")
    goal.press("Tab")
    page.get_by_role("button", name="Most points of a row: one less").click()
    expect(said).to_contain_text("A variant of your own")
    expect(said).to_contain_text("Chips that make the round the last: 30 instead of 20")
    expect(said).to_contain_text("Most points of a row: 5 instead of 6")
    assert no_wider(page)
    check_axe(page)
    page.get_by_role("button", name="Play", exact=True).click()
    options = options_of_table(page, server)
    assert (options["goal"], options["most_points"]) == ("30", "5")
    assert "start_chips" not in options  # by the rulebook
    expect(page.get_by_role("heading", level=1)).to_contain_text("House rules")

    page.goto("/new/donburiko")
    page.get_by_role("button", name="Play", exact=True).click()
    assert "goal" not in options_of_table(page, server)
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("House rules")


def test_what_cannot_be_is_brought_back_to_what_can(server: Server, open_page: Open) -> None:
    page = open_page("/new/kotori", lang="ja")
    open_house(page)
    field = page.get_by_label("場に出す枚数", exact=True)
    for typed, becomes in (("99", "3"), ("-4", "1"), ("2.2", "2"), ("", "3")):
        field.fill(typed)
        field.press("Tab")
        expect(field).to_have_value(becomes)
    less = page.get_by_role("button", name="場に出す枚数：1つ減らす")
    less.click()
    less.click()
    expect(less).to_be_disabled()
    said = page.get_by_role("status")
    expect(said).to_contain_text("独自ルールで遊びます")
    page.get_by_role("button", name="ルールブックどおりに戻す").click()
    expect(said).to_have_text("")
    expect(field).to_have_value("3")


def test_house_rules_that_do_not_fit_together_are_refused_in_words(open_page: Open) -> None:
    page = open_page("/new/donburiko")
    page.get_by_role("group", name="Players").get_by_text("4", exact=True).click()
    open_house(page)
    for rule in ("Chips in all", "Chips at the start"):
        field = page.get_by_label(rule, exact=True)
        field.fill("20")
        field.press("Tab")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("80")  # four times 20, and there are 20
    expect(page.get_by_label("Chips at the start", exact=True)).to_have_value("20")  # nothing that was chosen is lost


def test_a_usual_option_has_its_house_values_apart(server: Server, open_page: Open) -> None:
    page = open_page("/new/ice")
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    open_choices(page)
    hand = page.locator("form > details.choices").get_by_label("Cards in hand")
    assert hand.locator("optgroup[label='House rules'] option").all_inner_texts()[:2] == ["3", "4"]
    hand.select_option("5")
    expect(page.get_by_role("status")).to_contain_text("Cards in hand: 5 instead of 10")
    page.get_by_role("button", name="Play", exact=True).click()
    assert options_of_table(page, server)["hand"] == "5"


def test_the_lobby_says_which_tables_play_a_variant(server: Server, open_page: Open) -> None:
    seats = [{"by": "person", "name": "Aya"}, {"by": "open"}]
    made = {"game": "kotori", "players": 2, "seats": seats, "private": False}
    tables = [server.ask("tables", {**made, "options": options})["table"] for options in ({}, {"decks": "1"})]
    listed = open_page("/").get_by_role("region", name="Open tables")
    plain, variant = (listed.locator(f"li:has(a[href='/t/{name}'])") for name in tables)
    expect(variant).to_contain_text("House rules")
    expect(plain).not_to_contain_text("House rules")
