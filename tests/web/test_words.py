"""The words of the screen: none missing, none unused, in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import kobako
from tests.web.conftest import ROOT

SOURCES = ROOT / "web" / "src"
SERVER = ROOT / "src" / "kobako" / "server"
TEXTS = re.compile(r'"([^"\n]*)"|`([^`\n]*)`')


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def keys(tables: dict[str, Any]) -> set[str]:
    """Every key with its section, as `words.t` is asked for it."""
    return {key if section == "label" else f"{section}.{key}" for section, texts in tables.items() for key in texts}


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


def test_both_languages_have_the_same_keys_and_holes() -> None:
    english, japanese = (read(SERVER / f"words.{lang}.toml") for lang in ("en", "ja"))
    assert keys(english) == keys(japanese)
    for section, texts in english.items():
        for key, text in texts.items():
            holes = [set(re.findall(r"\{(\w+)", one)) for one in (text, japanese[section][key])]
            assert holes[0] == holes[1], (section, key)


def test_no_text_of_the_screen_is_missing_or_unused() -> None:
    defined = keys(read(SERVER / "words.en.toml"))
    source = sources(SOURCES)
    asked: set[str] = set()
    families: set[str] = set()
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
    assert asked <= defined, f"missing: {sorted(asked - defined)}"
    unused = {key for key in defined - asked if key.split(".")[0] not in families}
    assert not unused, f"unused: {sorted(unused)}"


@pytest.mark.parametrize("game", kobako.game_names())
def test_no_text_of_a_table_is_unused(game: str) -> None:
    home = ROOT / "src" / "kobako" / "games" / game
    source = sources(home / "web") + sources(SOURCES / "kit")
    texts = read(home / "words.en.toml").get("screen", {})
    assert texts
    patterns = re.findall(r"`([a-z_]+)\$\{", source)
    for key in texts:
        written = re.search(rf"[\"'`]{re.escape(key)}[\"'`]", source)
        assert written or key.startswith(tuple(patterns)), key


@pytest.mark.parametrize("game", kobako.game_names())
def test_every_game_has_a_tour(game: str) -> None:
    tour = read(ROOT / "src" / "kobako" / "games" / game / "words.en.toml")["tour"]
    assert sorted(map(int, tour)) == list(range(1, len(tour) + 1))
