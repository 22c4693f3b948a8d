"""Lessons, the coach and the rules pages in a browser: from the list of lessons to a first game."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

import kobako
from kobako.core.lessons import find_lesson, lesson_words, lessons
from kobako.testing.lessons import outcomes
from tests.web.conftest import Server
from tests.web.playing import reach, sit

# One lesson of each game; the first of Umbradeco's has a next one, the last of Kotori's has none.
TAKEN = {"ice": "lowest", "donburiko": "six", "kotori": "avoid", "tokkuri": "exact", "umbradeco": "sum"}
SPEAKS = re.compile(r"I would \w|You could \w")  # what a coach begins with, whatever it thinks
MOVE = 'text => document.querySelector(`[data-move="${CSS.escape(text)}"]`)'


def play(page: Page, move: str) -> None:
    """Press a move's button in the list of moves, when it is there."""
    page.wait_for_function(f"text => ({MOVE})(text) !== null", arg=move)
    page.evaluate(f"text => ({MOVE})(text).click()", move)


def line_to(game: str, lesson: str, end: str) -> list[str]:
    """Moves with which the lesson ends so."""
    return next(line for state, line in outcomes(find_lesson(kobako.game(game), lesson)) if state == end)


def begin(page: Page, game: str, lesson: str) -> None:
    number = find_lesson(kobako.game(game), lesson).number
    page.locator("main ol li").nth(number - 1).locator("button").click()
    expect(page.locator("[data-lesson=open]")).to_be_visible()


@pytest.mark.sampled
@pytest.mark.parametrize("game", TAKEN)
@pytest.mark.parametrize(("lang", "size"), [("en", "desktop"), ("ja", "phone")])
def test_a_lesson_is_failed_taken_again_and_done(open_page, game, lang, size):
    lesson = TAKEN[game]
    told = lesson_words(kobako.game(game), lang)[lesson]
    page = open_page(f"/learn/{game}", lang=lang, size=size, settings={"drawer": True})
    begin(page, game, lesson)
    shown = page.locator("[data-lesson]")
    expect(shown.get_by_text(told["task"])).to_be_visible()
    height = shown.bounding_box()["height"]
    for move in line_to(game, lesson, "failed"):
        play(page, move)
    expect(page.locator("[data-lesson=failed]").get_by_text(told["missed"])).to_be_visible()
    assert shown.bounding_box()["height"] == height, "the table below would move"
    expect(shown.locator(".button.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-lesson=open]")).to_be_visible()
    for move in line_to(game, lesson, "done"):
        play(page, move)
    expect(page.locator("[data-lesson=done]").get_by_text(told["done"])).to_be_visible()
    kept = json.loads(page.evaluate("localStorage['kobako.settings']"))
    assert kept["learnt"] == [f"{game}/{lesson}"]


def test_how_a_lesson_went_is_said_when_the_table_has_told_it(open_page):
    """The row is counted first; until then there is one thing to press, and it goes on."""
    page = open_page("/learn/donburiko", settings={"motion": "slow"})
    begin(page, "donburiko", "six")
    for move in line_to("donburiko", "six", "done"):
        play(page, move)
    goes_on = page.locator(".bar .button", has_text=re.compile("Skip|Go on"))
    expect(goes_on).to_be_visible()
    expect(page.locator("[data-lesson=open]")).to_be_visible()
    while goes_on.count() > 0 and page.locator("[data-lesson=done]").count() == 0:
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    expect(page.locator("[data-lesson=done] .button.main")).to_be_focused()


@pytest.mark.parametrize("motion", ["off", "calm"])
def test_the_table_stays_as_the_lesson_left_it(motion, open_page):
    """What is said of a row can be looked at there, though the next round has been dealt."""
    page = open_page("/learn/donburiko", settings={"drawer": True, "motion": motion})
    begin(page, "donburiko", "six")
    for move in line_to("donburiko", "six", "done"):
        play(page, move)
    expect(page.locator("[data-lesson=done]")).to_be_visible(timeout=20_000)
    page.wait_for_timeout(100)
    expect(page.locator(".row .points.six")).to_have_text("6")


def test_the_next_lesson_follows_and_progress_is_kept(open_page):
    page = open_page("/learn/kotori")
    begin(page, "kotori", "quarrel")
    for move in ("bid", "pass"):
        play(page, move)
    page.locator("[data-lesson=done] .button.main").click()
    expect(page.locator("[data-lesson=open]")).to_contain_text(
        lesson_words(kobako.game("kotori"), "en")["avoid"]["title"]
    )
    page.goto("/learn/kotori")
    expect(page.locator("main ol .mark svg")).to_have_count(1)
    page.goto("/")
    expect(page.locator(".boxes li")).to_have_count(len(kobako.game_names()))
    expect(page.get_by_text("My games")).to_have_count(0)  # a lesson is nothing to come back to


