"""Japanese as it is set: brackets and question marks are full-width wherever they stand beside Japanese."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import kobako

SOURCE = Path(str(files("kobako")))
LETTER = "[ぁ-んァ-ヶ一-龠々ー]"
MIXED = re.compile(rf"{LETTER}[(?]|\({LETTER}|{LETTER}\)|\)(?={LETTER})")


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("words.ja.toml")), ids=lambda path: path.parent.name)
def test_no_half_width_brackets_in_a_catalogue(path):
    for section, texts in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for key, text in texts.items() if isinstance(texts, dict) else [("", texts)]:
            assert not MIXED.search(text), f"[{section}] {key} = {text!r}"


@pytest.mark.parametrize("name", kobako.game_names())
def test_no_half_width_brackets_in_a_rulebook(name):
    for line in kobako.game(name).rulebook("ja").splitlines():
        assert not MIXED.search(line), line
