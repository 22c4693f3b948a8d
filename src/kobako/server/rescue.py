"""`kobako rescue`: what can still be read of a damaged SQLite file, copied to a new one, table by table.

A table is copied if its row and all its entries can be read, and lead to a table where its rules are here.
Nothing is guessed, and the damaged file is only read.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Column, Connection, insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kobako.core.errors import BadOption
from kobako.core.kifu import replay
from kobako.house.parts import StoreFailed
from kobako.house.rows import OldRules, terms_of
from kobako.server.one_writer import one_writer
from kobako.server.pages import Row, rows_in
from kobako.server.schema import ENTRIES, TABLES
from kobako.server.store import COLUMNS, open_engine
from kobako.table import Entry, Table

LATEST = 1e11  # no time is later, in seconds since 1970
STATUSES = ("waiting", "playing", "over")


@dataclass
class Rescued:
    """What became of the tables of a file."""

    saved: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)  # and why


def rescue(damaged: Path, fresh: Path) -> Rescued:
    """Copy every table that can be read to a new file, that is there when all is done."""
    if not damaged.is_file():
        raise BadOption(f"there is no file {damaged}")
    if fresh.exists():
        raise BadOption(f"{fresh} is there already: name another file with --to")
    try:
        fresh.parent.mkdir(parents=True, exist_ok=True)
        folder = TemporaryDirectory(prefix=f"{fresh.name}.", dir=fresh.parent)
    except OSError as failed:
        raise BadOption(f"{fresh} cannot be written ({failed.strerror}): name another file with --to") from None
    with folder, one_writer(f"sqlite:///{damaged.absolute()}"):
        growing = Path(folder.name) / fresh.name
        rescued = save(damaged, growing)
        if not rescued.saved and not rescued.lost:
            raise BadOption(f"no table can be found in {damaged}")
        if rescued.saved:
            growing.replace(fresh)
    return rescued


def save(damaged: Path, growing: Path) -> Rescued:
    """Copy what can be copied."""
    rescued = Rescued()
    try:
        engine = open_engine(f"sqlite:///{growing.absolute()}")
        with engine.begin() as target:
            target.exec_driver_sql("BEGIN")
            columns = [row[1] for row in target.exec_driver_sql("PRAGMA table_info(tables)")]
            with closing(gathered(damaged, columns)) as source:
                for name in names_in(source):
                    try:
                        with target.begin_nested():
                            copy(source, target, name)
                        rescued.saved.append(name)
                    except Exception as wrong:  # whatever it is that a damaged row leads to, the next may be whole
                        if isinstance(wrong, SQLAlchemyError) and not isinstance(wrong, IntegrityError):
                            raise
                        rescued.lost[name] = str(wrong).partition("\n")[0] or type(wrong).__name__
        engine.dispose()
    except SQLAlchemyError as failed:
        raise StoreFailed(f"the new file cannot be written: {str(failed).partition(chr(10))[0]}") from None
    return rescued


# What is found


def gathered(damaged: Path, columns: Sequence[str]) -> sqlite3.Connection:
    """All rows that look like ours, in a file that is gone when it is closed."""
    source = sqlite3.connect("")
    source.row_factory = sqlite3.Row
    quoted = ", ".join(f'"{column}"' for column in columns)
    source.execute(f"CREATE TABLE tables ({quoted}, number)")
    source.execute("CREATE TABLE entries (table_id, seq, at, kind, data)")
    source.execute("CREATE TABLE named (id, number)")
    source.execute("CREATE TABLE numbered (table_id, seq)")
    kinds = [TABLES.c[column] for column in columns]
    for row in rows_in(damaged):
        place, values = place_of(row, kinds)
        if place:
            source.execute(f"INSERT INTO {place} VALUES ({', '.join('?' * len(values))})", values)
    for place in ("tables (id)", "entries (table_id)", "named (number)", "numbered (table_id)"):
        source.execute(f"CREATE INDEX {place.replace(' (', '_').strip(')')} ON {place}")
    return source


def place_of(row: Row, columns: Sequence[Column[Any]]) -> tuple[str, list[Any]]:
    """Which table, or which index, a row looks like it is from; none, if it is none of ours."""
    values = row.values
    if row.is_key:
        kinds = [type(value) for value in values[:-1]]
        if kinds == [str] and str(values[0]).startswith("t"):  # and not the schema's version, which has an index too
            return "named", values
        return "numbered" if kinds == [str, int] else "", values[:-1]
    if fits(values, ENTRIES.columns.values()):
        return "entries", values
    if len(values) > len(ENTRIES.columns):
        values = [*values, *[None] * (len(columns) - len(values))]  # from before the last of them were added
        if fits(values, columns):
            return "tables", [*values, row.number]
    return "", []


def fits(values: Sequence[Any], columns: Sequence[Column[Any]]) -> bool:
    """Whether these can be the values of these columns."""
    return len(values) == len(columns) and all(map(is_one_of, values, columns))


def is_one_of(value: Any, column: Column[Any]) -> bool:
    """Whether a value can be in a column."""
    if value is None:
        return bool(column.nullable)
    kind = column.type.python_type
    if kind is float:
        return isinstance(value, float | int) and 0 <= value < LATEST
    return isinstance(value, {bool: int, object: str}.get(kind, kind))


def names_in(source: sqlite3.Connection) -> list[str]:
    """The tables that the file names anywhere."""
    ways = ("id FROM tables", "table_id FROM entries", "id FROM named", "table_id FROM numbered")
    return sorted(row[0] for row in source.execute(" UNION ".join(f"SELECT {way}" for way in ways)))


# What is saved


def copy(source: sqlite3.Connection, target: Connection, name: str) -> None:
    """One table, if all of it is there."""
    row = row_of(source, name)
    found = source.execute("SELECT DISTINCT * FROM entries WHERE table_id = ? ORDER BY seq", (name,)).fetchall()
    [[numbered]] = source.execute("SELECT count(DISTINCT seq) FROM numbered WHERE table_id = ?", (name,))
    if [entry["seq"] for entry in found] != list(range(max(len(found), numbered))):
        raise ValueError("some of its moves are missing")
    others = source.execute("SELECT id FROM named WHERE number = ? AND id != ?", (row.pop("number"), name)).fetchone()
    if others and not found:
        raise ValueError(f"it may be table {others['id']}")
    values = {key: value_of(TABLES.c[key], value) for key, value in row.items()}
    kept = [{key: value_of(ENTRIES.c[key], entry[key]) for key in COLUMNS} for entry in found]
    check(values, [Entry.read(e["seq"], e["at"], e["kind"], e["data"]) for e in kept])
    target.execute(insert(TABLES), [values])
    if kept:
        target.execute(insert(ENTRIES), kept)


def row_of(source: sqlite3.Connection, name: str) -> dict[str, Any]:
    """A table's row. In pages that are not used any more there may be older ones, and such that know less."""
    rows = [dict(row) for row in source.execute("SELECT * FROM tables WHERE id = ?", (name,))]
    if not rows:
        raise LookupError("its row cannot be read")
    return max(rows, key=lambda row: (row["updated"], sum(value is not None for value in row.values())))


