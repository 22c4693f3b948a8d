"""Sentences for the screen to say, as the terminal says them: `python -m tests.web.sentences` prints them as JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import kobako
from kobako.core.match import Match
from kobako.core.words import LANGUAGES, load_words
from kobako.testing import setups

NAMES = ["Aya", "勉", "", "Dana"]


def sentences(match: Match, rng: random.Random) -> list[dict[str, Any]]:
    """Some events of a game through some eyes, in both languages."""
    found = []
    for event in match.events:
        seen = event.seen_by(rng.choice([None, *range(match.players)]))
        for lang in LANGUAGES:
            item = {"ply": event.ply, **seen.show()}
            names = NAMES[: match.players]
            said = seen.words(lang, names)
            found.append({"game": match.game.name, "lang": lang, "item": item, "names": names, "said": said})
    return found


def main() -> None:
    """Play a game of each, and one with each option, and print what was said."""
    cases: list[dict[str, Any]] = []
    for name in kobako.game_names():
        rng = random.Random(name)
        for setup in setups(kobako.game(name)):
            if setup.players == 4:
                match = setup.new(seed=4).run(lambda match: rng.choice(match.legal()))  # noqa: B023
                cases += sentences(match, rng)
    catalogues = {
        lang: {
            "screen": load_words("kobako.server", lang).tables,
            "games": {name: kobako.game(name).words(lang).tables for name in kobako.game_names()},
        }
        for lang in LANGUAGES
    }
    kinds = {
        name: {kind.name: {arg.name: arg.kind for arg in kind.args} for kind in kobako.game(name).events.values()}
        for name in kobako.game_names()
    }
    print(json.dumps({"catalogues": catalogues, "kinds": kinds, "sentences": cases}))


if __name__ == "__main__":
    main()
