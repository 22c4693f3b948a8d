"""The review: fair, repeatable, and right where what is right is plain."""

import json
from dataclasses import replace

import pytest

import kobako
from bench.blunders import plant
from kobako.bots.bot import Budget
from kobako.bots.minds import weights_of
from kobako.bots.prospects import Loss, Prospect, Scales, worth_of_a_point
from kobako.bots.registry import make_bot
from kobako.bots.report import costliest, decided_at, foreseen, grade, outlooks, reasons, shown, story, turns
from kobako.bots.review import Candidate, Decision, hint, judge, review
from kobako.cli import main
from kobako.core.compiling import Compiled
from kobako.core.errors import BadOption
from kobako.core.words import LANGUAGES
from kobako.terminal.reviewed import bars, sentences


def played(name, players=3, seed=4, names=None, bots=("random",)):
    match = kobako.game(name).new(players=players, seed=seed, names=names)
    seated = [make_bot(bots[seat % len(bots)], match.game, seed + seat) for seat in range(players)]
    return match.run(lambda m: seated[m.seat].choose(m.view(m.seat), m.legal()))


@pytest.mark.sampled(2)
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
        assert decision.candidates[0].visits
        # What its policy likes least, a search that goes by one may leave out.
        assert weights_of(match.game) or all(candidate.visits for candidate in decision.candidates)
        assert decision.agreed <= (decision.cost == 0)
        assert decision.best.action == decision.preferred.action
        assert decision.mine.action == decision.played.action, "what was played is always weighed"
        for prospect in decision.prospects:
            assert sum(prospect.shares) == pytest.approx(1, abs=0.005)
            assert all(1 <= rank <= match.players for rank in prospect.ranks)
    assert found == list(review(match, 40, seed=1))
    assert found != list(review(match, 40, seed=2))


@pytest.mark.sampled(2)
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
        assert judge(twin, decision.ply, decision.played.action, 30, 7) == decision


@pytest.mark.parametrize("name", kobako.game_names())
def test_plain_and_compiled_weigh_alike(name, monkeypatch):
    match = kobako.game(name).new(players=3, seed=2)
    while len(match.legal()) < 2:
        match.play(match.legal()[0])
    view, actions = match.view(match.seat), match.legal()[:2]
    compiled = [Scales(view, 40, 5).prospect(action) for action in actions]
    monkeypatch.setattr(Compiled, "kernel_or_none", lambda self, name: None)
    assert [Scales(view, 40, 5).prospect(action) for action in actions] == compiled


def test_a_point_is_worth_something_in_every_game():
    for name in kobako.game_names():
        assert 0.005 < worth_of_a_point(kobako.game(name), 3) < 0.5


def test_a_plain_blunder_is_marked():
    """Kotori: to pass for nothing with the last bid open costs; random play has such passes."""
    match = played("kotori", players=2, seed=3)
    found = list(review(match, 1000, seed=1))
    worst = max(found, key=lambda d: d.harm)
    assert worst.mark > 0
    assert worst.best.shares[worst.seat] > worst.mine.shares[worst.seat]


def decision(best=0.5, mine=0.4, error=0.01, ply=1, seat=0, points=1.0, stake=0.1):
    """To pass, in Kotori, where to bid was as much better."""
    match = kobako.game("kotori").new(players=2, seed=1)
    match.play("bid")
    bid, pass_ = (match.setup.action(text) for text in ("bid", "pass"))
    candidates = Candidate(bid, 900, best, ()), Candidate(pass_, 100, mine, ())

    def prospect(action, share, own):
        shares, scores, ranks = (share, 1 - share), (own, 4.0), (2 - share, 1 + share)
        turn = slice(None, None, 1 if seat == 0 else -1)
        return Prospect(action, shares[turn], scores[turn], ranks[turn])

    prospects = prospect(bid, best, 3 + points), prospect(pass_, mine, 3.0)
    loss = Loss(best - mine, error, points, 10 * error, best - mine)
    return Decision(ply, seat, candidates[1], candidates, prospects, loss, best >= 0.125, 0.1, stake, match.view(0))


