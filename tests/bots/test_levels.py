"""The levels: quick enough, of rising strength, at the table by name, and no trouble while they are being compiled."""

import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

import kobako
from kobako.bots.bot import Budget
from kobako.bots.characters import CHARACTERS
from kobako.bots.levels import LEVELS, LevelBot
from kobako.bots.minds import mind_of
from kobako.bots.registry import bot_title, make_bot
from kobako.bots.search import search
from kobako.bots.search.thinking import classic_thinking, compiled_search, thinking_of
from kobako.cli import main
from kobako.core.compiling import Compiled
from kobako.core.errors import BadOption
from kobako.terminal.plain.line import seated
from kobako.terminal.telling import called
from tests.test_cli import Terminal

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(params=kobako.game_names())
def game(request):
    return prepared(request.param)


def prepared(name):
    """A game whose searches are compiled: so no thread is left behind."""
    found = kobako.game(name)
    for thinking in (classic_thinking(found), thinking_of(found)):
        thinking.compiled.kernel(thinking.kernel)
    return found


def decisions(game, players, seed, most):
    """Some positions of a game in which there is a choice."""
    match, found = game.new(players=players, seed=seed), []
    choose = make_bot("random", game, seed)
    while not match.over and len(found) < most:
        view = match.view(match.seat)
        if len(view.legal()) > 1:
            found.append((view, view.legal()))
        match.play(choose.choose(view, view.legal()))
    return found


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_needs_no_argument_and_takes_a_character(name):
    compiled_search(kobako.game("kotori")).kernel("search")  # no thread may be left behind
    assert make_bot(name, kobako.game("kotori"), 1).level is LEVELS[name]
    with pytest.raises(BadOption, match=f"{name}:CHARACTER is one of .*, not '3'"):
        make_bot(f"{name}:3", kobako.game("kotori"))
    for face, temperament in CHARACTERS[name].items():
        assert make_bot(f"{name}:{face}", kobako.game("kotori"), 1).temperament == temperament


def test_every_level_answers(game):
    for name, most in (("novice", 20), ("regular", 10), ("master", 1)):
        bot = make_bot(name, game, 1)
        for view, legal in decisions(game, 4, 7, most):
            assert bot.choose(view, legal) in legal


@pytest.mark.parametrize(("house", "sims"), [({}, 1100), ({"hand": 6}, 1500)])
def test_a_level_thinks_by_what_was_learned_where_the_rulebook_holds(house, sims):
    game = prepared("tokkuri")
    match = game.new(players=2, seed=1, **house)
    asked = next(make_bot("regular", game, 1).choosing(match.view(match.seat), match.legal()))
    assert [(one.simulations, one.method.weights is not None) for one in asked] == [(sims, not house)]
    sure = LevelBot(game, replace(LEVELS["novice"], slips=False), 1)
    [one] = next(sure.choosing(match.view(match.seat), match.legal()))
    assert one.method == classic_thinking(game)


def test_how_often_a_novice_slips_is_the_games_to_say(game):
    novice, regular = (make_bot(name, game, 1) for name in ("novice", "regular"))
    assert novice.slips == mind_of(game).slips > 0
    assert regular.slips == 0


def test_nobody_waits_for_compiling(game, monkeypatch):
    monkeypatch.setattr(Compiled, "kernel_if_ready", lambda self, name, obs="uint8": None)
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=count().__next__))  # a second for every look
    for name in LEVELS:
        bot = make_bot(name, game, 1)
        (view, legal), *_ = decisions(game, 4, 7, 1)
        assert bot.choose(view, legal) in legal


@pytest.mark.parametrize(("level", "looks"), [("master", 2), ("champion", 5)])
def test_uncompiled_a_level_looks_at_the_clock(game, monkeypatch, level, looks):
    monkeypatch.setattr(Compiled, "kernel_if_ready", lambda self, name, obs="uint8": None)
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=count().__next__))  # a second for every look
    (view, legal), *_ = decisions(game, 4, 7, 1)
    thought = []
    monkeypatch.setattr(search.Tree, "think", lambda self, run, sims, explore: thought.append(sims))
    make_bot(level, game, 1).choose(view, legal)
    assert thought == [search.PLAIN_SLICE] * looks


