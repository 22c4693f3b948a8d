"""What every screen says: one catalogue for the terminal and the browser, `words.LANG.toml` beside this file."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from kobako.core.errors import KobakoError
from kobako.core.game import Game
from kobako.core.registry import game as find_game
from kobako.core.words import Words, load_words

SCREENS = ("terminal", "browser")
ALONE = "alone"  # the browser's page that needs no server, and speaks of none


@cache
def screen_words(screen: str, lang: str) -> Words:
    """The words of one screen: those that all share, and its own from the tables under its name.

    ALONE says what the browser says, but for words of its own.
    """
    tables = load_words("kobako.kit", lang).tables
    shared = {section: texts for section, texts in tables.items() if section not in (*SCREENS, ALONE)}
    if screen == ALONE:
        shared = screen_words("browser", lang).tables
    own = tables[screen]
    return Words({section: {**shared.get(section, {}), **own.get(section, {})} for section in {**shared, **own}}, lang)


def refusal_words(refused: Mapping[str, Any], lang: str, game: Game | None = None) -> str:
    """Why a table or a server refused something, for a player at the terminal; in its English, if we have no words."""
    values: dict[str, Any] = {**refused.get("values", {})}
    if refused.get("rule"):
        values["rule"] = refused["rule"]
    if game is None and "game" in values:
        with suppress(KobakoError):  # that there is no such game may be what is told
            game = find_game(values["game"])
    said = screen_words("terminal", lang).refusal(refused["code"], values, game.words(lang) if game else None)
    return said or str(refused["message"])


def error_words(wrong: Exception, lang: str) -> str:
    """An error for a player at the terminal. In English its own words say more than the catalogue's."""
    if lang == "en" or not isinstance(wrong, KobakoError):
        return str(wrong)
    return refusal_words({"code": wrong.code, "values": wrong.values, "message": str(wrong)}, lang)
