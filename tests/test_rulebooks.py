"""Every numbered rule has a test that names it, and stands in both languages' rules."""

import re
from pathlib import Path

import pytest

import kobako
from kobako.core.examples import find_example
from kobako.core.rulebook import PICTURE, read_rulebook, rule_numbers
from kobako.core.words import LANGUAGES

RULES = {
    "donburiko": ("DON", 19),
    "ice": ("ICE", 13),
    "kotori": ("KOT", 12),
    "tokkuri": ("TOK", 18),
    "umbradeco": ("UMB", 13),
}
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "games").rglob("test_*.py"))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_stands_in_the_rulebook_once(name, lang):
    letters, last = RULES[name]
    assert sorted(rule_numbers(kobako.game(name).rulebook(lang))) == sorted(
        f"{letters}-{n}" for n in range(1, last + 1)
    )


@pytest.mark.parametrize("number", [f"{letters}-{n}" for letters, last in RULES.values() for n in range(1, last + 1)])
def test_every_rule_has_a_test_that_names_it(number):
    assert re.search(rf'"""[^"]*\b{number}\b', TESTS), f"no test's docstring names {number}"


@pytest.mark.parametrize("name", RULES)
def test_rulings_are_marked_in_both_languages(name):
    game = kobako.game(name)
    english = re.findall(r"\*ruling:\*", game.rulebook("en"), re.IGNORECASE)
    assert len(english) == game.rulebook("ja").count("*裁定：*") > 0


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_stands_in_the_rulebook(name, lang):
    """With its default as it is written; the names of colours are in the page's language."""
    game = kobako.game(name)
    rows = re.findall(r"^\| `(\w+)` +\|(.*)\|$", game.rulebook(lang), re.MULTILINE)
    stand = dict(rows)
    for option in game.options:
        values, default = stand[option.name].split("|")[:2]
        if option.name != "colours":
            assert option.text(option.default) == default.strip(" `")
        assert option.name != "first" or "`drawn`" in values


@pytest.mark.parametrize("name", RULES)
def test_every_page_has_pictures_the_same_in_both_languages(name):
    game = kobako.game(name)
    english, japanese = (PICTURE.findall(read_rulebook(game.package, lang)) for lang in LANGUAGES)
    assert len(english) >= 3
    assert [picture for picture, _ in english] == [picture for picture, _ in japanese]
    assert all(caption.strip() for _, caption in [*english, *japanese])


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_nothing_else_can_be_drawn_a_picture_is_drawn_in_letters(name, lang):
    game = kobako.game(name)
    text = game.rulebook(lang)
    assert "```position" not in text
    for picture, caption in PICTURE.findall(read_rulebook(game.package, lang)):
        assert find_example(game, picture).draw(lang) in text
        assert caption in text
