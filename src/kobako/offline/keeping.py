"""The tables in the browser's own store: rows and entries, the same that a server keeps."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from kobako.house.parts import StoreFailed
from kobako.house.rows import stored
from kobako.offline.outside import Outside
from kobako.table import Entry


class Keeper:
    """The store of a house in a browser. An entry's key is its table and number: of two tabs, one is first."""

    damage = ""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside

    async def make(self, row: dict[str, Any], entries: Sequence[Entry]) -> None:
        await self._keep({"table": row["id"], "row": row}, entries)

    async def append(self, table: str, entry: Entry) -> bool:
        return await self._keep({"table": table}, [entry])

    async def change(self, table: str, **values: Any) -> None:
        values.pop("replay", None)  # it is told again from the kifu, when somebody wants to see it
        await self._keep({"table": table, "change": values}, [])

    async def load(self, table: str) -> tuple[dict[str, Any], list[Entry]] | None:
        found = await self._load(table, 0)
        return None if found["row"] is None else (found["row"], read_entries(found))

    async def row(self, table: str) -> dict[str, Any] | None:
        row: dict[str, Any] | None = (await self._load(table, 1 << 31))["row"]
        return row

    async def since(self, table: str, seq: int) -> list[Entry]:
        return read_entries(await self._load(table, seq))

    async def lengths(self, tables: Collection[str]) -> dict[str, int]:
        return {table: len((await self._load(table, 0))["entries"]) for table in tables}

    async def lobby(self, since: float, most: int = 50) -> list[tuple[str, str, float, str]]:
        names: list[str] = json.loads(await self._outside.lobby())
        return [(name, "waiting", since + most - place, name) for place, name in enumerate(names[:most])]

    async def lease(self, table: str, node: str, seconds: float) -> bool:
        return True

    async def ready(self) -> bool:
        return True

    async def _keep(self, job: dict[str, Any], entries: Sequence[Entry]) -> bool:
        job["entries"] = [stored(entry) for entry in entries]
        try:
            return bool(await self._outside.keep(json.dumps(job)))
        except Exception as failed:  # whatever a browser may say: no room, no right, no store at all
            raise StoreFailed(f"not stored: {failed}") from None

    async def _load(self, table: str, since: int) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(await self._outside.load(table, since))
        except Exception as failed:
            raise StoreFailed(f"the browser's store does not answer: {failed}") from None
        return {"entries": found["entries"], "row": found["row"] and {"kifu": None, "replay": None, **found["row"]}}


def read_entries(found: dict[str, Any]) -> list[Entry]:
    """The entries as they were stored."""
    return [Entry.read(one["seq"], one["at"], one["kind"], one["data"]) for one in found["entries"]]
