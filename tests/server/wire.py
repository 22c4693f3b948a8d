"""The protocol held to its word: a line whose every message is checked against docs/protocol.md as it comes in."""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kobako.house.house import House
from kobako.server.app import make_app
from kobako.server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.S)]
SHOWN = {example["type"]: set(example) for example in EXAMPLES if "type" in example}
CODES = set(re.findall(r"^\| `(\w+)` \|", PAGE.split("Codes of a refusal:")[1].split("When the server")[0], re.M))
CLOSES = {int(code) for code in re.findall(r"`(\d{4})`", PAGE.split("When the server closes")[1].split("##")[0])}
KEYS = {
    "welcome": SHOWN["welcome"],
    "table": SHOWN["table"],
    "presence": {"type", "n", "here"},
    "ack": {"type", "n", "id", "turn"},
    "refused": {"type", "n", "id", "code", "message", "values", "table"},
    "hint": {"type", "n", "id", "turn", "candidates", "why", "beliefs"},
    "error": {"type", "n", "code", "message", "values"},
    "pong": {"type", "n", "id"},
}
ANSWERS = ("ack", "refused", "hint", "error", "pong")


@contextlib.contextmanager
def house_inside(
    folder: Path, now: Callable[[], float] = time.time, **settings: Any
) -> Iterator[tuple[TestClient, House]]:
    """The whole application, with the house behind it, and with a clock of the test's own."""
    usual = {
        "database": str(folder / "tables.sqlite"),
        "bot_delay": 0.0,
        "rest": 0.0,
        "thinkers": 1,
        "limits": False,
        "grace": 1e9,
        "hosts": "kobako.test,testserver",
    }
    app = make_app(Settings(**{**usual, **settings}), now)
    with TestClient(app, base_url="http://kobako.test") as client:
        yield client, client.app_state["house"]
        for line in list(Line.open):  # what a failed test has left: the server waits for them
            line.close()


class Line:
    """One connection. `raw` is every message as it came, byte for byte."""

    open: ClassVar[set[Line]] = set()

    def __init__(self, client: TestClient, house: House, table: str, secret: str | None = None) -> None:
        self._client, self.table_name = client, table
        self._session = client.websocket_connect("/ws")
        self.socket = self._session.__enter__()
        Line.open.add(self)
        self.raw: list[str] = []
        self.frame: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.closed: int | None = None
        hello = {"type": "hello", "protocol": 1, "table": table}
        self.send(json.dumps(hello if secret is None else {**hello, "secret": secret}))
        self.receive()
        others = {line.viewer for line in Line.open if line is not self}
        self.room = house.rooms[table]
        self.viewer = next(viewer for viewer in self.room.viewers if viewer not in others)
        self.drain()

    def send(self, text: str | bytes) -> None:
        self.socket.send_text(text) if isinstance(text, str) else self.socket.send_bytes(text)

    def receive(self) -> dict[str, Any]:
        """The next message, checked."""
        text = self.socket.receive_text()
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        check_message(message)
        assert message["n"] == len(self.raw), "messages are counted from 1, without a gap"
        assert (message["type"] == "welcome") == (message["n"] == 1)
        if message["type"] == "table":
            self._take(message)
        elif message["type"] == "refused":
            assert message["table"]["seq"] >= self.frame.get("seq", 0)
        return message

    def _take(self, frame: dict[str, Any]) -> None:
        assert frame["seq"] >= self.frame.get("seq", 0), "seq never falls"
        assert frame["turn"] >= self.frame.get("turn", 0), "nor does the turn"
        assert frame["log"]["from"] <= len(self.log), "what is to be kept is there"
        self.log = self.log[: frame["log"]["from"]] + frame["log"]["items"]
        self.frame = frame

    def unread(self) -> bool:
        """Whether the server has sent more than was received, or is about to. Asked between two of its steps."""

        def look() -> bool:
            viewer, table = self.viewer, self.room.table
            fresh = (viewer._seq, viewer._present) != (table.seq(viewer.seat), self.room.present)
            return viewer._sent > len(self.raw) or bool(viewer._answers) or fresh

        assert self._client.portal
        return self._client.portal.call(look)

    def drain(self) -> list[dict[str, Any]]:
        """Receive what there is, until the server has nothing more to send."""
        heard = []
        try:
            while self.closed is None and self.unread():
                heard.append(self.receive())
        except WebSocketDisconnect as end:
            self._ended(end.code)
        return heard

    def say(self, *texts: str | bytes) -> list[dict[str, Any]]:
        """Send some messages on end, and give their answers: one for each, in their order."""
        answers: list[dict[str, Any]] = []
        try:
            for text in texts:
                self.send(text)
            while len(answers) < len(texts):
                message = self.receive()
                answers += [message] if message["type"] in ANSWERS else []
        except WebSocketDisconnect as end:
            self._ended(end.code)
        more = self.drain()
        assert not any(message["type"] in ANSWERS for message in more), f"{texts} is answered by {answers} and {more}"
        return answers

    def _ended(self, code: int) -> None:
        self.closed = code
        assert code in CLOSES, f"closed with {code}, which the protocol does not know"

    def close(self) -> None:
        """Hang up, whatever has not been read."""
        Line.open.discard(self)
        with contextlib.suppress(WebSocketDisconnect):
            self._session.__exit__(None, None, None)


def check_message(message: dict[str, Any]) -> None:
    """A message of the server is of a kind that the protocol knows, and has what it says: no more and no less."""
    kind = message["type"]
    assert message.keys() - {"rule"} == KEYS[kind], message
    if kind == "refused":
        assert message["code"] in CODES, message
        assert ("rule" in message) == (message["code"] == "illegal")
        assert message["table"].keys() == KEYS["table"] - {"n"}
    elif kind == "error":
        assert message["code"] == "bad_message"
    if kind in ("refused", "error"):
        assert message["message"]
        assert "Traceback" not in message["message"]
