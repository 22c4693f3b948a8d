"""Lines between the page and its house: messages as a WebSocket would carry them, within one browser."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields
from typing import Any

from kobako.house.parts import Gone, Hello, Said
from kobako.offline.outside import Outside
from kobako.table import Refused


class PageWire:
    """One line, by its number."""

    def __init__(self, number: int, outside: Outside) -> None:
        self.number, self._outside = number, outside
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()

    def hear(self, text: str | None) -> None:
        """The page says something; None: it has hung up."""
        self._heard.put_nowait(text)

    async def receive(self) -> str:
        text = await self._heard.get()
        if text is None:
            raise Gone
        return text

    free = True

    def put(self, *texts: bytes) -> None:
        for text in texts:
            self._outside.say(self.number, text.decode())

    async def send(self, *texts: bytes) -> None:
        self.put(*texts)

    async def close(self, code: int, reason: str) -> None:
        self._outside.shut(self.number, code, reason)


class PageReader:
    """Reads what the page says. It is our own page: a message with what no message has is refused, and no more."""

    def hello(self, text: str | bytes | None) -> Hello:
        return Hello(**self._read(text, Hello))

    def said(self, text: str | bytes | None) -> Said:
        return Said(**self._read(text, Said))

    @staticmethod
    def _read(text: str | bytes | None, kind: type[Hello | Said]) -> dict[str, Any]:
        try:
            said = json.loads(text or "")
        except ValueError:
            said = None
        names, needed = {field.name for field in fields(kind)}, {"table"} if kind is Hello else {"type", "id"}
        if not isinstance(said, dict) or not needed <= set(said) <= names:
            raise Refused("bad_message", f"a message is one JSON object with {', '.join(sorted(names))}")
        return said
