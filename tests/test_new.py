"""`kobako new`, `check` and `serve --reload`: a game is begun, held to the laws, and changed while it runs."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request

import pytest

from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.scaffold.new import check_name, write_game

BROKEN = """

def broken(s):
    tricks = 3 * (s.round_no - 1) + 3 - max(s.hand_size[: s.players])
    return None if sum(s.points) <= tricks else "the points are not one per trick"
"""


@pytest.fixture
def tanuki(tmp_path):
    """A new game, and a way to run Kobako there."""
    write_game("tanuki", tmp_path)
    home = tmp_path / "tanuki"
    env = {**os.environ, "KOBAKO_GAMES": str(home), "KOBAKO_DATA": str(tmp_path / "data")}

    def run(*command):
        return subprocess.run([sys.executable, *command], capture_output=True, text=True, env=env, cwd=home)

    run.home, run.env = home, env
    return run


def test_a_new_game_obeys_the_laws_untouched(tanuki):
    done = tanuki("-m", "kobako", "check", ".", "-n", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("✓") == 10
    assert "All laws hold." in done.stdout


def test_its_own_tests_pass_and_every_command_knows_it(tanuki):
    done = tanuki("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not compiled", "tests")
    assert "6 passed" in done.stdout, done.stdout + done.stderr
    assert "tanuki" in tanuki("-m", "kobako", "games").stdout
    assert "TAN-4" in tanuki("-m", "kobako", "rules", "tanuki", "--lang", "ja").stdout


def test_it_can_be_studied_at_once(tanuki):
    argv = ["lab", "tanuki", "--bots", "search:20,random", "-p", "2", "-n", "4", "--workers", "2", "--out", "study"]
    done = tanuki("-m", "kobako", *argv)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tanuki.home / "study" / "lab.html").stat().st_size > 10_000


def test_its_first_set_of_files_is_small_and_each_says_what_goes_there(tanuki):
    package = sorted(path.name for path in (tanuki.home / "tanuki").iterdir())
    assert package == [
        "__init__.py", "rulebook.en.md", "rulebook.ja.md", "rules.py", "words.en.toml", "words.ja.toml",
    ]  # fmt: skip
    for path in tanuki.home.rglob("*"):
        if path.is_file() and path.name != ".gitignore":
            first = path.read_text(encoding="utf-8").splitlines()[0]
            assert first.startswith(("#", '"""', "<!--")), path
            assert "{{" not in path.read_text(encoding="utf-8"), path


def test_a_broken_rule_is_told_with_its_seed_and_move(tanuki):
    rules = tanuki.home / "tanuki" / "rules.py"
    wrong = rules.read_text().replace("s.points[winner] += 1", "s.points[winner] += 2")
    rules.write_text(wrong + BROKEN)
    done = tanuki("-m", "kobako", "check", ".", "-n", "1")
    assert done.returncode == 1
    told = r"✗ Games: .*, seed \d+, ply \d+, after play \d+: the points are not one per trick"
    assert re.search(told, done.stdout), done.stdout
    assert "✓ Words" in done.stdout


def test_a_sentence_that_names_what_its_event_has_not(tanuki):
    words = tanuki.home / "tanuki" / "words.en.toml"
    words.write_text(words.read_text().replace("{points:point|points}", "{pts}"))
    done = tanuki("-m", "kobako", "check", ".", "-n", "1")
    assert "does not fit: its event has {seat}, {card}, {points}" in done.stdout, done.stdout + done.stderr


def test_a_part_of_the_view_without_a_name(tanuki):
    for lang in ("en", "ja"):
        words = tanuki.home / "tanuki" / f"words.{lang}.toml"
        before, mark, view = words.read_text(encoding="utf-8").partition("[view]")
        words.write_text(before + mark + view.replace("played = ", "laid = "), encoding="utf-8")
    done = tanuki("-m", "kobako", "check", ".", "-n", "1")
    assert "the words have no name for played in [view] (en), played in [view] (ja)" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("file", "text", "wrong"),
    [
        ("mind.py", "import nothing_here", "✗ Mind: .*: ModuleNotFoundError: No module named 'nothing_here'"),
        ("mind.py", "def evaluate(s, view, gain): gain[0] = s.nothing", "✗ Mind: .*: .*'search' does not compile"),
        ("terminal.py", "def draw(c, scene): return 1 // 0", "✗ Drawing: .*seed 0, ply 0, the deal: ZeroDivisionError"),
    ],
    ids=["lacks a module", "does not compile", "does not draw"],
)
def test_a_mind_and_a_drawing_are_held_to_laws_too(tanuki, file, text, wrong):
    (tanuki.home / "tanuki" / file).write_text(text)
    done = tanuki("-m", "kobako", "check", ".", "-n", "1")
    assert done.returncode == 1
    assert re.search(wrong, done.stdout), done.stdout


