"""The command line, as a person uses it."""

import json
import os
import pty
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kobako
from kobako.cli import main

ROOT = Path(__file__).parents[1]


def run(capsys, *argv):
    code = main(argv)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def kifu(tmp_path):
    def write(name, players=3, plies=None, seed=4):
        match = kobako.game(name).new(players=players, seed=seed)
        rng = random.Random(seed)
        while not match.over and (plies is None or len(match.actions) < plies):
            match.play(rng.choice(match.legal()))
        path = tmp_path / f"{name}.kifu"
        path.write_text(match.kifu(), encoding="utf-8")
        return path, match

    return write


def test_games(capsys):
    code, out, _ = run(capsys, "games")
    assert code == 0
    for name in kobako.game_names():
        assert name in out
    assert "hand = 10 or 12 (default 10); 2 players only" in out
    assert "ドンブリコ" in run(capsys, "games", "--lang", "ja")[1]


@pytest.mark.parametrize("name", kobako.game_names())
def test_rules(capsys, name):
    for lang in ("en", "ja"):
        code, out, _ = run(capsys, "rules", name, "--lang", lang)
        assert code == 0
        assert out.strip() == kobako.game(name).rulebook(lang).strip()


def test_simulate_as_tables_and_json(capsys):
    for lang, word in (("en", "How long"), ("ja", "手番順")):
        code, out, _ = run(capsys, "simulate", "kotori", "-p", "2", "-n", "30", "--seed", "3", "--lang", lang)
        assert code == 0
        assert word in out
    code, out, _ = run(capsys, "simulate", "ice", "-p", "2", "-n", "20", "--seed", "3", "-o", "hand=12", "--json")
    data = json.loads(out)
    assert data["options"] == {"first": "drawn", "hand": "12"}
    assert data["games"] == 20
    assert len(data["win_share_by_seat"]) == 2
    assert run(capsys, "simulate", "ice", "-p", "2", "-n", "20", "--seed", "3", "-o", "hand=12", "--json")[1] == out


@pytest.mark.parametrize("name", kobako.game_names())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_replay_in_words(capsys, kifu, name, lang):
    path, match = kifu(name)
    code, out, _ = run(capsys, "replay", str(path), "--lang", lang)
    assert code == 0
    assert match.seed in out.splitlines()[0]
    assert len(out.splitlines()) == 2 + len(match.actions) + len(match.events) + match.players  # what made each score


@pytest.mark.parametrize("name", kobako.game_names())
def test_replay_as_json(capsys, kifu, name):
    path, match = kifu(name)
    _, out, _ = run(capsys, "replay", str(path), "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["ply"] for row in rows] == list(range(len(match.actions) + 1))
    assert rows[0]["seat"] is rows[0]["action"] is None
    assert rows[0]["legal"] == []
    assert rows[0]["seed"] == match.seed
    twin = match.setup.new(match.seed)
    for row in rows[1:]:
        assert row["legal"] == [str(a) for a in twin.legal()]
        assert row["seat"] == twin.seat
        events = twin.play(row["action"])
        assert row["events"] == [json.loads(json.dumps(e.show())) for e in events]
        assert row["state"] == json.loads(json.dumps(twin.game.notation.show(twin.state)))
        assert row["scores"] == twin.scores
    assert "?" not in json.dumps([row["state"] for row in rows])
    assert rows[-1]["winners"] == match.winners


def test_an_unfinished_game_and_standard_input(capsys, kifu, monkeypatch):
    path, _ = kifu("kotori", plies=3)
    with path.open(encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        code, out, _ = run(capsys, "replay", "-")
    assert code == 0
    assert out.endswith("The game is not over.\n")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("rules", "go"), "no game 'go': there are donburiko"),
        (("play", "ice", "-p", "9"), "ice is for 2, 3, 4 players, not '9'"),
        (("play", "ice", "--seat", "4"), "no seat 4: with 4 players there are 0 to 3"),
        (("play", "ice", "--seed", "x"), "32 hexadecimal digits"),
        (("play", "ice", "--bots", "random,grandmaster"), "no bot 'grandmaster': there are champion, classic, greedy"),
        (("play", "ice", "--bots", "novice:3"), "novice:CHARACTER is one of suzume, kaeru, usagi, not '3'"),
        (("play", "ice", "-p", "2", "--bots", "random,random"), "the bots are 1 to 1 names"),
        (("play", "ice", "--bots", ""), "the bots are 1 to 3 names"),
        (("review", "nowhere.kifu"), "No such file"),
        (("simulate", "ice", "-o", "hand=12"), "'hand' cannot be '12': allowed is 3 to 10 (rulebook: 10), see ICE-2"),
        (("simulate", "ice", "-o", "colours=S C M"), "'colours' does not apply to 4 players"),
        (("simulate", "ice", "-o", "hand"), "NAME=VALUE"),
        (("simulate", "ice", "-o", "first=1", "-o", "first=2"), "given twice"),
        (("simulate", "ice", "-n", "0"), "1 game or more"),
        (("simulate", "ice", "-o", "players=3"), "ice has no option 'players': its options are"),
        (("simulate", "ice", "-o", "self=3"), "ice has no option 'self': its options are"),
        (("simulate", "ice", "-n", "99999999999999999"), "99999999999999999 games do not fit in memory"),
        (("play", "ice", "--plain", "--confirm"), "--people, --watch and --confirm need a terminal's whole screen"),
        (("play", "--plain", "--seed", "x"), "32 hexadecimal digits"),
        (("play", "ice", "--plain", "--save", ""), "cannot save as .: that is a folder"),
        (("replay", "nowhere.kifu"), "No such file"),
    ],
)
def test_wrong_requests_get_one_clear_line(capsys, argv, said):
    code, _, err = run(capsys, *argv)
    assert code == 2
    assert said in err
    assert err.startswith("kobako: ")
    assert len(err.splitlines()) == 1


