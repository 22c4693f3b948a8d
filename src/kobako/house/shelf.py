"""What stands on the shelf: the games and what is told of each, in both languages. No table is needed for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

import kobako
from kobako.bots.characters import FACES
from kobako.core.errors import BadOption
from kobako.core.examples import examples
from kobako.core.game import Game
from kobako.core.house import HouseRule
from kobako.core.lessons import lesson_words, lessons
from kobako.core.options import Option
from kobako.core.published import StudyShown, published_study
from kobako.core.registry import shelf
from kobako.core.words import LANGUAGES, load_words
from kobako.house.faults import Fault
from kobako.kit.words import screen_words
from kobako.table.frame import shown_example
from kobako.table.protocol import ExampleShown

USUAL = "regular"  # the level of who does not say
TABLE, EMBLEM = "table.js", "emblem.svg"  # what a game may bring for the browser
PICTURES = ("play.webp", "play.svg")  # of play; the first there is
Address = Callable[[str], str | None]  # where such a file is handed out, if there is one


def shown_games(address_of: Callable[[Game], Address]) -> list[dict[str, Any]]:
    """The games, their players and options."""
    return [shown_game(game, address_of(game)) for game in shelf()]


def shown_game(game: Game, address: Address) -> dict[str, Any]:
    """A game on the shelf."""
    return {
        "name": game.name,
        "rules": game.version,
        "titles": {lang: game.title(lang) for lang in LANGUAGES},
        "about": {lang: game.about(lang) for lang in LANGUAGES},
        "players": list(game.players),
        "options": [shown_option(option, game.players) for option in game.options],
        "house_rules": [shown_house_rule(rule) for rule in game.house],
        "events": {kind.name: {arg.name: arg.kind for arg in kind.args} for kind in game.events.values()},
        "table": address(TABLE),
        "emblem": address(EMBLEM),
        "picture": next(filter(None, map(address, PICTURES)), None),
        "lessons": len(lessons(game)),
        "study": published_study(game) is not None,
    }


def shown_option(option: Option, players: Sequence[int]) -> dict[str, Any]:
    """An option of a game."""

    def by_players(choices: Callable[[int], Sequence[Any]]) -> dict[int, list[str]]:
        return {n: list(map(option.text, choices(n))) for n in players if n in option.players}

    return {
        "name": option.name,
        "default": option.text(option.default),
        "allowed": option.allowed,
        "values": by_players(option.choices),
        "house_values": by_players(option.house_choices),
        "free": option.free,
        "several": list(option.several),
        "counted": asdict(option.counted) if option.counted else None,
    }


def shown_house_rule(rule: HouseRule) -> dict[str, Any]:
    """A number of the rulebook that a table may change by naming it."""
    spans = {n: {"least": rule.least[n], "most": rule.most[n], "rulebook": rule.rulebook[n]} for n in rule.players}
    return {"name": rule.name, "rule": rule.rule, "spans": spans}


def told_lessons(game: str, lang: str) -> list[dict[str, Any]]:
    """The lessons of a game, in order, in words."""
    found = kobako.game(game)
    texts = lesson_words(found, lang)
    return [{"name": lesson.name, **texts[lesson.name]} for lesson in lessons(found)]


def study_of(game: str) -> StudyShown:
    """What a study found about a game."""
    found = published_study(kobako.game(game))
    if found is None:
        raise Fault(404, "not_found", f"{game} has no study to show")
    return found


@cache
def shown_positions(game: Game, lang: str) -> dict[str, ExampleShown]:
    """The positions that a game's rules page and its lessons show, by name."""
    return {name: shown_example(example, lang) for name, example in examples(game).items()}


def catalogue(lang: str, screen: str = "browser") -> dict[str, Any]:
    """The words of a screen and of every game, in one language."""
    bots = load_words("kobako.bots", lang).tables
    return {
        "screen": {
            **screen_words(screen, lang).tables,
            **{part: bots[part] for part in ("bot", "thinks", "face", "animal", "manner")},
        },
        "games": {game.name: game.words(lang).tables for game in shelf()},
    }


def level_of(wished: str | None, levels: Sequence[str]) -> str:
    """The level that is wished for. No other bot can be had from outside, and none with an argument."""
    if wished is None:
        return USUAL if USUAL in levels else levels[0]
    if wished not in levels:
        raise BadOption(f"no level {wished!r}: there are {', '.join(levels)}")
    return wished


def known_face(wished: str) -> str:
    """The face that a person wishes for."""
    if wished and wished not in FACES:
        raise BadOption(f"no face {wished!r}: there are {', '.join(FACES)}")
    return wished
