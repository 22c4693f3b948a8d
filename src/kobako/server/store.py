"""The store: an accepted entry is durable before anyone sees it.

Writing is one thread's work. It takes what has gathered while it last wrote and commits it in one transaction, so that
a thousand tables share the price of reaching the disk. Reading goes on beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, Engine, Float, create_engine, event, func, insert, literal_column, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from kobako.house.parts import StoreFailed
from kobako.server.migrate import TooNew, upgrade
from kobako.server.schema import ENTRIES, TABLES
from kobako.table import Entry

LOG = logging.getLogger("kobako.store")
COLUMNS = tuple(ENTRIES.columns.keys())
AT_ONE_GO = 64  # entries in one statement: an SQLite may take no more than 999 values
BATCH = 256  # entries in one transaction at most
# Where much is written more is waited for, for a commit costs as much as twenty entries: so many seconds for each entry
# of the last one, and at most, after that one. Who comes later than that does not wait.
GATHER, LONGEST = 0.002, 0.016
READERS = 4
COUNTED = {"preserve_rowcount": True}
RESCUE = "stop the server, then: kobako rescue FILE"  # how to mend a damaged file
# The time by a database's own clock, in seconds since 1970.
NOW = {
    "sqlite": "(julianday('now') - 2440587.5) * 86400.0",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) AS double precision)",
}
# What may be wrong with a file that is whole.
BESIDES = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
PATIENCE = 5  # seconds after which a database that is locked, or does not answer, counts as not there


class TooLate(Exception):
    """Some of a batch was written by another first."""


@dataclass
class Job:
    """What is to be written together: a new table, entries, changes of a table's row. True: done, False: too late."""

    table: str
    entries: Sequence[Entry] = ()
    row: dict[str, Any] | None = None
    change: dict[str, Any] = field(default_factory=dict)
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def claim(kept: set[tuple[str, int]], job: Job) -> bool:
    """Whether what was kept is this job's; then it is no later one's that wanted the same numbers."""
    mine = {(job.table, entry.seq) for entry in job.entries}
    well = mine <= kept
    kept -= mine
    return well


def read_address(url: str) -> URL:
    """The address of a database; StoreFailed if it is none. Shown as a string, it has no password in it."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreFailed(
            "the database's address cannot be read: it is a file, sqlite:///FILE or postgresql://…"
        ) from None
    if address.get_backend_name() == "sqlite" and ("uri" in address.query or (address.database or "")[:5] == "file:"):
        raise StoreFailed("the database is a plain file, sqlite:///FILE: SQLite's own file:… gives one file many names")
    return address


def open_engine(url: str) -> Engine:
    """The database at an address, brought up to date."""
    shown = read_address(url).render_as_string()
    try:
        engine = _engine(url)
    except (OSError, SQLAlchemyError) as failed:
        raise StoreFailed(f"the database {shown} cannot be opened: {_short(failed)}") from None
    try:
        upgrade(engine)
    except (SQLAlchemyError, UnicodeDecodeError, TooNew) as failed:
        engine.dispose()
        mend = f"; kobako rescue {engine.url.database} saves what can be read of it" if is_damage(failed) else ""
        raise StoreFailed(f"the database {shown} cannot be opened: {_short(failed)}{mend}") from None
    return engine


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, connect_args={"timeout": PATIENCE})
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    waiting = {"connect_timeout": PATIENCE, "tcp_user_timeout": PATIENCE * 1000}
    return create_engine(url, pool_pre_ping=True, pool_size=READERS + 1, pool_timeout=PATIENCE, connect_args=waiting)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer, and a commit is on the disk when it returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def damage_of(engine: Engine) -> str:
    """The first thing that SQLite finds to be damaged in its file, if anything is. PostgreSQL looks after itself."""
    if engine.dialect.name != "sqlite":
        return ""
    try:
        with engine.connect() as connection:
            found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    except (SQLAlchemyError, UnicodeDecodeError) as failed:
        return _short(failed)
    return "" if found == "ok" else found.replace("\n", " ")


def is_damage(failed: BaseException) -> bool:
    """Whether an SQLite file is at fault, and not that it is in use, or closed to us, or without room."""
    if isinstance(failed, UnicodeDecodeError):  # not even its complaint can be read
        return True
    orig = getattr(failed, "orig", None)
    return isinstance(orig, sqlite3.Error) and getattr(orig, "sqlite_errorcode", 0) & 0xFF not in BESIDES


def _short(failed: BaseException) -> str:
    return str(failed).splitlines()[0] if str(failed) else type(failed).__name__


@lru_cache(AT_ONE_GO)
def insert_text(rows: int) -> str:
    """The statement by which SQLite inserts so many entries, where they are not there yet."""
    row = f"({', '.join('?' for _ in COLUMNS)})"
    named = f"INSERT INTO {ENTRIES.name} ({', '.join(COLUMNS)})"
    return f"{named} VALUES {', '.join([row] * rows)} ON CONFLICT DO NOTHING"


def written(data: dict[str, Any]) -> str:
    """What an entry says, as JSON: by Python's own where it has half a character, which orjson does not take."""
    try:
        return orjson.dumps(data).decode()
    except TypeError:
        return json.dumps(data)


