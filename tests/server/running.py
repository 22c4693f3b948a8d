"""Real servers for tests: Kobako's own in a process that can be killed, PostgreSQL, Redis, nginx."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psycopg

import kobako
from kobako.server.settings import Settings
from tests.needs import POSTGRES, REDIS, needed
from tests.server.node_process import run

# A server takes a second to import. A process that has done so once and is then copied saves that for every start.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        "kobako.server.serve",
        "kobako.server.redis_bus",
        "sqlalchemy.dialects.postgresql.psycopg",
        "sqlalchemy.dialects.sqlite",
        "uvicorn.lifespan.on",
        "uvicorn.loops.uvloop",
        "uvicorn.protocols.http.auto",
        "uvicorn.protocols.websockets.auto",
        *(f"kobako.games.{name}.rules" for name in kobako.game_names()),
    ]
)
PATIENCE = 60.0
# What is asked again and again is asked without certificates: to read those takes longer than the question.
ask = functools.partial(httpx.get, verify=False, timeout=PATIENCE)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def wait_until(true: Any, what: str) -> None:
    """Wait for something that takes its time."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, f"{what} did not come about in {PATIENCE:g} seconds"
        time.sleep(0.005)


def listening(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


class Node:
    """A node: `kobako serve` in a process of its own, that can be killed and started again."""

    def __init__(self, folder: Path, level: str = "WARNING", **settings: Any) -> None:
        self.port = free_port()
        usual = {
            "database": str(folder / "tables.sqlite"),
            "bot_delay": 0.0,
            "rest": 0.0,
            "thinkers": 1,
            "limits": False,
        }
        self.settings = Settings(port=self.port, **{**usual, **settings})
        self.log = folder / f"node-{self.port}.log"
        self.level, self.ahead = level, 0.0  # seconds by which its clock is ahead of ours, from the next start on
        self.process: Any = None

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> Node:
        self.process = FORKS.Process(target=run, args=(self.settings, self.log, self.level, os.getpid(), self.ahead))
        self.process.start()
        return self

    def wait(self) -> Node:
        """Until it answers: it listens some time before."""

        def answers() -> bool:
            assert self.process.is_alive(), f"the server ended: {self.logged()}"
            with contextlib.suppress(httpx.TransportError):
                return ask(f"{self.http}/healthz").is_success
            return False

        wait_until(answers, "a server that answers")
        return self

    def kill(self) -> None:
        """Kill it with -9."""
        self.process.kill()
        self.process.join()

    def stop(self) -> int:
        """Ask it to end, and give its exit code."""
        os.kill(self.process.pid, signal.SIGTERM)
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None, "the server does not stop"
        return int(self.process.exitcode)

    def logged(self) -> str:
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def metric(self, name: str) -> float:
        """A figure from /metrics."""
        lines = ask(f"{self.http}/metrics").text.splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.split("{")[0].split(" ")[0] == name)

    def __enter__(self) -> Node:
        return self.start().wait()

    def __exit__(self, *_: object) -> None:
        if self.process.is_alive():
            self.kill()


@contextlib.contextmanager
def open_folder(user: str) -> Iterator[Path]:
    """A folder of its own for a program that runs as another user."""
    folder = Path(tempfile.mkdtemp(prefix="kobako-"))
    if user:
        shutil.chown(folder, user)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Postgres:
    """A PostgreSQL of our own, in a temporary folder."""

    def __init__(self, folder: Path, user: str) -> None:
        self.folder, self.port = folder, free_port()
        self.bin = Path(needed(POSTGRES)).resolve().parent
        account = pwd.getpwnam(user) if user else None
        self.become: dict[str, Any] = (
            {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}
        )
        self.data = folder / "data"
        made = ["--auth=trust", "--username=kobako", "--encoding=UTF8", "--locale=C", "--no-sync", "-D", str(self.data)]
        subprocess.run([self.bin / "initdb", *made], check=True, capture_output=True, cwd=folder, **self.become)
        self.start()

    def start(self) -> None:
        words = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}"]
        words += ["-c", "fsync=off"]  # what was written outlives this process all the same: no machine loses its power
        command = [self.bin / "postgres", "-D", self.data, "-p", str(self.port), *words]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self.become)
        wait_until(self.answers, "PostgreSQL")

    def answers(self) -> bool:
        try:
            psycopg.connect(self.address("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            return False
        return True

    def stop(self) -> None:
        """At once, as when the machine it runs on is gone."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def address(self, name: str) -> str:
        return f"postgresql://kobako@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The address of a database that nobody has used."""
        name = f"k{time.monotonic_ns()}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)


class Redis:
    """A Redis of our own."""

    def __init__(self) -> None:
        self.program, self.port = needed(REDIS), free_port()
        self.start()

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: listening(self.port), "Redis")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def someone_else() -> str:
    """PostgreSQL refuses to be run by root: then someone else runs it."""
    if os.geteuid() != 0:
        return ""
    known = {account.pw_name for account in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def command_line(*words: str, environment: dict[str, str] | None = None, **options: Any) -> subprocess.Popen[str]:
    """The command line, run as a person would."""
    command = [sys.executable, "-m", "kobako", *words]
    with_ours = {**os.environ, **(environment or {})}
    return subprocess.Popen(
        command, env=with_ours, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )
