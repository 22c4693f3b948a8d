"""The lab's figures are right, and do not depend on how they were made."""

import json
import math

import numpy as np
import pytest

import kobako
from kobako.arena import lab
from kobako.core.errors import BadOption


def by_hand(setup, n, seed):
    """The same games through matches."""
    wins, scores, plies, rounds = [], [], [], []
    for i in range(n):
        s = setup.deal(seed + i)
        r = [0] * 4
        setup.game.plain.seed_players(r, [lab.seed_words(seed + i)], 0)
        first, out = s.to_move, [0] * setup.game.rules.MOST_LEGAL
        count = 0
        while not s.over:
            k = setup.game.rules.legal(s, out)
            setup.game.rules.apply(s, out[setup.game.plain.quick(r, k)])
            count += 1
        results = [setup.game.rules.result(s, p) for p in range(setup.players)]
        best = [p for p in range(setup.players) if results[p] == max(results)]
        wins.append(([(p in best) / len(best) for p in range(setup.players)], first))
        scores.append([setup.game.rules.score(s, p) for p in range(setup.players)])
        plies.append(count)
        rounds.append(s.round_no)
    return wins, scores, plies, rounds


def test_the_figures_are_those_of_the_games():
    setup = kobako.game("kotori").setup(3)
    summary = lab.simulate(setup, 40, seed=7)
    wins, scores, plies, rounds = by_hand(setup, 40, 7)
    for seat in range(3):
        assert summary.win_share_by_seat[seat].mean == pytest.approx(np.mean([w[seat] for w, _ in wins]))
        assert summary.win_share_by_turn[seat].mean == pytest.approx(np.mean([w[(f + seat) % 3] for w, f in wins]))
        assert summary.scores_by_seat[seat].mean == pytest.approx(np.mean([row[seat] for row in scores]))
    assert summary.decisions.mean == pytest.approx(np.mean(plies))
    assert summary.decisions.most == max(plies)
    assert summary.rounds.mean == pytest.approx(np.mean(rounds))
    assert sum(kind.mean for kind in summary.actions.values()) == pytest.approx(summary.decisions.mean)


@pytest.mark.parametrize("name", kobako.game_names())
def test_plain_and_compiled_give_the_same_summary(name, monkeypatch):
    setup = kobako.game(name).setup(3)
    plain = lab.simulate(setup, 60, seed=1)
    setup.game.compiled.kernel("playouts")
    monkeypatch.setattr(lab, "PLAIN_ONLY", 0)
    monkeypatch.setattr(lab, "CHUNK", 25)
    assert lab.simulate(setup, 60, seed=1) == plain


def test_every_game_counts_once_and_progress_is_told():
    told = []
    summary = lab.simulate(kobako.game("kotori").setup(2), 47, seed=1, report=told.append)
    assert told == [20, 40, 47]
    assert summary.games == 47
    assert sum(e.mean for e in summary.win_share_by_seat) == pytest.approx(1)
    json.dumps(summary.to_json())


def test_intervals():
    mean = lab.average([1, 2, 3, 4])
    assert (mean.mean, mean.least, mean.most) == (2.5, 1, 4)
    assert mean.high - mean.mean == pytest.approx(1.96 * np.std([1, 2, 3, 4], ddof=1) / 2)
    none = lab.proportion([0] * 100)
    assert none.mean == 0
    assert none.low == pytest.approx(0, abs=1e-9)
    assert 0.03 < none.high < 0.04
    half = lab.proportion([0, 1] * 200)
    assert half.high - half.mean == pytest.approx(1.96 * math.sqrt(0.25 / 400), rel=0.02)
    assert lab.average([3]).low == 3


def test_wrong_requests():
    with pytest.raises(BadOption, match="1 game or more"):
        lab.simulate(kobako.game("kotori").setup(2), 0)
