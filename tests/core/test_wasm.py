"""The third form of the rules: plain = compiled = WebAssembly, state by state, in a real engine."""

import json

import numpy as np
import pytest

import kobako
from bench.wasm import ROOT, in_node, task_of
from hatch_build import optimised
from kobako.bots.minds import learned_of, mind_of
from kobako.bots.search.nodes import Nodes
from kobako.bots.search.thinking import compiled_search, plain_search, thinking_of
from kobako.bots.search.tree import compiled_tree, plain_tree
from kobako.bots.wasm import wasm_of
from kobako.core.compiling import ENGINE
from kobako.core.wasm import Module, build
from kobako.scaffold.new import write_game
from kobako.testing import check_compiled, house_setups, setups
from kobako.testing.wasm import InWasm
from tests.as_compiled import assert_as_compiled
from tests.soaking import long

GAMES = ("donburiko", "ice", "kotori", "tokkuri", "umbradeco")
MOST_BYTES = 40_000


@pytest.fixture(scope="module")
def shipped():
    """A game's module as it is shipped: optimised."""
    made = {}

    def module(game):
        if game.name not in made:
            plain = wasm_of(game)
            made[game.name] = Module(optimised(ROOT / "web", plain.bytes), plain.layout)
        return made[game.name]

    return module


def hold_to_the_law(game, module, seeds):
    form = InWasm(game, module)
    return sum(check_compiled(setup, form, seeds) for setup in setups(game))


@pytest.mark.parametrize("name", GAMES)
def test_plain_is_wasm(name, shipped):
    game = kobako.game(name)
    assert hold_to_the_law(game, shipped(game), range(2)) > 500


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_out_of_bounds_and_no_place_is_counted_from_the_end(name):
    game = kobako.game(name)
    module = wasm_of(game, checked=True)
    assert hold_to_the_law(game, module, range(100, 105)) > 1000
    form = InWasm(game, module)
    for setup in house_setups(game):
        check_compiled(setup, form, range(1))


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_plain_is_wasm_for_long(name, shipped):
    game = kobako.game(name)
    print(name, hold_to_the_law(game, shipped(game), range(1000, 1000 + long(60))), "states")


def think(tree, form, game, simulations):
    """A tree after some thought: its nodes field by field (what lies between fields is nobody's), and its sums."""
    tree.think(form.kernel("search"), simulations, mind_of(game).exploration)
    used = tree.nodes[: int(tree.book[1])]
    return [used[name].tolist() for name, _ in Nodes.RECORD], tree.outcome.tolist(), tree.random.tolist()


@pytest.mark.parametrize("name", GAMES)
def test_the_search_grows_the_same_tree_in_all_three_forms(name, shipped):
    game = kobako.game(name)
    forms = compiled_search(game), InWasm(game, shipped(game))
    for players in game.players:
        match = game.new(players, seed=players)
        view = match.view(match.seat)
        for parts in {False, mind_of(game).parts}:
            trees = [compiled_tree(view, form, 2002, players, parts) for form in forms]
            compiled, wasm = (think(tree, form, game, 1000) for tree, form in zip(trees, forms))
            assert compiled == wasm
    for parts in {False, mind_of(game).parts}:
        plain, again = plain_tree(view, 202, 7, parts), compiled_tree(view, forms[1], 202, 7, parts)
        plain.think(plain_search(game), 100, mind_of(game).exploration)
        think(again, forms[1], game, 100)
        assert plain.thought() == again.thought()
        assert plain.outcome == again.outcome.tolist()


@pytest.mark.parametrize("name", [name for name in GAMES if learned_of(kobako.game(name))])
def test_the_guided_search_grows_the_same_tree_in_all_three_forms(name, shipped):
    game = kobako.game(name)
    rng = np.random.default_rng(3)
    thinking = thinking_of(game, rng.integers(-800, 800, learned_of(game).shape.size).tolist())
    forms = thinking.compiled, InWasm(game, shipped(game))
    for players in game.players:
        view = game.new(players, seed=players).view(0)
        found = []
        for form in forms:
            tree = thinking.tree(view, 502, players)
            tree.think(form.kernel("guided"), 500, thinking.explore)
            used = tree.nodes[: int(tree.book[1])]
            found.append(([used[name].tolist() for name, _ in Nodes.RECORD], tree.outcome.tolist()))
        assert found[0] == found[1]


@pytest.mark.parametrize("name", GAMES)
def test_v8_and_our_host_in_a_page_agree_with_numba(name, shipped):
    game = kobako.game(name)
    setup = game.setup(3)
    task = task_of(setup, 50, 500)
    assert_as_compiled(setup, task, in_node("results", shipped(game).bytes, task))


@pytest.mark.parametrize("name", GAMES)
def test_it_is_small_the_same_every_time_and_laid_out_as_numpy_has_it(name, shipped):
    game = kobako.game(name)
    one, other = wasm_of(game), wasm_of(game)
    assert one == other
    assert len(shipped(game).bytes) < MOST_BYTES
    assert set(ENGINE.names) | {"search", "weigh", "note_roots"} == set(one.exports) - {"guided"}
    layout = json.loads(json.dumps(one.layout))
    for record, dtype in (("state", game.compiled.dtype), ("node", np.dtype(list(Nodes.RECORD), align=True))):
        described = layout["records"][record]
        assert described["size"] == dtype.itemsize
        for field, place in described["fields"].items():
            kind, offset = dtype.fields[field][:2]
            assert (place["offset"], place["element"]) == (offset, kind.base.name)
            assert tuple(place["sizes"]) == kind.shape


def test_a_game_from_elsewhere(janken):
    assert hold_to_the_law(janken(), wasm_of(janken()), range(5)) > 100


def test_a_game_just_begun(tmp_path, monkeypatch):
    write_game("kitsune", tmp_path)  # a name that no other test wants: once imported it is taken
    monkeypatch.syspath_prepend(str(tmp_path / "kitsune"))
    game = __import__("kitsune").GAME
    assert hold_to_the_law(game, build(game), range(5)) > 100


def test_the_batch_step_is_the_same(janken):
    """Rewards are of 32 bits, observations and masks are cleared at once, and a game that ends is dealt anew."""
    game = janken()
    setup, forms, after = game.setup(3), (game.compiled, InWasm(game, wasm_of(game))), []
    for form in forms:
        n, rng = 5, np.random.default_rng(1)
        states, seeds, choices = np.zeros(n, form.dtype), rng.integers(0, 1 << 32, (n, 4)), np.zeros((n, 4), np.int64)
        legals, counts, seats, actions = (
            np.zeros((n, game.rules.MOST_LEGAL), np.int32),
            *(np.zeros(n, np.int32) for _ in range(3)),
        )
        mask, done = np.zeros((n, game.actions), np.uint8), np.zeros(n, np.uint8)
        obs, rewards = np.zeros((n, game.knowledge.OBSERVATION), np.uint8), np.zeros((n, 3), np.float32)
        template = form.records([setup.template])
        form.kernel("reset")(template, states, seeds, choices)
        form.kernel("lay_open")(states, legals, counts, mask, obs, seats)
        ended = np.zeros(n, np.int64)
        for _ in range(60):
            form.kernel("pick")(legals, counts, choices, actions)
            assert form.kernel("first_wrong")(mask, actions) == -1
            form.kernel("step")(template, states, actions, seeds, legals, counts, mask, obs, seats, rewards, done, n)
            ended += done
        assert ended.all()
        after.append([a.tobytes() for a in (states, seeds, choices, legals, counts, mask, obs, seats, rewards, ended)])
    assert after[0] == after[1]
