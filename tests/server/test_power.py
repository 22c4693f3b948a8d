"""The power is cut: of what was written only that is sure to be there which the disk has said to have.

A real server plays on SQLite while strace notes what it writes to its file and to the journal, and what of it the disk
confirms (fdatasync). So one can tell of each moment what a cut would leave: all that was confirmed, and of the rest
whatever the disk likes, sector by sector. Every move that a player had been promised by then must be there.

That a disk does not lie is taken for granted, and that it finds a file in its folder.
"""

import contextlib
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

import kobako
from tests.needs import STRACE, needed, without
from tests.server.playing import Player, make_table, together
from tests.server.running import Node, free_port, listening, wait_until
from tests.soaking import long

SECTOR = 512
ASKED = re.compile(r"(\d+) +([\d.]+) (\w+)\((.*)")
ANSWERED = re.compile(r"(\d+) +[\d.]+ <\.\.\. \w+ resumed>(.*)")
UNFINISHED = "<unfinished ...>"
WRITTEN = re.compile(r'\d+<(\S+)>, "(\S*)", (\d+), (\d+)\) += (\d+)')
CONFIRMED = re.compile(r"\d+<(\S+)> *\) += 0")
FILES = ("tables.sqlite", "tables.sqlite-wal")


@dataclass
class Step:
    """Bytes that were written to a file; or, without any, all that was written to it before, confirmed."""

    begun: int  # the line at which it was asked for
    ended: int  # and at which it was done
    at: float
    file: str
    told: bytes | None = None
    place: int = 0


def steps_in(log):
    """All that was done, in the order in which it was done."""
    asked, steps = {}, []
    whole, _, _ = log.read_text().rpartition("\n")  # strace was killed as well
    for number, line in enumerate(whole.splitlines()):
        if found := ASKED.match(line):
            task, at, kind, words = found.groups()
            asked[task] = number, float(at), kind, words.removesuffix(UNFINISHED)
            if words.endswith(UNFINISHED):
                continue
        elif found := ANSWERED.match(line):
            task, words = found.groups()
            number_asked, at, kind, before = asked[task]
            asked[task] = number_asked, at, kind, before + words
        else:
            continue
        steps += step_of(*asked.pop(task), number)
    return steps


def step_of(begun, at, kind, words, ended):
    if kind == "pwrite64":
        file, told, length, place, written = WRITTEN.match(words).groups()
        assert len(unhexed(told)) == int(length) == int(written)
        return [Step(begun, ended, at, name_of(file), unhexed(told), int(place))]
    return [Step(begun, ended, at, name_of(CONFIRMED.match(words)[1]))] if "sync" in kind else []


def unhexed(text):
    return bytes.fromhex(text.replace("\\x", ""))


def name_of(file):
    return os.path.basename(unhexed(file).decode())


def after_a_cut(before, steps, cut, rng):
    """The files as a cut after so many steps might leave them, the next step being under way."""
    left = {name: bytearray(before.get(name, b"")) for name in FILES}
    sure = {step.file: step.begun for step in steps[:cut] if step.told is None}
    likely = rng.choice([0.0, 0.5, 1.0, rng.random()])
    for step in steps[: cut + 1]:
        if step.told is None:
            continue
        file, end = left[step.file], step.place + len(step.told)
        confirmed = step.ended < sure.get(step.file, -1)
        for start in range(step.place - step.place % SECTOR, end, SECTOR):
            if confirmed or rng.random() < likely:
                one, other = max(start, step.place), min(start + SECTOR, end)
                file.extend(bytes(max(0, other - len(file))))
                file[one:other] = step.told[one - step.place : other - step.place]
    return left


class Promised(Player):
    """Notes when it was promised what."""

    def __init__(self, promises, *args):
        super().__init__(*args)
        self.promises = promises

    def _settle(self, said, kept):
        super()._settle(said, kept)
        if kept is not None:
            self.promises.append((time.time(), (self.table, said["id"])))


@contextlib.contextmanager
def watched(folder, log):
    """A server that strace looks at; gives its address. It is killed at the end."""
    port, files = free_port(), [str(folder / name) for name in FILES]
    looking = [needed(STRACE), "-f", "-y", "-xx", "-ttt", "-s", "65536", "-o", str(log)]
    looking += ["-e", "trace=pwrite64,pwritev,write,ftruncate,fdatasync,fsync", *(f"-P{file}" for file in files)]
    serving = [sys.executable, "-m", "kobako", "serve", "--port", str(port), "--database", files[0], "--no-limits"]
    process = subprocess.Popen([*looking, *serving, "--thinkers", "1"], start_new_session=True)
    try:
        wait_until(lambda: process.poll() is not None or listening(port), "the server")
        if process.poll() is not None:
            without("strace may not look at programs here")
        yield f"127.0.0.1:{port}"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The files before, all that was done to them while some games were played, and what was promised meanwhile."""
    folder = tmp_path_factory.mktemp("power")
    with Node(folder) as node:
        node.stop()
    before = {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}
    log, promises = folder / "steps", []
    with watched(folder, log) as address:
        for _ in range(3):
            tables = [make_table(f"http://{address}", game, 3) for game in kobako.game_names()]
            together(
                *(
                    Promised(promises, [f"ws://{address}/ws"], table.name, secret, (table.name, seat)).play()
                    for table in tables
                    for seat, secret in table.secrets.items()
                )
            )
    return before, steps_in(log), promises


@pytest.mark.parametrize("seed", range(long(1)))
def test_what_was_promised_is_there_after_the_power_was_cut(played, tmp_path, seed):
    before, steps, promises = played
    rng = random.Random(seed)
    assert {step.file for step in steps if step.told} == set(FILES), (
        "the journal was taken over into the file meanwhile"
    )
    kept_at_all = 0
    for cut in rng.sample(range(1, len(steps)), 60):
        folder = tmp_path / str(cut)
        folder.mkdir()
        for name, told in after_a_cut(before, steps, cut, rng).items():
            (folder / name).write_bytes(told)
        due = {promise for at, promise in promises if at <= steps[cut].at}
        with contextlib.closing(sqlite3.connect(folder / FILES[0])) as asking:
            assert asking.execute("PRAGMA quick_check").fetchall() == [("ok",)], cut
            rows = asking.execute(
                "SELECT table_id, seq, json_extract(data, '$.id') FROM entries ORDER BY table_id, seq"
            ).fetchall()
        kept = {(table, id) for table, _, id in rows}
        assert due <= kept, f"cut after step {cut} of {len(steps)}"
        last = dict.fromkeys((table for table, _, _ in rows), -1)
        for table, seq, _ in rows:
            assert seq == last[table] + 1, "entries are numbered without a gap"
            last[table] = seq
        kept_at_all += len(due)
        shutil.rmtree(folder)
    assert kept_at_all > 1000
