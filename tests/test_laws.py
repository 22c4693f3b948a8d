"""The laws, for every game, every number of players, every option."""

import pytest

import kobako
from kobako.core.compiling import Compiled
from kobako.testing import check_compiled, check_coverage, check_match, check_words, house_setups, setups
from kobako.testing.laws import check_texts
from kobako.testing.own_parts import check_drawing, check_labels
from tests.soaking import long

GAMES = kobako.game_names()
SETUPS = [pytest.param(setup, id=repr(setup)) for name in GAMES for setup in setups(kobako.game(name))]


@pytest.mark.parametrize("name", GAMES)
def test_words(name):
    check_words(kobako.game(name))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_the_generic_table_and_the_drawing_can_show_it(name):
    check_labels(kobako.game(name))
    check_drawing(kobako.game(name))


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 1 + long(5)), marks=pytest.mark.soak)])
@pytest.mark.parametrize("setup", SETUPS)
def test_laws(setup, seeds):
    check_texts(setup)
    for seed in seeds:
        check_match(setup, seed)


@pytest.mark.parametrize("name", GAMES)
def test_laws_hold_by_house_rules(name):
    for setup in house_setups(kobako.game(name)):
        check_texts(setup)
        check_match(setup, 0, every=41)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_laws_hold_by_all_house_rules(name):
    game = kobako.game(name)
    compiled = Compiled(game, boundscheck=True)
    for seed in range(long(2)):
        for setup in house_setups(game, every=True):
            check_match(setup, seed)
            check_compiled(setup, compiled, range(seed, seed + 1))


@pytest.mark.parametrize("name", GAMES)
def test_everything_happens(name):
    check_coverage(kobako.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_plain_is_compiled(name):
    game = kobako.game(name)
    compiled = Compiled(game)
    compared = sum(check_compiled(setup, compiled, range(10)) for setup in setups(game))
    assert compared > 1000
    for setup in house_setups(game):
        check_compiled(setup, compiled, range(1))


@pytest.mark.soak  # minutes of compiling; the tests hold WebAssembly to it: tests/core/test_wasm.py
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_out_of_bounds(name):
    game = kobako.game(name)
    checked = Compiled(game, boundscheck=True)
    for setup in setups(game):
        check_compiled(setup, checked, range(100, 110))
    for setup in house_setups(game):
        check_compiled(setup, checked, range(1))
