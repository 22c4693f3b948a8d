"""A batch is many matches: the same games, moves refused as a match refuses them."""

import numpy as np
import pytest

import kobako
from kobako.core.batch import Batch
from kobako.core.errors import BadOption, IllegalAction, UnknownAction
from kobako.core.match import legal_actions


@pytest.mark.parametrize("name", kobako.game_names())
@pytest.mark.parametrize("players", [2, 4])
def test_a_batch_plays_the_same_games_as_matches_do(name, players):
    setup = kobako.game(name).setup(players)
    n, first = 8, 2**128 - 3  # seeds that wrap around
    batch = Batch(setup, n, seed=first)
    matches = [setup.new((first + i) % 2**128) for i in range(n)]
    began = [first + i for i in range(n)]
    ended = 0
    for _ in range(setup.bound):
        for i, match in enumerate(matches):
            assert batch.seed(i) == match.seed
            assert batch.states[i].tobytes() == match.to_bytes()
            assert batch.seats[i] == match.seat
            assert np.flatnonzero(batch.mask[i]).tolist() == [int(a) for a in match.legal()]
            assert np.array_equal(batch.observations[i], match.view(match.seat).observation())
        actions = batch.random_actions().copy()
        batch.step(actions)
        for i, match in enumerate(matches):
            match.play(int(actions[i]))
            assert batch.done[i] == match.over
            if match.over:
                ended += 1
                share = np.array([seat in match.winners for seat in range(players)]) / len(match.winners)
                assert np.allclose(batch.rewards[i], (players * share - 1) / (players - 1), atol=1e-6)
                began[i] += n
                matches[i] = setup.new(began[i] % 2**128)
            else:
                assert not batch.rewards[i].any()
        if ended >= n:
            return
    raise AssertionError("the games did not end within their bound")


def test_observations_can_be_floats():
    setup = kobako.game("kotori").setup(3)
    small, large = (Batch(setup, 4, seed=1, observations=kind) for kind in ("uint8", "float32"))
    for _ in range(20):
        actions = small.random_actions()
        small.step(actions)
        large.step(actions)
        assert large.observations.dtype == np.float32
        assert np.array_equal(small.observations, large.observations)


def test_one_wrong_action_and_none_is_played():
    batch = Batch(kobako.game("kotori").setup(2), 4, seed=1)
    before = batch.states.copy()
    actions = batch.random_actions().copy()
    actions[2] = 1
    with pytest.raises(IllegalAction, match=r"game 2 of the batch: 'pass' is not allowed \(KOT-4\)"):
        batch.step(actions)
    actions[2] = 7
    with pytest.raises(UnknownAction, match="7 is no action of kotori"):
        batch.step(actions)
    with pytest.raises(UnknownAction, match="a step takes 4 actions"):
        batch.step(actions[:3])
    assert np.array_equal(batch.states, before)


def test_a_batch_begins_anew():
    batch = Batch(kobako.game("kotori").setup(2), 3, seed=5)
    start = batch.states.copy()
    batch.step(batch.random_actions())
    batch.reset(5)
    assert np.array_equal(batch.states, start)
    batch.reset(6)
    assert not np.array_equal(batch.states, start)


def test_wrong_requests():
    setup = kobako.game("kotori").setup(2)
    with pytest.raises(BadOption, match="1 game or more"):
        Batch(setup, 0)
    with pytest.raises(BadOption, match="uint8 or float32"):
        Batch(setup, 1, observations="int64")


def test_random_actions_are_even():
    setup = kobako.game("ice").setup(4)
    batch = Batch(setup, 1, seed=3)
    counts = np.bincount([batch.random_actions()[0] for _ in range(5000)], minlength=setup.game.actions)
    legal = [int(a) for a in legal_actions(setup, setup.deal(3))]
    assert sorted(np.flatnonzero(counts)) == legal
    assert counts[legal].min() > 5000 / len(legal) * 0.8
