"""The database brought to the schema of today, however old it is."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

LOCK = 0x6B6F62616B6F  # "kobako": two nodes that start at once take turns


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings: where the migrations are, and what they run on."""
    made = Config()
    made.set_main_option("script_location", str(files("kobako.server").joinpath("migrations")))
    made.attributes["connection"] = connection
    return made


def upgrade(engine: Engine) -> None:
    """Run the migrations that the database lacks."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        command.upgrade(config(connection), "head")
