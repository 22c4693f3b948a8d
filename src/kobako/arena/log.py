"""A log of units that survives any end of the run: the first line pins the plan, every other is one unit.

Each line is on the disk before the next is counted; a line that was cut off is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, ClassVar, Generic, Protocol, Self, TypeVar

from filelock import FileLock, Timeout

from kobako.core.errors import KobakoError

LOG, LOCK = "log.jsonl", "log.lock"

U = TypeVar("U")
R = TypeVar("R")


class BadLog(KobakoError):
    """A folder belongs to another run, is in use, is damaged, or cannot be written to."""


class Form(Protocol[U, R]):
    """How units and what came of them are written, and the plan that they are of."""

    name: ClassVar[str]  # what such a run is called: an arena, a study
    version: ClassVar[int]

    def head(self) -> dict[str, Any]:
        """The plan as plain values."""
        ...

    def encode(self, unit: U, result: R) -> dict[str, Any]:
        """A unit as plain values."""
        ...

    def decode(self, value: Mapping[str, Any]) -> tuple[U, R] | None:
        """The unit again; None where no run of this plan would have written that."""
        ...


class Log(Generic[U, R]):
    """The log of one run, open for more. `done` is what it holds already."""

    def __init__(self, folder: Path, form: Form[U, R]) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise BadLog(f"--out names a folder, and {folder} cannot be one: {wrong.strerror}") from wrong
        self.folder, self.form = folder, form
        self.done: dict[U, R] = {}
        self._lock = FileLock(folder / LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadLog(f"another {form.name} is at work in {folder}") from None
        try:
            self._file = self._open(folder / LOG)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, path: Path) -> BinaryIO:
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1  # a line without an end was being written when the run was cut off
        lines = data[:whole].splitlines()
        wanted = {self.form.name: self.form.version, **self.form.head()}
        if not lines and not _line(wanted).startswith(data):
            raise BadLog(f"{path} is not the log of this {self.form.name}: choose another --out")
        if lines:
            self._check_head(path, read_line(path, 1, lines[0]), wanted)
            for number, line in enumerate(lines[1:], 2):
                found = self.form.decode(read_line(path, number, line))
                if found is None:
                    raise damaged(path, number)
                self.done.setdefault(*found)
        file = path.open("r+b" if path.exists() else "w+b")
        file.truncate(whole)
        file.seek(whole)
        if not lines:
            _append(file, _line(wanted))
        return file

    def _check_head(self, path: Path, head: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        """Refuse a log of another plan, naming what differs."""
        for key, value in wanted.items():
            if head.get(key) != value:
                shown, right = json.dumps(head.get(key)), json.dumps(value)
                raise BadLog(
                    f"{path.parent} holds another {self.form.name}, with {key} {shown}, not {right}: "
                    "choose another --out"
                )

    def add(self, unit: U, result: R) -> bool:
        """Keep a unit; whether it was new. One that comes twice counts once."""
        if unit in self.done:
            return False
        _append(self._file, _line(self.form.encode(unit, result)))
        self.done[unit] = result
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        with suppress(OSError):  # every line was on the disk, or has been complained of
            self._file.close()
        self._lock.release()


def logged_seed(folder: Path) -> str | None:
    """The seed of the run that a folder holds, so that one without a seed named can be taken up again."""
    path = folder / LOG
    if not path.is_file():
        return None
    with path.open("rb") as file:
        line = file.readline()
    head = read_line(path, 1, line) if line.endswith(b"\n") else {}
    return head.get("seed")


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


def damaged(path: Path, number: int) -> BadLog:
    """What is said of a line that cannot be read."""
    # The first line says whose all the others are: without it none can be kept.
    mend = "" if number == 1 else "remove that line to have it played again, or "
    return BadLog(f"{path} is damaged at line {number}: {mend}choose another --out")


def read_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    """A line as plain values."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise damaged(path, number)
    return value


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
