"""Games, setups, views, events and matches are copied and pickled, and go on as they would have."""

import copy
import pickle
import random

import pytest

import kobako
from kobako.core.errors import BadGame
from kobako.core.fields import to_bytes
from kobako.core.game import Game

GAMES = kobako.game_names()


def pickled(thing):
    """The thing, pickled and back."""
    return pickle.loads(pickle.dumps(thing))


def halfway(name):
    """A match in its middle."""
    match, rng = kobako.game(name).new(players=3, seed=5, names=["Ann", "", "Cy"]), random.Random(1)
    for _ in range(9):
        match.play(rng.choice(match.legal()))
    return match


def played_out(match):
    """The kifu of the match, played to its end."""
    rng = random.Random(2)
    return match.run(lambda table: rng.choice(table.legal())).kifu()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_the_same_and_apart(name, way):
    match = halfway(name)
    before, twin = match.kifu(), way(match)
    played = played_out(twin)
    assert match.kifu() == before
    assert played_out(match) == played
    assert twin.to_bytes() == match.to_bytes()
    assert [(e.ply, e.record) for e in twin.events] == [(e.ply, e.record) for e in match.events]


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_view_tells_no_more_than_the_view(name):
    match = halfway(name)
    for seat in (*range(3), None):
        view = match.view(seat)
        twin = pickled(view)
        assert to_bytes(twin.state, match.game.fields) == to_bytes(view.state, match.game.fields)
        assert (twin.seat, twin.legal(), twin.show()) == (seat, view.legal(), view.show())
        if seat is not None:  # of all the deals that the seat holds possible, the pickle is the same
            other = match.copy()
            other.state = view.imagine(7)
            assert pickle.dumps(other.view(seat)) == pickle.dumps(view)


@pytest.mark.parametrize("way", [copy.deepcopy, pickled])
@pytest.mark.parametrize("name", GAMES)
def test_games_setups_and_events(name, way):
    game = kobako.game(name)
    assert way(game) is game
    setup = game.setup(2, first=1)
    assert (way(setup).game, way(setup).players, way(setup).options) == (game, 2, setup.options)
    event = halfway(name).events[-1].seen_by(0)
    assert (way(event).record, str(way(event))) == (event.record, str(event))


def test_a_game_that_the_registry_does_not_have():
    known = kobako.game("kotori")
    for name in ("kotori", "home"):
        other = Game(name, known.version, known.package, known.options[1:])
        with pytest.raises(BadGame, match=f"'{name}' is not this one's in the registry"):
            pickle.dumps(other.new(players=2, seed=1))
        assert copy.deepcopy(other.new(players=2, seed=1)).legal()