def test_a_damaged_kifu_names_its_line(capsys, kifu):
    path, _ = kifu("kotori")
    path.write_text(path.read_text(encoding="utf-8").replace("rules: 1", "rules: 7"), encoding="utf-8")
    code, _, err = run(capsys, "replay", str(path))
    assert code == 2
    assert "line 3: played under rules 7" in err
    path.write_bytes(b"\xff\xfe\x00")
    assert run(capsys, "replay", str(path))[0] == 2
    path.write_bytes(bytes(1 << 20) + b"\xff")  # no more is read than a kifu may have
    assert run(capsys, "replay", str(path))[2] == f"kobako: kifu: {path} is not one: it is longer than 1048576 bytes\n"


@pytest.mark.parametrize("how", ["--json", "--plain"])
def test_nothing_is_told_of_a_kifu_that_is_wrong_at_its_end(capsys, kifu, how):
    path, _ = kifu("kotori")
    path.write_text(path.read_text(encoding="utf-8").replace("state: ", "state: 0"), encoding="utf-8")
    code, out, err = run(capsys, "replay", str(path), how)
    assert (code, out) == (2, "")
    assert "the actions lead to state" in err


def test_whatever_letters_the_terminal_has(kifu):
    """A kifu is UTF-8 wherever it comes from; what cannot be shown does not stop the rest."""
    path, match = kifu("kotori", players=2, plies=3)
    match.names = ["葵", "Zoë"]
    path.write_text(match.kifu(), encoding="utf-8")
    for coding, name in (("ascii", "?"), ("cp1252", "Zoë")):
        env = os.environ | {"PYTHONIOENCODING": coding}
        for argv in (("games", "--lang", "ja"), ("rules", "kotori"), ("replay", "-")):
            with path.open("rb") as source:
                command = [sys.executable, "-m", "kobako", *argv]
                done = subprocess.run(command, stdin=source, capture_output=True, env=env)
            assert (done.returncode, done.stderr) == (0, b"")
        assert name in done.stdout.decode(coding)


def test_help_is_there_for_every_command(capsys):
    for command in ("", "games", "rules", "play", "join", "simulate", "arena", "replay", "review"):
        with pytest.raises(SystemExit) as done:
            main([*([command] if command else []), "--help"])
        assert done.value.code == 0
        assert "usage: kobako" in capsys.readouterr().out


def test_a_reader_that_has_seen_enough(kifu):
    path, _ = kifu("donburiko")
    line = f"{sys.executable} -m kobako replay {path} | head -1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


class Terminal:
    """`kobako …`, or another program, in a pseudo-terminal, typed at as a person would."""

    def __init__(self, *argv, program=(sys.executable, "-m", "kobako")):
        self.seen, self.mark = "", 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test runner may have it ignored
            os.execvp(program[0], [*program, *argv])

    def type(self, text):
        self.mark = len(self.seen)
        os.write(self.fd, text.encode())

    def read(self):
        """What has come, or nothing at the end."""
        try:
            part = os.read(self.fd, 65536).decode("utf-8", "replace")
        except OSError:
            part = ""
        self.seen += part
        return part

    def until(self, *texts, seconds=60):
        """Wait until one of the texts stands in what has come since something was typed; gives that one."""
        start = time.monotonic()
        while not (found := [text for text in texts if text in self.seen[self.mark :]]):
            assert time.monotonic() - start < seconds, f"none of {texts} came: {self.seen[-2000:]}"
            if select.select([self.fd], [], [], 0.2)[0]:
                assert self.read(), f"it ended before any of {texts}: {self.seen[-2000:]}"
        return found[-1]

    def end(self, seconds=60, again=""):
        """Read to the end; gives the exit code.

        A key that arrives just before the terminal is read waits for the next one: as a person would, press `again`.
        """
        start = time.monotonic()
        while True:
            assert time.monotonic() - start < seconds, f"it does not end: {self.seen[-2000:]}"
            if not select.select([self.fd], [], [], 3)[0]:
                self.type(again)
            elif not self.read():
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.mark.skipif(not (ROOT / ".venv" / "bin" / "kobako").exists(), reason="make play needs this checkout's .venv")
def test_make_play_is_stopped_without_an_error(monkeypatch, tmp_path):
    for name, value in {"PORT": "0", "DATABASE": str(tmp_path / "tables.sqlite")}.items():
        monkeypatch.setenv(f"KOBAKO_{name}", value)
    monkeypatch.setenv("BROWSER", "true")  # a program that opens nothing
    up_to_date = ("-o", ".venv/play.stamp", "-o", ".venv/venv.stamp")
    table = Terminal("play", program=("make", "-C", str(ROOT), *up_to_date))
    table.until("Ctrl-C stops it")
    time.sleep(1)
    table.type("\x03")
    table.end()
    assert "***" not in table.seen
    assert "Traceback" not in table.seen


