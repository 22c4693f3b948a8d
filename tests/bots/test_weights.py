"""Weights: read as they were written, and refused by name where they do not fit; then the game plays on without."""

import json
import logging
from types import SimpleNamespace

import pytest

import kobako
from kobako.bots import minds
from kobako.bots.bot import Budget
from kobako.bots.minds import learned_of, weights_of
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import classic_thinking, thinking_of
from kobako.bots.weights import BadWeights, Shape, read_weights, seal, write_weights, written

GAME = kobako.game("kotori")
SHAPE = Shape(3, ("points", "room"), (), ("lead",))


def text():
    return written(GAME, SHAPE, [5, -7, 1024], "kobako train kotori --seed 9", 9)


def changed(**told):
    """A file that says something else, its hash renewed."""
    found = {**json.loads(text()), **told}
    return json.dumps({**found, "hash": seal(found)})


def test_they_are_read_as_they_were_written(tmp_path):
    write_weights(GAME, SHAPE, [5, -7, 1024], "kobako train kotori --seed 9", 9, tmp_path / "mind.json")
    [path] = tmp_path.iterdir()
    found = read_weights(GAME, SHAPE, path.read_text("utf-8"))
    assert (found.numbers, found.made) == ((5, -7, 1024), "kobako train kotori --seed 9")
    assert json.loads(text())["traits"] == {"points": 5, "room": -7}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (lambda: text().replace("1024", "1025"), "damaged: its hash does not fit"),
        (lambda: text()[:-20], "damaged: it is not JSON"),
        (lambda: "{}", 'no file of weights: such a one says "kobako": "weights 1"'),
        (lambda: "[]", "no file of weights"),
        (lambda: changed(game="ice"), "is for game 'ice', and here is 'kotori'; `kobako train kotori` makes others"),
        (lambda: changed(rules=99), "is for rules 99"),
        (lambda: changed(features=2), "is for features 2, and here is 3"),
        (lambda: changed(traits={"points": 5}), "has other traits than points, room"),
        (lambda: changed(measures={"lead": 0.5}), "no whole numbers of 32 bits"),
        (lambda: changed(measures={"lead": 1 << 31}), "weights that are no whole numbers of 32 bits"),
        (lambda: changed(signs=None), "has other signs than none"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(given, told):
    with pytest.raises(BadWeights) as wrong:
        read_weights(GAME, SHAPE, given())
    assert str(wrong.value).startswith("kotori: mind.json ")
    assert told in str(wrong.value)


def test_a_game_whose_weights_are_refused_plays_on_and_says_so_once(monkeypatch, caplog):
    game = kobako.game("umbradeco")

    def refuse(*_):
        raise BadWeights("umbradeco: mind.json is damaged")

    monkeypatch.setattr(minds, "read_weights", refuse)
    weights_of.cache_clear()
    try:
        with caplog.at_level(logging.WARNING, "kobako.bots"):
            bots = [SearchBot(game, Budget(1), seed=1) for _ in range(3)]
        assert [bot.thinking for bot in bots] == [classic_thinking(game)] * 3
        [said] = [record for record in caplog.records if record.name == "kobako.bots"]
        assert said.reason == "umbradeco: mind.json is damaged"
    finally:
        weights_of.cache_clear()


def test_a_game_that_learns_nothing_is_thought_of_as_before():
    class Plain:
        name = "plain"

        def part(self, name):
            return None

    assert learned_of(Plain()) is None
    assert weights_of(Plain()) is None


def test_what_a_learned_mind_leaves_out_its_mind_says():
    class Folder:
        name = "folder"

        def part(self, name):
            return SimpleNamespace(VERSION=1, TRAITS=("a", "b"), note_traits=max) if name == "learned" else None

    found = learned_of(Folder())
    assert found.shape == Shape(1, ("a", "b"), (), ())
    assert found.functions["note_traits"] is max
    assert (found.functions["TRAITS"], found.functions["SIGNS"], found.functions["MEASURES"]) == (2, 0, 0)
    assert found.functions["judge"].__module__ == "kobako.kit.default_learned"


@pytest.mark.parametrize("name", [name for name in kobako.game_names() if learned_of(kobako.game(name))])
def test_the_weights_that_ship_fit_their_game_and_are_what_it_plays_by(name):
    game = kobako.game(name)
    found = read_weights(game, learned_of(game).shape)
    if found is not None:
        assert thinking_of(game).weights == found.numbers
        assert found.made.startswith(f"kobako train {name} --seed ")
