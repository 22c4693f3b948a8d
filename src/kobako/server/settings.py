"""How a server is run: options, each with an environment variable, and sensible defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kobako.bots.company import check_bot
from kobako.bots.registry import check_name, level_names
from kobako.core.errors import BadOption
from kobako.core.options import listed
from kobako.core.registry import game, game_names
from kobako.house.driver import BOT_DELAY
from kobako.server.hosts import ANY, HOST
from kobako.table.rest import REST

PREFIX = "KOBAKO_"


def default_database() -> str:
    """A file in the user's own data folder; KOBAKO_DATA names another."""
    from platformdirs import user_data_path

    folder = Path(os.environ.get("KOBAKO_DATA") or user_data_path("kobako", appauthor=False)).absolute()
    return f"sqlite:///{folder / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """All that can be chosen when a server is started. `KOBAKO_PORT=80` is `--port 80`."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""  # a file, sqlite:///… or postgresql://…; empty: a file in the user's data folder
    redis: str = ""  # redis://…: several nodes on one PostgreSQL wake each other over it
    hosts: str = ""  # names, by commas, that people reach this server by; `*`: any. Its addresses need not be named
    origins: str = ""  # other origins, by commas, whose pages may speak to this server
    proxies: str = "127.0.0.1"  # whose word on a client's address is believed
    grace: float = 30.0  # seconds after which a bot plays for someone whose connection is gone
    bot_delay: float = BOT_DELAY
    rest: float = REST  # seconds that bots and clocks wait at a round's end, so that people can look at it
    levels: str = ""  # the bots that people may play against, by commas; empty: all that are marked for them
    thinkers: int = 0  # processes in which bots think; 0: one less than there are cores, at least one
    limits: bool = True  # whether clients are held to so many requests per minute

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadOption(f"a port is a number from 0 to 65535, not {self.port}")
        for name in ("grace", "bot_delay", "rest", "thinkers"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise BadOption(f"{name} is 0 or more, not {getattr(self, name)}")
        for origin in filter(None, map(str.strip, self.origins.split(","))):
            if not origin.startswith(("http://", "https://")):
                raise BadOption(f"an origin is an address such as https://example.com, not {origin!r}")
        for host in filter(None, map(str.strip, self.hosts.split(","))):
            if host != ANY and not HOST.fullmatch(host.removeprefix("*.")):
                raise BadOption(f"a host is a name such as example.com or *.example.com, not {host!r}")
        if self.levels:
            check_levels(self.offered)
        if self.redis and not self.redis.startswith(("redis://", "rediss://", "unix://")):
            raise BadOption("redis is an address such as redis://127.0.0.1:6379/0, and begins like it")
        if self.redis and not self.database_url.startswith("postgresql"):
            raise BadOption("several nodes (redis) need a database they can share: postgresql://…")
        needed = {"redis": self.redis, "psycopg": self.database_url.startswith("postgresql")}
        missing = [package for package, used in needed.items() if used and find_spec(package) is None]
        if missing:
            raise BadOption(f"{' and '.join(missing)} is not installed here: pip install 'kobako[nodes]'")

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy addresses it."""
        given = self.database or default_database()
        if given.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + given.partition("://")[2]
        if given.startswith(("sqlite:", "postgresql+psycopg:")):
            return given
        if "://" in given:
            kind = given.partition("://")[0]  # not the rest: there may be a password in it
            raise BadOption(f"the database is a file, sqlite:///FILE or postgresql://…, not {kind}://…")
        return f"sqlite:///{Path(given).absolute()}"

    @property
    def offered(self) -> tuple[str, ...]:
        """The levels by name."""
        return tuple(map(str.strip, listed("levels", self.levels))) if self.levels else level_names()

    @property
    def thinking(self) -> int:
        """How many processes think."""
        return self.thinkers or max(1, (os.cpu_count() or 2) - 1)


def check_levels(names: Sequence[str]) -> None:
    """Refuse what cannot be a level: it is asked for from outside by its name alone, and must play without more."""
    for name in names:
        if ":" in name:
            raise BadOption(f"a level is a bot's name alone, without an argument, not {name!r}")
        check_name(name)
        if name not in level_names():
            check_bot(name, game(game_names()[0]))


def read_settings(given: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    """The settings of a command line over those of the environment over the defaults."""
    chosen: dict[str, Any] = {}
    for field in fields(Settings):
        variable = PREFIX + field.name.upper()
        if given.get(field.name) is not None:
            chosen[field.name] = given[field.name]
        elif variable in environment:
            chosen[field.name] = read_value(variable, environment[variable], type(field.default))
    return Settings(**chosen)


def read_value(variable: str, text: str, kind: type) -> Any:
    """An environment variable as what it stands for."""
    if kind is bool:
        if text.lower() not in ("on", "off", "1", "0", "true", "false"):
            raise BadOption(f"{variable} is on or off, not {text!r}")
        return text.lower() in ("on", "1", "true")
    try:
        return kind(text)
    except ValueError:
        raise BadOption(f"{variable} is a number, not {text!r}") from None
