"""PettingZoo's own suite on every setup, and what it does not ask: copies, seeds, refusals."""

import copy
import pickle
import random

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import kobako
from kobako.adapters.pettingzoo import env, raw_env
from kobako.core.errors import BadOption, BadSeed, IllegalAction, KobakoError, UnknownAction
from tests.adapters.tables import SETUPS, asked
from tests.soaking import long

GAMES = kobako.game_names()

# The suite would rather have arrays for observations than the dict with a mask that PettingZoo's own games have.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def play(table, steps, rng):
    """Play some random steps; gives what was seen."""
    seen = []
    for _ in range(steps):
        if not table.agents:
            break
        known, reward, over, _, info = table.last()
        seen.append(
            (table.agent_selection, known["observation"].tobytes(), known["action_mask"].tobytes(), reward, info)
        )
        table.step(None if over else int(rng.choice(np.flatnonzero(known["action_mask"]))))
    return seen


@pytest.mark.parametrize("setup", SETUPS)
def test_the_suite_of_pettingzoo(setup):
    how = asked(setup)
    api_test(env(**how), num_cycles=12)
    seed_test(lambda: env(**how), num_cycles=12)


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS)
def test_the_suite_of_pettingzoo_at_length(setup):
    how = asked(setup)
    api_test(env(**how), num_cycles=long(300))
    api_test(raw_env(**how), num_cycles=long(300))
    seed_test(lambda: env(**how), num_cycles=long(150))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rendering(name, players, capsys):
    render_test(lambda render_mode: env(name, players=players, render_mode=render_mode))
    assert "Seat 1" in capsys.readouterr().out


def test_an_image_changes_with_the_table():
    table = env("ice", players=4, render_mode="rgb_array")
    table.reset(seed=1)
    before = table.render()
    assert len(np.unique(before.reshape(-1, 3), axis=0)) == 3  # cloth, text, the seat to move
    play(table, 4, random.Random(1))
    after = table.render()
    assert before.shape != after.shape or (before != after).any()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_the_one_of_that_seed(name):
    table, match = raw_env(name, players=3), kobako.game(name).new(players=3, seed=11)
    table.reset(seed=11)
    rng = random.Random(3)
    while not match.over:
        known, _, over, _, _ = table.last()
        assert not over
        assert table.agent_selection == f"seat_{match.seat}"
        assert np.array_equal(known["observation"], match.view(match.seat).observation())
        assert np.flatnonzero(known["action_mask"]).tolist() == sorted(map(int, match.legal()))
        for seat in {0, 1, 2} - {match.seat}:
            other = table.observe(f"seat_{seat}")
            assert np.array_equal(other["observation"], match.view(seat).observation())
            assert not other["action_mask"].any()
        action = rng.choice(match.legal())
        match.play(action)
        table.step(int(action))
    assert table.match.to_bytes() == match.to_bytes()
    share = np.array([seat in match.winners for seat in range(3)]) / len(match.winners)
    assert np.allclose([table.rewards[f"seat_{seat}"] for seat in range(3)], (3 * share - 1) / 2)
    assert [table.infos[f"seat_{seat}"] for seat in range(3)] == [
        {"score": score, "rank": rank} for score, rank in zip(match.scores, match.ranks, strict=True)
    ]


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("way", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_in_mid_game_goes_on_apart(name, way, make):
    table = make(name, players=4)
    twin = way(table)  # one that has dealt nothing yet
    twin.reset(seed=5)
    table.reset(seed=5)
    play(table, 9, random.Random(1))
    twin = way(table)
    assert twin.unwrapped.match.to_bytes() == table.unwrapped.match.to_bytes()
    before = table.unwrapped.match.to_bytes()
    theirs = play(twin, 2000, random.Random(2))
    assert table.unwrapped.match.to_bytes() == before
    assert play(table, 2000, random.Random(2)) == theirs
    assert len(theirs) > 9
    for other in (table, twin):
        other.reset()
    assert table.unwrapped.match.seed == twin.unwrapped.match.seed  # the deals to come are the same ones too


def test_seeding_resets_nothing_else():
    table = raw_env("kotori", players=2)
    table.reset(seed=1)
    space = table.action_space("seat_0")
    space.seed(7)
    expected = [space.sample() for _ in range(20)]
    space.seed(7)
    drawn = [space.sample() for _ in range(10)]
    state = random.getstate(), np.random.get_state()[1].tolist()
    table.reset(seed=2)
    assert table.action_space("seat_0") is space
    assert drawn + [space.sample() for _ in range(10)] == expected
    assert (random.getstate(), np.random.get_state()[1].tolist()) == state


def test_deals_without_a_seed_differ():
    table = raw_env("ice")
    table.reset(seed=1)
    seeds = {table.match.seed}
    for _ in range(5):
        table.reset()
        seeds.add(table.match.seed)
    assert len(seeds) == 6


def test_what_is_not_allowed():
    table = raw_env("kotori", players=2)
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match="KOT-4"):
        table.step(1)
    assert table.match.actions == []
    wrapped = env("kotori", players=2)
    wrapped.reset(seed=1)
    culprit, other = wrapped.agent_selection, {"seat_0": "seat_1", "seat_1": "seat_0"}[wrapped.agent_selection]
    wrapped.step(1)
    assert wrapped.terminations == {"seat_0": True, "seat_1": True}
    assert wrapped.rewards == {culprit: -1.0, other: 0}
    assert "KOT-4" in wrapped.infos[culprit]["illegal"]


