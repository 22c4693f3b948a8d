"""Japanese as it is set: brackets and question marks are full-width wherever they stand beside Japanese."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import kobako
from kobako.core.rulebook import read_rulebook

SOURCE = Path(str(files("kobako")))
LETTER = "[ぁ-んァ-ヶ一-龠々ー]"
MIXED = re.compile(rf"{LETTER}[(?]|\({LETTER}|{LETTER}\)|\)(?={LETTER})")


def texts_of(tables, above=""):
    """Every text of a catalogue, by its whole key."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from texts_of(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("words.ja.toml")), ids=lambda path: path.parent.name)
def test_no_half_width_brackets_in_a_catalogue(path):
    for key, text in texts_of(tomllib.loads(path.read_text(encoding="utf-8"))):
        assert not MIXED.search(text), f"{key} = {text!r}"


@pytest.mark.parametrize("name", kobako.game_names())
def test_no_half_width_brackets_in_a_rulebook(name):
    for line in read_rulebook(kobako.game(name).package, "ja").splitlines():
        assert not MIXED.search(line), line


def test_what_is_told_apart_in_english_is_in_japanese():
    """Two choices of one setting, say, that are called the same."""
    japanese, english = (
        dict(texts_of(tomllib.loads((SOURCE / "kit" / f"words.{lang}.toml").read_text(encoding="utf-8"))["browser"]))
        for lang in ("ja", "en")
    )
    named: dict[tuple[str, str], str] = {}
    for key, text in japanese.items():
        first = named.setdefault((key.rpartition(".")[0], text), key)
        assert english[key] == english[first], f"{first} and {key} are both {text!r}"
