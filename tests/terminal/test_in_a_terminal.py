"""The screen in a real (pseudo-)terminal: how it opens, how it leaves, and where there is none."""

import os
import signal
import subprocess
import sys
import time

import pytest

import kobako
from tests.janken import lay_down
from tests.test_cli import Terminal

LEFT = ("\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l")  # the old screen, the cursor, no mouse


@pytest.fixture(autouse=True)
def a_terminal(monkeypatch):
    for name, value in (("TERM", "xterm-256color"), ("COLUMNS", "80"), ("LINES", "24")):
        monkeypatch.setenv(name, value)


def saved_by(path):
    """The kifu, once it is there."""
    for _ in range(3000):
        if path.exists():
            return kobako.replay(path.read_text(encoding="utf-8"))
        time.sleep(0.01)
    raise AssertionError("nothing was saved")


def test_ctrl_c_leaves_the_terminal_clean_and_the_game_saved(tmp_path):
    save = tmp_path / "game.kifu"
    table = Terminal("play", "kotori", "-o", "first=0", "--lang", "en", "--save", str(save), "--bots", "random")
    table.until("Your turn")
    table.type("1\r")
    assert not saved_by(save).over
    table.type("\x03")
    assert table.end(again="\x03") == 1
    for code in LEFT:
        assert code in table.seen
    after = table.seen[table.seen.rindex("\x1b[?1049l") :]
    assert "You have left the table." in after
    assert str(save) in after
    assert "Traceback" not in table.seen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_it_clean_too(tmp_path, number):
    save = tmp_path / "game.kifu"
    table = Terminal("play", "kotori", "-o", "first=0", "--lang", "en", "--save", str(save), "--bots", "random")
    table.until("Your turn")
    table.type("1\r")
    saved_by(save)
    os.kill(table.pid, number)
    assert table.end() == 1
    assert LEFT[0] in table.seen
    assert "Traceback" not in table.seen


def test_a_game_is_kept_in_the_users_folder(tmp_path):
    table = Terminal("play", "kotori", "-o", "first=0", "--lang", "ja", "--bots", "random")
    table.until("の番です")
    table.type("1\r")
    table.until("値付け。")
    table.type("\x03")
    assert table.end(again="\x03") == 1
    (kept,) = (tmp_path / "data" / "kifu").iterdir()
    assert kept.name.startswith("kotori-")
    assert str(kept) in table.seen.replace("\r\n", "")
    assert len(kobako.replay(kept.read_text(encoding="utf-8")).actions) >= 1


def test_without_colour(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    table = Terminal("play", "ice", "-p", "2", "-o", "first=0", "--lang", "en", "--bots", "random")
    table.until("Your turn")
    assert "━" in table.seen
    colours = {code for code in table.seen.split("\x1b[") if code.startswith(("38;2;", "48;2;"))}
    assert all(len(set(code.split("m")[0].split(";")[2:5])) == 1 for code in colours)  # greys
    table.type("\x03")
    table.end(again="\x03")


@pytest.mark.parametrize("size", [("60", "20"), ("80", "24")])
def test_too_small_says_so(monkeypatch, size):
    monkeypatch.setenv("COLUMNS", size[0])
    monkeypatch.setenv("LINES", size[1])
    table = Terminal("play", "kotori", "-o", "first=0", "--lang", "en", "--bots", "random")
    assert table.until("60×20", "Your turn") == ("60×20" if size[0] == "60" else "Your turn")
    table.type("\x03")
    table.end(again="\x03")


def test_a_kifu_is_looked_at(tmp_path):
    path = tmp_path / "game.kifu"
    match = kobako.game("umbradeco").new(players=2, seed=3)
    for _ in range(9):
        match.play(match.legal()[0])
    path.write_text(match.kifu(), encoding="utf-8")
    viewer = Terminal("replay", str(path), "--lang", "en")
    viewer.until("Move 0 of 9")
    viewer.type("q")
    assert viewer.end(again="q") == 0
    assert LEFT[0] in viewer.seen


def test_wrong_requests_are_answered_before_the_screen_opens(tmp_path):
    for argv, said in (
        (("play", "kotori", "--bots", "grandmaster"), "no bot 'grandmaster'"),
        (("play", "kotori", "--save", str(tmp_path)), "that is a folder"),
        (("play", "kotori", "--seat", "4"), "no seat 4: with 4 players there are 0 to 3"),
        (("play", "kotori", "-p", "2", "--people", "a,b,c"), "more than 2 seats"),
        (("replay", "nowhere.kifu"), "No such file"),
        (("join", "nowhere"), "is no table's address"),
        (("join", "http://127.0.0.1:9/t/t0123456789"), "no answer from"),
        (("join", "http://127.0.0.1:9/t/t0123456789", "--save", "/nowhere/x.kifu"), "no such folder"),
    ):
        table = Terminal(*argv)
        assert table.end() == 2
        assert said in table.seen
        assert "\x1b[?1049h" not in table.seen


def test_in_a_pipe_it_plays_line_by_line(tmp_path):
    argv = [
        sys.executable,
        "-m",
        "kobako",
        "play",
        "kotori",
        "-p",
        "2",
        "-o",
        "first=0",
        "--lang",
        "en",
        "--bots",
        "random",
    ]
    done = subprocess.run(argv, input="1\nq\n", capture_output=True, text=True)
    assert done.returncode == 0
    assert "Your move" in done.stdout
    assert "\x1b" not in done.stdout
    joining = subprocess.run([sys.executable, "-m", "kobako", "join", "http://x/t/t1"], capture_output=True, text=True)
    assert joining.returncode == 2
    assert "needs a terminal" in joining.stderr


def test_a_terminal_that_cannot_move_its_cursor_plays_line_by_line(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    table = Terminal("play", "kotori", "--lang", "en", "--bots", "random")
    table.until("Your move")
    table.type("q\n")
    assert table.end() == 0


def test_a_game_from_elsewhere_is_drawn_as_its_own_picture_has_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(lay_down(tmp_path / "elsewhere")))
    table = Terminal("play", "janken", "-p", "2", "--lang", "en", "--bots", "random")
    table.until("Your turn")
    table.type("1\r")
    assert list(kobako_data(tmp_path).glob("janken-*.kifu")) or table.until("Your turn", "Won by")
    table.type("\x03")
    assert table.end(again="\x03") == 1
    assert "Traceback" not in table.seen


def kobako_data(tmp_path):
    return tmp_path / "data" / "kifu"
