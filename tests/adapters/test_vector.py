"""The vector environment plays the games that one match after another would play."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import kobako
from kobako.adapters.gymnasium import env_id
from kobako.adapters.vector import KobakoVectorEnv, compiled_against
from kobako.core.errors import BadOption, BadSeat, BadSeed, IllegalAction, UnknownAction
from kobako.core.linking import link
from kobako.core.seeds import seed_words
from tests.janken import installed

GAMES = kobako.game_names()


def any_allowed(mask, rng):
    """A random allowed action at every table."""
    return np.where(mask, rng.random(mask.shape), -1).argmax(1).astype(np.int32)


def plain_table(setup, seed, mine, greedy):
    """One table, played by the same text uncompiled: gives what an agent sees, action by action."""
    run = link(setup.game, lambda f: f, compiled=False, loops=compiled_against(setup.game).loops.modules)
    out, choices, states, guesses = [0] * setup.game.rules.MOST_LEGAL, [0] * 4, [setup.template], [setup.template]
    seeds = [list(seed_words(seed))]
    run.seed_players(choices, seeds, 0)
    run.begin_against([setup.template], out, states, 0, guesses, seeds, mine, greedy, choices, 3)
    while True:
        action = yield states[0], None
        run.apply(states[0], action)
        run.others_play(states, 0, mine, greedy, out, guesses, choices)
        if states[0].over:
            yield states[0], True
            run.next_seed(seeds, 0, 3)
            run.begin_against([setup.template], out, states, 0, guesses, seeds, mine, greedy, choices, 3)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_the_same_games_as_the_plain_text_plays(name, opponents):
    check_against_the_plain_text(
        kobako.game(name).setup(3), gymnasium.make_vec(env_id(name, 3), num_envs=3, opponents=opponents)
    )


def test_greedy_opponents_of_a_game_without_a_prior_go_by_the_score(tmp_path):
    """The same games as the plain text plays; and what a seat does not see changes nothing."""
    with installed(tmp_path) as janken:
        setup = janken.setup(3)
        check_against_the_plain_text(setup, KobakoVectorEnv("janken", 3, 3, opponents="greedy"))
        run = link(janken, lambda f: f, compiled=False, loops=compiled_against(janken).loops.modules)
        assert run.choose_greedily.__name__ == "by_score"
        for seed in range(20):
            choices = set()
            for hidden in range(3):
                match = setup.new(seed)
                match.play(match.legal()[hidden])  # seat 1 does not see it
                choices.add(run.by_score([match.state.copy()], 0, [0, 1, 2], 3, [None], [seed, 1, 2, 3]))
            assert len(choices) == 1


def check_against_the_plain_text(setup, envs):
    """Three tables of a vector environment, move by move beside the plain text."""
    rng, opponents = np.random.default_rng(1), envs.unwrapped._greedy
    known, infos = envs.reset(seed=40)
    tables = [plain_table(setup, 40 + i, i, opponents) for i in range(3)]
    states = [next(table)[0] for table in tables]
    ended = 0
    for _ in range(200):
        for i, state in enumerate(states):
            view = kobako.View(setup, state, i)
            assert np.array_equal(known[i], view.observation())
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == sorted(map(int, view.legal()))
        actions = any_allowed(infos["action_mask"], rng)
        known, rewards, over, cut, infos = envs.step(actions)
        assert not cut.any()
        for i, table in enumerate(tables):
            states[i], end = table.send(int(actions[i]))
            assert bool(end) == over[i]
            if end:
                ended += 1
                worth = [0.0] * 3
                setup.game.plain.reward(states[i], worth)
                assert rewards[i] == np.float32(worth[i])
                assert np.array_equal(infos["final_obs"][i], kobako.View(setup, states[i], i).observation())
                assert infos["_final_obs"][i]
                info = infos["final_info"]
                assert info["_scores"][i]
                assert info["seat"][i] == i
                assert info["scores"][i].tolist() == [setup.game.rules.score(states[i], seat) for seat in range(3)]
                assert (info["ranks"][i] == 1).tolist() == [value == max(worth) for value in worth]
                states[i] = next(table)[0]
            else:
                assert rewards[i] == 0
    assert ended > 2


def test_threads_and_copies_change_nothing():
    one = KobakoVectorEnv("ice", players=4, num_envs=50, opponents="greedy", observations="float32")
    two = KobakoVectorEnv("ice", 4, 50, opponents="greedy", observations="float32", threads=3, copy=False)
    (known, infos), (theirs, their_infos) = one.reset(seed=3), two.reset(seed=3)
    rng = np.random.default_rng(2)
    for _ in range(60):
        assert known.dtype == np.float32
        assert np.array_equal(known, theirs)
        assert np.array_equal(infos["action_mask"], their_infos["action_mask"])
        actions, before, kept = any_allowed(infos["action_mask"], rng), known, known.copy()
        known, rewards, over, _, infos = one.step(actions)
        assert np.array_equal(before, kept)
        again, their_rewards, their_over, _, their_infos = two.step(actions)
        assert again is theirs
        assert np.array_equal(rewards, their_rewards)
        assert np.array_equal(over, their_over)


def test_it_is_what_gymnasium_asks_for():
    envs = gymnasium.make_vec("kobako/Kotori-2p-v0", num_envs=6)
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    counted = RecordEpisodeStatistics(envs)
    known, infos = counted.reset(seed=1)
    assert counted.observation_space.contains(known)
    rng, episodes = np.random.default_rng(1), 0
    for _ in range(100):
        actions = any_allowed(infos["action_mask"], rng)
        assert counted.action_space.contains(actions.astype(np.int64))
        known, rewards, over, cut, infos = counted.step(actions)
        assert rewards.shape == over.shape == cut.shape == (6,)
        assert over.dtype == cut.dtype == np.bool_
        if over.any():
            assert np.allclose(infos["episode"]["r"][over], rewards[over])
            episodes += over.sum()
    assert episodes > 6
    first = envs.reset(seed=4)[0]
    assert np.array_equal(first, envs.reset(seed=4)[0])
    assert not np.array_equal(first, envs.reset()[0])


def test_an_action_that_is_not_allowed_ends_that_game_alone():
    envs = KobakoVectorEnv("kotori", players=2, num_envs=4, seat=0, first=0)
    envs.reset(seed=1)
    _, rewards, over, _, infos = envs.step(np.array([0, 1, 0, 99]))
    assert rewards.tolist() == [0, -1, 0, -1]
    assert over.tolist() == [False, True, False, True]
    assert infos["action_mask"].tolist()[1] == [1, 0]  # a new game
    assert not infos["final_info"]["_ranks"].any()  # a forfeit leaves nobody's
    strict = KobakoVectorEnv("kotori", players=2, num_envs=2, seat=0, first=0, strict=True)
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"game 1 of the batch: 'pass' is not allowed \(KOT-4\)"):
        strict.step(np.array([0, 1]))


@pytest.mark.parametrize("seed", [5, [5, 6], "0x5"])
def test_the_deals_after_a_seed_follow_from_it(seed):
    envs = KobakoVectorEnv("kotori", players=2, num_envs=2)
    deals = []
    for _ in range(2):
        envs.reset(seed=seed)
        deals.append(envs.reset()[0])
    assert np.array_equal(*deals)
    with pytest.raises(BadSeed):
        envs.reset(seed=[1, "no seed"])  # one that is refused seeds nothing
    after = envs.reset()[0]
    envs.reset(seed=seed)
    envs.reset()
    assert np.array_equal(envs.reset()[0], after)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_goes_on_apart(way):
    envs = KobakoVectorEnv("kotori", players=2, num_envs=4, threads=2, copy=False)
    mask = envs.reset(seed=1)[1]["action_mask"]
    twin, played = way(envs), []
    for table in (envs, twin):
        rng, now = np.random.default_rng(1), mask.copy()
        for _ in range(30):
            known, *_, infos = table.step(any_allowed(now, rng))
            now = infos["action_mask"]
        played.append((known.tolist(), now.tolist(), table.reset()[0].tolist()))
    assert played[0] == played[1]


def test_nothing_is_played_before_the_deal():
    envs = KobakoVectorEnv("kotori", players=2, num_envs=2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        envs.step(np.zeros(2, np.int32))


def test_wrong_requests():
    with pytest.raises(BadOption, match="random or greedy"):
        KobakoVectorEnv("kotori", opponents="search:10")
    for seat in (4, 1.5):
        with pytest.raises(BadSeat, match="0 to 3"):
            KobakoVectorEnv("kotori", seat=seat)
    for count in (0, -1, 1.5, "many"):
        with pytest.raises(BadOption, match=f"num_envs is a whole number from 1 on, not {count!r}"):
            gymnasium.make_vec("kobako/Kotori-2p-v0", num_envs=count)
    assert KobakoVectorEnv("kotori", players="3", num_envs=3)._seats.tolist() == [0, 1, 2]
    envs = KobakoVectorEnv("kotori", num_envs=2)
    with pytest.raises(BadSeed, match="2 games need one seed, or 2, not 3"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=[1, 2])
    with pytest.raises(UnknownAction, match="a step takes 2 actions"):
        envs.step(np.zeros(3, np.int32))
