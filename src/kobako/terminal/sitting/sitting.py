"""What a screen knows of the table it shows, wherever that table is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from kobako.core.game import Setup
from kobako.terminal.telling import setup_of

Message = dict[str, Any]


class Sitting(ABC):
    """A table as its screen sees it: the newest frame, the log so far, and how to ask for something."""

    remote = False

    def __init__(self) -> None:
        self.welcome: Message = {}
        self.frame: Message = {}
        self.log: list[Message] = []
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
        you: int | None = self.welcome["you"]
        return you

    def take_frame(self, frame: Mapping[str, Any]) -> None:
        """Show this from now on."""
        self.frame = dict(frame)
        self.log[frame["log"]["from"] :] = frame["log"]["items"]

    @abstractmethod
    async def run(self) -> None:
        """Keep the table going until `close`."""

    @abstractmethod
    async def ask(self, request: Message) -> Message:
        """Ask the table for something; gives its answer: `ack`, `refused` or `hint`."""

    @abstractmethod
    async def kifu(self) -> str | None:
        """The game as a text, if it may be had."""

    @abstractmethod
    async def close(self) -> None:
        """Stand up."""
