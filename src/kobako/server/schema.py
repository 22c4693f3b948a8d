"""What is kept: tables, and the entries that they are the sum of."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
)
from sqlalchemy import Table as SqlTable

METADATA = MetaData()

TABLES = SqlTable(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("made", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("status", String(8), nullable=False),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("clock", JSON),
    Column("hints", Boolean),
    Column("opening", JSON, nullable=False),
    Column("lesson", String(64)),
    Column("position", Text),  # where the game begins, if not with a deal: base64
    Column("what_if", String(16)),
    Column("maker", String(16)),  # a hash of who made it: server/lobby.py
    # Written once, at the end, so that an old game can be read when its rules are no longer here.
    Column("kifu", Text),
    Column("replay", LargeBinary),
    # Which node lets bots play and clocks run out here, and until when it does.
    Column("driver", String(32)),
    Column("driver_until", Float, nullable=False, default=0.0),
    Index("lobby", "private", "status", "updated"),
)

# A table's entries are numbered without a gap: of two nodes that both add the next one, the second is refused.
ENTRIES = SqlTable(
    "entries",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("data", JSON, nullable=False),
)
