"""Golden playthroughs: whole games as text. They prove that nothing changed, not that it is right.

`make golden` writes them anew; read the difference before you keep it.
"""

import sys
from pathlib import Path

import pytest

import kobako
from kobako.testing import playthrough

HOME = Path(__file__).parent / "golden"
SEED = 20


def wanted():
    for name in kobako.game_names():
        for players in kobako.game(name).players:
            yield pytest.param(name, players, id=f"{name}-{players}")


def path_of(name, players):
    return HOME / f"{name}-{players}.txt"


@pytest.mark.parametrize(("name", "players"), list(wanted()))
def test_nothing_changed(name, players):
    written = playthrough(kobako.game(name).setup(players), SEED)
    assert written == path_of(name, players).read_text(encoding="utf-8")


def test_no_game_lacks_one_and_none_is_left_over():
    assert {p.name for p in HOME.iterdir()} == {path_of(*param.values).name for param in wanted()}


if __name__ == "__main__":
    for param in wanted():
        path_of(*param.values).write_text(
            playthrough(kobako.game(param.values[0]).setup(param.values[1]), SEED), "utf-8"
        )
        print(path_of(*param.values), file=sys.stderr)
