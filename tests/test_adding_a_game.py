"""The page on adding a game is true: its game, from elsewhere, is found, played, and obeys every law."""

import subprocess
import sys

import pytest

from tests.janken import lay_down


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
