"""The words of the browser: none missing, none unused. tests/test_catalogue.py looks at the catalogue itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import kobako
from tests.web.conftest import ROOT, Open, Server
from tests.web.playing import show_moves, sit

SOURCES = ROOT / "web" / "src"
GAMES = ROOT / "src" / "kobako" / "games"
CATALOGUE = ROOT / "src" / "kobako" / "kit" / "words.en.toml"
OF_SENTENCES = {"bot", "event", "refusal", "saying"}  # sections that are not asked for by `words.t`
TEXTS = re.compile(r'"([^"\n]*)"|`([^`\n]*)`')


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def keys() -> set[str]:
    """Every key that is shared or the browser's own with its section, as `words.t` is asked for it."""
    tables = read(CATALOGUE)
    own = tables.pop("browser")
    del tables["terminal"], tables["alone"]
    return {
        key if section == "label" else f"{section}.{key}"
        for part in (tables, own)
        for section, texts in part.items()
        for key in texts
    }


def sources(folder: Path) -> str:
    files = sorted([*folder.rglob("*.svelte"), *folder.rglob("*.ts")])
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def calls(source: str) -> list[str]:
    """What stands between the brackets of each `words.t(…)`, or of a `t(…)` for short, up to the values."""
    found = []
    for match in re.finditer(r"(?:words|this)\.t\(", source):
        depth, at = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(source[at], 0)
            at += 1
        found.append(source[match.end() : at - 1])
    return found


def test_no_text_of_the_screen_is_missing_or_unused() -> None:
    defined = keys()
    source = sources(SOURCES)
    asked: set[str] = set()
    families: set[str] = {*OF_SENTENCES, "preview"}  # which the server writes into the page
    for call in calls(source):
        first = re.split(r",\s*\{", call)[0]
        for plain, patterned in TEXTS.findall(first):
            text = plain or patterned
            if "${" in text:
                families.add(text.split(".")[0])
            else:
                asked.add(text)
    # What is compared within a call is no key, and `t` stands for `words.t("settings.…")` in the settings.
    asked = {key for key in asked if re.fullmatch(r"[a-z_]+(\.[a-z_]+)?", key)}
    missing = asked - defined - {"seat"}  # which is core's
    assert not missing, f"missing: {sorted(missing)}"
    unused = {key for key in defined - asked if key.split(".")[0] not in families}
    assert not unused, f"unused: {sorted(unused)}"


@pytest.mark.parametrize("game", kobako.game_names())
def test_no_text_of_a_table_is_unused(game: str) -> None:
    source = sources(GAMES / game / "web") + sources(SOURCES / "kit")
    texts = read(GAMES / game / "words.en.toml").get("screen", {})
    assert texts
    patterns = re.findall(r"`([a-z_]+)\$\{", source)
    for key in texts:
        written = re.search(rf"[\"'`]{re.escape(key)}[\"'`]", source)
        assert written or key.startswith(tuple(patterns)), key


@pytest.mark.parametrize("game", kobako.game_names())
def test_every_game_has_a_tour(game: str) -> None:
    tour = read(GAMES / game / "words.en.toml")["tour"]
    assert sorted(map(int, tour)) == list(range(1, len(tour) + 1))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", kobako.game_names())
def test_notation_is_for_those_who_ask_for_it(game: str, server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": True, "notation": False})
    people = [{"by": "person"}, {"by": "person"}]
    made = server.ask("tables", {"game": game, "players": 2, "seats": people, "options": {"first": "0"}})
    sit(page, server, made["table"], game, made["seats"][:1])
    show_moves(page)
    page.locator("[data-move]").first.click()
    expect(page.locator(".bar[data-staged] .button.main")).to_be_visible()
    expect(page.locator("main code")).to_have_count(0)
    assert not re.search(r"Seat \d", page.locator("main").inner_text())
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Show notation").get_by_text("On").click()
    page.keyboard.press("Escape")
    assert page.locator("main code").count() > 1


@pytest.mark.parametrize(
    ("lang", "notation", "said"), [("en", False, "RYGBP"), ("ja", False, "赤黄緑青紫"), ("ja", True, "RYGBP")]
)
def test_an_umbrella_bears_its_colour_in_ones_own_language(
    lang: str, notation: bool, said: str, server: Server, open_page: Open
) -> None:
    """Where moves are written as notation has them, its letter."""
    page = open_page(lang=lang, settings={"notation": notation})
    seats = [{"by": "person", "name": "Aya"}, {"by": "person", "name": "Ben"}]
    made = server.ask("tables", {"game": "umbradeco", "players": 2, "seats": seats})
    sit(page, server, made["table"], "umbradeco", made["seats"][:1])
    page.locator(".stage svg .letter").first.wait_for()
    assert set(page.locator(".stage svg .letter").all_text_contents()) - {"?"} <= set(said)
