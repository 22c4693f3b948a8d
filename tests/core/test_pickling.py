"""Games, setups, views, events and matches are copied and pickled, and go on as they would have."""

import base64
import copy
import json
import pickle
import random
from pathlib import Path

import pytest

import kobako
from kobako.core.errors import BadGame
from kobako.core.fields import ruled_bytes
from kobako.core.game import Game

GAMES = kobako.game_names()
# The match of `halfway` and its views (of seats 0 to 2 and of a spectator), pickled before there were positions.
KEPT = json.loads((Path(__file__).parent / "kept" / "pickles.json").read_text())


def pickled(thing):
    """The thing, pickled and back."""
    return pickle.loads(pickle.dumps(thing))


def ruled(view):
    """All of a view that the rules go by."""
    return ruled_bytes(view.state, view.setup.game.fields)


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
        assert twin.to_bytes() == view.to_bytes()
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


def test_an_error_is_pickled_with_its_words():
    match = kobako.game("kotori").new(players=2, seed=1)
    refused = pickled(match.refusal(match.setup.action("pass")))
    assert (refused.rule, refused.legal) == ("KOT-4", ("bid",))
    assert str(refused) == str(match.refusal(match.setup.action("pass")))
    assert "パス" in refused.words("ja")


@pytest.mark.parametrize("name", KEPT)
def test_what_was_pickled_before_is_read(name):
    kept = {key: value if key == "kifu" else unpickled(value) for key, value in KEPT[name].items()}
    match = halfway(name)
    assert kept["match"].kifu() == kept["kifu"] == match.kifu()
    for seat, view in zip((0, 1, 2, None), kept["views"], strict=True):
        assert (view.seat, ruled(view)) == (seat, ruled(match.view(seat)))  # what happened was not kept then
    assert played_out(kept["match"]) == played_out(match)


def unpickled(text):
    """What a kept text holds, or each text of a list."""
    if isinstance(text, list):
        return [unpickled(one) for one in text]
    return pickle.loads(base64.b85decode(text))
