"""The bus: nodes wake each other, and know whose connections are open. Truth is read from the store alone."""

from __future__ import annotations

from collections.abc import Callable, Collection

Wake = Callable[[str], None]


class Bus:
    """One node alone: there is nobody to wake.

    Nothing here makes a table wait: what is to be told is told behind its back, and may be lost.
    """

    several = False
    well = True  # whether the other nodes can be heard just now

    async def start(self, wake: Wake) -> None:
        """From now on, call `wake(table)` when another node changes a table."""

    def tell(self, table: str) -> None:
        """A table has changed: the other nodes should look."""

    def here(self, table: str, seats: set[int]) -> None:
        """At this node these seats of a table have a connection: the other nodes should know."""

    def renew(self, table: str, seats: set[int]) -> None:
        """The same as before, lest it be forgotten."""

    async def elsewhere(self, tables: Collection[str]) -> dict[str, set[int]] | None:
        """For each table the seats that have a connection at other nodes. None: nobody can tell."""
        return {table: set() for table in tables}

    async def ready(self) -> bool:
        """Whether the bus works."""
        return True

    async def close(self) -> None:
        """Leave."""
