"""The guard at the door: sizes, origins, headers, and a line in the log for every request."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kobako.house.faults import Fault
from kobako.house.limits import Limits
from kobako.server.faults import answer
from kobako.server.hosts import Hosts, host_of

LOG = logging.getLogger("kobako.http")
MOST_BODY = 1 << 18
LONGEST_WAIT = 2.0  # seconds that a body has to wait for its turn; what would wait longer is refused
TOO_MANY, AT_THE_DOOR = 429, 0.5  # seconds after which one who asks too often is told so: at once, they would ask again
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class BodyRefused(HTTPException):
    """Why a body is not read to its end. FastAPI takes any other exception for a body that cannot be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.status, fault.message)
        self.fault, self.values = fault, fault.values


class Guard:
    """Stands before the app."""

    def __init__(self, app: ASGIApp, origins: Sequence[str], hosts: Hosts, limits: Limits) -> None:
        self.app, self.origins, self.hosts, self.limits = app, tuple(origins), hosts, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def welcome(self, scope: Scope) -> bool:
        """Whether the page that asks is ours. Programs that are no browsers name no origin, and are welcome."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        return bool(host_of(origin)) and host_of(origin) == headers.get("host")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wherever it is asked for: to be told that there is none is work, too."""
        guest = client_of(scope)
        if not self.limits.of("any", guest).take():
            await asyncio.sleep(AT_THE_DOOR)
            await receive()
            await answer(too_fast())(scope, receive, send)
        elif self.hosts.allow(Headers(scope=scope).get("host", "")) and self.welcome(scope):
            await self._in_turn(guest)
            await self.app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "pages of this origin may not connect"})

    async def _in_turn(self, guest: str) -> None:
        """Wait until a guest's earlier requests have been begun, if there are many."""
        if (wait := self.limits.of("pace", guest).spend(1)) > 0:
            await asyncio.sleep(wait)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        size, guest = 0, client_of(scope)
        share = self.limits.of("body", guest)

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            came = len(message.get("body", b""))
            size += came
            if size > MOST_BODY:
                raise BodyRefused(too_large())
            if came:
                await pay_for(came)
            return message

        async def pay_for(came: int) -> None:
            """To read what is long is dear, however it was sent: who has sent much waits, or is told so."""
            wait = share.spend(came)
            if wait > LONGEST_WAIT:
                share.spend(-came)  # what is not read is not paid for
                await asyncio.sleep(AT_THE_DOOR)
                raise BodyRefused(too_fast())
            if wait > 0:
                await asyncio.sleep(wait)

        try:
            refusal = self._refusal(scope)
            if refusal:
                told = answer(refusal)
                if refusal.status == TOO_MANY:
                    told.headers["Connection"] = "close"  # with it goes all that waits behind this request
                    await asyncio.sleep(AT_THE_DOOR)
                await told(scope, receive, send_with_headers)
            else:
                await self._in_turn(guest)
                await self.app(scope, receive_some, send_with_headers)
        except BodyRefused as refused:
            if not status:
                await answer(refused.fault)(scope, receive, send_with_headers)
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            facts = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
            LOG.log(logging.DEBUG if scope["path"] in QUIET else logging.INFO, "request", extra=facts)

    def _refusal(self, scope: Scope) -> Fault | None:
        if not self.limits.of("any", client_of(scope)).take():
            return too_fast()
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.hosts.allow(host) and scope["path"] not in HEALTH:
            told = f"this server does not answer to the name {host!r}: if it is yours, start it with --hosts {host}"
            return Fault(421, "bad_host", told if host else "a request names its Host", host=host)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BODY:
            return too_large()
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not self.welcome(scope):
            return Fault(403, "bad_origin", "pages of this origin may not ask this")
        return None


HEALTH = ("/healthz", "/readyz")  # asked by programs that call us by whatever name they know; they tell no secret
QUIET = (*HEALTH, "/metrics")


def client_of(scope: Scope) -> str:
    """The address that someone asks from."""
    client = scope.get("client")
    return client[0] if client else ""


def too_fast() -> Fault:
    return Fault(TOO_MANY, "too_fast", "too many requests: wait a little and try again")


def too_large() -> Fault:
    return Fault(413, "too_large", f"a request has {MOST_BODY} bytes at most", most=MOST_BODY)
