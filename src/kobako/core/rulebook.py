"""The rules pages: Markdown for people, in the package of an installed Kobako, in `docs/rules` of a checkout."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from kobako.core.errors import BadGame
from kobako.core.words import check_lang

CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"


def read_rulebook(game: str, package: str, lang: str) -> str:
    """The rules of a game. A third-party game keeps its pages in its own package."""
    check_lang(lang)
    page = f"{game}.md" if lang == "en" else f"{game}.{lang}.md"
    for home in (files(package), files("kobako").joinpath("rulebooks"), CHECKOUT):
        path = home.joinpath(page)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise BadGame(f"{game} has no rules page {page}")


def rule_numbers(text: str) -> list[str]:
    """The numbers of the rules in a page, in order: those that stand in bold."""
    return re.findall(r"\*\*([A-Z]{3}-\d+)\*\*", text)
