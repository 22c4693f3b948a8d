"""What a screen knows of the table it shows, wherever that table is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from kobako.core.game import Setup
from kobako.core.shown import LogItem
from kobako.table.protocol import Answer, TableFrame, Welcome
from kobako.terminal.telling import setup_of

Wanted: TypeAlias = dict[str, str | int | bool]
"""What is asked of a table: a message of docs/protocol.md, with its `type` and without an `id`."""


class Sitting(ABC):
    """A table as its screen sees it: the newest frame, the log so far, and how to ask for something."""

    remote = False
    welcome: Welcome  # these two are there once the table has been `seen`
    frame: TableFrame

    def __init__(self) -> None:
        self.seen = False
        self.log: list[LogItem] = []
        self.here: list[bool] = []
        self.line = "good"  # of the connection: try, good, lost, restart
        self.gone = ""  # why it is over for good, as the code of a refusal; or that one has left
        self.fault = ""  # what went wrong, in somebody else's words
        self.curtain: int | None = None  # the person to whom the screen must be handed first
        self.paused = False
        self.news: Callable[[], None] = lambda: None

    @cached_property
    def setup(self) -> Setup:
        """The game being played."""
        return setup_of(self.welcome)

    @property
    def you(self) -> int | None:
        """The seat that is looked from; None: a spectator's."""
        return self.welcome["you"]

    def take_frame(self, frame: TableFrame) -> None:
        """Show this from now on."""
        self.frame, self.seen = frame, True
        self.log[frame["log"]["from"] :] = frame["log"]["items"]

    @abstractmethod
    async def run(self) -> None:
        """Keep the table going until `close`."""

    @abstractmethod
    async def ask(self, request: Wanted) -> Answer:
        """Ask the table for something; gives its answer: `ack`, `refused` or `hint`."""

    @property
    @abstractmethod
    def may_try_out(self) -> bool:
        """Whether something may be tried out at a side table now."""

    @abstractmethod
    async def what_if(self) -> Sitting:
        """A side table, made from what this seat knows, at which something is tried out."""

    @property
    def aside(self) -> bool:
        """Whether this is such a side table."""
        return self.seen and self.welcome["what_if"] is not None

    @abstractmethod
    async def kifu(self) -> str | None:
        """The game as a text, if it may be had."""

    @abstractmethod
    async def close(self) -> None:
        """Stand up."""
