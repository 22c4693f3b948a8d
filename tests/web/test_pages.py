"""Every page: reachable, light, ours alone, and clear to everyone."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

import kobako
from tests.web.conftest import ROOT, Open, Server
from tests.web.playing import play_out, show_moves, sit

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = [("en", "desktop", "light"), ("ja", "phone", "dark")]


# Nothing fades in or out any more. What goes on for ever, like a light that blinks, is not waited for.
AT_REST = """() => document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""


def check_axe(page: Page) -> None:
    """axe-core finds nothing to complain about."""
    page.wait_for_function(AT_REST)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    told = [f"{one['id']}: {[node['html'][:160] for node in one['nodes']]}" for one in found["violations"]]
    assert not told, "\n".join(told)


def no_wider(page: Page) -> bool:
    """Whether the page needs no scrolling sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", kobako.game_names())
def test_two_clicks_to_a_running_game(game: str, open_page: Open) -> None:
    page = open_page("/")
    page.locator(f"a[href='/new/{game}']").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".game .status")).to_be_visible()


@pytest.mark.sampled
@pytest.mark.parametrize(("lang", "size", "scheme"), LOOKS)
@pytest.mark.parametrize(
    "path", ["/", "/new/tokkuri", "/rules/ice", "/about", "/replay", "/nowhere/at/all", "/t/t0000000000"]
)
def test_axe_finds_nothing_on_pages(path: str, lang: str, size: str, scheme: str, open_page: Open) -> None:
    page = open_page(path, lang=lang, size=size, scheme=scheme)
    page.locator("main h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    check_axe(page)
    assert no_wider(page)


@pytest.mark.sampled
@pytest.mark.parametrize(("lang", "size", "scheme"), LOOKS)
@pytest.mark.parametrize("game", kobako.game_names())
def test_axe_finds_nothing_at_tables(
    game: str, lang: str, size: str, scheme: str, server: Server, open_page: Open
) -> None:
    page = open_page(lang=lang, size=size, scheme=scheme, settings={"confirm": "always"})
    seats = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "random"}, {"by": "bot", "level": "random"}]
    made = server.ask(
        "tables", {"game": game, "players": 3, "seats": seats, "private": True, "options": {"first": "0"}}
    )
    sit(page, server, made["table"], game, made["seats"])
    show_moves(page)
    page.locator("[data-move]").first.click()
    expect(page.locator(".bar[data-staged] .button.main")).to_be_visible()
    check_axe(page)
    assert no_wider(page)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog[open] .book")).to_be_visible()
    check_axe(page)


def test_axe_finds_nothing_in_waiting_room_settings_end_and_replay(server: Server, open_page: Open) -> None:
    page = open_page("/new/kotori", settings={"toured": []})
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_label("Link to this table").wait_for()
    check_axe(page)
    page.get_by_role("button", name="Settings").click()
    check_axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Novice").click()
    page.get_by_role("button", name="Fill up with bots").click()
    expect(page.get_by_role("region", name="A short tour")).to_be_visible()
    check_axe(page)
    page.get_by_role("button", name="Skip").click()
    play_out([page])
    check_axe(page)
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("slider").wait_for()
    check_axe(page)


# Tells when the shelf is drawn.
LOOK = """() => {
  const look = () => document.querySelector("a.box") ? performance.mark("shelf") : requestAnimationFrame(look);
  requestAnimationFrame(look);
}"""
# Whether a file was asked for only then.
AHEAD = """(file) => {
  const [asked, drawn] = [file, "shelf"].map((name) => performance.getEntriesByName(name)[0].startTime);
  return asked > drawn;
}"""


def test_the_first_screen_is_light_and_ours_alone(server: Server, open_page: Open) -> None:
    page = open_page(own=True)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.add_init_script(f"({LOOK})()")
    page.goto("/", wait_until="networkidle")
    assert all(answer.url.startswith(server.address) for answer in answers)
    scripts = [answer for answer in answers if answer.request.resource_type == "script"]
    assert scripts
    weights = {answer.url: len(gzip.compress(page.request.get(answer.url).body())) for answer in scripts}
    # What draws a table comes ahead, for whoever presses "Play now": asked for when the shelf is drawn, and not before.
    ahead = [url for url in weights if page.evaluate(AHEAD, url)]
    assert [url for url in ahead if "/assets/table-" in url]
    assert sum(weights.values()) - sum(weights[url] for url in ahead) < 60_000
    assert sum(weights.values()) < 80_000
    policy = answers[0].headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_language_and_theme_change_at_any_time(open_page: Open) -> None:
    page = open_page("/new/kotori")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".game")).to_be_visible()
    page.locator(".top nav button").last.click()
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("button", name="暗い", exact=True).click()
    assert page.evaluate("document.documentElement.lang") == "ja"
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="これまでの流れ")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    expect(page.get_by_role("heading", name="これまでの流れ")).to_be_visible()


def test_one_comes_back_to_a_running_game(open_page: Open) -> None:
    page = open_page("/new/ice", own=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".game").wait_for()
    table = page.url
    page.close()
    again = page.context.new_page()
    again.goto("/")
    again.get_by_role("link", name="Continue").click()
    expect(again.locator(".game")).to_be_visible()
    assert again.url == table


def test_a_refused_move_says_which_rule(server: Server, open_page: Open) -> None:
    page = open_page()
    seats = [{"by": "person"}, {"by": "person"}]
    made = server.ask("tables", {"game": "donburiko", "players": 2, "seats": seats, "options": {"first": "0"}})
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    page.get_by_role("button", name="Take row A").dispatch_event("click")
    told = page.get_by_role("alert")
    expect(told).to_contain_text("DON-5")
    told.get_by_role("button", name="DON-5").click()
    expect(page.locator("dialog[open] p.here")).to_contain_text("DON-5")


def test_hint_and_chat(server: Server, open_page: Open) -> None:
    page = open_page()
    seats = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "random"}]
    made = server.ask("tables", {"game": "ice", "players": 2, "seats": seats, "options": {"first": "0"}})
    sit(page, server, made["table"], "ice", made["seats"])
    page.get_by_role("button", name="Hint").click()
    for place in (".bar .status", "#beside .panel"):  # the bar says it always, whatever is open beside the table
        expect(page.locator(place).get_by_text("The master would")).to_be_visible(timeout=60_000)
    expect(page.locator(".bar").get_by_role("button", name="Why?")).to_have_count(0)
    page.get_by_text("Say something").click()
    page.get_by_role("button", name="Nice one!").click()
    expect(page.get_by_role("region", name="What happened")).to_contain_text("Aya: “Nice one!”")


def test_who_presses_play_now_sits_down_alone_with_bots(open_page: Open) -> None:
    """Whoever was at this screen the last time; that is remembered for who chooses with care."""
    page = open_page("/")
    page.evaluate("localStorage.setItem('kobako.wish.kotori', JSON.stringify({seats: ['me', 'here', 'open']}))")
    page.reload()
    page.locator(".boxes li, .boxes > *").filter(has=page.locator("a[href='/new/kotori']")).get_by_role(
        "button"
    ).click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".game")).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)
    kept = page.evaluate("JSON.parse(localStorage.getItem('kobako.wish.kotori')).seats")
    assert kept == ["me", "here", "open"]
