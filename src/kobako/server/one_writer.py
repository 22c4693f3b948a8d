"""One server to one SQLite file: a second would not see what the first keeps in mind, and is turned away by name."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from kobako.core.errors import BadOption
from kobako.house.parts import StoreFailed
from kobako.server.store import read_address

Note = Callable[[str], None]


@contextlib.contextmanager
def one_writer(url: str) -> Iterator[Note]:
    """Hold the file at a database's address for this process; gives a function to note where we are to be found.

    The lock is the system's: whoever is killed has let go of it. A PostgreSQL is made to be shared.
    """
    address = read_address(url)
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        yield lambda where: None
        return
    try:
        file = Path(address.database or "").resolve()  # whatever links lead to it
        file.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as failed:
        raise cannot_open(Path(address.database or ""), failed) from None
    notes = notes_of(file)
    with held(file):
        only_name(file)
        notes.unlink(missing_ok=True)  # of somebody who was killed
        yield lambda where: write_note(notes, where)
        notes.unlink(missing_ok=True)


@contextlib.contextmanager
def held(file: Path) -> Iterator[None]:
    """The lock beside a file; who has it already is named."""
    lock = FileLock(file.with_name(file.name + ".lock"), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        told = f"the tables in {file} are open already, {who(notes_of(file))}: stop it, or name another file"
        raise BadOption(told) from None
    except OSError as failed:
        raise cannot_open(file, failed) from None
    try:
        yield
    finally:
        lock.release()


def only_name(file: Path) -> None:
    """Refuse a file that has several names (hard links): SQLite would keep a journal, and we a lock, for each."""
    if not file.exists() or file.stat().st_nlink == 1:
        return
    others = [other for other in file.parent.iterdir() if other != file and other.exists() and other.samefile(file)]
    for other in others:
        with held(other):  # or say who has it
            pass
    named = f", {others[0]}," if others else ""
    raise BadOption(
        f"{file} has another name{named} and SQLite spoils a file that is opened by two: "
        "delete the other name, or make a copy and name that"
    )


def cannot_open(file: Path, failed: Exception) -> StoreFailed:
    """What is wrong with a file or its folder."""
    return StoreFailed(f"the database {file} cannot be opened: {getattr(failed, 'strerror', None) or failed}")


def notes_of(file: Path) -> Path:
    """Where a server says where it is."""
    return file.with_name(file.name + ".server")


def write_note(notes: Path, where: str) -> None:
    """For whoever comes second."""
    with contextlib.suppress(OSError):  # the lock is what counts
        notes.write_text(json.dumps({"address": where, "pid": os.getpid()}), encoding="utf-8")


def who(notes: Path) -> str:
    """Who holds the file, as far as it is known."""
    try:
        noted = json.loads(notes.read_text(encoding="utf-8"))
        return f"at the server {noted['address']} (process {noted['pid']})"
    except (OSError, ValueError, LookupError, TypeError):
        return "at a server that is just starting"
