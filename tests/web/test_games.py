"""Every game is played to its end: by people in several browsers and bots, in both languages, small and large.

From the making of the table to the rematch once; of every game its last moves. `make soak` plays all of all of them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import kobako
from tests.web.conftest import Open, Server
from tests.web.playing import ending, open_choices, play_out, seat_random, show_moves, sit

WHOLE = [pytest.param(game, "", marks=pytest.mark.soak) for game in kobako.game_names()]


@pytest.mark.parametrize(("game", "rounds"), [("tokkuri", "1"), *WHOLE])
def test_people_and_a_bot_play_a_whole_game(game: str, rounds: str, server: Server, open_page: Open) -> None:
    aya = open_page(f"/new/{game}", lang="en", size="desktop", settings={"name": "Aya"})
    aya.get_by_role("button", name="With friends").click()
    if rounds:
        aya.get_by_text("Seats, options, clock").click()
        aya.get_by_label("Rounds").select_option(rounds)
    aya.get_by_role("button", name="Create table").click()
    link = aya.get_by_label("Link to this table").input_value()
    expect(aya.get_by_role("heading", name="2 seats are free")).to_be_visible()

    ben = open_page(link.removeprefix(server.address), lang="ja", size="phone")
    ben.get_by_label("お名前").fill("勉")
    ben.get_by_role("button", name="席に着く").click()
    expect(aya.get_by_role("heading", name="1 seat is free")).to_be_visible()
    aya.get_by_role("button", name="Novice").click()
    aya.get_by_role("button", name="Fill up with bots and start").click()

    assert play_out([aya, ben], seed=1) > 5
    check_the_end(aya, ben, server, link.rsplit("/", 1)[1], ["Aya", "勉", "novice"])
    aya.get_by_role("button", name="Check the deal").click()
    expect(aya.get_by_text("It fits: this is the seed")).to_be_visible()
    aya.get_by_role("button", name="Rematch").click()
    expect(ben.get_by_role("button", name="再戦に加わる")).to_be_visible()
    ben.get_by_role("button", name="再戦に加わる").click()
    expect(aya.locator(".game")).to_be_visible()
    expect(ben.locator(".game")).to_be_visible()
    assert aya.url == ben.url != link


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", kobako.game_names())
def test_two_people_play_the_end_of_a_game(game: str, server: Server, open_page: Open) -> None:
    end = ending(game, 6)
    seats = [{"by": "person", "name": name} for name in ("Aya", "勉")]
    made = server.ask("tables", {**end.wish, "seats": seats})
    pages = [open_page(), open_page(lang="ja", size="phone")]
    for page, seat in zip(pages, made["seats"], strict=True):
        sit(page, server, made["table"], game, [seat])
        show_moves(page)
    for seat, move in end.left:
        pages[seat].locator(f"[data-move='{move}']").click()
    check_the_end(*pages, server, made["table"], ["Aya", "勉"])


def check_the_end(aya: Page, ben: Page, server: Server, table: str, names: list[str]) -> None:
    """Both see who has won, each in their language, and what the server has kept."""
    expect(aya.get_by_role("heading", name="win")).to_be_visible()
    expect(ben.get_by_role("heading", name="勝").or_(ben.get_by_role("heading", name="優勝"))).to_be_visible()
    assert no_wider(aya)
    assert no_wider(ben)
    match = kobako.replay(server.ask(f"tables/{table}/kifu"))
    assert match.over
    assert [name.partition(":")[0] for name in match.names] == names  # a bot by its level, whoever it is
    order = sorted(range(len(names)), key=lambda seat: match.ranks[seat])
    shown = [int(points.split()[0].replace("−", "-")) for points in aya.locator(".finale .points").all_inner_texts()]
    assert shown == [match.scores[seat] for seat in order]
    for page, lang in ((aya, "en"), (ben, "ja")):
        told = [row.locator("li").all_inner_texts() for row in page.locator(".finale .made").all()]
        words = match.game.words(lang)
        assert told == [[words.made(part) for part in match.made()[seat]] for seat in order]


def no_wider(page: Page) -> bool:
    """Whether the page needs no scrolling sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


LONG = [pytest.param(game, marks=pytest.mark.soak) for game in kobako.game_names() if game != "tokkuri"]


@pytest.mark.parametrize("game", ["tokkuri", *LONG])
def test_bots_play_and_one_watches(game: str, open_page: Open) -> None:
    page = open_page(f"/new/{game}", lang="ja", size="tablet")
    page.get_by_role("button", name="ボット同士を観る").click()
    open_choices(page)
    seat_random(page)
    page.get_by_role("button", name="始める").click()
    expect(page.locator("[data-over=true]")).to_be_visible(timeout=60_000)
    assert page.locator("[data-move]").count() == 0
    assert no_wider(page)
