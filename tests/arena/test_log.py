"""An arena's log: what it holds is not played again; damaged, another's, or not to be written, nothing is lost."""

import json
import resource
from collections import Counter
from itertools import product

import pytest

from kobako.arena import pool
from kobako.arena.results import BadLog, Log, logged_seed
from kobako.arena.run import run
from kobako.arena.schedule import Unit
from tests.arena.test_arena import arena, lines_in, logged, plan_of, written


def test_a_finished_arena_is_not_played_again(tmp_path, monkeypatch):
    plan = plan_of()
    first = run(plan, tmp_path, workers=1)
    log = (tmp_path / "log.jsonl").read_bytes()
    monkeypatch.setattr(pool, "attempt", None)
    assert run(plan, tmp_path, workers=1) == first
    assert (tmp_path / "log.jsonl").read_bytes() == log


def test_a_unit_counts_once(tmp_path):
    plan = plan_of()
    first = run(plan, tmp_path, workers=1)
    path = tmp_path / "log.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines + lines[1:4]))
    with Log(tmp_path, plan) as log:
        assert len(log.done) == 10
        assert not log.add(Unit(0, 0), ())
    assert run(plan, tmp_path, workers=1) == first


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_half_written_line_is_played_again(tmp_path, cut):
    plan = plan_of()
    run(plan, tmp_path, workers=1)
    whole, path = written(tmp_path), tmp_path / "log.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    with Log(tmp_path, plan) as log:
        assert len(log.done) == 9 if cut < 200 else len(log.done) <= 9
    run(plan, tmp_path, workers=1)
    assert written(tmp_path) == whole
    assert logged(tmp_path) == Counter(list(plan.units))


def test_a_log_cut_in_its_first_line_begins_anew(tmp_path):
    (tmp_path / "log.jsonl").write_bytes(b'{"arena":1,"ga')
    assert logged_seed(tmp_path) is None
    run(plan_of(), tmp_path, workers=1)
    assert logged(tmp_path) == Counter(list(plan_of().units))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"name": "ice"}, 'game "kotori", not "ice"'),
        ({"players": 2}, "players 3, not 2"),
        ({"seed": 12}, "seed "),
        ({"games": 33}, "games 30, not 33"),
        ({"bots": "random,greedy"}, 'bots ["greedy", "random"], not ["random", "greedy"]'),
        ({"first": 1}, 'options {"first": "drawn"}, not {"first": "1"}'),
    ],
)
def test_another_arenas_folder_is_refused(tmp_path, other, said):
    run(plan_of(), tmp_path, workers=1)
    before = written(tmp_path)
    with pytest.raises(BadLog, match="holds another arena") as wrong:
        run(plan_of(**other), tmp_path, workers=1)
    assert said in str(wrong.value)
    assert written(tmp_path) == before


def test_two_arenas_do_not_share_a_folder(tmp_path):
    with Log(tmp_path, plan_of()), pytest.raises(BadLog, match="another arena is at work"):
        run(plan_of(), tmp_path, workers=1)
    run(plan_of(), tmp_path, workers=1)


# --- damaged, or on a full disk


@pytest.fixture
def played(tmp_path):
    """A finished arena, and the lines of its log."""
    run(plan_of(), tmp_path, workers=1)
    return tmp_path / "log.jsonl", (tmp_path / "log.jsonl").read_bytes().splitlines(keepends=True)


def refused(path, lines, number):
    before = written(path.parent)
    path.write_bytes(b"".join(lines))
    with pytest.raises(BadLog, match=f"damaged at line {number}: .*choose another --out") as wrong:
        run(plan_of(), path.parent, workers=1)
    assert ("remove that line to have it played again" in str(wrong.value)) == (number > 1)
    assert written(path.parent) == before
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("number", "bad"),
    [*product((1, 3), (b"{", b"[]", b"[" * 100_000, b"\xff", b'{"deal":' * 100_000)), (3, b"{}")],
    ids=lambda value: str(value)[:9],
)
def test_a_line_that_is_no_unit(played, number, bad):
    path, lines = played
    lines[number - 1] = bad + b"\n"
    refused(path, lines, number)


@pytest.mark.parametrize("deal", [10, -1, 1.0, True, "1", None, [1]])
def test_a_unit_that_is_not_of_the_plan(played, deal):
    path, lines = played
    lines[2] = json.dumps({**json.loads(lines[2]), "deal": deal}).encode() + b"\n"
    refused(path, lines, 3)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("scores", bad) for bad in (None, "123", [1, 2], ["1", "2", "3"], [1, 2, None], [1, 2, [3]], [1, 2, 3.0])),
        *(("scores", [1, 2, bad]) for bad in (float("nan"), 10**400, True)),
        *(("ranks", bad) for bad in ([0, 0, 0], [2, 2, 2], [1, 1, 2], [1, 2, 4], ["1", "2", "3"], [1, 2, 3, 4])),
        *(("decisions", bad) for bad in ("x", None, 1.5, True, [9])),
    ],
)
def test_a_game_that_cannot_have_come_out_so(played, key, value):
    path, lines = played
    unit = json.loads(lines[2])
    unit["games"][1][key] = value
    lines[2] = json.dumps(unit).encode() + b"\n"
    refused(path, lines, 3)


def test_without_the_damaged_line_its_deal_is_played_again(played):
    path, lines = played
    whole = written(path.parent)
    path.write_bytes(b"".join(lines[:2] + lines[3:]))
    run(plan_of(), path.parent, workers=1)
    assert written(path.parent) == whole
    assert sorted(path.read_bytes().splitlines(keepends=True)) == sorted(lines)


@pytest.mark.parametrize("data", [b"what I did today", b'{"arena":1,"game":"ice"'])
def test_what_is_no_log_of_ours_is_left_alone(tmp_path, data):
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    with pytest.raises(BadLog, match=r"log.jsonl is not the log of this arena: choose another --out"):
        run(plan_of(), tmp_path, workers=1)
    assert path.read_bytes() == data


def test_a_full_disk(tmp_path):
    """No file may grow beyond a limit: first the log reaches it, then, the log being whole, the page does."""
    argv = ["kotori", "--bots", "greedy,random", "-p", "3", "-n", "30", "--seed", "11", "--workers", "1"]
    out, log = tmp_path / "out", tmp_path / "out" / "log.jsonl"
    run(plan_of(), tmp_path / "whole", workers=1)

    def told(most):
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        with arena(
            *argv, "--out", out, limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
        ) as process:
            assert process.wait(60) == 2
            return process.stderr.read()

    going_on = f"the same command with --out {out} goes on\n"
    first = told(1000)
    assert first.startswith(f"kobako: {log} cannot be written: File too large. ")
    assert first.endswith(going_on)
    assert 1 < lines_in(log) < 11
    second = told((tmp_path / "whole" / "report.html").stat().st_size - 1)
    assert second.startswith(f"kobako: {out / 'report.html'} cannot be written: File too large. ")
    assert second.endswith(going_on)
    assert not list(out.glob("*.new"))
    run(plan_of(), out, workers=1)
    assert written(out) == written(tmp_path / "whole")
