"""A finished game: stepped through, shared, reviewed, gone on with, saved and opened again."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import kobako
from tests.web.conftest import Open
from tests.web.playing import open_choices, seat_random


@pytest.fixture
def kifu(tmp_path: Path) -> Path:
    """A short game on a file."""
    match = kobako.game("kotori").new(players=2, seed=5, names=["Aya", "Ben"])
    rng = random.Random(5)
    match.run(lambda match: rng.choice(match.legal()))
    path = tmp_path / "game.kifu"
    path.write_text(match.kifu(), encoding="utf-8")
    return path


def test_a_kifu_is_opened_stepped_through_and_gone_on_with(kifu: Path, open_page: Open) -> None:
    last = len(kobako.replay(kifu.read_text(encoding="utf-8")).actions)
    page = open_page("/")
    page.get_by_label("Open a kifu").set_input_files(kifu)
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", f"0 / {last}")
    page.get_by_role("button", name="One step forward").click()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", f"2 / {last}")
    slider.fill("5")
    expect(page).to_have_url(re.compile(r"ply=5"))
    page.get_by_role("button", name="Play automatically").click()
    expect(slider).to_have_attribute("aria-valuetext", f"6 / {last}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Ben", exact=True).click()
    expect(page).to_have_url(re.compile(r"eyes=1"))
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(".game")).to_be_visible()


def test_a_finished_table_is_reviewed_and_its_link_shared(open_page: Open) -> None:
    page = open_page("/new/tokkuri")
    page.get_by_role("button", name="Watch bots").click()
    open_choices(page)
    seat_random(page)
    page.get_by_label("Rounds").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("link", name="Review").click(timeout=60_000)
    expect(page.get_by_role("heading", name="Costly moves").or_(page.get_by_text("No costly move"))).to_be_visible(
        timeout=90_000
    )
    curve = page.get_by_role("img", name="Chance to win")
    expect(curve).to_be_visible()
    expect(curve.locator("polyline")).to_have_count(page.locator(".legend > span").count())
    expect(page.get_by_role("region", name="Review").get_by_role("status")).to_have_count(0, timeout=90_000)
    # Who asks for a review is led to the costliest move of all, and told in a word how everyone played.
    expect(page.locator(".costly [aria-pressed='true']")).to_have_count(1)
    expect(page.locator(".grade").first).to_have_text(re.compile("masterly|very good|good|fair|room to grow"))
    page.get_by_text("As a table").click()
    last = int((page.get_by_role("slider").get_attribute("aria-valuetext") or "").split(" / ")[1])
    expect(page.locator("figure tbody tr")).to_have_count(last + 1)
    expect(page.get_by_text("/ 100").first).to_be_visible()
    page.keyboard.press("End")
    other = open_page(page.url.split("/", 3)[3].join(["/", ""]), lang="ja")
    ours, theirs = page.get_by_role("slider"), other.get_by_role("slider")
    expect(theirs).to_have_attribute("aria-valuetext", ours.get_attribute("aria-valuetext") or "")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the kifu").click()
    assert kobako.replay(Path(saved.value.path()).read_text(encoding="utf-8")).over


def test_the_better_move_is_shown_on_the_board_and_the_played_one_is_listed(tmp_path: Path, open_page: Open) -> None:
    match = kobako.game("kotori").new(players=2, seed=3, names=["Aya", "Ben"])
    rng = random.Random(3)
    match.run(lambda match: rng.choice(match.legal()))
    (tmp_path / "game.kifu").write_text(match.kifu(), encoding="utf-8")
    page = open_page("/replay")
    page.get_by_label("Open a kifu").set_input_files(tmp_path / "game.kifu")
    page.get_by_role("button", name="Review this game").click()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("status")).to_have_count(0, timeout=90_000)
    costly = review.get_by_role("button", name=re.compile(r"^Move \d+ \?"))
    costly.first.click(timeout=90_000)
    ply = re.search(r"\d+", costly.first.inner_text()).group()  # type: ignore[union-attr]
    expect(page).to_have_url(re.compile(rf"ply={ply}\b"))
    expect(review.locator("tr.played")).to_have_count(1)
    expect(review.locator("code")).to_have_count(0)  # notation is for those who ask for it
    loss = review.get_by_text(
        re.compile(r"The move played cost \d+ percentage points of win chance, and [\d.]+ birds?\.")
    )
    expect(loss).to_be_visible()
    expect(review.get_by_text("chance to win; the move played")).to_have_count(0)  # it is said once, and in the table
    expect(review.locator("caption")).to_contain_text(re.compile(r"What (Aya|Ben) could see then"))
    expect(page.locator(".board .staged")).to_have_count(0)
    review.get_by_role("button", name="Show the better move on the board").click()
    expect(page.locator(".board .staged").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board .staged")).to_have_count(0)
    # On a phone the review stands below the table: who goes to a move from there is taken to it.
    page.set_viewport_size({"width": 390, "height": 844})
    costly.first.scroll_into_view_if_needed()
    expect(page.locator(".steer")).not_to_be_in_viewport()
    costly.first.click()
    expect(page.locator(".steer")).to_be_in_viewport()


def test_through_one_seat_s_eyes_nothing_is_told_that_it_was_not_told(tmp_path: Path, open_page: Open) -> None:
    match = kobako.game("donburiko").new(players=2, seed=5, names=["Aya", "Ben"])
    rng = random.Random(5)
    match.run(lambda match: rng.choice(match.legal()))
    (tmp_path / "game.kifu").write_text(match.kifu(), encoding="utf-8")
    laid = next(event for event in match.events if event.kind.name == "laid" and event.show()["seat"] == 0)
    secret, told = (event.words("en", match.names) for event in (laid, laid.seen_by(1)))
    assert secret != told
    page = open_page("/replay")
    page.get_by_label("Open a kifu").set_input_files(tmp_path / "game.kifu")
    page.get_by_role("slider").fill(str(laid.ply))
    log, live = page.get_by_role("region", name="What happened"), page.locator("main > [aria-live]")
    for eyes, shown, hidden in [("Aya", secret, told), ("Ben", told, secret), ("All cards open", secret, told)]:
        page.get_by_role("button", name=eyes, exact=True).click()
        for place in (log.locator(".last"), live):
            expect(place.filter(has_text=shown)).to_have_count(1)
        expect(page.get_by_text(hidden)).to_have_count(0)


def test_what_is_no_kifu_is_told_so(tmp_path: Path, open_page: Open) -> None:
    path = tmp_path / "no.kifu"
    path.write_text("hello", encoding="utf-8")
    page = open_page("/replay")
    page.get_by_label("Open a kifu").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("kobako kifu 1")
