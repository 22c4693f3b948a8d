"""Which events belong to another number of players, or to an option that is not played: no wonder they never happen."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kobako.core.errors import BadOption
from kobako.core.game import Setup
from kobako.core.match import Match

GAMES = 4  # of each other way to play, by players who draw lots


def events_elsewhere(setup: Setup) -> set[str]:
    """The kinds of event that some games of other ways to play have."""
    rng = random.Random(0)
    return {kind for other in other_setups(setup) for seed in range(GAMES) for kind in _happened(other, seed, rng)}


def other_setups(setup: Setup) -> Iterator[Setup]:
    """The game with every other number of players, and with other values of each option; house rules stay."""
    game = setup.game
    yield from (game.setup(players) for players in game.players if players != setup.players)
    texts = setup.option_texts()
    for option in game.options:
        if setup.players not in option.players:
            continue
        for value in option.samples(setup.players):
            try:
                yield game.setup_from(str(setup.players), {**texts, option.name: option.text(value)})
            except BadOption:  # it does not go with another option
                continue


def _happened(setup: Setup, seed: int, rng: random.Random) -> set[str]:
    match = Match(setup, seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return {event.kind.name for event in match.events}
