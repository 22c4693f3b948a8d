"""The application: everything put together, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

import kobako
from kobako.bots.characters import drawing
from kobako.house.bus import Bus
from kobako.house.driver import Driver
from kobako.house.faults import Fault
from kobako.house.house import House
from kobako.house.limits import Limits
from kobako.house.reviews import Reviews
from kobako.house.viewer import AGAIN_LATER, Viewer
from kobako.server import faults, game_files
from kobako.server.api import api
from kobako.server.files import KeptFile, Squeeze
from kobako.server.guard import Guard, client_of
from kobako.server.hosts import Hosts, host_of
from kobako.server.messages import Messages
from kobako.server.metrics import METRICS
from kobako.server.preview import preview
from kobako.server.screen import page_at, screen_folder
from kobako.server.settings import Settings
from kobako.server.spare import SparePage
from kobako.server.steady import Shared, Steady
from kobako.server.store import Store
from kobako.server.thinking import Thinkers
from kobako.server.turnstile import Turnstile
from kobako.server.wire import SocketWire

LOG = logging.getLogger("kobako.app")
SQUEEZE = 4  # of 9: a fifth of the time of the usual one, for a twentieth more bytes
CHECKING = 3.0  # seconds that a start waits for the check of its database: a large one is checked while it serves
FEW_GONE = 200  # connections and tables whose remains are not worth a search
SWEEP = 0.5  # seconds between looks at whether it is
MUCH_NEW = 2_000_000  # objects more than after the last search: 200 MB, were all of it garbage
TIDY, UNHEARD = 5.0, 1.0  # seconds between looks at what is not used, and at what other nodes may have done


def open_bus(settings: Settings) -> Bus:
    """How this node and others wake each other; alone, it has nobody to wake."""
    if not settings.redis:
        return Bus()
    from kobako.server.redis_bus import RedisBus

    return RedisBus(settings.redis, secrets.token_hex(8))


def make_app(settings: Settings, now: Callable[[], float] | None = None) -> ASGIApp:
    """The application for some settings."""
    screen, spare = screen_folder(), SparePage()
    limits = Limits(settings.limits)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, House]]:
        store = await asyncio.to_thread(Store, settings.database_url)
        checking = asyncio.create_task(asyncio.to_thread(store.check), name="check")
        await asyncio.wait([checking], timeout=CHECKING)
        bus = open_bus(settings)
        shared = Shared(store.time)
        if bus.several:
            await shared.agree()
        thinkers = Thinkers(settings.thinking)
        clock = Steady(shared) if bus.several else now or Steady()
        house = House(store, bus, thinkers, clock, settings.rest, METRICS)
        Driver(house, settings.grace, settings.bot_delay)
        app.state.house, app.state.limits, app.state.thinkers = house, limits, thinkers
        app.state.checking = checking
        app.state.reviews, app.state.levels = Reviews(thinkers), settings.offered
        await bus.start(house.wake)
        tidying = [asyncio.create_task(work(house), name=work.__name__) for work in (tidy, sweep)]
        if bus.several:
            tidying.append(asyncio.create_task(shared.keep(), name="clock"))
        LOG.info("ready", extra={"database": store.engine.url.render_as_string(), "several": bus.several})
        try:
            yield {"house": house}
        finally:
            for task in tidying:
                task.cancel()
            await checking
            app.state.reviews.close()
            for room in house.rooms.values():
                if room.driving:
                    room.driving.cancel()
            await house.close()
            await bus.close()
            await asyncio.to_thread(thinkers.close)
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
    app.add_middleware(Squeeze, minimum_size=1024, compresslevel=SQUEEZE)
    app.include_router(api)

    async def sit_or_watch(wire: SocketWire, client: str) -> None:
        await wire.accept()
        if not limits.of("connect", client).take():
            await wire.close(AGAIN_LATER, "too many connections: wait a little")
            return
        await Viewer(wire, app.state.house, limits, Messages(), client).run()

    @app.api_route("/healthz", methods=["GET", "HEAD"], include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("ok")

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> JSONResponse:
        house: House = app.state.house
        parts = {"database": await house.store.ready(), "bus": await house.bus.ready()}
        damage = {"damage": house.store.damage} if house.store.damage else {}
        checking = {} if app.state.checking.done() else {"checking": True}  # it may be damaged yet
        return JSONResponse({**parts, **checking, **damage}, 200 if all(parts.values()) else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        if not of_the_house(request.client.host if request.client else "", settings.proxies):
            raise Fault(403, "not_allowed", "metrics are for this machine, and for the addresses of --proxies")
        METRICS.rooms.set(len(app.state.house.rooms))
        return Response(METRICS.text(), media_type="text/plain; version=0.0.4")

    @app.api_route("/games/{game}/web/{version}/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def game_file(game: str, version: str, name: str, request: Request) -> Response:
        return await game_files.answer(game, version, name, request)

    @app.api_route("/faces/{face}.svg", methods=["GET", "HEAD"], include_in_schema=False)
    async def face_of(face: str) -> Response:
        drawn = drawing(face)
        if drawn is None:
            raise Fault(404, "not_found", "there is no such face")
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})

    @app.get("/page", include_in_schema=False)
    async def spare_folder() -> Response:
        return RedirectResponse("page/")

    @app.api_route("/page/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def spare_page(path: str, request: Request) -> Response:
        return await spare.answer(path, request)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        found = file_at(screen, path)
        if found:
            return await found.answer(request)
        if screen is None:
            return PlainTextResponse("The front end is not built here; the tables are at /api and /ws.\n", 404)
        about = await preview(app.state.house, request, path)
        html = page_at(screen, request.scope["raw_path"], about)
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    origins = [origin.strip() for origin in settings.origins.split(",") if origin.strip()]

    async def entrance(scope: Scope, receive: Receive, send: Send) -> None:
        """Past FastAPI for the one WebSocket: what it keeps for every open connection is more than all of ours."""
        if scope["type"] != "websocket":
            await app(scope, receive, send)
        elif scope["path"] == "/ws":
            await sit_or_watch(SocketWire(scope, receive, send), client_of(scope))
        else:
            await receive()
            await send({"type": "websocket.close"})

    named = [*settings.hosts.split(","), *(host_of(origin).partition(":")[0] for origin in origins)]
    return Guard(entrance, origins, Hosts(named, settings.host), limits)


def of_the_house(client: str, proxies: str) -> bool:
    """Whether an address may read the metrics. They count every act, a secret choice too: they are not for players."""
    try:
        address = ip_address(client)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or str(address) in map(str.strip, proxies.split(","))


def file_at(screen: Path | None, path: str) -> KeptFile | None:
    """A file of the front end; None for every other address, which is its one page's."""
    if path.startswith("api/"):
        raise Fault(404, "not_found", "there is nothing here: see /api/openapi.json")
    wanted = file_of(screen, path) if screen else None
    if wanted:
        return kept_file(wanted, wanted.stat().st_mtime_ns, path.startswith("assets/"))
    if path.startswith("assets/"):
        raise Fault(404, "not_found", "there is no such file")
    return None