def test_after_the_last_lesson_a_first_game_with_a_coach(open_page):
    page = open_page("/learn/kotori")
    begin(page, "kotori", "avoid")
    play(page, "pass")
    page.locator("[data-lesson=done] .button.main").click()
    coach = page.locator("[data-coach]")
    expect(coach).to_be_visible()
    expect(page.locator(".top")).to_contain_text("practice")  # who learns may take moves back
    # A move that is forced is told and pressed; from the first real choice on the search has something to say.
    for _ in range(12):
        page.wait_for_function("() => document.querySelector('[data-move]') !== null", timeout=60_000)
        moves = page.evaluate("[...document.querySelectorAll('[data-move]')].map(move => move.dataset.move)")
        if len(moves) > 1:
            break
        play(page, moves[0])
        page.wait_for_timeout(150)
    expect(coach).to_contain_text(SPEAKS, timeout=180_000)
    play(page, moves[0])
    expect(coach.locator(".verdict")).to_be_visible()
    coach.locator("button").click()
    expect(coach).to_have_count(0)


@pytest.mark.sampled
@pytest.mark.parametrize("game", kobako.game_names())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_rules_page_is_wider_than_a_phone(open_page, game, lang):
    page = open_page(f"/rules/{game}", lang=lang, size="phone")
    pictures = page.locator("[data-example] [inert] > *")
    expect(pictures.nth(2)).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "```" not in page.locator("main").inner_text()


def test_the_mat_of_umbradeco_keeps_its_form_on_a_phone(open_page):
    page = open_page("/rules/umbradeco", size="phone")
    mat = page.locator("pre", has_text="a1")
    expect(mat.first).to_be_visible()
    assert mat.first.inner_text().count("\n") >= 12
    assert mat.first.evaluate("mat => mat.scrollWidth <= mat.clientWidth")


def test_a_rules_page_can_be_printed(open_page):
    page = open_page("/rules/donburiko")
    expect(page.locator("[data-example] [inert] > *").first).to_be_attached()
    page.emulate_media(media="print")
    expect(page.locator("main .top")).to_be_hidden()
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.locator("[data-example]").first).to_be_visible()


def test_every_lesson_of_every_game_is_listed(open_page):
    for name in kobako.game_names():
        page = open_page(f"/learn/{name}")
        expect(page.locator("main ol li")).to_have_count(len(lessons(kobako.game(name))))


# How a hand runs into the rule that a lesson of each game is about.
REACH = {
    "kotori": ("first", ["button:has-text('Pass')"]),
    "ice": ("follow", [".barred[title^='strawberry'], .barred[title^='chocolate']"]),
    "donburiko": ("alone", [".row button:has-text('take')"]),
    "tokkuri": ("dummy", [".hand button[title*='Dummy']", "[data-do=play]"]),
}


@pytest.mark.parametrize("game", REACH)
def test_who_runs_into_the_rule_has_done_a_lesson_about_it(open_page, game):
    lesson, presses = REACH[game]
    page = open_page(f"/learn/{game}", settings={"auto": True})
    begin(page, game, lesson)
    page.wait_for_timeout(1500)  # a forced move is not made for a learner
    expect(page.locator("[data-lesson=open]")).to_be_visible()
    for press in presses:
        page.locator(f"[data-table] {press}").first.click(force=True)
    told = lesson_words(kobako.game(game), "en")[lesson]
    expect(page.locator("[data-lesson=done]").get_by_text(told["done"])).to_be_visible()


