"""The review: fair, repeatable, and right where what is right is plain."""

import json

import pytest

import kobako
from kobako.bots.bot import Budget
from kobako.bots.registry import make_bot
from kobako.bots.review import Candidate, Decision, hint, review
from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.terminal.reviewed import sentences


def played(name, players=3, seed=4, names=None):
    match = kobako.game(name).new(players=players, seed=seed, names=names)
    bot = make_bot("random", match.game, seed)
    return match.run(lambda m: bot.choose(m.view(m.seat), m.legal()))


@pytest.mark.parametrize("name", kobako.game_names())
def test_every_unforced_decision_is_looked_at(name):
    match = played(name)
    found = list(review(match, 40, seed=1))
    again, expected = match.setup.new(match.seed), []
    for ply, action in enumerate(match.actions, start=1):
        if len(again.legal()) > 1:
            expected.append((ply, again.seat, action, len(again.legal())))
        again.play(action)
    assert [(d.ply, d.seat, d.played.action, len(d.candidates)) for d in found] == expected
    for decision in found:
        assert 0 <= decision.cost <= 1
        assert all(candidate.visits for candidate in decision.candidates)
        assert decision.agreed <= (decision.cost == 0)
    assert found == list(review(match, 40, seed=1))
    assert found != list(review(match, 40, seed=2))


@pytest.mark.parametrize("name", kobako.game_names())
def test_a_decision_is_judged_by_what_its_seat_saw(name):
    """A decision alone, from nothing but the view, is judged as in the whole game."""
    match = played(name)
    for decision in list(review(match, 30, seed=7))[:20]:
        again = match.setup.new(match.seed)
        for action in match.actions[: decision.ply - 1]:
            again.play(action)
        view = again.view(decision.seat)
        unseen = view.imagine(3)
        again.game.plain.hide(unseen, decision.seat)
        twin = kobako.View(again.setup, unseen, decision.seat)
        budget = Budget(max(30, 10 * len(twin.legal())))
        assert tuple(hint(twin, twin.legal(), budget, 7 << 32 | decision.ply)) == decision.candidates


def test_a_plain_blunder_is_marked():
    """Kotori: to pass for nothing with the last bid open costs; random play has such passes."""
    match = played("kotori", players=2, seed=3)
    found = list(review(match, 1000, seed=1))
    worst = max(found, key=lambda d: d.cost)
    assert worst.mark > 0
    assert worst.preferred.value > worst.played.value


def test_marks():
    def decision(best, mine, visits=1000):
        setup = kobako.game("kotori").setup(2)
        bid, pass_ = (Candidate(setup.action(t), visits, v, ()) for t, v in (("bid", best), ("pass", mine)))
        return Decision(1, 0, pass_, (bid, pass_))

    assert decision(0.5, 0.48).mark == 0
    assert decision(0.5, 0.4).mark == 1
    assert decision(0.5, 0.2).mark == 2
    assert decision(0.5, 0.2, visits=5).mark == 0  # may well be chance
    assert decision(0.3, 0.5).cost == 0
    assert decision(0.3, 0.5).mark == 0


def test_the_command(capsys, tmp_path):
    match = played("kotori", players=2, seed=3, names=["Ada", ""])
    path = tmp_path / "game.kifu"
    path.write_text(match.kifu(), encoding="utf-8")
    argv = ["review", str(path), "--simulations", "200", "--seed", "5"]
    assert main([*argv, "--json"]) == 0
    out = capsys.readouterr().out
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows == [json.loads(json.dumps(d.to_json())) for d in review(match, 200, 5)]
    assert set(rows[0]) == {"ply", "seat", "played", "preferred", "cost", "error", "mark", "candidates"}
    for candidate in (candidate for row in rows for candidate in row["candidates"]):
        assert sum(candidate["shares"]) == pytest.approx(1, abs=0.001)
    assert all(c["shares"][row["seat"]] == c["share"] for row in rows for c in row["candidates"])
    for lang in ("en", "ja"):
        assert main([*argv, "--lang", lang]) == 0
        told = capsys.readouterr().out
        assert told == "\n".join(sentences(match, list(review(match, 200, 5)), lang)) + "\n"
        assert "Ada" in told
    for wrong in ("0", "99999999999999999999"):
        assert main(["review", str(path), "--simulations", wrong]) == 2
        assert f"a whole number from 1 to 2147483647, not {wrong}\n" in capsys.readouterr().err


def test_a_wrong_request():
    with pytest.raises(BadOption):
        list(review(played("kotori"), 0))


def test_a_game_without_decisions_so_far(capsys, tmp_path):
    path = tmp_path / "game.kifu"
    path.write_text(kobako.game("kotori").new(players=2, seed=1).kifu(), encoding="utf-8")
    assert main(["review", str(path), "--lang", "en"]) == 0
    assert "Seat 0: 0 decisions, 0 as the search would" in capsys.readouterr().out
