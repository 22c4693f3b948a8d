"""Every setup of every game: what the conformance suites are run on."""

import pytest

import kobako
from kobako.testing import setups

SETUPS = [
    pytest.param(setup, id=repr(setup)[:70]) for name in kobako.game_names() for setup in setups(kobako.game(name))
]


def asked(setup):
    """A setup as the adapters are asked for it: game, players, and the options that differ from the defaults."""
    options = {
        option.name: option.text(setup.options[option.name])
        for option in setup.game.options
        if option.name in setup.options and setup.options[option.name] != option.default
    }
    return {"game": setup.game.name, "players": setup.players, **options}
