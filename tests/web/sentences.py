"""What the terminal says, for the browser to say too: `python -m tests.web.sentences` prints it as JSON.

Events of games and of tables, refusals, moves, the names of players and of options: in both languages.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import kobako
from kobako.core.errors import KobakoError
from kobako.core.match import Match
from kobako.core.words import LANGUAGES
from kobako.house.shelf import catalogue
from kobako.kit.words import refusal_words, screen_words
from kobako.table import Act, Refused, Sit, Table, Terms, Undo
from kobako.table.requests import EVENTS, SAYINGS
from kobako.terminal import telling
from kobako.testing import setups

NAMES = ["Aya", "勉", "", "Dana"]
Case = dict[str, Any]


def sentences(match: Match, rng: random.Random) -> Iterator[Case]:
    """Some events of a game through some eyes."""
    names = NAMES[: match.players]
    for event in match.events:
        seen = event.seen_by(rng.choice([None, *range(match.players)]))
        for lang in LANGUAGES:
            item = {"ply": event.ply, **seen.show()}
            told = {"game": match.game.name, "lang": lang, "item": item, "names": names}
            yield {**told, "said": telling.told(item, match.game, names, lang)}


def at_tables() -> Iterator[Case]:
    """All that can happen at a table besides its game."""
    items = [{"event": name, "seat": seat} for name in EVENTS if name not in ("said", "refused") for seat in range(4)]
    items += [{"event": "said", "seat": 1, "what": what} for what in SAYINGS]
    items += [{"event": "refused", "seat": 1, "rule": "ICE-3"}]
    for lang in LANGUAGES:
        for item in items:
            said = telling.told({"ply": 3, **item}, kobako.game("ice"), NAMES, lang)
            yield {"game": "ice", "lang": lang, "item": {"ply": 3, **item}, "names": NAMES, "said": said}


def wrongs() -> Iterator[tuple[str, dict[str, Any]]]:
    """Things that are refused, each with the game that it is about: by rules, tables, options, kifu."""
    for name, players, options in (
        ("ice", "3", {"hand": "12"}),
        ("ice", "2", {"first": "3"}),
        ("ice", "3", {"colours": "matcha matcha vanilla"}),
        ("ice", "2", {"cats": "2"}),
        ("ice", "7", {}),
        ("umbradeco", "2", {"edge_stack": "perhaps"}),
        ("tokkuri", "2", {"deck": "5, 6 cats"}),
        ("tokkuri", "2", {"deck": "5 x99"}),
        ("tokkuri", "2", {"deck": "5 x2, dummy"}),
        ("tokkuri", "2", {"rounds": "0"}),
    ):
        yield name, refused(lambda: kobako.game(name).setup_from(players, options))  # noqa: B023
    yield "", refused(lambda: kobako.game("chess"))
    good = kobako.game("kotori").new(players=2, seed=1).run(lambda match: match.legal()[0]).kifu()
    for old, new in (
        ("kobako kifu 1", "a letter"),
        ("game: kotori", "game: chess"),
        ("rules: 1", "rules: 9"),
        ("players: 2", "players: 9"),
        ("0 bid", "0 sleep"),
        ("result: ", "result: 9"),
        ("state: ", "state: 9"),
        ("seed: ", "seeds: "),
    ):
        yield "", refused(lambda: kobako.replay(good.replace(old, new, 1)))  # noqa: B023
    yield "", refused(lambda: kobako.replay(good[: len(good) // 2].rpartition("\n")[0]))
    yield from wrongs_at_a_table()


def wrongs_at_a_table() -> Iterator[tuple[str, dict[str, Any]]]:
    """What a table of Dokitto! Ice refuses."""
    table = Table(Terms(kobako.game("ice").setup(3), 4))
    yield "ice", refused(lambda: table.do(Act(0, "M3", 0)))
    for seat in range(3):
        table.do(Sit(seat, name=NAMES[seat]))
    seat = table.acting[0]
    held = {str(action) for action in table.legal(seat)}
    other = next(str(a) for a in table.terms.setup.actions if a is not None and str(a) not in held)
    for request in (Act(seat, other, 0), Act(seat, "a cat", 0), Act((seat + 1) % 3, other, 0), Act(seat, other, 7)):
        yield "ice", refused(lambda: table.do(request))  # noqa: B023
    yield "ice", refused(lambda: table.do(Undo(seat, 0)))
    yield "ice", refused(lambda: table.do(Sit(1)))
    yield "ice", refused(lambda: table.do(Sit(5)))


def refused(what: Callable[[], Any]) -> dict[str, Any]:
    """A refusal as it is sent."""
    with suppress(KeyError):
        try:
            what()
        except KobakoError as wrong:
            told = {"code": wrong.code, "message": str(wrong), "values": wrong.values}
            return {**told, "rule": wrong.rule} if isinstance(wrong, Refused) and wrong.rule else told
    raise AssertionError("this should have been refused")


def refusals() -> Iterator[Case]:
    """Why something was refused: what can be provoked here, and every other code once."""
    found = list(wrongs())
    texts = screen_words("browser", "en").tables["refusal"]
    for code in texts.keys() - {told["code"] for _, told in found} - {"illegal"}:
        values = dict.fromkeys(re.findall(r"\{(\w+)", texts[code]), 2)
        found.append(("", {"code": code, "message": "in English", "values": values}))
    found.append(("", {"code": "of_a_newer_server", "message": "in English", "values": {"new": 1}}))
    for lang in LANGUAGES:
        for game, told in found:
            said = refusal_words(told, lang, kobako.game(game) if game else None)
            yield {"game": game, "lang": lang, "refused": told, "said": said}


def moves() -> Iterator[Case]:
    """Moves in words, and in short what one may do."""
    for lang in LANGUAGES:
        for name in kobako.game_names():
            setup = kobako.game(name).setup(4)
            legal = [setup.describe(action) for action in setup.actions if action is not None][::7]
            said = [telling.move_words(move, setup.game, NAMES, lang) for move in legal]
            kinds = telling.kinds_words(legal, setup.game, lang)
            yield {"game": name, "lang": lang, "legal": legal, "names": NAMES, "said": said, "kinds": kinds}


def options() -> Iterator[Case]:
    """The options of the games and their values."""
    for lang in LANGUAGES:
        for name in kobako.game_names():
            game = kobako.game(name)
            for option in game.options:
                values = [option.text(value) for n in option.players for value in option.choices(n)]
                said = [game.words(lang).option_value(option.name, value) for value in values]
                called = game.words(lang).option(option.name)
                yield {"game": name, "lang": lang, "option": option.name, "called": called, "values": values} | {
                    "said": said
                }


def players() -> Iterator[Case]:
    """How players are called."""
    seats = [
        {"by": "person", "name": "Aya", "level": None, "away": False},
        {"by": "bot", "name": "", "level": "regular", "away": False},
        {"by": "person", "name": "", "level": None, "away": True},
        {"by": "bot", "name": "", "level": "search:800", "away": False},
        {"by": "open", "name": "", "level": None, "away": False},
    ]
    tables = [[seats[0], seats[1], seats[1]], seats[:4], [seats[0], seats[0], seats[4], seats[4]], [seats[2], seats[1]]]
    for lang in LANGUAGES:
        for table in tables:
            yield {"lang": lang, "seats": table, "said": telling.called(table, lang)}


def main() -> None:
    """Play a game of each, and one with each option, and print what was said."""
    told: list[Case] = [*at_tables()]
    for name in kobako.game_names():
        rng = random.Random(name)
        for setup in setups(kobako.game(name)):
            if setup.players == 4:
                match = setup.new(seed=4).run(lambda match: rng.choice(match.legal()))  # noqa: B023
                told += sentences(match, rng)
    catalogues = {lang: catalogue(lang) for lang in LANGUAGES}
    kinds = {name: kinds_of(kobako.game(name).events.values()) for name in kobako.game_names()}
    cases = {
        "sentences": told,
        "refusals": [*refusals()],
        "moves": [*moves()],
        "options": [*options()],
        "players": [*players()],
    }
    print(json.dumps({"catalogues": catalogues, "kinds": kinds, "table_events": kinds_of(EVENTS.values()), **cases}))


def kinds_of(events: Any) -> dict[str, dict[str, str]]:
    return {kind.name: {arg.name: arg.kind for arg in kind.args} for kind in events}


if __name__ == "__main__":
    main()
