"""Keeping a game: nothing else is lost by it, and it is not lost itself."""

import os
import random
import stat
import subprocess
import sys

import pytest

import kobako
from kobako.core.errors import KobakoError
from kobako.terminal import saving
from kobako.terminal.plain import line


@pytest.fixture
def match():
    match = kobako.game("kotori").new(players=2, seed=4)
    rng = random.Random(4)
    for _ in range(3):
        match.play(rng.choice(match.legal()))
    return match


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_what_a_game_is_not_saved_as(tmp_path):
    (tmp_path / "poem.txt").write_text("An old pond", encoding="utf-8")
    (tmp_path / "link").symlink_to("poem.txt")
    os.mkfifo(tmp_path / "pipe")
    for name, said in (
        ("", "that is a folder"),
        ("none/game.kifu", "no such folder"),
        ("pipe", "that is no ordinary file"),
        ("poem.txt", "what is there is no kifu, and would be lost"),
        ("link", "what is there is no kifu"),
        ("x" * 300, "File name too long"),
    ):
        path = tmp_path / name
        with pytest.raises(KobakoError, match=f"cannot save as {path}: {said}"):
            saving.check_writable(path)
    saving.check_writable(None)


def test_a_game_may_be_saved_as_a_new_file_an_empty_one_or_another_kifu(tmp_path, match):
    path = tmp_path / ("x" * 250)
    saving.check_writable(path)
    path.touch()
    for _ in range(2):
        saving.check_writable(path)
        saving.write(path, match.kifu())
    assert path.read_text(encoding="utf-8") == match.kifu()
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one_and_the_umask_is_heeded(tmp_path, match, monkeypatch):
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path))
    link, path = tmp_path / "link", tmp_path / "game.kifu"
    link.symlink_to("game.kifu")
    before = os.umask(0o027)
    try:
        saving.write(link, match.kifu())
        saving.remember_seat("http://host/t/table", "secret")
    finally:
        os.umask(before)
    assert link.is_symlink()
    assert mode(path) == 0o640
    assert mode(saving.seats_file()) == 0o600


def test_a_fault_names_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(OSError, match=f"Is a directory: '{tmp_path}'$"):
        saving.write(tmp_path, "")
    assert list(tmp_path.parent.glob(".kobako-*")) == []


def test_a_game_that_cannot_be_saved_there_is_saved_elsewhere_or_shown(tmp_path, match, monkeypatch, capsys):
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path / "data"))
    line._save(match, tmp_path, "en")
    (kept,) = (tmp_path / "data" / "kifu").iterdir()
    assert kept.read_text(encoding="utf-8") == match.kifu()
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"kobako: [Errno 21] Is a directory: '{tmp_path}'\nSaved as {kept}.\n")
    monkeypatch.setenv("KOBAKO_DATA", str(kept))  # no folder
    line._save(match, tmp_path, "en")
    assert capsys.readouterr().out == match.kifu()


def test_line_by_line_a_wrong_file_is_refused_before_the_game(tmp_path):
    argv = ["play", "kotori", "--plain", "-p", "2", "--bots", "random", "--lang", "en", "--save", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", "kobako", *argv], input="1\nq\n", capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"kobako: cannot save as {tmp_path}: that is a folder\n"


def test_the_example_of_a_move_is_one(match, capsys):
    table = line.Table(match, match.seat, "en", None)
    assert not table.try_text("fly")
    assert f"A move looks like {match.legal()[0].text};" in capsys.readouterr().out
