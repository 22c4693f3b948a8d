"""What a client may say over the WebSocket, read strictly: docs/protocol.md."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from kobako.house import parts
from kobako.house.faults import sendable
from kobako.table import Refused
from kobako.table.protocol import PROTOCOL

MOST_BYTES = 4096
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Turn = Annotated[int, Field(ge=0, lt=1 << 31)]


class Message(BaseModel):
    """Nothing is guessed and nothing is passed over: a field too many is an error too."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(Message):
    type: Literal["hello"]
    protocol: int = PROTOCOL
    table: Annotated[str, Field(max_length=16)]
    secret: Annotated[str, Field(max_length=64)] | None = None


class ActMessage(Message):
    type: Literal["act"]
    id: Id
    turn: Turn
    action: Annotated[int, Field(ge=0, lt=1 << 31)] | Annotated[str, Field(max_length=64)]
    hold: bool = False


class UndoMessage(Message):
    type: Literal["undo"]
    id: Id
    turn: Turn


class ConfirmMessage(Message):
    type: Literal["confirm"]
    id: Id
    turn: Turn


class HintMessage(Message):
    type: Literal["hint"]
    id: Id
    turn: Turn


class SayMessage(Message):
    type: Literal["say"]
    id: Id
    what: Annotated[str, Field(max_length=32)]


class ReadyMessage(Message):
    type: Literal["ready"]
    id: Id


class PaceMessage(Message):
    type: Literal["pace"]
    id: Id
    pace: Annotated[int, Field(ge=0, le=100)]


class ResyncMessage(Message):
    type: Literal["resync"]
    id: Id


class PingMessage(Message):
    type: Literal["ping"]
    id: Id


Said = (
    ActMessage
    | UndoMessage
    | ConfirmMessage
    | HintMessage
    | SayMessage
    | ReadyMessage
    | PaceMessage
    | ResyncMessage
    | PingMessage
)
SAID: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])
HELLO = TypeAdapter(Hello)


def read(text: str | bytes | None, adapter: TypeAdapter[Any]) -> Any:
    """A message, or Refused with `bad_message` and what is wrong with it."""
    if not isinstance(text, str):
        raise Refused("bad_message", "a message is a text frame of JSON, not a binary one")
    try:
        return adapter.validate_python(loaded(text))
    except (ValueError, RecursionError) as wrong:
        raise Refused("bad_message", explain(wrong)) from None


def loaded(text: str) -> Any:
    """What a text says as JSON. What orjson does not take, such as half a character, Python's own reads, or refuses."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text)


def explain(wrong: Exception) -> str:
    """The first fault, and where it is."""
    if not isinstance(wrong, ValidationError):
        return "a message is one JSON object"
    first = wrong.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return sendable(f"{where}: {first['msg']}" if where else str(first["msg"]))


class Messages:
    """Reads what clients say, for a viewer."""

    @staticmethod
    def hello(text: str | bytes | None) -> parts.Hello:
        return parts.Hello(**read(text, HELLO).model_dump())

    @staticmethod
    def said(text: str | bytes | None) -> parts.Said:
        return parts.Said(**read(text, SAID).__dict__)
