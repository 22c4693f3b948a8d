"""Answers that are always the same, written down: a page without a server finds them beside itself, and needs no Python
to show its first screens. web/src/here/box.ts knows under which name each of them lies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kobako.bots.registry import level_names
from kobako.core.registry import shelf as games
from kobako.core.rulebook import read_rulebook
from kobako.core.words import LANGUAGES
from kobako.house import shelf
from kobako.house.faults import Fault
from kobako.house.game_files import files_of
from kobako.kit.words import ALONE


def always() -> Iterator[tuple[str, bytes]]:
    """Each answer, and its place: what is asked after /api/, and what it is."""
    yield "games.json", as_json(shelf.shown_games(lambda game: files_of(game.name).address))
    yield "bots.json", as_json(level_names())
    for lang in LANGUAGES:
        yield f"words/{lang}.json", as_json(shelf.catalogue(lang, ALONE))
    for game in games():
        home = f"games/{game.name}"
        for lang in LANGUAGES:
            yield f"{home}/rules.{lang}.md", read_rulebook(game.package, lang).encode()
            yield f"{home}/lessons.{lang}.json", as_json(shelf.told_lessons(game.name, lang))
            yield f"{home}/positions.{lang}.json", as_json(shelf.shown_positions(game, lang))
        try:
            yield f"{home}/study.json", as_json(shelf.study_of(game.name))
        except Fault:
            continue


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