def test_marks():
    assert decision(0.5, 0.48).mark == 0
    assert decision(0.5, 0.4).mark == 1
    assert decision(0.5, 0.2).mark == 2
    assert decision(0.5, 0.2, error=0.2).mark == 0  # may well be chance
    assert decision(0.3, 0.5).cost == 0
    assert decision(0.3, 0.5).mark == 0


def test_where_the_win_is_out_of_reach_points_count():
    lost = decision(0.1, 0.09, points=2.0)
    assert not lost.in_reach
    assert lost.harm == pytest.approx(0.1)
    assert lost.mark == 1
    assert decision(0.1, 0.09, points=4.0).mark == 2
    assert decision(0.1, 0.09, points=0.1).mark == 0
    assert decision(0.1, 0.09, points=2.0, error=0.5).mark == 0
    assert decision(0.9, 0.895, points=2.0).mark == 0, "to play safe when ahead costs nothing"


def test_the_curve_and_where_it_was_decided():
    curve = [(0.5, 0.5), (0.65, 0.35), (0.4, 0.6), (0.7, 0.3), (1.0, 0.0)]
    assert decided_at([0], curve) == 3
    assert decided_at([1], [(0.4, 0.6), (0.0, 1.0)]) == 0
    assert decided_at([0, 1], curve) == 0, "where all have won nobody else was ahead"
    assert decided_at([], curve[:2]) is None
    assert turns(curve) == [1, 2, 3, 4]
    assert turns([(0.5, 0.5), (0.52, 0.48)]) == []


@pytest.mark.parametrize("name", kobako.game_names())
def test_the_curve_of_a_game(name):
    match = played(name, players=2, seed=5)
    curve = list(outlooks(match))
    assert len(curve) == len(match.actions) + 1
    assert all(sum(shares) == pytest.approx(1) for shares in curve)
    assert list(curve[-1]) == [(seat in match.winners) / len(match.winners) for seat in range(2)]
    told = story(match, [], curve)
    assert 0 <= told["decided_at"] <= len(match.actions)
    assert story(match, [], curve[:-1])["decided_at"] is None, "not before all of it was looked at"


def test_grades():
    own = [decision(0.5, 0.4, ply=1), decision(0.5, 0.48, ply=2), decision(0.5, 0.2, ply=3, seat=1)]
    graded = grade(0, own, winners=[1])
    assert (graded["decisions"], graded["agreed"], graded["costliest"]) == (2, 0, [1])
    assert graded["accuracy"] == 40  # 0.12 lost of 0.2
    assert graded["cost"] == 0.06
    longer = grade(0, own * 10, winners=[1])
    same = ("cost", "points", "accuracy")
    assert [longer[key] for key in same] == [graded[key] for key in same], "no matter how long the game was"
    assert grade(0, [], [])["cost"] == 0
    assert grade(0, [replace(own[0], stake=0.0)], [])["accuracy"] is None
    assert grade(0, [decision(0.5, 0.1)], [])["accuracy"] == 0
    half, small = decision(0.5, 0.47, error=0.001, ply=1), decision(0.5, 0.49, error=0.001, ply=2)
    assert costliest([small, half], lost=True) == [half]
    assert small.mark == 0
    assert costliest([small], lost=True) == [small], "of who has lost, the worst is named"
    assert costliest([small], lost=False) == []
    assert costliest([decision(0.5, 0.47, error=0.1)], lost=True) == []


def test_reasons():
    facts = {reason["fact"]: reason["values"] for reason in reasons(decision(0.5, 0.3))}
    assert facts["chance"] == {"best": 50, "mine": 30}
    assert facts["scores"] == {"best": 4.0, "mine": 3.0}
    assert facts["gives"] == {"seat": 1, "best": 50, "mine": 70}
    assert facts["rank"] == {"best": 1.5, "mine": 1.7}
    assert reasons(decision(0.3, 0.5)) == []


