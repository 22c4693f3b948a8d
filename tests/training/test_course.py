"""A course of training: it can be repeated, stopped and gone on with, and a game from elsewhere takes it too."""

import json
import re
from pathlib import Path

import pytest

import kobako
from kobako.bots.minds import learned_of
from kobako.bots.weights import read_weights
from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.training import course, lessons
from kobako.training.course import make_plan, run
from kobako.training.lessons import Lesson, Lessons, unpacked
from tests.janken import installed

PAGE = (Path(__file__).parents[2] / "docs" / "minds.md").read_text(encoding="utf-8")
GAME = next(name for name in kobako.game_names() if learned_of(kobako.game(name)))


def plan(generations=1, **told):
    given = {"seed": 1, "generations": generations, "games": 2, "simulations": 20, "trial": 1, "rival": 20, **told}
    return make_plan(kobako.game(GAME), **given)


def trained(folder, generations, **told):
    lines = []
    path = run(plan(generations, **told), folder, workers=1, tell=lines.append)
    game = kobako.game(GAME)
    return read_weights(game, learned_of(game).shape, path.read_text("utf-8")), lines


def test_it_can_be_repeated_and_gone_on_with(tmp_path):
    whole, lines = trained(tmp_path / "whole", 2)
    assert [line.split(":")[0] for line in lines] == ["generation 1", "generation 2"]
    assert "of 4 games against classic:20" in lines[0]
    first, _ = trained(tmp_path / "parts", 1)
    assert first.numbers != whole.numbers
    (tmp_path / "parts" / "lessons-001" / "00001.npz").unlink()  # as if it had been stopped in the middle
    (tmp_path / "parts" / "weights-001.json").unlink()
    parts, told = trained(tmp_path / "parts", 2)
    assert parts.numbers == whole.numbers
    assert told == lines


def test_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    trained(tmp_path, 1)
    monkeypatch.setattr(course, "play", None)
    trained(tmp_path, 1)


def test_another_course_is_not_mixed_in(tmp_path):
    trained(tmp_path, 1)
    with pytest.raises(BadOption, match="holds another course, of simulations 20: go on with the same"):
        trained(tmp_path, 1, simulations=30)


def test_a_lesson_tells_of_every_decision():
    found = unpacked(Lessons(GAME, kobako.game(GAME).version, 1, 20, None).attempt(Lesson(0)))
    assert found["traits"].number > 10
    for choices in found.values():
        for start, end in zip(choices.starts, [*choices.starts[1:], len(choices.chosen)]):
            assert choices.chosen[start:end].sum() == pytest.approx(1)


def test_a_game_without_features_is_refused(capsys, monkeypatch):
    monkeypatch.setattr(lessons, "learned_of", lambda game: None)
    assert main(["train", GAME]) == 2
    assert "has no learned.py to train" in capsys.readouterr().err


def test_a_game_from_elsewhere_takes_the_same_course(tmp_path, monkeypatch, capsys):
    """With the file of docs/minds.md."""
    monkeypatch.setenv("KOBAKO_CACHE", str(tmp_path / "cache"))
    [text] = re.findall(r"^```python\n# janken/learned.py\n(.*?)^```$", PAGE, re.M | re.S)
    with installed(tmp_path / "elsewhere") as game:
        (tmp_path / "elsewhere" / "janken" / "learned.py").write_text(text, encoding="utf-8")
        asked = ["train", "janken", "-g", "2", "-n", "6", "--simulations", "60", "--trial", "1", "--workers", "1"]
        assert main([*asked, "--out", str(tmp_path / "course")]) == 0
        told = (tmp_path / "course" / "weights-002.json").read_text("utf-8")
        assert read_weights(game, learned_of(game).shape, told).numbers != (0, 0)
    assert capsys.readouterr().out.count("against classic:500") == 2


def test_bad_requests_are_refused(capsys):
    assert main(["train", GAME, "--seed", "x"]) == 2
    assert main(["train", GAME, "-g", "0"]) == 2
    assert main(["train", GAME, "--workers", "0"]) == 2
    told = capsys.readouterr().err
    assert "--seed is a whole number from 0 on, not 'x'" in told
    assert "1 or more generations, not 0" in told
    assert "1 worker or more, not 0" in told


def test_from_the_command_line(tmp_path, capsys):
    asked = ["train", GAME, "-g", "1", "-n", "1", "--simulations", "10", "--trial", "0", "--workers", "1"]
    assert main([*asked, "--out", str(tmp_path)]) == 0
    assert "generation 1: " in capsys.readouterr().out
    told = json.loads((tmp_path / "weights-001.json").read_text("utf-8"))
    assert told["made"] == f"kobako train {GAME} --seed 1 -g 1 -n 1 --simulations 10"
