"""What a house is given: where tables are kept, who thinks, and what a line to a viewer is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kobako.bots.review import Decision
from kobako.bots.search.search import Candidate
from kobako.core.errors import KobakoError
from kobako.core.game import Action
from kobako.core.match import Match
from kobako.core.position import View
from kobako.house.turns import NOBODY, Asker
from kobako.table import Entry


class StoreFailed(KobakoError):
    """The tables could not be reached or written: nothing was accepted."""


class Store(Protocol):
    """Tables and their entries. What is said to be kept is kept, whatever happens next."""

    damage: str  # what is known to be damaged, if anything is

    async def make(self, row: dict[str, Any], entries: Sequence[Entry]) -> None:
        """Keep a new table."""

    async def append(self, table: str, entry: Entry) -> bool:
        """Keep an entry. False: another has written this number first, and nothing was kept."""

    async def change(self, table: str, **values: Any) -> None:
        """Change what is known of a table besides its entries."""

    async def load(self, table: str) -> tuple[dict[str, Any], list[Entry]] | None:
        """A table's row and all its entries."""

    async def row(self, table: str) -> dict[str, Any] | None:
        """A table's row alone."""

    async def since(self, table: str, seq: int) -> list[Entry]:
        """The entries of a table from a number on."""

    async def lengths(self, tables: Collection[str]) -> dict[str, int]:
        """How many entries each of these tables has."""

    async def lobby(self, since: float, most: int = 50) -> list[tuple[str, str, float, str]]:
        """Public tables that wait or are played, with status, time and maker: each maker's latest, then the next."""

    async def lease(self, table: str, node: str, seconds: float) -> bool:
        """Whether this node may drive a table for so long: nobody else does."""

    async def ready(self) -> bool:
        """Whether the tables can be reached."""


class Thinkers(Protocol):
    """Who thinks, beside the tables and never in their way."""

    async def choose(
        self,
        view: View,
        legal: Sequence[Action],
        level: str,
        seed: int | None = None,
        asker: Asker = NOBODY,
        awaited: bool = True,
    ) -> Action:
        """What a bot of this level plays, for whom; `awaited`: by people.

        Where it dies of it, any legal action; or a KobakoError, and it is asked again.
        """

    async def hint(
        self, view: View, legal: Sequence[Action], simulations: int = 0, asker: Asker = NOBODY
    ) -> list[Candidate]:
        """What the search thinks of every legal action, the best first. Nothing: it failed. Busy: not now."""

    async def judge(self, view: View, ply: int, action: Action, asker: Asker = NOBODY) -> Decision | None:
        """What is to be said of a decision. None: it failed."""

    async def outlook(self, match: Match, asker: Asker = NOBODY) -> tuple[float, ...] | None:
        """Each seat's chance to win as things stand. None: it failed."""

    async def tell(self, game: str, kifu: str, asker: Asker = NOBODY) -> bytes:
        """The replay of a finished game, as it is stored."""

    async def aside(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Some work that takes a while and is no thinking."""


class Gone(Exception):
    """The line is gone, which is nobody's fault."""


class Wire(Protocol):
    """A line to a viewer, as a WebSocket is one. What is sent or asked for when it is gone raises Gone."""

    async def receive(self) -> str | bytes | None:
        """The next message: a text, or what is none."""

    @property
    def free(self) -> bool:
        """Whether what is `put` goes out at once."""

    def put(self, *texts: bytes) -> None:
        """One message or more, in this order: at once."""

    async def send(self, *texts: bytes) -> None:
        """The same when the line takes them."""

    async def close(self, code: int, reason: str) -> None: ...


@dataclass(frozen=True)
class Hello:
    """The first message: who comes, and where to."""

    table: str
    secret: str | None = None
    protocol: int = 1
    type: str = "hello"


@dataclass(slots=True)
class Said:
    """Any later message. Each type has some of these fields: docs/protocol.md."""

    type: str
    id: str
    turn: int = 0
    action: int | str = 0
    hold: bool = False
    what: str = ""
    pace: int = 0


class Reader(Protocol):
    """Reads messages, or raises Refused with what is wrong with one."""

    def hello(self, text: str | bytes | None) -> Hello: ...

    def said(self, text: str | bytes | None) -> Said: ...


class Counting:
    """What somebody may want to count or to measure. Here nobody does."""

    def table_made(self) -> None:
        """A table was made."""

    def accepted(self, kind: str) -> None:
        """An entry was."""

    def refused(self, code: str) -> None:
        """A request was refused."""

    def took(self, seconds: float) -> None:
        """So long it took to accept a move."""

    def thought(self, level: str, seconds: float) -> None:
        """So long a bot has thought."""

    def viewers(self, more: int) -> None:
        """So many more look at a table."""
