"""The rules pages: Markdown for people, `rulebook.LANG.md` in the game's folder.

A picture is a block that names a position of the game's `positions.toml`, and says what there is to see:

    ```position six
    Row A is worth exactly 6.
    ```
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from kobako.core.errors import BadGame
from kobako.core.words import LANGUAGES, check_lang

if TYPE_CHECKING:
    from kobako.core.game import Game

PICTURE = re.compile(r"^```position +([\w-]+)\n(.*?)\n```$", re.M | re.S)


def read_rulebook(package: str, lang: str) -> str:
    """The rules of a game, in another language where it has no page in this one."""
    check_lang(lang)
    for page in (f"rulebook.{known}.md" for known in dict.fromkeys((lang, *LANGUAGES))):
        path = files(package).joinpath(page)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise BadGame(f"{package} has no rules page: its rulebook.en.md is missing")


def with_pictures(game: Game, text: str, lang: str) -> str:
    """A rules page whose pictures are drawn in letters, for where nothing else can be drawn."""
    from kobako.core.examples import find_example

    def drawn(found: re.Match[str]) -> str:
        return f"```text\n{find_example(game, found[1]).draw(lang)}\n```\n\n*{found[2]}*"

    return PICTURE.sub(drawn, text)


def rule_numbers(text: str) -> list[str]:
    """The numbers of the rules in a page, in order: those that stand in bold."""
    return re.findall(r"\*\*([A-Z]{3}-\d+)\*\*", text)