@lru_cache(maxsize=256)
def kept_file(file: Path, changed: int, lasting: bool) -> KeptFile:
    """A file as it was when it was last changed."""
    return KeptFile(file.name, file.read_bytes(), lasting)


def calm_collector() -> None:
    """Let Python look for garbage only when `sweep` says so.

    Nothing that is done a thousand times a second leaves any: no move, no refusal, no frame. But every move leaves
    something behind that stays, and to look at all that is new, twice, took a twentieth of the time. Among all that
    lives a look takes a good part of a second when thousands are connected, and everything stands still.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def file_of(screen: Path, path: str) -> Path | None:
    """The file that an address names, if it is one of the front end's."""
    try:
        wanted = (screen / path).resolve()
        return wanted if wanted.is_file() and wanted.is_relative_to(screen.resolve()) else None
    except (OSError, ValueError):  # longer than a name can be, or with a character that none can have
        return None


async def sweep(house: House) -> None:
    """Look for garbage when enough have gone, for that is what leaves some: soon, since a thousand a second add up."""
    while True:
        await asyncio.sleep(SWEEP)
        gone = house.gone + Turnstile.gone
        many = gone > FEW_GONE and gone > sum(len(room.viewers) for room in house.rooms.values()) // 4
        if many or gc.get_count()[0] > MUCH_NEW:
            house.gone = Turnstile.gone = 0
            gc.collect()


async def tidy(house: House) -> None:
    """Now and then, put away what nobody uses; look oftener while the other nodes cannot be heard."""
    while True:
        await asyncio.sleep(TIDY if house.bus.well else UNHEARD)
        try:
            await house.tidy()
        except Exception as failed:
            LOG.error("tidying failed", exc_info=failed)
