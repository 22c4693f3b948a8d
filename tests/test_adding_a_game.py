"""The page on adding a game is true: its game, from elsewhere, is found, played, and obeys every law."""

import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kobako
from kobako.bots.minds import FUNCTIONS
from kobako.core.fields import State
from kobako.core.game import Game
from kobako.core.parts import PARTS
from kobako.kit import default_mind
from tests.janken import PAGE, installed, lay_down

TEXT = PAGE.read_text(encoding="utf-8")


@pytest.fixture
def janken(tmp_path):
    def run(*command):
        env = {
            "PYTHONPATH": str(lay_down_once),
            "PATH": "",
            "KOBAKO_CACHE": str(tmp_path / "cache"),
            "HOME": str(tmp_path),
        }
        return subprocess.run([sys.executable, *command], capture_output=True, text=True, env=env, cwd=tmp_path)

    lay_down_once = lay_down(tmp_path / "elsewhere")
    return run


def test_its_own_tests_pass(janken, tmp_path):
    done = janken("-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "elsewhere" / "tests"))
    assert "3 passed" in done.stdout, done.stdout + done.stderr


def test_every_command_knows_it(janken):
    assert "janken" in janken("-m", "kobako", "games").stdout
    assert "JAN-2" in janken("-m", "kobako", "rules", "janken", "--lang", "ja").stdout
    assert "random games" in janken("-m", "kobako", "simulate", "janken", "-n", "50", "-o", "goal=1").stdout
    assert "cannot be '9': allowed is 1 to 5" in janken("-m", "kobako", "simulate", "janken", "-o", "goal=9").stderr


def table_names(heading):
    """The names in the columns but the last of a table of the page, with their parameters; of two the first."""
    _, _, table = TEXT.partition(f"\n{heading}\n")
    rows = [row.removesuffix(" |").rpartition(" | ")[0] for row in table.partition("\n\n")[0].splitlines()[1:]]
    return dict(reversed(re.findall(r"`(\w+)(?:\(([^)]*)\))?`", " ".join(rows))))


def test_the_page_lists_every_name_that_is_looked_for():
    listed = table_names("| file | name | what it gives |")
    assert {name for names in PARTS.values() for name in names} <= listed.keys()
    kotori = kobako.game("kotori")
    for part, names in PARTS.items():
        for name in names:
            found = getattr(kotori.parts[part], name)
            if inspect.isfunction(found):
                told = [one.strip() for one in listed[name].split(",")]
                assert len(told) == len(inspect.signature(found).parameters), name


def test_the_page_lists_what_a_mind_may_hold():
    listed = table_names("| name | what it gives |")
    assert listed.keys() == {*FUNCTIONS, "EXPLORATION", "SLIPS"}
    for name in FUNCTIONS:
        assert listed[name].split(", ") == list(inspect.signature(getattr(default_mind, name)).parameters), name


def test_the_page_lists_the_fields_that_every_state_has():
    _, _, table = TEXT.partition("| field | what it holds |\n")
    assert set(re.findall(r"^\| `(\w+)` \|", table.partition("\n\n")[0], re.M)) == State.FIELDS.keys() - {"rng"}


def test_the_colours_and_classes_of_the_page_are_there():
    css = (Path(__file__).parents[1] / "web" / "src" / "app.css").read_text(encoding="utf-8")
    for name in re.findall(r"`(--[\w-]+)`", TEXT):
        assert f"{name}:" in css, name
    for name in ("button", "panel", "muted", "num", "aloud"):
        assert f".{name} {{" in css, name


def test_what_the_reference_names_is_there():
    page = (PAGE.parent / "api" / "kit.md").read_text(encoding="utf-8")
    for path, members in re.findall(r"^::: (\S+)$(?:\n .*?members: \[(.*?)\]$)?", page, re.M | re.S):
        home = pkgutil.resolve_name(path)
        for member in filter(None, members.split(", ")):
            assert hasattr(home, member), f"{path}.{member}"


def test_its_own_notation_and_why_obey_the_laws(tmp_path):
    from kobako.testing import check_game
    from kobako.testing.own_parts import check_labels, check_names

    with installed(tmp_path / "elsewhere", own=True) as game:
        assert game.part("notation")
        assert game.part("why")
        check_game(game, seeds=1)
        check_labels(game)
        check_names(game)


def test_a_game_in_which_nobody_begins():
    game = Game("janken", 1, "kobako.games.kotori", first=False)
    assert game.options == ()
    assert game.new(2, seed=1).state.first == -1
    assert [option.name for option in Game("x", 1, "kobako.games.kotori").options] == ["first"]
