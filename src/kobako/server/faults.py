"""Refusals over HTTP, as FastAPI sends them."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kobako.core.errors import KobakoError
from kobako.house.faults import Fault, fault_of, told

LOG = logging.getLogger("kobako.http")


def answer(error: Exception) -> JSONResponse:
    """The refusal as it is sent."""
    fault = fault_of(error)
    return JSONResponse(told(fault), fault.status)


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
        codes = {404: "not_found", 405: "not_allowed", 413: "too_large", 429: "too_fast"}
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
