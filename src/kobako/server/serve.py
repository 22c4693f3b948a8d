"""`kobako serve`: run the server until it is told to stop."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
import threading
import urllib.request
import webbrowser
from functools import partial

import uvicorn

from kobako.core.errors import BadOption
from kobako.house.house import House
from kobako.house.limits import Limits
from kobako.server import logs
from kobako.server.app import calm_collector, make_app
from kobako.server.line import Line
from kobako.server.messages import MOST_BYTES
from kobako.server.one_writer import one_writer
from kobako.server.settings import Settings
from kobako.server.store import open_engine
from kobako.server.turnstile import Turnstile

FAREWELL = 3.0  # seconds for everyone to be told that the server stops
TURN = 0.0005  # seconds after which a thread that computes lets another in: each row that is written asks for it anew
START = 30.0  # seconds in which a server that starts has answered, or will not


def serve(settings: Settings, open_page: bool = False, log_level: str = "INFO") -> None:
    """Serve. Tables are kept: what is stopped here can be gone on with after the next start."""
    logs.set_up(log_level)
    allow_many_connections()
    with one_writer(settings.database_url) as note:
        open_engine(settings.database_url).dispose()  # what is wrong with it is better said now, and in one line
        listening = listen(settings)
        note(address_of(listening))
        run(settings, listening, open_page)


def run(settings: Settings, listening: socket.socket, open_page: bool) -> None:
    """Run the server on a socket until it is told to stop."""
    address = address_of(listening)
    print(f"Kobako is at {address}  (Ctrl-C stops it; the tables are kept)", flush=True)
    if open_page:
        threading.Thread(target=show, args=(address,), daemon=True).start()
    config = uvicorn.Config(
        make_app(settings),
        http=partial(Turnstile, Limits(settings.limits), settings.proxies),  # type: ignore[arg-type]
        ws=Line,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )
    server = Server(config)
    calm_collector()
    sys.setswitchinterval(TURN)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how one stops it: nothing has gone wrong
        server.run(sockets=[listening])
    if not server.started:
        raise BadOption("the server could not start: the log above says why")


def allow_many_connections() -> None:
    """Every connection is an open file, and the usual 1,024 are soon used up: as many as we may have without asking."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server(uvicorn.Server):
    """Before it stops it takes leave of everyone, with the code that says: connect again."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        house: House | None = self.lifespan.state.get("house")
        if house:
            await house.take_leave(FAREWELL)
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """The socket to listen on, or a clear word why not."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen()  # the address is told before all is ready: who comes early waits, and is not turned away
    except OSError as taken:
        listening.close()
        advice = "choose another with --port, or --port 0 for any"
        if taken.errno == errno.EADDRINUSE:
            advice = f"another program may be there; {advice}"
        elif taken.errno != errno.EACCES:
            advice = "--host is an address of this machine: 127.0.0.1, or 0.0.0.0 for all it has"
        raise BadOption(f"cannot listen at {settings.host} port {settings.port} ({taken.strerror}): {advice}") from None
    return listening


def address_of(listening: socket.socket) -> str:
    """Where a person on this machine finds it."""
    host, port = listening.getsockname()[:2]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def show(address: str) -> None:
    """Open the page in a browser, once the server answers: it listens already, so one question is enough."""
    with contextlib.suppress(OSError), urllib.request.urlopen(address + "healthz", timeout=START):
        webbrowser.open(address)
