"""The page on bots is true: its bot, from elsewhere, is found and plays."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
GAMES = """
import kobako
from kobako.bots.registry import make_bot
for name in kobako.game_names():
    match = kobako.game(name).new(players=2, seed=1)
    bots = [make_bot("careful:3", match.game, 1), make_bot("random", match.game, 1)]
    match.run(lambda m: bots[m.seat].choose(m.view(m.seat), m.legal()))
    print(name, "over")
"""


@pytest.fixture
def careful(tmp_path):
    """Lay the page's files down, with the metadata that an installer would leave; gives a way to run Python with it."""
    files = dict(re.findall(r"^```\w+\n# (\S+)\n(.*?)^```$", PAGE, re.M | re.S))
    (tmp_path / "careful.py").write_text(files["careful.py"], encoding="utf-8")
    meta = tmp_path / "careful-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: careful\nVersion: 1.0\n")
    point = re.search(r'^careful = "(.*)"$', files["pyproject.toml"], re.M).group(1)
    (meta / "entry_points.txt").write_text(f"[kobako.bots]\ncareful = {point}\n")

    def run(*command, said=""):
        env = {"PYTHONPATH": str(tmp_path), "PATH": "", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
        return subprocess.run([sys.executable, *command], input=said, capture_output=True, text=True, env=env)

    return run


def test_it_plays_every_game(careful):
    done = careful("-c", GAMES)
    assert done.stderr == ""
    assert done.stdout.count("over") == 5


def test_it_sits_at_the_table(careful):
    done = careful("-m", "kobako", "play", "kotori", "-p", "2", "--bots", "careful:20", said="1\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Careful" in done.stdout
    assert (
        "there are careful, champion, classic, greedy"
        in careful("-m", "kobako", "play", "kotori", "--bots", "x").stderr
    )
