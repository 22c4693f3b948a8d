"""Every refusal over HTTP has one shape: a status, a code for programs, a sentence for people. Never a stack trace."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kobako.core.errors import KobakoError, UnknownGame
from kobako.server.house import Damaged, Missing
from kobako.server.messages import sendable
from kobako.server.rows import OldRules
from kobako.server.store import StoreFailed
from kobako.table import Refused

LOG = logging.getLogger("kobako.http")


class Fault(Exception):
    """A refusal with its status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        self.status, self.code, self.message = status, code, message


def fault_of(error: Exception) -> Fault:
    """What a client is told of an error."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, Refused):
        return Fault(404 if error.code == "no_seat" else 409, error.code, error.message)
    if isinstance(error, Missing | UnknownGame):
        return Fault(404, "not_found", str(error))
    if isinstance(error, OldRules):
        return Fault(409, "old_rules", str(error))
    if isinstance(error, Damaged):
        return Fault(409, "damaged", str(error))
    if isinstance(error, StoreFailed):
        return Fault(503, "unavailable", "the tables cannot be reached now: try again")
    if isinstance(error, KobakoError):
        return Fault(400, "bad_request", str(error))
    return Fault(500, "internal", "something went wrong here; it has been noted")


def answer(error: Exception) -> JSONResponse:
    """The refusal as it is sent."""
    fault = fault_of(error)
    return JSONResponse({"error": {"code": fault.code, "message": sendable(fault.message)}}, fault.status)


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
        shown = answer(Fault(error.status_code, codes.get(error.status_code, "bad_request"), str(error.detail)))
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
