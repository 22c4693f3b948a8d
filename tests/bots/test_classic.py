"""The yardstick: `classic:N` is the search of the first release, node by node, whatever the others learn."""

import hashlib
import json
import random
from pathlib import Path

import pytest

import kobako
from kobako.bots.minds import mind_of
from kobako.bots.registry import make_bot
from kobako.bots.search.thinking import compiled_search
from kobako.bots.search.tree import compiled_tree
from kobako.core.errors import BadOption

HOME = Path(__file__).parent / "classic.json"  # the trees that the first release grew; nothing is to change here
TREE = ("child", "sibling", "action", "visits", "avail", "total")


def grown(name):
    """A hash of the trees of some positions."""
    game, h = kobako.game(name), hashlib.sha256()
    run = compiled_search(game).kernel("search")
    for players in game.players:
        for seed in range(3):
            match, rng = game.new(players=players, seed=seed), random.Random(seed)
            for _ in range(10 * seed):
                match.play(rng.choice(match.legal()))
            view = match.view(match.seat)
            tree = compiled_tree(view, compiled_search(game), 1502, seed)
            tree.think(run, 1500, mind_of(game).exploration)
            used = tree.nodes[1 : int(tree.book[1])]
            h.update(repr([used[field].tolist() for field in TREE]).encode())
            h.update(repr((tree.outcome.tolist(), tree.random.tolist())).encode())
    return h.hexdigest()[:16]


@pytest.mark.parametrize("name", kobako.game_names())
def test_its_trees_are_those_of_the_first_release(name):
    assert grown(name) == json.loads(HOME.read_text())[name]


def test_it_thinks_so_often_as_it_is_told():
    game = kobako.game("kotori")
    assert make_bot("classic:50", game, 1).budget.simulations == 50
    with pytest.raises(BadOption, match="classic:N thinks N times"):
        make_bot("classic:none", game, 1)