def value_of(column: Column[Any], value: Any) -> Any:
    """A value as SQLAlchemy is given it."""
    kind = column.type.python_type
    if value is None:
        return None
    return json.loads(value) if kind is object else kind(value)


def check(row: dict[str, Any], entries: Sequence[Entry]) -> None:
    """Whether these are a table."""
    if row["replay"]:
        json.loads(zlib.decompress(row["replay"]))
    if any(one.at > other.at for one, other in pairwise(entries)):
        raise ValueError("its moves go back in time")
    try:
        table = Table(terms_of(row))
    except OldRules:  # not to be played here, whole or not
        return
    for entry in entries:
        table.take(entry)
    if STATUSES.index(table.status) < STATUSES.index(row["status"]):
        raise ValueError("some of its moves are missing")
    if row["kifu"] and row["kifu"] != table.kifu() and replay(row["kifu"]).actions != replay(table.kifu()).actions:
        raise ValueError("its kifu is of another game")


def lines(rescued: Rescued, fresh: Path) -> Iterator[str]:
    """What was done, in words."""
    where = f"saved to {fresh}" if rescued.saved else "saved"
    yield f"{len(rescued.saved)} tables {where}, {len(rescued.lost)} lost."
    for name, why in rescued.lost.items():
        yield f"  {name}: {why}"