Read = TypeVar("Read")


class Store:
    """Tables and their entries in a database."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.damage = ""  # what a check has found
        name = self.engine.dialect.name
        self._at_one_go = name == "sqlite"
        self._now = literal_column(NOW[name], Float)
        dialect = import_module(f"sqlalchemy.dialects.{name}")
        self._insert = dialect.insert(ENTRIES).on_conflict_do_nothing()
        self._insert_one_by_one = self._insert.returning(ENTRIES.c.table_id, ENTRIES.c.seq)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()
        self._readers = ThreadPoolExecutor(READERS, "reading")

    def close(self) -> None:
        """Write what is left, and close."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    def check(self) -> None:
        """Look whether the database is whole: what is damaged is better known before somebody needs it."""
        self.damage = damage_of(self.engine)
        if self.damage:
            shown = self.engine.url.render_as_string()
            LOG.error("database damaged", extra={"database": shown, "found": self.damage, "mend": RESCUE})

    # Writing

    async def make(self, row: dict[str, Any], entries: Sequence[Entry]) -> None:
        """Keep a new table."""
        await self._submit(Job(row["id"], entries, row))

    async def append(self, table: str, entry: Entry) -> bool:
        """Keep an entry. False: another node has written this number first, and nothing was kept."""
        return await self._submit(Job(table, [entry]))

    async def change(self, table: str, **values: Any) -> None:
        """Change what is known of a table besides its entries."""
        await self._submit(Job(table, change=values))

    async def _submit(self, job: Job) -> bool:
        """Someone who hangs up does not take back what is being written: only the word of it is lost."""
        self._jobs.put(job)
        return await job.done

    def _write_all(self) -> None:
        until = 0.0
        while (job := self._jobs.get()) is not None:
            time.sleep(max(0.0, until - time.monotonic()))
            batch = [job]
            while len(batch) < BATCH and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                batch.append(following)
            self._write(batch)
            if len(batch) > 1:
                until = time.monotonic() + min(GATHER * len(batch), LONGEST)

    def _write(self, batch: Sequence[Job], with_care: bool = False) -> None:
        """Write a batch; `with_care`, if it is known that some of it comes too late."""
        try:
            with self.engine.begin() as connection:
                kept = self._write_rows(connection, batch, with_care)
        except TooLate:
            self._write(batch, with_care=True)
            return
        except Exception as failed:
            if len(batch) > 1 and isinstance(failed, IntegrityError):  # the fault is one job's alone
                for job in batch:
                    self._write([job])
                return
            LOG.error("not stored", extra={"reason": _short(failed), "entries": sum(len(job.entries) for job in batch)})
            self._tell(batch, [StoreFailed(f"not stored: {_short(failed)}") for _ in batch])
            return
        self._tell(batch, [claim(kept, job) for job in batch])

    @staticmethod
    def _tell(batch: Sequence[Job], outcomes: Sequence[bool | StoreFailed]) -> None:
        """Say what came of it to those who wait: in their own thread, once for all."""

        def tell() -> None:
            for job, outcome in zip(batch, outcomes, strict=True):
                if job.done.done():
                    continue
                if isinstance(outcome, StoreFailed):
                    job.done.set_exception(outcome)
                else:
                    job.done.set_result(outcome)

        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
            batch[0].done.get_loop().call_soon_threadsafe(tell)

    def _write_rows(self, connection: Connection, batch: Sequence[Job], with_care: bool) -> set[tuple[str, int]]:
        """Gives which entries were kept. TooLate: not all, and to say which takes more care."""
        made = [job.row for job in batch if job.row]
        if made:
            connection.execute(insert(TABLES), made)
        rows = [
            {"table_id": job.table, "seq": e.seq, "at": e.at, "kind": e.kind, "data": e.data()}
            for job in batch
            for e in job.entries
        ]
        kept = {(job.table, e.seq) for job in batch for e in job.entries}
        if rows and with_care:
            kept = {(row[0], row[1]) for row in connection.execute(self._insert_one_by_one, rows)}
        elif self._insert_all(connection, rows) != len(rows):
            raise TooLate
        for job in batch:
            if job.change:
                connection.execute(update(TABLES).where(TABLES.c.id == job.table).values(job.change))
        return kept

    def _insert_all(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> int:
        """Insert entries; gives how many were. In SQLite at one go: its rows one by one each wait for their turn with
        the thread that serves, for which both pay."""
        if not self._at_one_go:
            return connection.execute(self._insert, rows, execution_options=COUNTED).rowcount if rows else 0
        inserted = 0
        for start in range(0, len(rows), AT_ONE_GO):
            some = rows[start : start + AT_ONE_GO]
            as_text = ({**row, "data": written(row["data"])} for row in some)
            given = tuple(row[column] for row in as_text for column in COLUMNS)
            inserted += connection.exec_driver_sql(insert_text(len(some)), given).rowcount
        return inserted

    # Reading

    async def load(self, table: str) -> tuple[dict[str, Any], list[Entry]] | None:
        """A table's row and all its entries."""

        def read(connection: Connection) -> tuple[dict[str, Any], list[Entry]] | None:
            row = self._row(connection, table)
            return None if row is None else (row, self._entries(connection, table, 0))

        return await self._read(read)

    async def row(self, table: str) -> dict[str, Any] | None:
        """A table's row alone."""
        return await self._read(lambda connection: self._row(connection, table))

    async def since(self, table: str, seq: int) -> list[Entry]:
        """The entries of a table from a number on."""
        return await self._read(lambda connection: self._entries(connection, table, seq))

    @staticmethod
    def _row(connection: Connection, table: str) -> dict[str, Any] | None:
        row = connection.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
        return None if row is None else dict(row)

    @staticmethod
    def _entries(connection: Connection, table: str, seq: int) -> list[Entry]:
        wanted = select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.seq >= seq).order_by(ENTRIES.c.seq)
        return [Entry.read(row.seq, row.at, row.kind, row.data) for row in connection.execute(wanted)]

    async def lengths(self, tables: Collection[str]) -> dict[str, int]:
        """How many entries each of these tables has."""
        count = select(ENTRIES.c.table_id, func.max(ENTRIES.c.seq) + 1).group_by(ENTRIES.c.table_id)
        wanted = count.where(ENTRIES.c.table_id.in_(tables))
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(wanted)})

    async def lobby(self, since: float, most: int = 50) -> list[tuple[str, str, float, str]]:
        """Public tables that wait or are played, with status, time and maker: each maker's latest, then the next."""
        maker = func.coalesce(TABLES.c.maker, TABLES.c.id)
        turn = func.row_number().over(partition_by=(TABLES.c.status, maker), order_by=TABLES.c.updated.desc())
        wanted = (
            select(TABLES.c.id, TABLES.c.status, TABLES.c.updated, maker)
            .where(TABLES.c.private.is_(False), TABLES.c.status.in_(("waiting", "playing")))
            .where(TABLES.c.updated > since)
            .order_by(TABLES.c.status.desc(), turn, TABLES.c.updated.desc())
            .limit(most)
        )
        return await self._read(lambda connection: [tuple(row) for row in connection.execute(wanted)])

    async def time(self) -> float:
        """What time it is by the database's clock, which all nodes share."""
        return await self._read(lambda connection: float(connection.execute(select(self._now)).scalar_one()))

    async def lease(self, table: str, node: str, seconds: float) -> bool:
        """Whether this node may drive a table for so long: nobody else does. Nodes need not agree what time it is."""
        free = (TABLES.c.driver == node) | (TABLES.c.driver_until < self._now) | TABLES.c.driver.is_(None)
        wish = update(TABLES).where(TABLES.c.id == table, free)
        wish = wish.values(driver=node, driver_until=self._now + seconds)

        def write(connection: Connection) -> bool:
            granted = connection.execute(wish).rowcount == 1
            connection.commit()
            return granted

        return await self._read(write)

    async def ready(self) -> bool:
        """Whether the database answers, and is whole as far as is known."""
        if self.damage:
            return False
        try:
            await self._read(lambda connection: connection.execute(select(1)).scalar())
        except StoreFailed:
            return False
        return True

    async def _read(self, read: Callable[[Connection], Read]) -> Read:
        """Read in a thread of its own kind, so that no one waits for another's thinking."""

        def run() -> Read:
            try:
                with self.engine.connect() as connection:
                    return read(connection)
            except SQLAlchemyError as failed:
                raise StoreFailed(f"the database does not answer: {_short(failed)}") from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)