def test_the_same_seed_gives_the_same_choices(game):
    asked = decisions(game, 3, 5, 8)
    twins = [LevelBot(game, LEVELS["novice"], 3) for _ in range(2)]
    assert [twins[0].choose(*q) for q in asked] == [twins[1].choose(*q) for q in asked]


def test_a_regular_beats_a_novice_and_a_novice_can_win():
    game = kobako.game("kotori")
    compiled_search(game).kernel("search")
    wins = [0.0, 0.0]
    for seed in range(40):
        bots = [make_bot("regular", game, seed), make_bot("novice", game, seed)]
        if seed % 2:
            bots.reverse()
        match = game.new(players=2, seed=seed // 2)
        match.run(lambda m, bots=bots: bots[m.seat].choose(m.view(m.seat), m.legal(), None))
        for seat in match.winners:
            wins[(seat + seed) % 2] += 1 / len(match.winners)
    assert wins[0] > wins[1] > 0


def test_a_budget_given_is_the_budget(monkeypatch):
    game = kobako.game("kotori")
    compiled_search(game).kernel("search")
    (view, legal), *_ = decisions(game, 2, 1, 1)
    thought = []
    monkeypatch.setattr(search.Tree, "think", lambda self, run, sims, explore: thought.append(sims))
    make_bot("master", game, 1).choose(view, legal, Budget(simulations=50))
    assert thought == [50]


def test_who_sits_where():
    assert seated(["master", "random"], [0, 2, 3]) == {0: "master", 2: "random", 3: "random"}
    assert seated([" novice "], [1]) == {1: "novice"}


def test_what_they_are_called():
    assert [bot_title(name) for name in ("regular", "search:100", "my_own-bot:x")] == [
        "Regular",
        "Search",
        "My own bot",
    ]
    assert [bot_title(name, "ja") for name in ("regular", "my_own-bot")] == ["常連", "My own bot"]
    bots = [{"by": "bot", "level": kind} for kind in ("regular", "search:100", "mine:x", "regular")]
    assert called(bots, "en") == ["Regular 1", "Search", "Mine", "Regular 2"]
    assert called(bots, "ja") == ["常連 1", "読み", "Mine", "常連 2"]


@pytest.mark.parametrize("wrong", ["random\n,greedy", '"random', '"random"x', "random\udcff"])
@pytest.mark.parametrize("option", ["--bots", "--people"])
def test_what_is_no_list_of_names(option, wrong, capsys, monkeypatch):
    monkeypatch.setattr("kobako.cli.play.has_screen", lambda: True)
    assert main(["play", "kotori", option, wrong]) == 2
    assert f"{option} takes names in UTF-8 with commas between them" in capsys.readouterr().err


def test_bots_at_the_table_by_name(tmp_path):
    program = f"program:{sys.executable} -S '{EXAMPLE}'"
    save = tmp_path / "game.kifu"
    argv = ("--bots", f"novice,greedy,{program}", "--save", str(save), "--seed", "2", "--lang", "en")
    table = Terminal("play", "kotori", "--plain", *argv)
    proof = "The seed was"
    while table.until("Your move", proof) != proof:
        table.type("1\n")
    assert table.end() == 0
    assert "Novice" in table.seen
    match = kobako.replay(save.read_text(encoding="utf-8"))
    assert match.names[1:] == ["Novice", "Greedy", "Program"]


@pytest.mark.parametrize(("keys", "code"), [("q\n", 0), ("\x03", 1), ("\x04", 2)])
def test_leaving_while_it_is_being_compiled(tmp_path, monkeypatch, keys, code):
    monkeypatch.setenv("KOBAKO_CACHE", str(tmp_path))
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path))
    table = Terminal("play", "tokkuri", "--plain", "--lang", "en", "--bots", "master")
    table.until("Your move")
    table.type(keys)
    assert table.end(again="\x03" if keys == "\x03" else "") == code
    assert not list(tmp_path.rglob("*.nbc"))  # what is compiled is kept: it ended before that
    assert "Traceback" not in table.seen
    assert "Fatal" not in table.seen
