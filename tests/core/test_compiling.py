"""The compiled side when things go wrong: no place to write, damaged files, two at once, changed rules."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import kobako
from kobako.arena.lab import simulate
from kobako.bots.bot import Budget
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import compiled_search
from kobako.core import compiling
from kobako.core.compiling import ENGINE, Compiled, Kernels, source_stamp
from kobako.core.errors import BadGame, NotCompiled
from kobako.core.linking import linked_names
from kobako.core.workshop import Failed, known
from kobako.testing import LawBroken, check_compiled

RUN = """
from janken import GAME
from kobako.arena.lab import simulate
GAME.compiled.kernel("playouts")
print(simulate(GAME.setup(3), 600, seed=1).to_json())
"""


def process(tmp_path):
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "elsewhere"), "KOBAKO_CACHE": str(tmp_path / "cache")}
    return subprocess.Popen(
        [sys.executable, "-c", RUN], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def compiled_files(tmp_path):
    return sorted(path for path in (tmp_path / "cache").rglob("*.nb?"))


def test_the_second_time_it_comes_from_disk(janken, tmp_path):
    game = janken()
    Compiled(game).kernel("pick")
    assert len(compiled_files(tmp_path)) == 2
    again = Compiled(game).kernel("pick")
    assert sum(again.stats.cache_hits.values()) == 1


def test_two_processes_at_once_agree_and_compile_once(janken, tmp_path):
    both = [process(tmp_path) for _ in range(2)]
    outputs = [p.communicate(timeout=300) for p in both]
    assert [p.returncode for p in both] == [0, 0], outputs
    assert outputs[0][0] == outputs[1][0] != ""
    assert len(list((tmp_path / "cache").rglob("*.nbc"))) == 1


def test_changed_rules_are_never_run_from_an_old_cache(janken, tmp_path):
    """A callee of a callee of the kernel changes: the stamp changes, and so does what is played."""
    before = source_stamp(janken())
    old = process(tmp_path).communicate(timeout=300)[0]
    game = janken(rules=("s.points[p] += 1", "s.points[p] += 0"))
    assert source_stamp(game) != before
    new = process(tmp_path).communicate(timeout=300)[0]
    assert "'rounds': {'mean': 50.0" in new
    assert "'rounds': {'mean': 50.0" not in old


def test_a_changed_number_or_field_changes_the_stamp(janken):
    stamps = {source_stamp(janken())}
    stamps.add(source_stamp(janken(rules=("= range(4)", "= (3, 2, 1, 0)"))))
    stamps.add(source_stamp(janken(rules=("shown = everyone(SEATS)", "shown = owner(SEATS)"))))
    assert len(stamps) == 3


@pytest.mark.parametrize("home", ["/dev/null/nowhere", "/proc/1/nowhere"])
def test_where_nothing_can_be_written_it_compiles_in_memory(janken, monkeypatch, home):
    monkeypatch.setenv("KOBAKO_CACHE", home)
    compiled = Compiled(janken())
    assert compiled.folder is None
    assert compiled.kernel("pick").signatures


@pytest.mark.parametrize("damage", [b"", b"garbage", None])
def test_damaged_files_are_made_anew(janken, tmp_path, damage):
    game = janken()
    Compiled(game).kernel("pick")
    for path in compiled_files(tmp_path):
        path.write_bytes(path.read_bytes()[:100] if damage is None else damage)
    assert Compiled(game).kernel("pick").signatures


def test_the_cache_is_the_users(monkeypatch, tmp_path):
    monkeypatch.delenv("KOBAKO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compiling.cache_home() == tmp_path / "kobako" or sys.platform != "linux"


def test_what_lay_unused_is_removed(tmp_path):
    old, new, other = (tmp_path / name for name in ("janken-old", "janken-new", "ice-old"))
    for folder in (old, new, other):
        folder.mkdir()
    long_ago = time.time() - (compiling.KEEP_DAYS + 1) * 86400
    for folder in (old, other):
        os.utime(folder, (long_ago, long_ago))
    compiling.remove_old(tmp_path, "janken")
    assert not old.exists()
    assert new.exists()
    assert other.exists()


def test_a_kernel_is_made_in_the_background(janken):
    compiled = janken().compiled
    assert compiled.kernel_if_ready("pick") is None
    compiled.wait()
    assert compiled.kernel_if_ready("pick") is compiled.kernel("pick")
    assert not compiled.failures


def test_plain_hands_over_to_compiled_and_nobody_can_tell(janken):
    game = janken()
    parts = simulate(game.setup(3), 2000, seed=9)
    game.compiled.kernel("playouts")
    assert simulate(game.setup(3), 2000, seed=9) == parts
    assert simulate(janken().setup(3), 2000, seed=9) == parts


def test_rules_that_do_not_compile_still_play(janken):
    game = janken(rules=("    drawn = True\n", "    drawn = {}\n"))
    compiled = game.compiled
    assert compiled.kernel_if_ready("playouts") is None
    compiled.wait()
    assert isinstance(compiled.failures["playouts", "uint8"], NotCompiled)
    assert compiled.kernel_if_ready("playouts") is None
    assert simulate(game.setup(2), 600, seed=1).games == 600


def test_what_does_not_compile_is_said_once(janken, tmp_path, caplog):
    game = janken(rules=("    drawn = True\n", "    drawn = eval('True')\n"))
    compiled = Compiled(game)
    compiled.kernel_if_ready("playouts")
    compiled.wait()
    for _ in range(2):
        with pytest.raises(NotCompiled, match=r"^janken: 'playouts' does not compile: TypingError: .*eval"):
            compiled.kernel("playouts")
    said = [record for record in caplog.records if record.name == "kobako.compiling"]
    assert [record.levelname for record in said] == ["WARNING"]
    assert "janken: 'playouts' does not compile, and is played by the plain rules, slower" in said[0].getMessage()
    assert (
        Failed("janken", "playouts", str(compiled.failures["playouts", "uint8"]).partition("compile: ")[2]) in known()
    )
    [note] = (tmp_path / "cache").rglob("*.failed")
    assert "eval" in note.read_text(encoding="utf-8")


def test_where_the_search_does_not_compile_it_thinks_plainly_to_the_same_end(janken):
    def thought(game):
        view = game.new(3, seed=5).view(0)
        bot = SearchBot(game, Budget(300), seed=1)
        return [vars(candidate) for candidate in bot.explain(view, view.legal())]

    well = thought(janken())
    game = janken(rules=("    drawn = True\n", "    drawn = eval('True')\n"))
    assert thought(game) == well
    assert ("search", "uint8") in compiled_search(game).failures


def test_swapped_arrays_are_refused(janken):
    """Numba alone would compile the kernel anew for them, and say nothing."""
    pick = janken().compiled.kernel("pick")
    legals, counts, choices = np.zeros((2, 3), np.int32), np.ones(2, np.int32), np.ones((2, 4), np.int64)
    pick(legals, counts, choices, counts.copy())
    with pytest.raises(TypeError, match="No matching definition"):
        pick(choices, counts, legals, counts.copy())
    assert len(pick.signatures) == 1


def test_a_kernel_takes_what_stands_at_its_parameters():
    assert ENGINE.signatures()["pick"] == "int32[:,:] int32[:] int64[:,:] int32[:]"
    assert ENGINE.signatures()["step"].split()[6:8] == ["uint8[:,:]", "observed[:,:]"]
    assert [name for name in ENGINE.names if ENGINE.observes(name)] == ["lay_open", "step", "trace"]
    with pytest.raises(BadGame, match=r"fill: the parameter 's' .* is an int, a float, or an array of kobako.core"):
        Kernels(ENGINE.modules, ("fill",)).parameters("fill")
    with pytest.raises(BadGame, match="no kernel 'fill': there are playouts"):
        ENGINE.parameters("fill")


def test_writing_out_of_bounds_is_caught_when_checked(janken):
    game = janken(rules=("MOST_ROUNDS = 50", "MOST_LEGAL = 2\nMOST_ROUNDS = 50"))
    with pytest.raises(IndexError):
        check_compiled(game.setup(2), Compiled(game, boundscheck=True), range(1))


def test_a_difference_between_plain_and_compiled_is_found(janken, monkeypatch):
    game = janken()
    compiled = Compiled(game)
    for kernel in ("trace", "seen", "imagined"):
        compiled.kernel(kernel)
    monkeypatch.setattr(game.rules, "apply", lambda s, action: None)
    with pytest.raises(LawBroken, match="plain and compiled differ in"):
        check_compiled(game.setup(2), compiled, range(1))


def test_a_compiled_game_that_does_not_end_is_stopped(janken):
    game = janken(rules=("    return MOST_ROUNDS * s.players", "    return 3"))
    with pytest.raises(LawBroken, match="not over after 3 decisions"):
        check_compiled(game.setup(2), Compiled(game), range(1))


def test_two_things_of_one_name_are_refused(janken):
    game = janken(rules=("def show_hands(", "def quick(s):\n    pass\n\n\ndef show_hands("))
    game = janken(rules=("    best = 0\n", "    best = 0\n    quick(s)\n"))
    with pytest.raises(BadGame, match="'quick'"):
        linked_names(game)


def test_folders_are_made_where_they_can_be(tmp_path):
    assert compiling.usable_folder(tmp_path / "a" / "b") == Path(tmp_path / "a" / "b")
    (tmp_path / "file").write_text("")
    assert compiling.usable_folder(tmp_path / "file" / "b") is None


def test_a_part_that_lacks_something_is_named(janken):
    with pytest.raises(BadGame, match=r"janken.rules lacks 'bound'"):
        janken(rules=("def bound(", "def limit("))


def test_no_two_games_share_the_name_of_a_compiled_function():
    """Kernels that were compiled in two processes and loaded into one are told apart by their names alone."""
    games = [kobako.game(name) for name in kobako.game_names()]
    forms = [form for game in games for form in (game.compiled, compiled_search(game))]
    names = [form._linked.fill.py_func.__qualname__ for form in forms]
    assert len(set(names)) == len(names) == 2 * len(games)
