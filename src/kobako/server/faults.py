"""Every refusal over HTTP has one shape: a status, a code, what belongs to it, and an English sentence.

From the code and its values a screen has words in its own language. Never a stack trace.
"""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kobako.core.errors import KobakoError, UnknownGame
from kobako.core.lessons import UnknownLesson
from kobako.server.house import Damaged, Missing
from kobako.server.messages import sendable
from kobako.server.rows import OldRules
from kobako.server.store import StoreFailed
from kobako.table import Refused

LOG = logging.getLogger("kobako.http")


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
    return 409 if isinstance(error, Refused | OldRules | Damaged) else 400


def answer(error: Exception) -> JSONResponse:
    """The refusal as it is sent."""
    fault = fault_of(error)
    values = {name: sendable(value) if isinstance(value, str) else value for name, value in fault.values.items()}
    told = {"code": fault.code, "message": sendable(fault.message), "values": values}
    return JSONResponse({"error": told}, fault.status)


def install(app: FastAPI) -> None:
    """Let the app answer errors so."""

    async def refuse(request: Request, error: Exception) -> JSONResponse:
        return answer(error)

    async def invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return answer(Fault(422, "bad_request", f"{where}: {first['msg']}"))

    async def http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        codes = {404: "not_found", 405: "not_allowed", 413: "too_large"}
        values = getattr(error, "values", {})
        fault = Fault(error.status_code, codes.get(error.status_code, "bad_request"), str(error.detail), **values)
        shown = answer(fault)
        shown.headers.update(error.headers or {})
        return shown

    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        LOG.error("unexpected", exc_info=error, extra={"path": request.url.path})
        return answer(error)

    app.add_exception_handler(Fault, refuse)
    app.add_exception_handler(KobakoError, refuse)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unexpected)
