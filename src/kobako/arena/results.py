"""What was played: a log that survives any end of the run, and from it the table of games.

The log's first line pins the plan; every other line is one unit, on the disk before the next is counted.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from kobako.arena.duel import Outcome, Outcomes
from kobako.arena.schedule import Plan, Unit
from kobako.core.errors import KobakoError
from kobako.core.seeds import seed_text

LOG, LOCK = "log.jsonl", "log.lock"
FORMAT = 1
BIGGEST = 1 << 31  # no number of a game is so big

Done = dict[Unit, Outcomes]


class BadLog(KobakoError):
    """An arena's folder belongs to another arena, is in use, is damaged, or cannot be written to."""


class Log:
    """The log of one arena, open for more. `done` is what it holds already."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise BadLog(f"--out names a folder, and {folder} cannot be one: {wrong.strerror}") from wrong
        self.folder, self.plan, self.done = folder, plan, Done()
        self._lock = FileLock(folder / LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadLog(f"another arena is at work in {folder}") from None
        try:
            self._file = self._open(folder / LOG)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, path: Path) -> BinaryIO:
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1  # a line without an end was being written when the run was cut off
        lines = data[:whole].splitlines()
        head = _line({"arena": FORMAT, **self.plan.to_json()})
        if not lines and not head.startswith(data):
            raise BadLog(f"{path} is not the log of this arena: choose another --out")
        if lines:
            check_head(path, _read(path, 1, lines[0]), self.plan)
            for number, line in enumerate(lines[1:], 2):
                unit, outcomes = _unit(path, number, line, self.plan)
                self.done.setdefault(unit, outcomes)
        file = path.open("r+b" if path.exists() else "w+b")
        file.truncate(whole)
        file.seek(whole)
        if not lines:
            _append(file, head)
        return file

    def add(self, unit: Unit, outcomes: Outcomes) -> bool:
        """Keep a unit; whether it was new. One that comes twice counts once."""
        if unit in self.done:
            return False
        games = [{"scores": g.scores, "ranks": g.ranks, "decisions": g.decisions} for g in outcomes]
        _append(self._file, _line({"line_up": unit.line_up, "deal": unit.deal, "games": games}))
        self.done[unit] = outcomes
        return True

    def __enter__(self) -> Log:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        with suppress(OSError):  # every line was on the disk, or has been complained of
            self._file.close()
        self._lock.release()


def logged_seed(folder: Path) -> str | None:
    """The seed of the arena that a folder holds, so that a run without one named can be taken up again."""
    path = folder / LOG
    if not path.is_file():
        return None
    with path.open("rb") as file:
        line = file.readline()
    head = _read(path, 1, line) if line.endswith(b"\n") else {}
    return head.get("seed")


def check_head(path: Path, head: Mapping[str, Any], plan: Plan) -> None:
    """Refuse a log of another plan, naming what differs."""
    for key, value in {"arena": FORMAT, **plan.to_json()}.items():
        if head.get(key) != value:
            shown, wanted = json.dumps(head.get(key)), json.dumps(value)
            raise BadLog(f"{path.parent} holds another arena, with {key} {shown}, not {wanted}: choose another --out")


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _append(file: BinaryIO, line: bytes) -> None:
    try:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
    except OSError as wrong:
        raise _unwritten(Path(file.name), wrong) from wrong


def _unwritten(path: Path, wrong: OSError) -> BadLog:
    return BadLog(
        f"{path} cannot be written: {wrong.strerror}. What was played before is kept; when that is mended, "
        f"the same command with --out {path.parent} goes on"
    )


def _damaged(path: Path, number: int) -> BadLog:
    # The first line says whose all the others are: without it none can be kept.
    mend = "" if number == 1 else "remove that line to have it played again, or "
    return BadLog(f"{path} is damaged at line {number}: {mend}choose another --out")


def _read(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise _damaged(path, number)
    return value


def _unit(path: Path, number: int, line: bytes, plan: Plan) -> tuple[Unit, Outcomes]:
    """A line of the log; one that no arena of this plan would write is damage, and is not guessed at."""
    value = _read(path, number, line)
    try:
        unit = Unit(value["line_up"], value["deal"])
        outcomes = tuple(Outcome(tuple(g["scores"]), tuple(g["ranks"]), g["decisions"]) for g in value["games"])
    except (KeyError, TypeError):
        raise _damaged(path, number) from None
    fits = len(outcomes) == plan.players and all(_possible(outcome, plan.players) for outcome in outcomes)
    known = _whole(unit) and unit.line_up in range(len(plan.line_ups)) and unit.deal in range(plan.deals)
    if not (fits and known):
        raise _damaged(path, number)
    return unit, outcomes


def _possible(outcome: Outcome, players: int) -> bool:
    """Whether a game can have come out so: each seat's rank is one more than there are seats before it."""
    scores, ranks = outcome.scores, outcome.ranks
    sized = len(scores) == len(ranks) == players and _whole((*scores, *ranks, outcome.decisions))
    return sized and all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _whole(values: Sequence[Any]) -> bool:
    """Whether all are whole numbers: not true, not 1.0, both of which Python takes for 1."""
    return all(type(value) is int and abs(value) < BIGGEST for value in values)


def rows(plan: Plan, done: Mapping[Unit, Outcomes]) -> Iterator[dict[str, Any]]:
    """One flat row per game, in the order of the plan, whatever order they were played in."""
    for unit in plan.units:
        for rotation, outcome in enumerate(done.get(unit, ())):
            row: dict[str, Any] = {
                "line_up": unit.line_up,
                "deal": unit.deal,
                "seed": seed_text(plan.deal_seed(unit.deal)),
                "rotation": rotation,
            }
            columns = {
                "bot": plan.seated(unit.line_up, rotation),
                "score": outcome.scores,
                "rank": outcome.ranks,
                "win_share": outcome.shares,
            }
            for name, values in columns.items():
                row |= {f"{name}_{seat}": value for seat, value in enumerate(values)}
            yield row | {"decisions": outcome.decisions}


def table_file(plan: Plan, done: Mapping[Unit, Outcomes], as_csv: bool = False) -> tuple[str, bytes]:
    """The games as a file, its name and what is in it: Parquet; CSV if asked, or if nothing here writes Parquet."""
    table = list(rows(plan, done))
    if not as_csv:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            pass
        else:
            binary = io.BytesIO()
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(table), binary, compression="zstd")
            return "results.parquet", binary.getvalue()
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return "results.csv", text.getvalue().encode()


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as wrong:
        with suppress(OSError):
            fresh.unlink()
        raise _unwritten(path, wrong) from wrong
