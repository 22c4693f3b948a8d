"""The example learns: a few seconds of self-play, and it beats random players by the interval."""

import numpy as np

import kobako
from examples.ppo import Network, PolicyBot, Rollout, Settings, load, probabilities, sample, save, share, slope, train
from kobako.arena.lab import proportion

SMALL = Settings(tables=128, hidden=64)


def test_it_beats_random(tmp_path):
    network = train("kotori", 2, 20, SMALL)
    won = proportion(share(network, "kotori", 2, "random", 1000))
    assert won.low > 0.5
    untrained = Network(network.inputs, network.actions, 64)
    assert won.low > proportion(share(untrained, "kotori", 2, "random", 1000)).mean
    save(network, tmp_path / "kept.npz")
    again = load(tmp_path / "kept.npz")
    matches = [
        kobako.game("kotori")
        .new(players=2, seed=7)
        .run(lambda match, bot=bot: bot.choose(match.view(match.seat), match.legal()))
        for bot in (PolicyBot(network), PolicyBot(again))
    ]
    assert matches[0].actions == matches[1].actions


def test_what_is_masked_is_never_chosen():
    rng = np.random.default_rng(1)
    mask = rng.random((500, 9)) < 0.3
    mask[:, 4] = True
    p = probabilities(rng.normal(0, 3, (500, 9)).astype(np.float32), mask)
    assert np.allclose(p.sum(1), 1, atol=1e-5)
    assert not p[~mask].any()
    for _ in range(20):
        assert mask[np.arange(500), sample(p, rng)].all()


def test_the_slope_is_that_of_the_loss():
    rng, settings = np.random.default_rng(2), Settings()
    logits, mask = rng.normal(0, 1, (6, 5)), np.ones((6, 5), np.bool_)
    actions, gain = rng.integers(0, 5, 6), rng.normal(0, 1, 6)
    before = probabilities(logits, mask)[np.arange(6), actions] * rng.uniform(0.7, 1.3, 6)

    def loss(logits):
        p = probabilities(logits, mask)
        ratio = p[np.arange(6), actions] / before
        held = np.minimum(ratio * gain, np.clip(ratio, 1 - settings.clip, 1 + settings.clip) * gain)
        return -(held - settings.entropy * (p * np.log(p)).sum(1)).mean()

    found = slope(probabilities(logits, mask), actions, before, gain, np.zeros(6), settings)[:, :-1]
    for row, column in np.ndindex(logits.shape):
        nudge = np.zeros_like(logits)
        nudge[row, column] = 1e-5
        assert abs((loss(logits + nudge) - loss(logits - nudge)) / 2e-5 - found[row, column]) < 1e-4


def test_advantages_follow_each_seat():
    rollout = Rollout(kobako.batch("kotori", players=2, n=1, seed=1), 5)
    rollout.seats[:, 0] = [0, 1, 0, 0, 1]
    rollout.values[:, 0] = [0.1, 0.2, 0.3, 0.4, 0.5]
    rollout.done[3, 0], rollout.rewards[3, 0] = True, [1, -1]
    found, valid = rollout.advantages(trace=0.5)
    assert valid[:, 0].tolist() == [True, True, True, True, False]  # the last is of a new game, not yet ended
    assert np.allclose(found[:4, 0], [0.2 + 0.5 * (0.1 + 0.5 * 0.6), -1.2, 0.1 + 0.5 * 0.6, 0.6])
