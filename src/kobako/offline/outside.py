"""What the page around this house gives it. Texts are JSON: nothing else crosses the border."""

from __future__ import annotations

from typing import Protocol


class Outside(Protocol):
    """The page's side: JavaScript in a browser, Python in tests."""

    async def keep(self, job: str) -> bool:
        """Keep all of `{"table", "row"?, "change"?, "entries"}`, or nothing. True: it will outlast a crash.

        False: there is an entry of that number already.
        """

    async def load(self, table: str, since: int) -> str:
        """`{"row", "entries"}`: a table's row, null where there is none, and its entries from a number on."""

    async def lobby(self) -> str:
        """The names of the tables that are being played, the latest first."""

    async def think(self, asked: str, number: int) -> bytes:
        """The answer to a question of `thinking.py`, as doubles in a row. It may be cancelled by its number."""

    def cancel(self, number: int) -> None:
        """Nobody waits for the answer to this question any more."""

    def say(self, line: int, text: str) -> None:
        """A message to whoever holds this line."""

    def shut(self, line: int, code: int, reason: str) -> None:
        """The line is closed."""
