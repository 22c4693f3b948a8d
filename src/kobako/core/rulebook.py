"""The rules pages: Markdown for people, `rulebook.LANG.md` in the game's folder."""

from __future__ import annotations

import re
from importlib.resources import files

from kobako.core.errors import BadGame
from kobako.core.words import LANGUAGES, check_lang


def read_rulebook(package: str, lang: str) -> str:
    """The rules of a game, in another language where it has no page in this one."""
    check_lang(lang)
    for page in (f"rulebook.{known}.md" for known in dict.fromkeys((lang, *LANGUAGES))):
        path = files(package).joinpath(page)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise BadGame(f"{package} has no rules page: its rulebook.en.md is missing")


def rule_numbers(text: str) -> list[str]:
    """The numbers of the rules in a page, in order: those that stand in bold."""
    return re.findall(r"\*\*([A-Z]{3}-\d+)\*\*", text)
