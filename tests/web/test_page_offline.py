"""The page that needs no server: handed out once by Python's own file server, under a path; then nobody answers.

All that it is for, in both languages, at a desk and on a phone. What a page needs and was not kept would be missed
here: there is no network left. One page of each language does for all tests of a worker.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import kobako
from kobako.bots.bot import Budget
from kobako.bots.company import bot_seed
from kobako.bots.levels import LEVELS, LevelBot
from kobako.bots.registry import make_bot
from kobako.bots.search.asking import Question, Thought, finish
from kobako.bots.search.thinking import thinking_of
from kobako.core.kifu import replay
from kobako.offline.thinking import asked, read_thought
from kobako.server.keeper import SW
from kobako.server.page import MARK, NO_JEKYLL
from tests.web.alone import PATH, Shared, cut_off, written
from tests.web.hands import Hands
from tests.web.playing import ending, play_out, seat_random, show_moves
from tests.web.tracing import traced

__all__ = ["written"]  # a fixture


@pytest.fixture(scope="session")
def english(browser: Browser, written: Path) -> Iterator[Shared]:
    with cut_off(browser, written) as shared:
        yield shared


@pytest.fixture(scope="session")
def japanese(browser: Browser, written: Path) -> Iterator[Shared]:
    with cut_off(browser, written, lang="ja", size="phone") as shared:
        yield shared


@pytest.fixture
def desk(english: Shared) -> Iterator[Page]:
    """The page in English, at a desk."""
    with english.taken() as page:
        yield page


@pytest.fixture
def phone(japanese: Shared) -> Iterator[Page]:
    """The page in Japanese, on a phone."""
    with japanese.taken("phone") as page:
        yield page


@pytest.fixture(params=["desk", "phone"])
def either(request: pytest.FixtureRequest) -> Page:
    """Each of them."""
    page: Page = request.getfixturevalue(request.param)
    return page


def begin(page: Page, game: str, level: str = "", way: str = "", option: str = "", clock: str = "") -> None:
    """Choose a game for two, in English, and sit down."""
    page.goto(f"#/new/{game}")
    page.get_by_role("button", name=way or "Against bots").click()
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    if level not in ("", "Random"):
        page.get_by_role("button", name=level, exact=True).click()
    if option or clock:
        page.get_by_text("Seats, options, clock").click()
    if level == "Random":
        seat_random(page)
    if option:
        page.get_by_label("Rounds").select_option(option)
    if clock:
        page.get_by_label("Clock").select_option(clock)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".game, .curtain").first.wait_for()


def import_kifu(page: Page, folder: Path, kifu: str) -> None:
    """Open a kifu from a file, on the first page."""
    (folder / "game.kifu").write_text(kifu, encoding="utf-8")
    page.goto("#/")
    page.locator("input[type=file]").set_input_files(folder / "game.kifu")
    page.get_by_role("slider").wait_for()


def kifu_of(page: Page) -> str:
    """The record of the game that has just ended, as the page saves it."""
    page.get_by_role("link", name="Replay").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=re.compile("kifu", re.I)).click()
    return Path(saved.value.path()).read_text(encoding="utf-8")


def check_the_end(page: Page) -> None:
    """The end is told in the player's language, and nothing is wider than the window."""
    expect(page.locator(".finale h2")).to_have_text(re.compile("win|勝"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.soak
@pytest.mark.parametrize("game", kobako.game_names())
def test_a_whole_game_against_bots(either: Page, game: str) -> None:
    either.locator(f"a.box[href='#/new/{game}']").click()
    either.locator("button.main").last.click()
    assert play_out([either], seed=2) > 3
    check_the_end(either)


@pytest.mark.sampled
@pytest.mark.parametrize("game", kobako.game_names())
def test_the_end_of_a_game_against_bots(either: Page, tmp_path: Path, game: str) -> None:
    end = ending(game, 5)
    import_kifu(either, tmp_path, end.kifu)
    either.get_by_role("slider").fill(str(end.ply))
    expect(either).to_have_url(re.compile(f"ply={end.ply}"))
    either.get_by_role("button", name=re.compile("Play from here|ここから")).click()
    play_out([either], seed=1)
    check_the_end(either)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", kobako.game_names())
def test_a_novice_plays_as_everywhere(desk: Page, game: str) -> None:
    """To the end; and whatever the bot did is what its level does anywhere, with its seed and as much thought."""
    begin(desk, game, level="Novice", option="1" if game == "tokkuri" else "")
    assert play_out([desk], seed=3) > 3
    match = replay(kifu_of(desk))
    assert match.over
    again, decided = match.beginning(), 0
    for ply, (by, action) in enumerate(zip(match.seats, match.actions, strict=True)):
        view = again.deciding_view(by)
        if by == 1 and len(view.legal()) > 1 and not again.together:
            bot = make_bot(match.names[1], match.game, bot_seed(int(match.seed, 16), 1, ply), wait=True)
            assert bot.choose(view, view.legal()) == action, f"{game}, ply {ply}"
            decided += 1
        again.play(action)
    assert decided


ASK = """async ([script, question, home]) => {
  const [wasm, json] = await Promise.all(["wasm", "json"].map((kind) => fetch(`${home}wasm/${question.game}.${kind}`)));
  const searcher = { module: await WebAssembly.compile(await wasm.arrayBuffer()), layout: await json.json() };
  const thinker = new Worker(script, { type: "module" });
  return new Promise((done, failed) => {
    thinker.onmessage = ({ data }) => {
      thinker.terminate();
      if (data.numbers) done([...data.numbers]);
      else failed(new Error(data.failed));
    };
    thinker.postMessage({ number: 0, question, searcher });
  });
}"""


@pytest.mark.sampled
@pytest.mark.parametrize("level", ["novice", "regular", "master"])
@pytest.mark.parametrize("game", kobako.game_names())
def test_a_level_thinks_as_everywhere(desk: Page, written: Path, game: str, level: str) -> None:
    """All its simulations, in the page's own thinker; at a table a master's time may be up before.

    Where a level goes by what was learned, so does the page.
    """
    [script] = (str(file.relative_to(written)) for file in (written / "assets").glob("thinker.worker-*.js"))
    home = desk.url.partition("#")[0]
    guided = set()

    def in_the_page(questions: Sequence[Question]) -> list[Thought]:
        asking = [[f"{home}{script}", asked(question), home] for question in questions]
        guided.update(question["guided"] for _, question, _ in asking)
        return [read_thought(array("d", desk.evaluate(ASK, one))) for one in asking]

    match = kobako.game(game).new(players=3, seed=4)
    for _ in range(2):
        while len(match.legal()) == 1:
            match.play(match.legal()[0])
        view, legal = match.view(match.seat), match.legal()
        bot = make_bot(level, match.game, 7)
        assert isinstance(bot, LevelBot)
        chosen = finish(bot.choosing(view, legal, Budget(bot.usual(view.setup).simulations)), in_the_page)
        assert chosen == make_bot(level, match.game, 7, wait=True).choose(view, legal)
        match.play(chosen)
    assert guided <= {LEVELS[level].learned is not None and thinking_of(match.game).weights is not None}
    assert guided or level == "novice", "a novice may have slipped, and thought nothing"


LIKE = """(more) => {
  const liked = JSON.parse(localStorage.getItem("kobako.settings"));
  localStorage.setItem("kobako.settings", JSON.stringify({ ...liked, ...more }));
}"""


def test_a_game_by_touch_and_a_reload_in_the_middle_of_it(phone: Page) -> None:
    phone.evaluate(LIKE, {"confirm": "always", "drawer": False})
    phone.reload()
    phone.locator("a.box[href='#/new/kotori']").tap()
    phone.locator("button.main").last.tap()
    for _ in range(3):
        phone.locator("[data-move]").first.wait_for(state="attached")
        phone.locator("[data-over=true], .stage button:not([disabled])").first.tap()
        phone.locator(".bar[data-staged] .button.main").tap()
        expect(phone.locator(".bar[data-staged]")).to_have_count(0)
    place, told = phone.url, log_of(phone)
    assert told > 3
    phone.evaluate(LIKE, {"confirm": "never"})
    phone.reload()  # the page comes from what was kept, and the game too
    phone.locator(".stage > *").wait_for()
    assert phone.url == place
    assert log_of(phone) >= told
    phone.goto("#/")
    phone.locator("a[href^='#/t/']").first.wait_for()


@pytest.mark.parametrize(
    "game", [name if name == "kotori" else pytest.param(name, marks=pytest.mark.soak) for name in kobako.game_names()]
)
def test_a_whole_game_by_touch(phone: Page, game: str) -> None:
    """From the shelf to its end, with the pieces: never by the list. The shortest whenever anything changes."""
    phone.evaluate(LIKE, {"confirm": "always", "drawer": False})
    phone.reload()
    phone.locator(f"a.box[href='#/new/{game}']").tap()
    phone.locator("button.main").last.tap()
    hands = Hands(phone, game, "ja", finger=True, seed=4)
    hands.done["undo"] = 2  # at a table for practice one may take back for ever
    hands.play_out()
    assert hands.moved > 5
    check_the_end(phone)
    phone.evaluate(LIKE, {"confirm": "never"})
    phone.reload()


def log_of(page: Page) -> int:
    """How many things the log tells of."""
    page.locator("[data-move]").first.wait_for(state="attached")
    return int(page.locator(".log li").count())


@pytest.mark.sampled(1)
def test_a_game_is_imported_and_reviewed(either: Page, tmp_path: Path) -> None:
    import_kifu(either, tmp_path, ending("tokkuri", 5).kifu)
    either.get_by_role("button", name=re.compile("Review this game|検討")).click()
    expect(
        either.get_by_text(re.compile("Costly moves|No costly move|損の大きい手|大きく損をした手")).first
    ).to_be_visible()
    expect(either.get_by_role("img", name=re.compile("Chance to win|勝率"))).to_be_visible()


def test_hints_what_if_and_taking_back(desk: Page) -> None:
    begin(desk, "kotori", level="Novice")
    show_moves(desk)
    desk.get_by_role("button", name="Hint").click()
    desk.locator("[data-numbers]").wait_for()
    desk.keyboard.press("Escape")
    show_moves(desk)
    desk.locator("[data-move]").first.click()
    desk.get_by_role("button", name="Take back").click()
    desk.get_by_role("button", name="What if").click()
    expect(desk.get_by_role("region", name="What if")).to_be_visible()


def test_bots_are_watched_their_deal_is_checked_and_their_game_reviewed(desk: Page) -> None:
    begin(desk, "tokkuri", level="Random", way="Watch bots", option="1")
    desk.get_by_role("button", name="Check the deal").click()
    expect(desk.locator(".deal .good")).to_be_visible()
    desk.get_by_role("link", name="Review").click()
    desk.get_by_role("img", name="Chance to win").wait_for()


def test_a_clock_runs(desk: Page) -> None:
    begin(desk, "kotori", level="Random", clock="3")
    timers = desk.get_by_role("timer")
    timers.first.wait_for()
    expect(timers).not_to_have_text(timers.all_inner_texts())  # whoever's turn it is
    begin(desk, "kotori", level="Random", clock="0")  # what was wished for last time would be filled in
    expect(desk.get_by_role("timer")).to_have_count(0)


def test_one_screen_for_two(desk: Page) -> None:
    begin(desk, "tokkuri", way="On this screen")
    assert desk.locator(".game").count() == 0  # nobody's hand lies open
    desk.get_by_role("button", name="show my side").click()
    expect(desk.locator(".game")).to_be_visible()


@pytest.mark.sampled(1)
def test_rules_and_lessons_are_there(either: Page) -> None:
    for game in kobako.game_names():
        either.goto(f"#/rules/{game}")
        expect(either.locator("main h2").first).to_be_visible()
        either.goto(f"#/learn/{game}")
        expect(either.locator("main").get_by_role("button").first).to_be_visible()


def test_friends_afar_need_a_server(desk: Page) -> None:
    desk.get_by_label("A server’s address").fill("not an address")
    desk.get_by_role("button", name="Go there").click()
    expect(desk.get_by_role("alert")).to_contain_text("https://")
    desk.goto("#/new/ice")
    desk.get_by_role("button", name="With friends").click()
    expect(desk.get_by_text("you all need the same server")).to_be_visible()
    desk.get_by_role("button", name="Against bots").click()


def test_nothing_is_kept_but_files_of_the_page(desk: Page, written: Path) -> None:
    script = f"caches.open('kobako {PATH}').then((store) => store.keys()).then((keys) => keys.map(({{ url }}) => url))"
    kept = {url.split(PATH)[1].split("?")[0] for url in desk.evaluate(script)}
    files = {str(file.relative_to(written)) for file in written.rglob("*") if file.is_file()}
    assert kept == files - {SW, MARK, NO_JEKYLL}
    assert desk.evaluate("caches.keys()") == [f"kobako {PATH}"]


BLINK = 50  # milliseconds: what takes the page longer would be felt


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["ice", "tokkuri", "umbradeco"])
def test_the_page_never_stutters_while_a_master_thinks(desk: Page, browser: Browser, game: str) -> None:
    """Counted in the processor's time of the page's own thread: that others keep the machine busy takes none of it."""
    begin(desk, game, level="Master")
    show_moves(desk)
    with traced(browser, desk) as took:
        desk.locator("[data-move]").first.click()
        desk.wait_for_timeout(3000)
    assert len(took) > 10
    assert max(took) < BLINK, sorted(took)[-5:]
