"""The three tables of a study: every game, every decision and every event as a row."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.ipc

from kobako.arena.log import BadLog

SEATS = range(4)
KEY = [("cell", pa.int16()), ("table", pa.string()), ("game", pa.int32())]

GAMES = pa.schema(
    [
        *KEY,
        ("deal", pa.int32()),
        ("replay", pa.int8()),
        ("seed", pa.string()),
        ("players", pa.int8()),
        ("first", pa.int8()),
        ("decisions", pa.int32()),
        ("rounds", pa.int16()),
        ("forced", pa.int32()),
        *((f"bot_{seat}", pa.string()) for seat in SEATS),
        *((f"score_{seat}", pa.int32()) for seat in SEATS),
        *((f"rank_{seat}", pa.int8()) for seat in SEATS),
        *((f"share_{seat}", pa.float32()) for seat in SEATS),
    ]
)
DECISIONS = pa.schema(
    [
        *KEY,
        ("move", pa.int32()),
        ("round", pa.int16()),
        ("phase", pa.string()),
        ("seat", pa.int8()),
        ("kind", pa.string()),
        ("action", pa.int32()),
        ("text", pa.string()),
        ("legal", pa.int16()),
        ("kinds", pa.string()),  # the kinds of the legal actions, by commas
        ("events", pa.int16()),
        *((f"chance_{seat}", pa.float32()) for seat in SEATS),
        ("best", pa.int32()),
        ("value", pa.float32()),
        ("best_value", pa.float32()),
        ("second_value", pa.float32()),
        ("reasonable", pa.int16()),
        ("sight", pa.int32()),
        ("sight_value", pa.float32()),
    ]
)
EVENTS = pa.schema(
    [
        *KEY,
        ("move", pa.int32()),
        ("kind", pa.string()),
        ("seat", pa.int8()),
        *((name, pa.int32()) for name in "abcde"),
    ]
)
SCHEMAS = {"games": GAMES, "decisions": DECISIONS, "events": EVENTS}

Rows = dict[str, pa.RecordBatch]  # of one unit, by table


class Sheet:
    """Rows of one table, being written."""

    def __init__(self, schema: pa.Schema) -> None:
        self.schema = schema
        self._columns: list[list[Any]] = [[] for _ in schema]

    def add(self, *values: Any) -> None:
        """One more row, its values in the order of the columns."""
        for column, value in zip(self._columns, values, strict=True):
            column.append(value)

    def batch(self) -> pa.RecordBatch:
        """The rows."""
        arrays = [pa.array(column, field.type) for column, field in zip(self._columns, self.schema, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def table_of(name: str, batches: list[pa.RecordBatch]) -> pa.Table:
    """Batches as one table."""
    return pa.Table.from_batches(batches, SCHEMAS[name])


def pack(rows: Rows) -> bytes:
    """A unit's rows as bytes: the same rows, the same bytes."""
    sink = io.BytesIO()
    for name in SCHEMAS:
        data = rows[name].serialize().to_pybytes()
        sink.write(len(data).to_bytes(8, "little") + data)
    return zlib.compress(sink.getvalue(), 6)


def unpack(data: bytes) -> Rows:
    """The rows again."""
    source, rows = io.BytesIO(zlib.decompress(data)), {}
    for name, schema in SCHEMAS.items():
        part = source.read(int.from_bytes(source.read(8), "little"))
        rows[name] = pa.ipc.read_record_batch(pa.py_buffer(part), schema)
    return rows


def parquet_bytes(table: pa.Table) -> bytes:
    """A table as a Parquet file."""
    import pyarrow.parquet

    sink = io.BytesIO()
    pyarrow.parquet.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def csv_bytes(table: pa.Table) -> bytes:
    """A table as a CSV file."""
    import pyarrow.csv

    sink = io.BytesIO()
    pyarrow.csv.write_csv(table, sink)
    return sink.getvalue()


def read_table(folder: Path, name: str) -> pa.Table:
    """A table of a folder that a study was written to."""
    import pyarrow.csv
    import pyarrow.parquet

    path = folder / f"{name}.parquet"
    if path.is_file():
        return pyarrow.parquet.read_table(path, schema=SCHEMAS[name])
    path = path.with_suffix(".csv")
    if not path.is_file():
        raise BadLog(f"{folder} holds no study: there is no {name}.parquet and no {name}.csv in it")
    types = pyarrow.csv.ConvertOptions(
        column_types=SCHEMAS[name], strings_can_be_null=True, quoted_strings_can_be_null=False
    )
    return pyarrow.csv.read_csv(path, convert_options=types)