def test_a_coach_who_is_not_answered_asks_again_and_bothers_nobody(server: Server, open_page):
    """A crowd at the server is nothing that a beginner has asked for."""
    page = open_page(own=True)
    asked, last = [], {}

    def between(ours):
        theirs = ours.connect_to_server()

        def from_page(message):
            told = json.loads(message)
            if told["type"] == "hint":
                asked.append(told["id"])
                if len(asked) == 1:
                    refused = {"type": "refused", "id": told["id"], "code": "crowded", "message": "", "table": last}
                    return ours.send(json.dumps({**refused, "values": {"seconds": 0.2}}))
            theirs.send(message)

        def from_server(message):
            told = json.loads(message)
            if told["type"] == "table":
                last.update(told)
            ours.send(message)

        ours.on_message(from_page)
        theirs.on_message(from_server)

    page.route_web_socket(re.compile("/ws"), between)
    kifu, ply = reach("kotori", lambda match: len(match.legal()) > 1)
    seats = [{"by": "person"}, {"by": "bot", "level": "random"}]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats, "hints": True})
    page.goto("/")
    page.evaluate("table => localStorage.setItem('kobako.coached', JSON.stringify([table]))", made["table"])
    sit(page, server, made["table"], "kotori", made["seats"])
    expect(page.locator("[data-coach]")).to_contain_text(SPEAKS, timeout=60_000)
    assert len(asked) == 2
    expect(page.locator(".bar .told")).to_have_count(0)


def test_what_is_forced_is_pressed_by_who_learns_and_plays_itself_for_others(server: Server, open_page):
    """A beginner is not played for: the bar and the coach say that there is one move, and it waits."""
    page = open_page(own=True, settings={"auto": True, "drawer": True})
    seats = [{"by": "person"}, {"by": "bot", "level": "random"}]
    wish = {"game": "kotori", "players": 2, "options": {"first": "0"}, "seats": seats, "hints": True}
    for coached in (True, False):
        made = server.ask("tables", wish)
        page.goto("/")
        kept = json.dumps([made["table"]] if coached else [])
        page.evaluate("kept => localStorage.setItem('kobako.coached', kept)", kept)
        sit(page, server, made["table"], "kotori", made["seats"])
        bar = page.locator(".bar")
        if coached:
            expect(page.locator("[data-coach]")).to_contain_text("the only move there is: bid.")
            expect(bar.locator(".status")).to_have_text("There is only one move: bid.")
            page.wait_for_timeout(1800)
            expect(page.locator("[data-move]")).to_have_count(1)
            play(page, "bid")
            expect(bar.locator(".last")).not_to_contain_text("played for you")
        else:
            expect(bar).to_contain_text("nly move, played for you")
            expect(bar.locator(".last")).to_have_text(re.compile(r"^\(Only move, played for you\.\) .*bids the"))


def test_after_a_lesson_one_is_told_to_go_on(open_page):
    page = open_page("/learn/ice")
    begin(page, "ice", "follow")
    reach_for = page.locator(
        "[data-table] .barred[title^='strawberry'], [data-table] .barred[title^='chocolate']"
    ).first
    reach_for.click(force=True)
    expect(page.locator("[data-lesson=done]")).to_be_visible()
    expect(page.locator(".panel.log")).to_contain_text(
        "tries something that is not allowed: play a card from your hand"
    )
    expect(page.locator(".panel.log")).not_to_contain_text("ICE-3")
    page.locator("[data-table] .hand button").first.click(force=True)
    expect(page.locator(".bar .told")).to_contain_text("This lesson is over")


def test_who_learns_keeps_their_face(open_page):
    page = open_page("/learn/kotori", settings={"name": "Lena", "face": "kitsune", "drawer": True})
    begin(page, "kotori", "bid")
    own = page.locator(".side [aria-current], .side li").filter(has_text="Lena").first
    expect(own.locator("img[src*=kitsune], image[href*=kitsune]").first).to_be_visible()
    page.goto("/learn/kotori")
    page.locator("main .button.main, main button", has_text="with a coach").first.click()
    expect(page.locator("[data-coach]")).to_be_visible()
    own = page.locator(".side [aria-current], .side li").filter(has_text="Lena").first
    expect(own.locator("img[src*=kitsune], image[href*=kitsune]").first).to_be_visible()


def test_a_hint_is_a_sentence_with_its_numbers_folded_away(server: Server, open_page):
    page = open_page(own=True, settings={"drawer": True})
    kifu, ply = reach("kotori", lambda match: len(match.legal()) > 1)
    seats = [{"by": "person"}, {"by": "bot", "level": "random"}]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats, "hints": True})
    sit(page, server, made["table"], "kotori", made["seats"])
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".side .panel", has=page.locator("#hint"))
    expect(hint.locator("p").first).to_have_text(re.compile(r"The master would (bid|pass)\.\s+\w"), timeout=60_000)
    expect(hint.locator("p").first).not_to_contain_text("100")
    expect(hint.locator("svg").first).to_be_hidden()
    hint.locator("[data-numbers] summary").click()
    expect(hint.locator("ol")).to_contain_text("win chance")
