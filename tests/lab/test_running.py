"""However a study is run, stopped and taken up again, its files are the same bytes."""

import os
import signal

import polars
import pytest

import kobako
from kobako.arena import pool
from kobako.arena.log import BadLog
from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.lab import study
from kobako.lab.design import make_plan
from kobako.lab.run import played
from tests.arena.test_arena import alive, arena, children, lines_in, wait_for

LONG = 40  # games of a study that is stopped in the middle
WRITTEN = ("games.parquet", "decisions.parquet", "events.parquet", "lab.json", "lab.html")


def written(folder):
    return {name: (folder / name).read_bytes() for name in WRITTEN}


def plan_of(n=6, bots="search:60,greedy", **more):
    return make_plan(kobako.game("kotori").setup(2), n, 11, bots, **more)


def argv_of(out, workers=1, n=6):
    words = f"kotori -p 2 --bots search:60,greedy -n {n} --lang en --workers {workers} --out {out}"
    return words.split()


def test_any_number_of_workers_writes_the_same_bytes(tmp_path, capsys):
    for workers in (1, 2):
        assert main(["lab", *argv_of(tmp_path / str(workers), workers), "--seed", "11"]) == 0
        assert f"{tmp_path / str(workers)}/lab.html is the report" in capsys.readouterr().out
    assert written(tmp_path / "1") == written(tmp_path / "2")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    assert main(["lab", *argv_of(folder, 1, LONG), "--seed", "11"]) == 0
    return written(folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_stopped_in_the_middle_and_taken_up_again(tmp_path, number, whole):
    cut = tmp_path / "cut"
    log = cut / "log.jsonl"
    with arena(*argv_of(cut, 2, LONG), "--seed", "11", command="lab") as process:
        wait_for(lambda: lines_in(log) > 3)
        workers = children(process.pid)
        process.send_signal(number)
        said = process.stderr.read()
    assert number == signal.SIGKILL or f"the same command with --out {cut}" in said
    wait_for(lambda: not any(map(alive, workers)))
    before = log.read_bytes()
    assert before.count(b"\n") <= LONG // 2
    assert not (cut / "lab.html").exists()
    with log.open("ab") as file:  # as if the power had gone while a unit was being written
        file.write(b'{"unit":[0,0,29],"check":12')
    assert main(["lab", *argv_of(cut, 1, LONG)]) == 0  # the seed is the log's
    assert log.read_bytes().startswith(before)
    assert lines_in(log) == 1 + LONG // 2
    assert written(cut) == whole


def test_a_finished_study_is_not_played_again(tmp_path, monkeypatch):
    plan, told = plan_of(), []
    first = played(plan, tmp_path, workers=1, report=told.append)
    assert told == [0, 2, 4, 6]
    monkeypatch.setattr(pool, "attempt", None)
    assert played(plan, tmp_path, workers=1, report=told.append) == first
    assert told[4:] == [6]


def test_in_python_the_games_are_the_same(tmp_path):
    made = study(kobako.game("kotori").setup(2), 6, "search:60,greedy", seed=11, workers=1)
    assert {"games": made.games, "decisions": made.decisions, "events": made.events} == played(plan_of(), workers=1)


def test_another_studys_folder_is_refused(tmp_path):
    played(plan_of(2), tmp_path, workers=1)
    with pytest.raises(BadLog, match=r"holds another study, with tables .*: choose another --out"):
        played(plan_of(4), tmp_path, workers=1)


def test_damage_is_found(tmp_path):
    played(plan_of(4), tmp_path, workers=1)
    log = tmp_path / "log.jsonl"
    data = log.read_bytes()
    for bad in (data.replace(b'"check":', b'"check":1'), data.replace(b'"unit":[0,0,1]', b'"unit":[0,0,7]')):
        log.write_bytes(bad)
        with pytest.raises(BadLog, match=r"is damaged at line \d: remove that line to have it played again"):
            played(plan_of(4), tmp_path, workers=1)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"workers": 0}, "a study has 1 worker or more, not 0"),
        ({"on": "moon"}, "a study runs on ray, ray:HOST:PORT or ray://HOST:PORT, not 'moon'"),
    ],
)
def test_a_place_that_there_is_not(tmp_path, more, told):
    with pytest.raises(BadOption, match=told):
        played(plan_of(), tmp_path / "out", **more)
    assert not os.path.exists(tmp_path / "out")


def test_the_command_refuses_in_a_sentence(capsys):
    assert main(["lab", "kotori", "--vary", "wings=1,2"]) == 2
    house = ", ".join(rule.name for rule in kobako.game("kotori").house)
    told = f"kobako: kotori has no option 'wings' to vary: there are players, first, {house}\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("option", ["-n", "--workers", "--ladder"])
def test_a_number_is_asked_for_in_words(option, capsys):
    with pytest.raises(SystemExit):
        main(["lab", "kotori", option, "many"])
    assert "a whole number is wanted, such as 100, not 'many'" in capsys.readouterr().err


def test_on_ray_the_games_are_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "local")  # a cluster of our own: another test's would be joined, and loses a node
    plan = plan_of(4)
    assert played(plan, tmp_path / "ray", on="ray", workers=2) == played(plan, workers=1)


def test_the_tables_are_those_of_pandas_and_polars():
    made = study(kobako.game("kotori").setup(2), n=2, bots="greedy", seed=3, workers=1)
    for name in ("games", "decisions", "events"):
        table = getattr(made, name)
        frame, other = table.to_pandas(), polars.from_arrow(table)
        assert [*frame.columns] == other.columns == table.column_names
        assert len(frame) == other.height == table.num_rows > 0
    games, decisions = made.games.to_pandas(), polars.from_arrow(made.decisions)
    assert games["share_0"].mean() + games["share_1"].mean() == pytest.approx(1)
    assert games["score_2"].isna().all()  # two players
    by_game = decisions.group_by("game").len().sort("game")["len"].to_list()
    assert by_game == games.sort_values("game")["decisions"].to_list()
