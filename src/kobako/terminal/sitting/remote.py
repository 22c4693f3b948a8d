"""A table on a server, over its WebSocket. It reconnects by itself, and asks again what was not answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from kobako.core.errors import KobakoError
from kobako.table import Refused
from kobako.table.frame import shown_refusal
from kobako.table.protocol import PROTOCOL, Answer, ServerMessage, Unreadable
from kobako.terminal.sitting.client import Address, NoServer
from kobako.terminal.sitting.sitting import Sitting, Wanted
from kobako.terminal.telling import other_rules

LONGEST_WAIT = 10.0  # seconds between two attempts, at most
# Why the server closed the connection for good, as the code of a refusal.
FINAL = {4400: "bad_protocol", 4401: "bad_secret", 4404: "no_table", 4409: "old_rules", 4429: "too_fast"}


@dataclass
class Asked:
    """A request that waits for its answer."""

    request: Wanted
    answer: asyncio.Future[Answer]


class RemoteTable(Sitting):
    """A table somewhere else. Without a secret one watches."""

    remote = True

    def __init__(self, address: Address, first_wait: float = 0.5) -> None:
        super().__init__()
        self.address, self.first_wait = address, first_wait
        self.line = "try"
        self._socket: ClientConnection | None = None
        self._asked: dict[str, Asked] = {}
        self.ready = asyncio.Event()

    async def run(self) -> None:
        """Stay connected until the table is gone or one leaves."""
        wait = self.first_wait
        while not self.gone:
            try:
                async with connect(self.address.socket, max_size=8 << 20, open_timeout=10) as socket:
                    await socket.send(json.dumps(self._hello()))
                    async for text in socket:
                        wait = self.first_wait
                        await self._receive(socket, json.loads(text))
                    self._closed(socket.close_code)
            except ConnectionClosed as closed:
                self._closed(closed.rcvd.code if closed.rcvd else None)
            except (OSError, InvalidHandshake, TimeoutError):
                self.line = "lost"
            except InvalidURI as wrong:
                self.gone, self.fault = "no_table", str(wrong)
            self._socket = None
            self.news()
            if not self.gone:
                await asyncio.sleep(wait * random.uniform(0.75, 1.25))
                wait = min(2 * wait, LONGEST_WAIT)
        self.ready.set()

    def _hello(self) -> Wanted:
        hello: Wanted = {"type": "hello", "protocol": PROTOCOL, "table": self.address.table}
        return {**hello, "secret": self.address.secret} if self.address.secret else hello

    def _closed(self, code: int | None) -> None:
        self.line = "restart" if code in (1001, 1012) else "lost"
        if code in FINAL and not self.gone:
            self.gone = FINAL[code]

    async def _receive(self, socket: ClientConnection, message: ServerMessage) -> None:
        if self.gone:
            return
        if message["type"] == "welcome":
            self.welcome = message
            if other_rules(message, self.address.page):  # found at every welcome: a server may come back renewed
                self.gone = "other_rules"
                await socket.close()
                return
        elif message["type"] == "table":
            self.take_frame(message)
            if self._socket is None:
                await self._ask_again(socket)
            self.ready.set()
        elif message["type"] == "presence":
            self.here = message["here"]
        elif message["type"] == "error":
            self._not_read(message)
        elif message["type"] in ("ack", "refused", "hint", "pong"):
            self._answer(message)
        self.news()

    async def _ask_again(self, socket: ClientConnection) -> None:
        """The connection stands: whatever was asked before and not answered is asked again, with its old id."""
        self._socket, self.line = socket, "good"
        for asked in list(self._asked.values()):
            await socket.send(json.dumps(asked.request))

    def _not_read(self, message: Unreadable) -> None:
        """It could not even read what we asked: that is the oldest request that has no answer."""
        if self._asked and self.seen:
            oldest = next(iter(self._asked))
            self._answer(shown_refusal(oldest, Refused(message["code"], message["message"]), self.frame))

    def _answer(self, message: Answer) -> None:
        asked = self._asked.pop(message["id"], None)
        if message["type"] == "refused":
            self.take_frame(message["table"])
        if asked and not asked.answer.done():
            asked.answer.set_result(message)

    async def ask(self, request: Wanted) -> Answer:
        """Ask, now or as soon as the connection is back, and wait for the answer."""
        id = secrets.token_hex(8)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[id] = Asked({**request, "id": id}, answer)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # then it is asked again
                await self._socket.send(json.dumps(self._asked[id].request))
        return await answer

    async def kifu(self) -> str | None:
        """The finished game; None if it cannot be had."""
        if not self.seen or self.frame["status"] != "over":
            return None
        try:
            return await asyncio.to_thread(self.address.kifu)
        except KobakoError:
            return None

    async def rematch(self) -> Address:
        """The table of the next game."""
        return await asyncio.to_thread(self.address.rematch)

    @property
    def may_try_out(self) -> bool:
        """Where the table says so."""
        return self.seen and "what_if" in self.frame["can"]

    async def what_if(self) -> RemoteTable:
        """A side table on the same server."""
        return RemoteTable(await asyncio.to_thread(self.address.what_if), self.first_wait)

    async def close(self) -> None:
        """Hang up; the seat stays ours."""
        self.gone = self.gone or "left"
        for asked in self._asked.values():
            asked.answer.cancel()
        if self._socket is not None:
            await self._socket.close()


async def give_up(sitting: RemoteTable) -> None:
    """Give the seat up for good."""
    if sitting.you is not None:
        with contextlib.suppress(NoServer):
            await asyncio.to_thread(sitting.address.leave, sitting.you)