def test_what_a_seat_cannot_see_must_not_show(tanuki):
    rules = tanuki.home / "tanuki" / "rules.py"
    rules.write_text(
        rules.read_text().replace("return s.hand_size[p]\n", "return max(1, s.hand_size[p] - s.hand[1][0] % 2)\n", 1)
    )
    done = tanuki("-m", "kobako", "check", ".", "-n", "2")
    assert done.returncode == 1
    assert "✗ Games" in done.stdout


@pytest.mark.parametrize(
    "name", ["if", "Tanuki", "9lives", "tanuki!", "", "kotori", "json", "numpy", "test", "kobako", "x" * 40]
)
def test_a_name_that_no_package_can_have(name, tmp_path):
    with pytest.raises(BadOption, match=r"is that of a Python package|is taken by another"):
        write_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path, capsys):
    check_name("tanuki")
    (tmp_path / "tanuki").mkdir()
    assert main(["new", "tanuki", "--in", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "wrong"), [(None, "is no project of a game"), ("[project]\n", "brings no game"), ("[", "is no project")]
)
def test_a_folder_that_is_no_game_says_so(tmp_path, capsys, text, wrong):
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text)
    assert main(["check", str(tmp_path)]) == 2
    assert wrong in capsys.readouterr().err


def test_a_game_is_checked_by_its_name_where_its_package_lies(tanuki):
    done = tanuki("-m", "kobako", "check", "tanuki", "-n", "1")
    assert "✓ Games" in done.stdout, done.stderr
    del tanuki.env["KOBAKO_GAMES"]
    done = tanuki("-m", "kobako", "check", "tanuki", "-n", "1")
    assert "✓ Games" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("file", "text", "wrong"),
    [
        ("rules.py", "def (", "the game 'tanuki' cannot be loaded: SyntaxError: invalid syntax (rules.py, line 1)"),
        ("rules.py", "\n1 / 0", "cannot be loaded: ZeroDivisionError: division by zero (rules.py, line 2)"),
        ("rules.py", "raise SystemExit", "the game 'tanuki' cannot be loaded: SystemExit (rules.py, line 1)"),
        ("words.ja.toml", "title = ", "words.ja.toml of tanuki cannot be read: Invalid value"),
        ("words.ja.toml", "title = 'x'", "no ja text for 'about'"),
    ],
    ids=["syntax", "raises", "exits", "no TOML", "no about"],
)
def test_a_game_that_cannot_be_loaded_keeps_no_other_from_being_played(tanuki, file, text, wrong):
    (tanuki.home / "tanuki" / file).write_text(text)
    listed = tanuki("-m", "kobako", "games")
    assert listed.returncode == 0
    assert "umbradeco" in listed.stdout
    assert wrong in listed.stderr
    checked = tanuki("-m", "kobako", "check", ".", "-n", "1")
    assert checked.returncode > 0
    assert wrong in checked.stdout + checked.stderr
    assert "Traceback" not in checked.stderr
    offered = tanuki("-c", "from kobako.core.registry import shelf; print(shelf())")
    assert "umbradeco" in offered.stdout
    assert "tanuki" not in offered.stdout


def test_two_packages_with_a_game_of_one_name(tanuki):
    project = tanuki.home / "pyproject.toml"
    project.write_text(project.read_text().replace('tanuki = "tanuki:GAME"', 'ice = "tanuki:GAME"'))
    listed = tanuki("-m", "kobako", "games")
    assert "several packages bring a game 'ice'" in listed.stderr
    assert "kobako.games.ice:GAME, tanuki:GAME" in listed.stderr
    assert "kotori" in listed.stdout


def test_a_folder_of_games_that_is_not_there_is_one_sentence(tanuki):
    tanuki.env["KOBAKO_GAMES"] = "/not/here"
    done = tanuki("-m", "kobako", "games")
    assert done.returncode == 2
    assert done.stderr.startswith("kobako: /not/here is no project of a game")


def ask(address, path):
    with urllib.request.urlopen(f"{address}api/{path}", timeout=10) as answer:
        return json.loads(answer.read())


def until(what, seconds=60):
    """Wait until a question is answered with something."""
    end = time.monotonic() + seconds
    while True:
        try:
            if found := what():
                return found
        except OSError:
            pass  # between two servers nobody answers
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.2)


def test_a_saved_rule_is_played_by_the_next_table(tanuki):
    command = [sys.executable, "-m", "kobako", "serve", "--reload", "--port", "0", "--thinkers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=tanuki.env, cwd=tanuki.home) as process:
        try:
            address = re.search(r"http://\S+", process.stdout.readline())[0]
            options = lambda: {g["name"]: g["options"] for g in ask(address, "games")}.get("tanuki")  # noqa: E731
            assert "1 to 5" in str(until(options))
            init = tanuki.home / "tanuki" / "__init__.py"
            init.write_text(init.read_text().replace("range(1, 6)", "range(1, 9)"))
            assert until(lambda: "1 to 8" in str(options()))
            init.write_text("this is no Python")  # the others are still played
            assert until(lambda: options() is None and ask(address, "games"))
        finally:
            process.terminate()
            process.wait(20)