@pytest.mark.parametrize("name", kobako.game_names())
def test_what_a_game_foresees_is_a_reason(name):
    """Of two actions that would do different things at once, what each would do is said, in words that there are."""
    told = set()
    for seed in range(40):
        match = played(name, players=2, seed=seed, bots=("random", "random"))
        again = match.setup.new(match.seed)
        for action in match.actions:
            view = again.view(again.seat)
            for other in view.legal():
                told |= {one["fact"] for one in foreseen(view, other, action)}
            again.play(action)
        if told:
            break
    assert told
    for lang in LANGUAGES:
        assert all(kobako.game(name).words(lang).has("would", fact) for fact in told)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", kobako.game_names())
def test_a_loser_by_chance_is_told_so(name):
    """One who moves at random among those who think is graded lower, and what cost most is named."""
    match = played(name, players=3, seed=6, bots=("search:200", "search:200", "random"))
    decisions = list(review(match, 400))
    told = story(match, decisions, list(outlooks(match)))
    first, second, chance = told["grades"]
    assert chance["accuracy"] < min(first["accuracy"], second["accuracy"])
    assert 2 in match.winners or chance["costliest"]
    assert chance["points"] > 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", kobako.game_names())
def test_planted_blunders_are_found(name):
    """The short form of `python -m bench.blunders`: docs/bots.md has the figures of the long one."""
    setup = kobako.game(name).setup(2, **({"rounds": 1} if name == "tokkuri" else {}))
    one = plant(setup, "search:1000", seed=77, simulations=1000)
    assert one is not None
    assert one.found
    assert sum(decision.mark > 0 for decision in one.others) <= 0.1 * len(one.others)


def test_the_command(capsys, tmp_path):
    match = played("kotori", players=2, seed=3, names=["Ada", ""])
    path = tmp_path / "game.kifu"
    path.write_text(match.kifu(), encoding="utf-8")
    argv = ["review", str(path), "--simulations", "200", "--seed", "5"]
    assert main([*argv, "--json"]) == 0
    out = capsys.readouterr().out
    *rows, whole = [json.loads(line) for line in out.splitlines()]
    decisions = list(review(match, 200, 5))
    told = story(match, decisions, list(outlooks(match, 5)))
    assert rows == [json.loads(json.dumps(shown(d))) for d in decisions]
    assert whole == json.loads(json.dumps(told))
    assert set(whole) == {"curve", "decided_at", "turns", "grades"}
    for row in rows:
        assert {row["played"], row["preferred"]} <= {candidate["action"] for candidate in row["candidates"]}
        assert row["candidates"][0]["action"] == row["preferred"]
        for candidate in row["candidates"]:
            assert sum(candidate["shares"]) == pytest.approx(1, abs=0.001)
            assert candidate["shares"][row["seat"]] == candidate["share"]
            assert candidate["move"]["text"] == candidate["action"]
    for lang in ("en", "ja"):
        assert main([*argv, "--lang", lang]) == 0
        text = capsys.readouterr().out
        assert text == "\n".join(sentences(match, decisions, told, lang)) + "\n"
        assert "Ada" in text
        assert str(told["grades"][0]["accuracy"]) in text
        cost = f"{100 * told['grades'][0]['cost']:.1f}%"
        assert any(cost in line and line.startswith("Ada") for line in text.splitlines())
    for wrong in ("0", "99999999999999999999"):
        assert main(["review", str(path), "--simulations", wrong]) == 2
        assert f"a whole number from 1 to 2147483647, not {wrong}\n" in capsys.readouterr().err


def test_a_wrong_request():
    with pytest.raises(BadOption):
        list(review(played("kotori"), 0))


def test_bars():
    assert bars([0.0, 0.5, 1.0]) == " ▄█"
    assert len(bars([0.5] * 1000)) <= 61
    assert bars([0.0] * 200 + [1.0])[-1] == "█"


def test_a_game_without_decisions_so_far(capsys, tmp_path):
    path = tmp_path / "game.kifu"
    path.write_text(kobako.game("kotori").new(players=2, seed=1).kifu(), encoding="utf-8")
    assert main(["review", str(path), "--lang", "en"]) == 0
    assert "Seat 1: 0 decisions, 0 as the search would" in capsys.readouterr().out