@pytest.mark.parametrize("name", GAMES)
def test_a_forfeit_is_the_one_of_pettingzoo(name):
    ours, theirs = env(name, players=3), TerminateIllegalWrapper(raw_env(name, players=3), illegal_reward=-1.0)
    for table in (ours, theirs):
        rng = random.Random(4)
        table.reset(seed=4)
        play(table, 11, rng)
        while table.last()[0]["action_mask"].all():
            play(table, 1, rng)
        table.step(int(table.last()[0]["action_mask"].argmin()))
    assert not ours.unwrapped.match.over
    assert [info.pop("illegal", None) for info in ours.infos.values()].count(None) == 2  # ours alone names the rule
    for _ in range(3):
        for part in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
            assert getattr(ours, part) == getattr(theirs, part)
        assert ours.last()[1:] == theirs.last()[1:]
        for table in (ours, theirs):
            table.step(None)
    assert ours.agents == theirs.agents == []


def test_no_action_of_the_game_at_all():
    table = env("kotori", players=2)
    table.reset(seed=1)
    culprit = table.agent_selection
    table.step(2)
    assert table.rewards[culprit] == -1.0
    assert "2 is not an action of kotori" in table.infos[culprit]["illegal"]
    raw = raw_env("kotori", players=2)
    raw.reset(seed=1)
    with pytest.raises(UnknownAction, match="2 is not an action of kotori"):
        raw.step(2)
    assert not any(raw.terminations.values())


def test_wrong_requests():
    with pytest.raises(BadOption, match="render_mode is human, ansi, rgb_array or None"):
        raw_env("ice", render_mode="film")
    with pytest.raises(BadOption, match="call reset"):
        _ = raw_env("ice").match
    table = raw_env("ice")
    table.reset(seed=1)
    with pytest.raises(BadOption, match="without a render_mode"):
        table.render()
    with pytest.raises(BadOption, match="ice has no option 'sugar'"):
        raw_env("ice", sugar=1)
    with pytest.raises(KobakoError, match="no language 'fr'"):
        raw_env("ice", lang="fr")
    assert len(raw_env("ice", players="3").possible_agents) == 3


def test_a_seed_that_is_refused_seeds_nothing():
    tables = [raw_env("ice"), raw_env("ice")]
    for table in tables:
        table.reset(seed=1)
    for wrong in (-1, 1.5, 1 << 128):
        with pytest.raises(BadSeed, match="is not a seed"):
            tables[0].reset(seed=wrong)
    for table in tables:
        table.reset()
    assert tables[0].match.seed == tables[1].match.seed
