"""`kobako rescue`: what can still be read of a damaged SQLite file, copied to a new one, table by table.

A table is copied if its row and all its entries can be read, and lead to a table where its rules are here.
Nothing is guessed, and the damaged file is only read.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select

from kobako.core.errors import BadOption, KobakoError
from kobako.house.rows import OldRules, terms_of
from kobako.server.one_writer import one_writer
from kobako.server.schema import ENTRIES, TABLES
from kobako.server.store import open_engine
from kobako.table import Entry, Table

# Where one way through the file runs into damage another may go on: from both ends, by row and by key.
WAYS = [
    f"SELECT {name} FROM {table} {how} ORDER BY {by} {order}"
    for table, name in (("tables", "id"), ("entries", "table_id"))
    for how, by in (("NOT INDEXED", "rowid"), ("", name))
    for order in ("ASC", "DESC")
]
BROKEN = (sqlite3.Error, ValueError, LookupError, TypeError, AttributeError, zlib.error)


@dataclass
class Rescued:
    """What became of the tables of a file."""

    saved: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)  # and why


def rescue(damaged: Path, fresh: Path) -> Rescued:
    """Copy every table that can be read to a new file."""
    if not damaged.is_file():
        raise BadOption(f"there is no file {damaged}")
    if fresh.exists():
        raise BadOption(f"{fresh} is there already: name another file with --to")
    rescued = Rescued()
    with one_writer(f"sqlite:///{damaged.absolute()}"), closing(reading(damaged)) as source:
        engine = open_engine(f"sqlite:///{fresh.absolute()}")
        with engine.begin() as target:
            for name in names_in(source):
                try:
                    copy(source, target, name)
                    rescued.saved.append(name)
                except (*BROKEN, KobakoError) as wrong:
                    rescued.lost[name] = str(wrong).partition("\n")[0] or type(wrong).__name__
        engine.dispose()
    return rescued


def reading(file: Path) -> sqlite3.Connection:
    """The file, with whatever its journal adds, and no promise that any of it can be read."""
    connection = sqlite3.connect(file.absolute().as_uri() + "?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    connection.text_factory = lambda text: text.decode("utf-8")
    return connection


def names_in(source: sqlite3.Connection) -> list[str]:
    """The tables that the file names anywhere."""
    found: dict[str, None] = {}
    unread = None
    for way in WAYS:
        try:
            for row in source.execute(way):
                if isinstance(row[0], str) and row[0]:
                    found[row[0]] = None
        except BROKEN as wrong:
            unread = wrong
    if not found and unread is not None:
        raise BadOption(f"nothing in this file can be read: {unread}")
    return list(found)


def copy(source: sqlite3.Connection, target: Connection, name: str) -> None:
    """One table, if all of it is there."""
    known = {column.name for column in TABLES.columns}
    [row] = first_that_reads(source, "tables", "id", name)
    values = {key: value_of(TABLES, key, value) for key, value in row.items() if key in known}
    entries = sorted(first_that_reads(source, "entries", "table_id", name), key=lambda entry: entry["seq"])
    if [entry["seq"] for entry in entries] != list(range(len(entries))):
        raise ValueError("some of its moves are missing")
    kept = [{key: value_of(ENTRIES, key, value) for key, value in entry.items()} for entry in entries]
    check(values, [Entry.read(e["seq"], e["at"], e["kind"], e["data"]) for e in kept])
    target.execute(insert(TABLES), [{**dict.fromkeys(known), **values}])
    if kept:
        target.execute(insert(ENTRIES), kept)
    assert target.execute(select(func.count()).where(ENTRIES.c.table_id == name)).scalar() == len(kept)


def first_that_reads(source: sqlite3.Connection, table: str, key: str, name: str) -> list[dict[str, Any]]:
    """The rows of a name: by the key if that can be read, else by looking at all of them."""
    wrong: Exception = LookupError("it is not there any more")
    for how in ("", "NOT INDEXED"):
        try:
            rows = [dict(row) for row in source.execute(f"SELECT * FROM {table} {how} WHERE {key} = ?", (name,))]
            if rows or table == "entries":
                return rows
        except BROKEN as failed:
            wrong = failed
    raise wrong


def value_of(table: Any, key: str, value: Any) -> Any:
    """A value as SQLAlchemy is given it."""
    kind = str(table.c[key].type)
    if value is None:
        return None
    return json.loads(value) if kind == "JSON" else bool(value) if kind == "BOOLEAN" else value


def check(row: dict[str, Any], entries: list[Entry]) -> None:
    """Whether these are a table."""
    if row.get("replay"):
        json.loads(zlib.decompress(row["replay"]))
    try:
        table = Table(terms_of(row))
    except OldRules:  # not to be played here, whole or not
        return
    for entry in entries:
        table.take(entry)


def lines(rescued: Rescued, fresh: Path) -> Iterator[str]:
    """What was done, in words."""
    yield f"{len(rescued.saved)} tables saved to {fresh}, {len(rescued.lost)} lost."
    for name, why in rescued.lost.items():
        yield f"  {name}: {why}"
