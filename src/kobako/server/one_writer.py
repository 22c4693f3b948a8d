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
    file = Path(address.database or "").absolute()
    notes = file.with_name(file.name + ".server")
    lock = FileLock(file.with_name(file.name + ".lock"), timeout=0)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise BadOption(f"the tables in {file} are open already, {who(notes)}: stop it, or name another file") from None
    except OSError as failed:
        raise StoreFailed(f"the database {file} cannot be opened: {failed.strerror or failed}") from None
    try:
        notes.unlink(missing_ok=True)  # of somebody who was killed
        yield lambda where: write_note(notes, where)
        notes.unlink(missing_ok=True)
    finally:
        lock.release()


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
