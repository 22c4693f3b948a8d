"""Tokkuri's wishes: a card and the flasks it is to drink from, pointed at in any order, are one move to who plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import sit_at
from tests.web.test_tokkuri_table import seen


def levels(page: Page) -> dict[str, int]:
    """By flask: what is in it, as it is drawn."""
    flasks = page.locator(".spot").evaluate_all(
        "all => all.map((one) => [one.dataset.flask, Number(one.querySelector('.level').textContent)])"
    )
    return dict(flasks)


def test_a_card_and_then_a_flask_is_a_drink(server: Server, open_page: Open) -> None:
    """One points at what one wants: the card is played, and drinks there. All it could drink from is lit at once."""
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        flasks = [flask["level"] for flask in seen(match)["flasks"] if flask["on_the_table"]]
        return "play 2" in map(str, match.legal()) and sum(level > 2 for level in flasks) > 2 and 1 in flasks

    sit_at(page, server, "tokkuri", wanted, 3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    before = levels(page)
    assert page.locator(".spot.can").count() == 0
    hands.press(hands.card("2"))
    lit = page.locator(".spot.can").evaluate_all("all => all.map((one) => one.dataset.flask)")
    assert set(lit) == {flask for flask, level in before.items() if level >= 2}
    expect(page.locator(".mat button.lay")).to_be_visible()
    flask = next(flask for flask in reversed(lit) if before[flask] > 2)
    expect(page.locator(f"[data-flask={flask}] .badge")).to_have_text(f"→{before[flask] - 2}")
    hands.press(page.locator(f"[data-flask={flask}]"))
    expect(page.locator(f"[data-flask={flask}] .level")).to_have_text(str(before[flask] - 2))
    assert levels(page) == {**before, flask: before[flask] - 2}


@pytest.mark.parametrize("card", ["3+3+3 pass", "5+5"])
def test_flasks_for_numbers_alike_are_chosen_in_any_order(card: str, server: Server, open_page: Open) -> None:
    """The engine asks for them in the order in which they were laid; who plays need not."""
    number, times = int(card[0]), card.count("+") + 1
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        flasks = [flask for flask in seen(match)["flasks"] if flask["level"] > number]
        return f"play {card}" in map(str, match.legal()) and len(flasks) > times + 1

    sit_at(page, server, "tokkuri", wanted, 4)
    hands = Hands(page, "tokkuri")
    hands.legal()
    before = levels(page)
    last = [flask for flask, level in sorted(before.items(), key=lambda of: int(of[0][1:])) if level > number]
    chosen = [last[-1], *last[1:times]]
    hands.press(hands.card(card))
    for flask in chosen:
        hands.press(page.locator(f"[data-flask={flask}]"))
    for flask in chosen:
        expect(page.locator(f"[data-flask={flask}] .level")).to_have_text(str(before[flask] - number))
    assert page.get_by_role("alert").count() == 0


def test_a_flask_waits_until_it_is_said_what_the_card_counts(server: Server, open_page: Open) -> None:
    page = open_page(settings={"drawer": False})

    def wanted(match: Match) -> bool:
        flasks = [flask["level"] for flask in seen(match)["flasks"]]
        return "play 1~3 draw" in map(str, match.legal()) and sum(level > 3 for level in flasks) > 2

    sit_at(page, server, "tokkuri", wanted, 3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    before = levels(page)
    flask = next(flask for flask, level in before.items() if level > 3)
    hands.press(hands.card("1~3 draw"))
    hands.press(page.locator(f"[data-flask={flask}]"))
    expect(page.locator(".answers .left").nth(1)).to_have_text(f"→{before[flask] - 2}")
    hands.press(page.locator(".answers button").nth(1))
    expect(page.locator(f"[data-flask={flask}] .level")).to_have_text(str(before[flask] - 2))


def test_a_wish_that_is_taken_back_is_forgotten(server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": "always", "drawer": False})
    several = lambda match: "play 2" in map(str, match.legal()) and len(match.actions) > 10  # noqa: E731
    sit_at(page, server, "tokkuri", several, 3)
    hands = Hands(page, "tokkuri")
    hands.legal()
    hands.press(hands.card("2"))
    hands.press(page.locator(".spot.can").last)
    expect(page.locator(".bar")).to_have_attribute("data-staged", "play 2")
    hands.take_back()
    hands.show("play 2")
    hands.confirm()
    page.locator(".spot.can").nth(1).wait_for()
    expect(page.locator(".bar[data-staged]")).to_have_count(0)


def test_a_card_and_its_flasks_are_agreed_to_once(server: Server, open_page: Open) -> None:
    """They are one wish: who is asked before a move is sent is asked once for all of it."""
    page = open_page(settings={"confirm": "always", "drawer": False})

    def wanted(match: Match) -> bool:
        return "play 5+5" in map(str, match.legal()) and sum(one["level"] > 5 for one in seen(match)["flasks"]) > 3

    sit_at(page, server, "tokkuri", wanted, 4)
    hands = Hands(page, "tokkuri")
    hands.legal()
    before = levels(page)
    chosen = [flask for flask, level in before.items() if level > 5][1:3]
    hands.press(hands.card("5+5"))
    for flask in chosen:
        hands.press(page.locator(f"[data-flask={flask}]"))
    assert levels(page) == before, "nothing is sent before it is agreed to"
    page.locator(".bar .button.main").click()
    for flask in chosen:
        expect(page.locator(f"[data-flask={flask}] .level")).to_have_text(str(before[flask] - 5))