@pytest.mark.parametrize("name", kobako.game_names())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_whole_game_in_a_terminal(name, lang, tmp_path):
    save = tmp_path / "game.kifu"
    prompt = {"en": "Your move", "ja": "あなたの番です"}[lang]
    argv = ("-p", "2", "--seed", "2", "--lang", lang, "--save", str(save), "--bots", "random", "--plain")
    table = Terminal("play", name, *argv)
    match = kobako.game(name).new(players=2, seed=2)
    while table.until(prompt, match.seed) == prompt:
        table.type("1\n")
    assert table.end() == 0
    assert match.seed_hash in table.seen
    assert "\x1b" not in table.seen  # no cursor is moved, nothing is painted
    assert kobako.replay(save.read_text(encoding="utf-8")).over


def test_wrong_answers_in_a_terminal(tmp_path):
    save = tmp_path / "game.kifu"
    argv = ("--lang", "en", "--seed", "1", "--name", "Ada", "--save", str(save), "--bots", "random", "--plain")
    table = Terminal("play", *argv)
    table.until("Which game?")
    table.type("99\n")
    table.until("number from 1 to")
    table.type("kotori\n")
    table.until("Your move")
    for typed, answer in (
        ("?", "leave the table"),
        ("pass", "pass is not allowed (KOT-4)"),
        ("99", "the moves are 1 to 1"),
        ("castle", "not a move of this game"),
        ("rules", "KOT-12"),
        ("moves", "1) bid"),
        ("hint", "win chance (and share of simulations): bid"),
        ("q", "You have left the table"),
    ):
        table.type(typed + "\n")
        table.until(answer)
    assert table.end() == 0
    match = kobako.replay(save.read_text(encoding="utf-8"))
    assert not match.over
    assert match.names[0] == "Ada"


@pytest.mark.parametrize(("keys", "code"), [("\x03", 1), ("\x04", 2)])
def test_leaving_by_key_saves_the_game(tmp_path, keys, code):
    save = tmp_path / "game.kifu"
    table = Terminal("play", "kotori", "--lang", "en", "--save", str(save), "--bots", "random", "--plain")
    table.until("Your move")
    table.type(keys)
    assert table.end(again=keys) == code
    assert "Traceback" not in table.seen
    assert not kobako.replay(save.read_text(encoding="utf-8")).over


def test_learn_takes_the_lessons_until_each_is_done(capsys, monkeypatch):
    typed = iter(["C6", "M5", "", "M8", "M1", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    code, out, _ = run(capsys, "learn", "ice")
    assert code == 0
    assert out.count("Lesson 1 of 10: One colour: the highest wins") == 2
    assert out.count("ICE-3") == 1  # a card of another colour than the first one
    assert out.index("ICE-3") < out.index("Not quite.") < out.index("Well done!") < out.index("Lesson 2 of 10")
    assert out.index("Lesson 2 of 10") < out.rindex("Well done!") < out.index("Lesson 3 of 10")


def test_learn_may_be_about_what_is_refused(capsys, monkeypatch):
    typed = iter(["C6", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    code, out, _ = run(capsys, "learn", "ice", "--lesson", "4")
    assert code == 0
    assert out.index("ICE-3") < out.index("Well done!")


def test_learn_ends_with_the_last_lesson(capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: "pass")
    code, out, _ = run(capsys, "learn", "kotori", "--lesson", "8", "--lang", "ja")
    assert code == 0
    assert "よくできました" in out
    assert "kobako play kotori" in out


def test_learn_knows_how_many_lessons_there_are(capsys):
    code, _, err = run(capsys, "learn", "kotori", "--lesson", "9")
    assert code == 2
    assert "kotori has lessons 1 to 8, and no lesson 9" in err
