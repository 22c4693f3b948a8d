"""A server inside the test's own process, and someone who sits at its tables over the real protocol."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from kobako.server.app import make_app
from kobako.server.settings import Settings


@contextlib.contextmanager
def server_inside(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """The whole application on a database in a folder."""
    chosen = {
        "database": str(folder / "tables.sqlite"),
        "bot_delay": 0.0,
        "rest": 0.0,
        "thinkers": 1,
        "limits": False,
        "hosts": "kobako.test,testserver",
        **settings,
    }
    with TestClient(make_app(Settings(**chosen)), base_url="http://kobako.test") as client:
        yield client


class Sitter:
    """One connection. Frames are kept in `frames`; `table` is the latest, with its log put together."""

    def __init__(self, client: TestClient, table: str, secret: str | None = None) -> None:
        self._ids = itertools.count(1)
        self._open = client.websocket_connect("/ws")
        self.socket: WebSocketTestSession = self._open.__enter__()
        self.frames: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        hello = {"type": "hello", "protocol": 1, "table": table}
        self.socket.send_json(hello if secret is None else {**hello, "secret": secret})
        self.welcome = self.until("welcome")
        self.until("table")

    def close(self) -> None:
        self._open.__exit__(None, None, None)

    def __enter__(self) -> Sitter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def receive(self) -> dict[str, Any]:
        """The next message, whatever it is."""
        message: dict[str, Any] = self.socket.receive_json()
        self.frames.append(message)
        assert message["n"] == len(self.frames), "messages are counted from 1"
        if message["type"] == "table":
            self.table = message
            self.log = self.log[: message["log"]["from"]] + message["log"]["items"]
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """The next message of a type."""
        while True:
            message = self.receive()
            if message["type"] in types:
                return message

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Say something and give its answer."""
        id = fields.pop("id", f"a{next(self._ids)}")
        self.socket.send_json({"type": type, "id": id, **fields})
        while True:
            message = self.receive()
            if message.get("id") == id:
                return message

    def settle(self) -> list[str]:
        """What kinds of messages have come, and come until a ping is answered."""
        before = len(self.frames)
        self.ask("ping")
        return [message["type"] for message in self.frames[before:]]

    def say_raw(self, text: str) -> None:
        self.socket.send_text(text)

    def act(self, action: int | str, **fields: Any) -> dict[str, Any]:
        """Play at the turn that was last seen, and see what comes of it."""
        seq = self.table["seq"]
        answered = self.ask("act", action=action, **{"turn": self.table["turn"], **fields})
        while answered["type"] == "ack" and self.table["seq"] == seq:
            self.receive()
        return answered

    def sync(self) -> dict[str, Any]:
        """Everything as it now is."""
        answered = self.ask("resync")
        assert answered["type"] == "ack"
        return self.until("table")


def closed(client: TestClient, hello: str | bytes) -> tuple[int, str]:
    """The code and reason with which a connection ends."""
    with client.websocket_connect("/ws") as socket:
        socket.send_text(hello) if isinstance(hello, str) else socket.send_bytes(hello)
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_json()
        return end.value.code, end.value.reason


def make_table(client: TestClient, game: str, players: int = 2, **wish: Any) -> tuple[str, list[str]]:
    """A table at which all seats are people's; gives its name and their secrets."""
    seats = wish.pop("seats", [{"by": "person"}] * players)
    answered = client.post("/api/tables", json={"game": game, "players": players, "seats": seats, **wish})
    assert answered.status_code == 201, answered.text
    made = answered.json()
    return made["table"], [seat["secret"] for seat in made["seats"]]


def text(message: object) -> str:
    return json.dumps(message, ensure_ascii=False, sort_keys=True)
