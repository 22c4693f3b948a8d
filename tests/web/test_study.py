"""A game's study: the report as a file of its own, and the page for a curious player."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import kobako
from kobako.core.published import published_study
from kobako.lab.study import study
from tests.web.conftest import SIZES, Open
from tests.web.test_pages import LOOKS, check_axe, no_wider


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a study, small but of all parts."""
    folder = tmp_path_factory.mktemp("lab")
    study(kobako.game("kotori").setup(2), n=4, seed=3, workers=1, vary=["players=2,3"]).save(folder)
    return folder / "lab.html"


@contextlib.contextmanager
def opened(browser: Browser, report: Path, size: str, scheme: str) -> Iterator[tuple[Page, list[str]]]:
    """The report, opened without a network; and what it asked for beside itself."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, offline=True)  # type: ignore[arg-type]
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    yield page, asked
    context.close()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("lang", "size", "scheme"), LOOKS)
def test_the_report_is_clear_to_everyone(lang: str, size: str, scheme: str, browser: Browser, report: Path) -> None:
    with opened(browser, report, size, scheme) as (page, asked):
        page.get_by_label({"en": "English", "ja": "日本語"}[lang]).check()
        for details in page.locator(f"article[lang={lang}] details").all()[:6]:
            details.locator("summary").click()
        check_axe(page)
        assert no_wider(page)
        assert asked == [report.as_uri()]


def test_the_reports_language_is_changed_without_a_script(browser: Browser, report: Path) -> None:
    with opened(browser, report, "desk", "light") as (page, _):
        title, japanese = page.get_by_role("heading", level=1), page.get_by_label("日本語")
        game = kobako.game("kotori")
        expect(title).to_have_text(f"{game.title('en')}: what the games say")
        japanese.focus()
        page.keyboard.press("Space")
        expect(title).to_have_text(f"{game.title('ja')}：対局からわかったこと")
        assert page.get_by_role("article").count() == 1


def test_the_report_prints_in_one_language_without_its_buttons(browser: Browser, report: Path) -> None:
    with opened(browser, report, "desk", "dark") as (page, _):
        page.emulate_media(media="print")
        expect(page.get_by_label("日本語")).to_be_hidden()
        expect(page.locator("article[lang=ja]")).to_be_hidden()
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert paper == "rgb(255, 255, 255)"
        printed = page.pdf(prefer_css_page_size=True)
        sizes = {
            tuple(map(float, box.split())) for box in re.findall(r"/MediaBox \[([^]]+)\]", printed.decode("latin-1"))
        }
        assert all(abs(box[2] - 595) < 2 and abs(box[3] - 842) < 2 for box in sizes)


STUDIED = [name for name in kobako.game_names() if published_study(kobako.game(name))]


@pytest.mark.sampled
@pytest.mark.parametrize(("lang", "size", "scheme"), LOOKS)
@pytest.mark.parametrize("game", STUDIED)
def test_a_curious_player_reads_how_long_how_lucky_how_fair(
    game: str, lang: str, size: str, scheme: str, open_page: Open
) -> None:
    page = open_page(f"/new/{game}", lang=lang, size=size, scheme=scheme)
    page.locator(f"a[href='/study/{game}']").click()
    expect(page.locator("section h2")).to_have_count(4)
    found = published_study(kobako.game(game))
    assert found
    minutes = round(found["numbers"]["length.minutes"]["mean"])
    assert re.search(rf"(?<!\d){minutes} ?(minute|分)", page.locator("section").first.inner_text())
    for details in page.locator("details").all():
        details.locator("summary").click()
    # Every picture has its table: one row for each seat, each length, each tenth.
    counts = [table.locator("tr").count() for table in page.locator("details table").all()]
    assert counts == [len(found["lengths"]["shares"]), len(found["turns"]), len(found["curve"])]
    check_axe(page)
    assert no_wider(page)


def test_a_game_without_a_study_has_no_link_to_one(open_page: Open) -> None:
    page = open_page(own=True)
    page.route("**/api/games", lambda route: route.fulfill(json=unstudied(route.fetch().json())))
    page.goto("/new/ice")
    page.locator("a[href='/rules/ice']").wait_for()
    assert page.locator("a[href='/study/ice']").count() == 0
    page.goto("/study/ice")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no study of this game.")


def unstudied(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The shelf, of games that have no study."""
    return [{**game, "study": False} for game in games]
