"""The bus: nodes wake each other, and know whose connections are open. Truth is read from the store alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

Wake = Callable[[str], Awaitable[None]]


class Bus:
    """One node alone: there is nobody to wake."""

    several = False

    async def start(self, wake: Wake) -> None:
        """From now on, call `wake(table)` when another node changes a table."""

    async def tell(self, table: str) -> None:
        """A table has changed: the other nodes should look."""

    async def here(self, table: str, seats: set[int]) -> None:
        """At this node these seats of a table have a connection."""

    async def elsewhere(self, table: str) -> set[int]:
        """The seats that have a connection at other nodes."""
        return set()

    async def ready(self) -> bool:
        """Whether the bus works."""
        return True

    async def close(self) -> None:
        """Leave."""
