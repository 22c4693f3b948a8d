"""Names and faces: bots are somebody, people choose who they are, and what is said stands at the seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import kobako
from kobako.bots.characters import CHARACTERS, FACES
from kobako.core.words import load_words
from tests.web.conftest import Open, Server
from tests.web.playing import sit


def test_each_face_is_drawn_and_named_in_both_languages(server: Server, open_page: Open) -> None:
    page = open_page("/")
    for face in FACES:
        assert page.request.get(f"/faces/{face}.svg").headers["content-type"] == "image/svg+xml"
        for lang in ("en", "ja"):
            tables = load_words("kobako.bots", lang).tables
            assert tables["face"][face]
            assert tables["animal"][face]
    assert page.request.get("/faces/dragon.svg").status == 404


def test_bots_are_somebody_and_stay_who_they_are(server: Server, open_page: Open) -> None:
    seats = [{"by": "person", "name": "Aya"}, *[{"by": "bot", "level": "master"}] * 2, {"by": "bot", "level": "novice"}]
    made = server.ask("tables", {"game": "kotori", "players": 4, "seats": seats, "options": {"first": "0"}})
    shown = server.ask(f"tables/{made['table']}")["seats"]
    faces = [seat.get("face") for seat in shown]
    assert faces[0] is None
    assert set(faces[1:3]) <= set(CHARACTERS["master"])
    assert faces[1] != faces[2]
    assert faces[3] in CHARACTERS["novice"]
    page = open_page(lang="ja")
    sit(page, server, made["table"], "kotori", made["seats"])
    names = load_words("kobako.bots", "ja").tables["face"]
    for face in faces[1:]:
        expect(
            page.locator(".plate").filter(has_text=names[face]).locator(f"img[src$='faces/{face}.svg']")
        ).to_be_visible()


def test_who_plays_chooses_a_name_and_a_face(server: Server, open_page: Open) -> None:
    page = open_page("/new/kotori")
    page.get_by_text("You: Guest").click()
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="kappa").click()
    page.get_by_role("button", name="Play", exact=True).click()
    plate = page.locator(".plate").filter(has_text="Zoe")
    expect(plate.locator("img[src$='faces/kappa.svg']")).to_be_visible()
    page.goto("/new/ice")
    expect(page.get_by_text("You: Zoe")).to_be_visible()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", kobako.game_names())
def test_every_seat_has_its_clock_and_nothing_makes_room_for_it(game: str, server: Server, open_page: Open) -> None:
    seats = [{"by": "person", "name": "Aya"}, {"by": "person", "name": "Ben"}]
    wish = {"game": game, "players": 2, "seats": seats, "options": {"first": "0"} if game != "tokkuri" else {}}
    rects = []
    for clock in (None, {"bank": 300, "per_move": 10}):
        made = server.ask("tables", {**wish, "clock": clock})
        page = open_page(size="phone")
        sit(page, server, made["table"], game, made["seats"][:1])
        plates = page.locator(".plate")
        expect(plates).to_have_count(2)
        expect(plates.get_by_role("timer")).to_have_count(2 if clock else 0)
        rects.append(plates.evaluate_all("all => all.map(one => JSON.stringify(one.getBoundingClientRect()))"))
    assert rects[0] == rects[1]
    expect(plates.filter(has_text="Aya").locator(".running").get_by_role("timer")).to_be_visible()


BESIDE = """(plate) => {
  const parts = ['.bubble', 'header img', '.name'].map((one) => plate.querySelector(one));
  const [said, ...named] = parts.map((one) => one.getBoundingClientRect());
  const shown = said.left >= 0 && said.top >= 0 && said.right <= innerWidth && said.bottom <= innerHeight;
  return shown && named.every((one) => said.top >= one.bottom || said.bottom <= one.top);
}"""


def test_what_is_said_stands_at_the_seat(server: Server, open_page: Open) -> None:
    people = [{"by": "person", "name": "Aya"}, {"by": "person", "name": "Ben", "face": "neko"}]
    made = server.ask("tables", {"game": "kotori", "players": 2, "seats": people})
    one, other = open_page(), open_page()
    sit(one, server, made["table"], "kotori", made["seats"][:1])
    sit(other, server, made["table"], "kotori", made["seats"][1:])
    expect(one.locator("img[src$='faces/neko.svg']").first).to_be_visible()
    other.get_by_text("Say something").click()
    other.get_by_role("button", name="Nice one!").click()
    plate = one.locator(".plate").filter(has_text="Ben")
    expect(plate.locator(".bubble")).to_have_text("Nice one!")
    assert plate.evaluate(BESIDE), "who says it is still to be seen"
    assert plate.locator(".bubble").evaluate("one => one.matches(':popover-open')"), "a plate cuts off what leaves it"
    expect(one.locator(".bubble")).to_have_count(0, timeout=10_000)


def test_who_chooses_no_face_has_one_all_the_same_and_keeps_it(open_page: Open) -> None:
    page = open_page("/new/kotori")
    page.get_by_role("button", name="Play", exact=True).click()
    faces = page.locator(".plate img")
    expect(faces.first).to_be_visible()
    shown = faces.evaluate_all("faces => faces.map((face) => face.src)")
    assert len(set(shown)) == len(shown) == page.locator(".plate").count(), "nobody is faceless, and all differ"
    kept = "() => JSON.parse(localStorage.getItem('kobako.settings')).face"
    mine = page.evaluate(kept)
    assert sum(mine in face for face in shown) == 1
    page.reload()
    assert page.evaluate(kept) == mine


def test_bots_have_their_faces_in_a_replay_too(server: Server, open_page: Open) -> None:
    page = open_page("/replay")
    match = kobako.game("kotori").new(players=2, seed=3, names=["Aya", "novice:tanuki"])
    match.run(lambda match: match.legal()[0])
    file = {"name": "game.kifu", "mimeType": "text/plain", "buffer": match.kifu().encode()}
    page.get_by_label("Open a kifu").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".plate img[src$='faces/tanuki.svg']")).to_be_visible()


def test_who_has_no_name_is_spoken_to_where_the_language_lets_one(server: Server, open_page: Open) -> None:
    """In Japanese the log speaks to who plays; an English sentence about "you" would want another verb."""
    for lang, said in (("ja", "あなたが席に着きました"), ("en", "Guest sits down")):
        page = open_page(lang=lang)
        people = [{"by": "person"}, {"by": "person", "name": "Ben"}]
        made = server.ask("tables", {"game": "kotori", "players": 2, "seats": [*people[1:], {"by": "open"}]})
        seat = server.ask(f"tables/{made['table']}/seats", {})
        sit(page, server, made["table"], "kotori", [seat])
        expect(page.locator("#beside .panel.log")).to_contain_text(said)
