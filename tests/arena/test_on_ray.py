"""The arena on a real Ray cluster of two nodes, with a worker and then a whole node killed in the middle."""

import os
import signal
import subprocess
import sys
from collections import Counter

import pytest

from kobako.arena.run import run
from tests.arena.test_arena import arena, lines_in, logged, plan_of, wait_for, written
from tests.needs import PS, needed

GAMES = 600


@pytest.fixture
def cluster():
    """A process that holds the cluster; apart from us, since Ray's threads and signals are its own affair."""
    argv = [sys.executable, "-m", "tests.arena.two_nodes"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(argv, text=True, **pipes) as process:
        yield process
        process.stdin.close()
        assert process.wait(30) == 0


def at_work(root):
    """Ray's workers below a process that are playing right now, with the node that each belongs to."""
    listed = subprocess.run([needed(PS), "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    lines = [line.split(None, 2) for line in listed.splitlines()]
    parents = {int(pid): int(parent) for pid, parent, *_ in lines}

    def below(pid):
        while pid in parents and pid != root:
            pid = parents[pid]
        return pid == root

    playing = [int(pid) for pid, _, *args in lines if args and args[0].startswith("ray::attempt")]
    return {pid: parents[pid] for pid in playing if below(pid)}


@pytest.mark.soak  # of both cores most of a minute, which is Ray's own; .ci/run runs it
def test_two_nodes_a_killed_worker_and_a_lost_node(cluster, tmp_path):
    address = cluster.stdout.readline().strip()
    log = tmp_path / "ray" / "log.jsonl"
    argv = ["kotori", "--bots", "search:30,random", "-p", "3", "-n", GAMES, "--seed", "11", "--on", f"ray:{address}"]
    with arena(*argv, "--out", tmp_path / "ray") as process:

        def logged_more_than(count):
            assert process.poll() is None, process.stderr.read()
            return lines_in(log) > count

        wait_for(lambda: logged_more_than(10))
        nodes = set()
        wait_for(lambda: nodes.update(at_work(cluster.pid).values()) or len(nodes) == 2)
        victim = wait_for(lambda: list(at_work(cluster.pid)))[0]
        os.kill(victim, signal.SIGKILL)
        killed_at = lines_in(log)
        wait_for(lambda: logged_more_than(killed_at + 10))
        print("drop", file=cluster.stdin, flush=True)
        assert cluster.stdout.readline() == "dropped\n"
        dropped_at = lines_in(log)
        assert process.wait(300) == 0, process.stderr.read()
        said = process.stderr.read()
    assert 10 < killed_at < dropped_at < GAMES // 3  # all of it in the middle
    assert "Traceback" not in said
    plan = plan_of("search:30,random", 3, GAMES)
    assert logged(tmp_path / "ray") == Counter(list(plan.units))
    run(plan, tmp_path / "local", workers=2)
    assert written(tmp_path / "ray") == written(tmp_path / "local")
