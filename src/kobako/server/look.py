"""A look at the server's database from outside: nothing is made, nothing is changed."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from kobako.house.parts import StoreFailed
from kobako.server.migrate import HEAD, known_revisions, revision
from kobako.server.store import PATIENCE, damage_of, is_damage, read_address


class Standing(Enum):
    """How a database stands to this Kobako."""

    UNMADE = "unmade"  # the first server makes it
    EMPTY = "empty"
    CURRENT = "current"
    OLDER = "older"  # the next server brings it up to date
    NEWER = "newer"
    DAMAGED = "damaged"


@dataclass(frozen=True)
class Seen:
    """A database's address, without a password, and how it stands."""

    shown: str
    standing: Standing
    damage: str = ""


def look_at(url: str) -> Seen:
    """How the database at an address stands; StoreFailed if it cannot be reached or used."""
    parsed = read_address(url)
    shown = parsed.render_as_string()
    if parsed.get_backend_name() == "sqlite":
        path = Path(parsed.database or "")
        if not path.exists():
            return Seen(shown, Standing.UNMADE)
        if not os.access(path, os.R_OK | os.W_OK):
            raise StoreFailed(f"the database {shown} cannot be read and written by this user")
    try:
        engine = _reading(parsed)
        with engine.connect() as connection:
            found = revision(connection)
        damage = damage_of(engine)
        engine.dispose()
    except (OSError, SQLAlchemyError, UnicodeDecodeError) as failed:
        why = str(failed).partition("\n")[0]
        if is_damage(failed):
            return Seen(shown, Standing.DAMAGED, why)
        raise StoreFailed(f"the database {shown} cannot be opened: {why}") from None
    if damage:
        return Seen(shown, Standing.DAMAGED, damage)
    if found is None:
        return Seen(shown, Standing.EMPTY)
    if found == HEAD:
        return Seen(shown, Standing.CURRENT)
    return Seen(shown, Standing.OLDER if found in known_revisions() else Standing.NEWER)


def _reading(parsed: URL) -> Engine:
    if parsed.get_backend_name() == "sqlite":
        address = Path(parsed.database or "").absolute().as_uri() + "?mode=ro"
        return create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True, timeout=PATIENCE))
    return create_engine(parsed, connect_args={"connect_timeout": PATIENCE})
