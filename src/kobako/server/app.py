"""The application: everything put together, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from fastapi import FastAPI, Response, WebSocket
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

import kobako
from kobako.server import faults
from kobako.server.api import api
from kobako.server.bus import Bus
from kobako.server.driver import Driver
from kobako.server.guard import Guard
from kobako.server.house import House
from kobako.server.limits import Limits
from kobako.server.metrics import METRICS
from kobako.server.reviews import Reviews
from kobako.server.settings import Settings
from kobako.server.store import Store
from kobako.server.thinking import Thinkers
from kobako.server.viewer import TOO_FAST, Viewer

LOG = logging.getLogger("kobako.app")
TIDY = 5.0  # seconds between looks at what is not used


def screen_folder() -> Path | None:
    """The built front end: inside the package, or in a checkout beside it."""
    here = Path(__file__).parent
    for folder in (here / "static", here.parents[2] / "web" / "dist"):
        if (folder / "index.html").is_file():
            return folder
    return None


def open_bus(settings: Settings) -> Bus:
    """How this node and others wake each other; alone, it has nobody to wake."""
    if not settings.redis:
        return Bus()
    from kobako.server.redis_bus import RedisBus

    return RedisBus(settings.redis, secrets.token_hex(8))


def make_app(settings: Settings, now: Callable[[], float] = time.time) -> ASGIApp:
    """The application for some settings."""
    screen = screen_folder()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, settings.database_url)
        bus = open_bus(settings)
        thinkers = Thinkers(settings.thinking)
        house = House(store, bus, thinkers, now)
        Driver(house, settings.grace, settings.bot_delay)
        app.state.house, app.state.limits = house, Limits(settings.limits)
        app.state.reviews = Reviews(thinkers)
        await bus.start(house.look)
        tidying = asyncio.create_task(tidy(house), name="tidy")
        LOG.info("ready", extra={"database": store.engine.url.render_as_string(), "several": bus.several})
        try:
            yield
        finally:
            tidying.cancel()
            app.state.reviews.close()
            for room in house.rooms.values():
                if room.driving:
                    room.driving.cancel()
            await bus.close()
            thinkers.close()
            await asyncio.to_thread(store.close)
            LOG.info("stopped")

    app = FastAPI(
        title="Kobako",
        version=kobako.__version__,
        description="Five Japanese small-box games. The WebSocket half of the protocol is in docs/protocol.md.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    faults.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.include_router(api)

    @app.websocket("/ws")
    async def sit_or_watch(socket: WebSocket) -> None:
        limits: Limits = app.state.limits
        await socket.accept()
        if not limits.of("connect", socket.client.host if socket.client else "").take():
            await socket.close(TOO_FAST, "too many connections: wait a little")
            return
        await Viewer(socket, app.state.house, limits.own("message")).run()

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("ok")

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> JSONResponse:
        house: House = app.state.house
        parts = {"database": await house.store.ready(), "bus": await house.bus.ready()}
        return JSONResponse(parts, 200 if all(parts.values()) else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        METRICS.rooms.set(len(app.state.house.rooms))
        return Response(METRICS.text(), media_type="text/plain; version=0.0.4")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        return serve_page(screen, path)

    origins = [origin.strip() for origin in settings.origins.split(",") if origin.strip()]
    return Guard(app, origins)


def serve_page(screen: Path | None, path: str) -> Response:
    """A file of the front end, or its one page for every other address."""
    if path.startswith("api/"):
        raise faults.Fault(404, "not_found", "there is nothing here: see /api/openapi.json")
    if screen is None:
        return PlainTextResponse("The front end is not built here; the tables are at /api and /ws.\n", 404)
    wanted = (screen / path).resolve()
    if path and wanted.is_file() and wanted.is_relative_to(screen.resolve()):
        lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return FileResponse(wanted, headers={"Cache-Control": lasting})
    if path.startswith("assets/"):
        raise faults.Fault(404, "not_found", "there is no such file")
    return FileResponse(screen / "index.html", headers={"Cache-Control": "no-cache"})


async def tidy(house: House) -> None:
    """Now and then, put away what nobody uses."""
    while True:
        await asyncio.sleep(TIDY)
        try:
            await house.tidy()
        except Exception as failed:
            LOG.error("tidying failed", exc_info=failed)
