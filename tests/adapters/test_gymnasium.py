"""Gymnasium's own check on every setup, and what it does not ask: masks, forfeits, bots of choice."""

import copy
import pickle
import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kobako
from kobako.adapters.gymnasium import KobakoEnv, env_id
from kobako.bots.random import RandomBot
from kobako.core.errors import BadOption, BadSeat, IllegalAction, KobakoError
from tests.adapters.tables import SETUPS, asked

GAMES = kobako.game_names()


def episode(env, seed, rng):
    """Play a game by the mask; gives its reward and what was seen."""
    known, info = env.reset(seed=seed)
    seen, over, reward = [known.tobytes()], False, 0.0
    while not over:
        assert env.observation_space.contains(known)
        assert info["action_mask"].any()
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        known, reward, over, cut, info = env.step(action)
        assert not cut
        assert over or reward == 0.0
        seen.append(known.tobytes())
    assert not info["action_mask"].any()
    return reward, seen


@pytest.mark.parametrize("setup", SETUPS)
def test_the_check_of_gymnasium(setup):
    how = asked(setup)
    options = {name: value for name, value in how.items() if name not in ("game", "players")}
    check_env(gymnasium.make(env_id(how["game"], how["players"]), **options).unwrapped)


@pytest.mark.parametrize("setup", SETUPS)
def test_games_by_the_mask(setup):
    env = KobakoEnv(**asked(setup))
    worth = {-1 / (setup.players - 1), 0.0, 1.0}
    for seed in range(2):
        reward, seen = episode(env, seed, random.Random(seed))
        assert (reward, seen) == episode(env, seed, random.Random(seed))
        assert reward in worth or -1 / (setup.players - 1) < reward < 1
        ranks = env.match.ranks
        assert (reward == max(worth)) == (ranks[env._mine] == 1 and ranks.count(1) == 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_deal_is_that_of_the_seed(name):
    env = KobakoEnv(name, players=3, seat=2)
    env.reset(seed=9)
    assert env.match.seed == kobako.game(name).new(seed=9).seed
    assert env.match.seat == 2
    env.reset()
    assert env.match.seed != kobako.game(name).new(seed=9).seed


def test_seats_are_drawn_or_chosen():
    drawn = KobakoEnv("ice")
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(40)} == {0, 1, 2, 3}
    assert {KobakoEnv("ice", seat=1).reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}


def test_an_action_that_is_not_allowed_ends_the_game():
    env = KobakoEnv("kotori", players=2, seat=0, first=0)
    env.reset(seed=1)
    _, reward, over, cut, info = env.step(1)
    assert (reward, over, cut) == (-1.0, True, False)
    assert "KOT-4" in info["illegal"]
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    assert env.step(77)[1:3] == (-1.0, True)
    env.reset(seed=1)
    assert "array([0]) is not an action" in env.step(np.array([0]))[4]["illegal"]


def test_strict_raises_and_changes_nothing():
    env = KobakoEnv("kotori", players=2, seat=0, first=0, strict=True)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="KOT-4"):
        env.step(1)
    assert not env.step(0)[2]


def test_bots_of_choice():
    met = []

    def maker(game, seed):
        met.append(game.name)
        return RandomBot(seed)

    env = KobakoEnv("donburiko", players=4, opponents=["greedy", maker, "search:20"])
    episode(env, 3, random.Random(3))
    assert met == ["donburiko"]
    with pytest.raises(BadOption, match="leave 3 seats to bots, and 2 are named"):
        KobakoEnv("donburiko", players=4, opponents=["greedy", "random"])
    with pytest.raises(BadOption, match="no bot 'nobody'"):
        KobakoEnv("donburiko", opponents="nobody")
    with pytest.raises(BadOption, match="a bot's name or a function"):
        KobakoEnv("donburiko", opponents=None)


def test_floats_and_wrong_requests():
    env = KobakoEnv("kotori", observations="float32")
    assert env.reset(seed=1)[0].dtype == np.float32
    with pytest.raises(BadOption, match="uint8 or float32"):
        KobakoEnv("kotori", observations="int64")
    for seat in (2, 0.5, "first"):
        with pytest.raises(BadSeat, match="0 to 1"):
            KobakoEnv("kotori", players=2, seat=seat)
    with pytest.raises(BadOption, match="render_mode is ansi, rgb_array or None, not 'film'"):
        KobakoEnv("kotori", render_mode="film")
    with pytest.raises(KobakoError, match="no language 'fr'"):
        KobakoEnv("kotori", lang="fr")
    assert KobakoEnv("kotori", players="3", seat="0").reset(seed=1)[1]["seat"] == 0


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_goes_on_apart(way):
    env = KobakoEnv("donburiko", players=3, seat=0, opponents="greedy")
    _, info = env.reset(seed=1)
    twin = way(env)
    played = []
    for table in (env, twin):
        rng, allowed, over = random.Random(1), info["action_mask"], False
        while not over:
            _, _, over, _, after = table.step(rng.choice(np.flatnonzero(allowed).tolist()))
            allowed = after["action_mask"]
        played.append((table.match.kifu(), table.reset()[0].tolist()))
    assert played[0] == played[1]


def test_a_picture():
    env = gymnasium.make("kobako/Tokkuri-3p-v0", render_mode="ansi")
    env.reset(seed=1)
    assert "Seat 3" in env.render()
    with pytest.raises(gymnasium.error.ResetNeeded):
        KobakoEnv("ice", render_mode="ansi").render()
