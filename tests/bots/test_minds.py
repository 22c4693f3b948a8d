"""What a search believes of each game: rollouts keep to the rules, and a game cut short is worth what the whole was."""

import random

import pytest

import kobako
from kobako.bots.search.thinking import loops
from kobako.core.linking import link

GAMES = kobako.game_names()


def imagined(name, count, players, plies=50):
    """Views with a choice, each with a state that fits it, and the game's kernels run plainly."""
    game = kobako.game(name)
    kernels = link(game, lambda f: f, compiled=False, loops=loops(game).modules)
    seed = 0
    while count > 0:
        match, rng = game.new(players=players, seed=seed), random.Random(seed)
        for _ in range(rng.randrange(plies)):
            if not match.over:
                match.play(rng.choice(match.legal()))
        seed += 1
        if not match.over:
            view = match.view(match.seat)
            yield view, view.imagine(seed), kernels
            count -= 1


def legal_in(kernels, game, s):
    out = [0] * game.rules.MOST_LEGAL
    return out[: kernels.legal(s, out)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_rollouts_keep_to_the_rules(name, players):
    game, words = kobako.game(name), [1, 2, 3, 4]
    out = [0] * game.rules.MOST_LEGAL
    for view, s, kernels in imagined(name, 3, players):
        kernels.truncate(s)
        while kernels.is_cutoff(s, view.state) == 0:
            legal = legal_in(kernels, game, s)
            drawn = {kernels.rollout_policy(s, out, words) for _ in range(6)}
            assert drawn <= set(legal)
            kernels.apply(s, min(drawn))


@pytest.mark.parametrize(("name", "tries"), [("donburiko", 1), ("kotori", 1), ("tokkuri", 2)])
def test_rollouts_leave_nothing_out(name, tries):
    """Of several tries the one of the lowest prior is played where all are the same: there must be enough of them."""
    game, words = kobako.game(name), [1, 2, 3, 4]
    out = [0] * game.rules.MOST_LEGAL
    for _, s, kernels in imagined(name, 15, 4):
        legal = legal_in(kernels, game, s)
        assert {kernels.rollout_policy(s, out, words) for _ in range(50 * len(legal) ** tries)} == set(legal)


@pytest.mark.sampled
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_cut_short_is_worth_what_the_whole_was(name, players):
    """The same actions in a state as it was imagined and in one cut short: the same standing, the same winners."""
    game, ended = kobako.game(name), 0
    for view, whole, kernels in imagined(name, 25, players, plies=400):
        rng, short, gain = random.Random(1), whole.copy(), [0.0] * 4
        kernels.truncate(short)
        while kernels.is_cutoff(short, view.state) == 0:
            legal = legal_in(kernels, game, short)
            assert legal == legal_in(kernels, game, whole)
            action = rng.choice(legal)
            kernels.apply(short, action)
            kernels.apply(whole, action)
        kernels.evaluate(short, view.state, gain)
        assert sum(gain[:players]) == pytest.approx(1, abs=0.05)
        assert [game.rules.score(short, p) for p in range(players)] == [
            game.rules.score(whole, p) for p in range(players)
        ]
        if whole.over == 1:
            ended += 1
            results = [game.rules.result(whole, p) for p in range(players)]
            winners = [p for p in range(players) if results[p] == max(results)]
            assert all(gain[p] == max(gain) for p in winners)
    assert ended > 0
