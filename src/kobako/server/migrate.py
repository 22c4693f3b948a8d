"""The database brought to the schema of today, however old it is."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from kobako.core.errors import KobakoError

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0004"  # the last migration
LOCK = 0x6B6F62616B6F  # "kobako": two nodes that start at once take turns


class TooNew(KobakoError):
    """A newer Kobako has made this database."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings: where the migrations are, and what they run on."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(files("kobako.server").joinpath("migrations")))
    made.attributes["connection"] = connection
    return made


def upgrade(engine: Engine) -> None:
    """Run the migrations that the database lacks, all or none: who is killed in the middle begins anew."""
    with engine.connect() as connection:
        if revision(connection) == HEAD:
            return  # as nearly always, and Alembic takes its time to import
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        migrate(connection)


def revision(connection: Connection) -> str | None:
    """The last migration that a database has seen."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def known_revisions() -> set[str]:
    """All migrations there are."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


def migrate(connection: Connection) -> None:
    """The migrations themselves, in the transaction of this connection."""
    from alembic import command

    present = revision(connection)
    if present is not None and present not in known_revisions():
        raise TooNew(f"its schema is {present} and this Kobako knows up to {HEAD}: run the newer Kobako that made it")
    command.upgrade(config(connection), "head")
