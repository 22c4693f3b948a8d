"""What every screen says: the same in both languages, nothing twice, nothing unused, and words for every refusal."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kobako
from kobako.core.words import LANGUAGES
from kobako.kit.words import ALONE, SCREENS, screen_words

SOURCE = Path(kobako.__file__).parent
PLAYED = ("core", "kit", "table", "house", "server", "offline", "terminal")  # where a player may be refused something
CATALOGUES = {lang: tomllib.loads((SOURCE / "kit" / f"words.{lang}.toml").read_text("utf-8")) for lang in LANGUAGES}


def texts(tables: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text with the way to it."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from texts(value, (*path, key))
        else:
            yield (*path, key), value


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def test_both_languages_have_the_same_texts_with_the_same_holes():
    english, japanese = (dict(texts(CATALOGUES[lang])) for lang in LANGUAGES)
    assert english.keys() == japanese.keys()
    for path, text in english.items():
        assert holes(text) == holes(japanese[path]), path


def test_what_is_shared_is_said_once():
    """No screen has words of its own for what all say, and the two do not say one thing in two places."""
    tables = CATALOGUES["en"]
    shared = {path for path, _ in texts({k: v for k, v in tables.items() if k not in SCREENS})}
    own = {screen: dict(texts(tables[screen])) for screen in SCREENS}
    for screen in SCREENS:
        assert not shared & own[screen].keys()
    alike = set(own["terminal"].keys() & own["browser"].keys())
    assert not {path for path in alike if own["terminal"][path] == own["browser"][path]}


# What a page without a server still says of one: where it speaks of somebody's server, or what only a server refuses.
OF_A_SERVER = {
    ("label", "link_near"),
    ("afar", "why"),
    ("afar", "address"),
    ("refusal", "bad_host"),
    ("refusal", "bad_origin"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_without_a_server_does_not_speak_of_the_server(lang):
    said = dict(texts(screen_words(ALONE, lang).tables))
    speaks = {path for path, text in said.items() if re.search("server|connect|サーバー|接続", text, re.I)}
    assert speaks <= OF_A_SERVER | {("label", "is_gone")}  # of somebody elsewhere
    usual = dict(texts(screen_words("browser", lang).tables))
    assert said.keys() == usual.keys()
    own = set(texts(CATALOGUES[lang][ALONE]))
    assert not own & set(usual.items())  # and nothing twice


def codes_in(tree: ast.AST) -> Iterator[str]:
    """The codes of refusals in a module: given to an error where it is raised, or of its class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for line in node.body:
                if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "code":
                    yield ast.literal_eval(line.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            at = {"Refused": 0, "Fault": 1, "BadKifu": 2, "OtherRules": 2}.get(name, 1)
            given = [word.value for word in node.keywords if word.arg == "code"] + node.args[at : at + 1]
            if name in ERRORS:
                yield from (one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))


def errors() -> set[str]:
    """The classes of our errors, by name."""
    import importlib

    found = {"Fault"}
    for module in (
        "core.errors",
        "table.requests",
        "house.house",
        "house.rows",
        "house.turns",
        "terminal.sitting.client",
    ):
        for name, thing in vars(importlib.import_module(f"kobako.{module}")).items():
            if isinstance(thing, type) and issubclass(thing, kobako.KobakoError):
                found.add(name)
    return found


ERRORS = errors()
# Codes that stand in a table, not in a call: of answers of HTTP, and of the ends of a connection.
IN_TABLES = {
    "not_found",
    "not_allowed",
    "too_large",
    "bad_request",
    "bad_protocol",
    "bad_secret",
    "no_table",
    "too_fast",
}


def codes(folder: Path) -> set[str]:
    return {code for file in folder.rglob("*.py") for code in codes_in(ast.parse(file.read_text("utf-8")))} - {""}


def test_every_refusal_has_words_and_all_words_are_used():
    raised = set().union(*(codes(SOURCE / part) for part in PLAYED)) | IN_TABLES | {"bot_failed"}
    assert {"time_up", "illegal", "taken", "bad_option", "kifu_move", "no_server", "internal"} <= raised
    for lang in LANGUAGES:
        worded = {code for screen in SCREENS for code in screen_words(screen, lang).tables["refusal"]}
        assert worded == raised


@pytest.mark.parametrize("game", kobako.game_names())
def test_refusals_of_a_game_s_own_have_words_in_it(game):
    raised = codes(SOURCE / "games" / game)
    for lang in LANGUAGES:
        assert kobako.game(game).words(lang).tables["refusal"].keys() - {"illegal"} == raised


@pytest.mark.parametrize("game", kobako.game_names())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_and_their_values_have_words(game, lang):
    """A value may be a bare number; anything else is a word of the language."""
    found = kobako.game(game)
    words = found.words(lang)
    for option in found.options:
        assert words.has("option", option.name)
        assert words.has("option", f"{option.name}_text") == option.free
        for players in option.players:
            for value in map(option.text, option.choices(players)):
                said = words.option_value(option.name, value)
                assert value.isdigit() or words.has("option", f"{option.name}={value}") or words.has("option", value)
                assert lang == "en" or value.isdigit() or not said.isascii(), said


@pytest.mark.parametrize("game", kobako.game_names())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_move_has_a_sentence(game, lang):
    """A list of its pieces behind a colon is for games that bring none."""
    tables = kobako.game(game).words(lang).tables
    assert tables["move"].keys() == tables["kind"].keys()


def test_no_text_of_the_terminal_is_unused():
    files = [*SOURCE.glob("terminal/**/*.py"), *SOURCE.glob("kit/*.py"), *SOURCE.glob("games/*/terminal.py")]
    source = "\n".join(file.read_text("utf-8") for file in files)
    written = set(re.findall(r"[\"']([a-z_]+)[\"']", source))
    patterned = tuple(re.findall(r"f[\"']([a-z_]+)\{", source))
    for (section, key), _ in texts(CATALOGUES["en"]["terminal"]):
        assert key in written or key.startswith(patterned), (section, key)


@pytest.mark.parametrize("name", kobako.game_names())
def test_no_reason_counts_one_of_many(name: str) -> None:
    """What a move would do is told with a number that may be 1: "1 flasks" is nobody's English."""
    for fact, text in kobako.game(name).words("en").tables.get("would", {}).items():
        assert not re.search(r"\{(best|mine)\} [a-z]+s\b", text), f"{fact} = {text!r}"
