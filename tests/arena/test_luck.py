"""The luck of the draws: 0 on average, more where the cards are better, and taken out without moving the mean."""

import random
from statistics import fmean, stdev, variance

import pytest

import kobako
from kobako.arena.luck import compiled_foretelling, drawn, evened, foretold, loops, luck_of, redrawn
from kobako.arena.results import ArenaForm
from kobako.arena.run import run
from kobako.arena.schedule import Unit, make_plan
from kobako.cli import main
from kobako.core.linking import link
from kobako.core.seeds import parse_seed

ROUNDS = "donburiko"  # cards are dealt anew for each round


def played(name, seed, players=3, **options):
    match = kobako.game(name).new(players=players, seed=seed, **options)
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


def test_what_is_foretold_is_the_same_plain_and_compiled():
    game = kobako.game(ROUNDS)
    state, worth = game.new(players=3, seed=1).state, [[0.0] * 4]
    plain = link(game, lambda f: f, compiled=False, loops=loops(game).modules)
    source = random.Random(5)
    words = [source.getrandbits(32) for _ in range(4)]
    plain.foretell([state], [None], [0] * game.rules.MOST_LEGAL, [0.0] * 4, 3, worth, words)
    assert foretold(game, [state], random.Random(5), 3) == worth
    assert sum(worth[0]) == pytest.approx(1)


def test_a_game_plays_plainly_where_nothing_compiles(monkeypatch):
    game = kobako.game(ROUNDS)
    state = game.new(players=2, seed=1).state
    fast = foretold(game, [state], random.Random(1), 4)
    monkeypatch.setattr(compiled_foretelling(game), "kernel_or_none", lambda name: None)
    assert foretold(game, [state], random.Random(1), 4) == fast


def test_luck_sums_to_nothing_and_is_the_same_by_its_seed():
    match = played(ROUNDS, 3)
    luck = luck_of(match, 1, playouts=20)
    assert sum(luck) == pytest.approx(0)
    assert any(luck)
    assert luck == luck_of(match, 1, playouts=20)


def test_a_game_that_draws_nothing_after_its_deal_has_no_luck_there():
    assert luck_of(played("umbradeco", 1), 1, playouts=5) == (0.0, 0.0, 0.0)


def test_other_draws_begin_where_the_true_one_did():
    match = played(ROUNDS, 3)
    game, state = match.game, match.setup.deal(parse_seed(match.seed))
    for action in match.actions:
        before = state.copy()
        game.rules.apply(state, int(action))
        if drawn(before) != drawn(state):
            break
    one, other = (redrawn(game, before, int(action), random.Random(seed)) for seed in (1, 2))
    assert [game.rules.score(one, p) for p in range(3)] == [game.rules.score(state, p) for p in range(3)]
    assert one.hands != other.hands
    assert one.hands != state.hands


def test_luck_is_nothing_on_average_and_goes_with_the_wins():
    """Players by chance: what each wins is luck alone, a third on average. Then luck must foretell it."""
    games = [played(ROUNDS, seed) for seed in range(60)]
    luck = [luck_of(match, 100 + i, playouts=30)[0] for i, match in enumerate(games)]
    won = [(0 in match.winners) / len(match.winners) for match in games]
    assert abs(fmean(luck)) < 4 * stdev(luck) / 60**0.5
    together = sum((a - fmean(won)) * (b - fmean(luck)) for a, b in zip(won, luck, strict=True))
    assert together > 0


def test_the_mean_stays_and_the_spread_goes():
    """A known answer: skill 0.3, and luck of which half can be foretold. Over many arenas the mean is 0.3."""
    rng, means, plain = random.Random(1), [], []
    for _ in range(400):
        luck = [rng.gauss(0, 0.2) for _ in range(12)]
        values = [0.3 + one + rng.gauss(0, 0.1) for one in luck]
        found = evened(values, luck)
        means.append(fmean(found.values))
        plain.append(fmean(values))
    assert fmean(means) == pytest.approx(0.3, abs=4 * stdev(means) / 400**0.5)
    assert variance(means) < variance(plain) / 2


def test_luck_that_says_nothing_does_little_harm():
    rng = random.Random(2)
    values = [rng.random() for _ in range(200)]
    found = evened(values, [rng.random() - 0.5 for _ in range(200)])
    assert found.worth == pytest.approx(1, abs=0.1)
    assert evened(values, [0.0] * 200).values == values
    assert evened(values[:3], [0.1] * 3) is None


def test_an_arena_says_what_it_was_worth(tmp_path, capsys):
    argv = ["arena", ROUNDS, "-p", "2", "--bots", "greedy,random", "-n", "12", "--seed", "1", "--even-luck"]
    argv += ["--workers", "1", "--out", str(tmp_path / "a")]
    assert main(argv) == 0
    said = capsys.readouterr().out
    assert "With the luck of the draws taken out" in said
    assert "With the luck of the draws taken out" in (tmp_path / "a" / "report.html").read_text(encoding="utf-8")
    assert main(argv) == 0  # from the log: nothing is played again
    assert capsys.readouterr().out == said


def test_a_log_keeps_luck_and_refuses_what_is_none(tmp_path):
    plan = make_plan(kobako.game(ROUNDS).setup(2), "greedy,random", 1, 8, even_luck=True)
    found = run(plan, tmp_path / "a", workers=1)
    assert all(bot.evened for bot in found.bots)
    form, one = ArenaForm(plan), {"scores": [1, 0], "ranks": [1, 2], "decisions": 3, "luck": [0.25, -0.25]}
    told = {"line_up": 0, "deal": 0, "games": [one, one]}
    unit, outcomes = form.decode(told)
    assert unit == Unit(0, 0)
    assert form.encode(unit, outcomes)["games"][0]["luck"] == (0.25, -0.25)
    for wrong in ([0.25], [1, -1], "ab"):
        assert form.decode({**told, "games": [one, {**one, "luck": wrong}]}) is None
