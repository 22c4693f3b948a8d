"""Every refusal over HTTP has one shape: a status, a code, what belongs to it, and an English sentence.

From the code and its values a screen has words in its own language. Never a stack trace.
"""

from __future__ import annotations

from typing import Any

from kobako.core.errors import KobakoError, UnknownGame
from kobako.core.lessons import UnknownLesson
from kobako.house.house import Damaged, Missing
from kobako.house.parts import StoreFailed
from kobako.house.rows import OldRules
from kobako.house.turns import Busy
from kobako.table import Refused


class Fault(Exception):
    """A refusal with its status."""

    def __init__(self, status: int, code: str, message: str, **values: Any) -> None:
        self.status, self.code, self.message, self.values = status, code, message, values


def fault_of(error: Exception) -> Fault:
    """What a client is told of an error."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, StoreFailed):
        return Fault(503, "unavailable", "the tables cannot be reached now: try again")
    if isinstance(error, KobakoError):
        return Fault(status_of(error), error.code or "bad_request", str(error), **error.values)
    return Fault(500, "internal", "something went wrong here; it has been noted")


def status_of(error: KobakoError) -> int:
    """The status of HTTP that fits an error."""
    if isinstance(error, Missing | UnknownGame | UnknownLesson) or error.code in ("no_such_seat", "not_seated"):
        return 404
    if isinstance(error, Busy):
        return 503
    return 409 if isinstance(error, Refused | OldRules | Damaged) else 400


def told(fault: Fault) -> dict[str, Any]:
    """The refusal as it is sent."""
    values = {name: sendable(value) if isinstance(value, str) else value for name, value in fault.values.items()}
    return {"error": {"code": fault.code, "message": sendable(fault.message), "values": values}}


def sendable(text: str) -> str:
    """A text that quotes a client, without what UTF-8 cannot say: JSON may hold half a character."""
    return text.encode("utf-8", "replace").decode()
