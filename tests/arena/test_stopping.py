"""However an arena ends, none of its workers and none of the programs that were its bots stays behind."""

import os
import shlex
import signal
import sys

import pytest

from tests.arena.test_arena import alive, arena, children, wait_for

# It reads no question, and so does not notice that nobody asks any more.
SLEEPER = """
import os, sys, time
open(f"{sys.argv[1]}/{os.getpid()}", "x")
time.sleep(600)
"""

# The same, but of two that have begun the second fails.
SECOND_FAILS = """
import os, sys, time
open(f"{sys.argv[1]}/{os.getpid()}", "x")
try:
    open(f"{sys.argv[1]}/first", "x")
except FileExistsError:
    sys.exit("no more")
time.sleep(600)
"""


@pytest.fixture
def begun(tmp_path):
    """An arena of a program against random, and the folder where its programs write that they have begun."""
    pids = tmp_path / "pids"
    pids.mkdir()
    started = []

    def begin(program, workers):
        (tmp_path / "bot.py").write_text(program)
        command = shlex.join([sys.executable, str(tmp_path / "bot.py"), str(pids)])
        argv = ["--bots", f"program:seconds=300 {command},random", "-p", 2, "-n", 8, "--workers", workers]
        process = arena("kotori", *argv, "--out", tmp_path / "out", start_new_session=True)
        started.append(process)
        return process, lambda: [int(path.name) for path in pids.iterdir() if path.name.isdecimal()]

    yield begin
    for process in started:
        process.stdout.close()
        process.stderr.close()
    for path in pids.iterdir():
        if path.name.isdecimal() and alive(int(path.name)):
            os.kill(int(path.name), signal.SIGKILL)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("send", "number"),
    [
        (os.killpg, signal.SIGINT),
        (os.killpg, signal.SIGHUP),
        (os.killpg, signal.SIGTERM),
        (os.kill, signal.SIGTERM),
    ],
)
def test_a_stopped_arena_leaves_nothing_running(begun, send, number, workers):
    process, programs = begun(SLEEPER, workers)
    wait_for(lambda: len(programs()) == workers)
    workers_there = children(process.pid)
    send(process.pid, number)
    assert process.wait(60) == 1
    assert "Stopped. To go on: the same command with --out" in process.stderr.read()
    wait_for(lambda: not any(map(alive, workers_there + programs())))


def test_a_killed_arena_leaves_nothing_running(begun):
    process, programs = begun(SLEEPER, 2)
    wait_for(lambda: len(programs()) == 2)
    workers_there = children(process.pid)
    process.kill()
    process.wait(60)
    assert len(workers_there) >= 2
    wait_for(lambda: not any(map(alive, workers_there + programs())))


def test_a_failed_arena_leaves_nothing_running(begun):
    process, programs = begun(SECOND_FAILS, 2)
    assert process.wait(60) == 2
    assert "no more" in process.stderr.read()
    assert len(programs()) == 2
    wait_for(lambda: not any(map(alive, programs())))
