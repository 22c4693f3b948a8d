"""A server by HTTP: find a table, sit down at it, fetch its kifu. The standard library does."""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kobako.core.errors import KobakoError

SECONDS = 15.0
MOST = 8 << 20


class NoServer(KobakoError):
    """The server cannot be reached, or answers what was not expected."""


class ServerRefused(KobakoError):
    """The server said no."""


@dataclass(frozen=True)
class Address:
    """A table on a server, as a browser shows it: http://host/t/TABLE, with `#s=SECRET` if one holds a seat there."""

    base: str
    table: str
    secret: str | None = None

    @staticmethod
    def read(text: str) -> Address:
        """The address that a text is."""
        example = "http://host:8000/t/t0123456789"
        wrong = KobakoError(f"{text!r} is no table's address: one looks like {example}")
        try:
            parts = urlsplit(text if "://" in text else f"http://{text}")
            _ = parts.port  # it is read only now
        except ValueError:
            raise wrong from None
        found = re.fullmatch(r"(.*)/t/([A-Za-z0-9]{1,40})/?", parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or not found:
            raise wrong
        fragment = parse_qs(parts.fragment)
        secret = fragment.get("s", [None])[0]
        return Address(f"{parts.scheme}://{parts.netloc}{found[1]}", found[2], secret)

    @property
    def page(self) -> str:
        """The address that may be shown to anyone."""
        return f"{self.base}/t/{self.table}"

    @property
    def link(self) -> str:
        """The address of one's own seat."""
        return f"{self.page}#s={self.secret}" if self.secret else self.page

    @property
    def socket(self) -> str:
        """Where the WebSocket is."""
        return re.sub(r"^http", "ws", self.base) + "/ws"

    def with_secret(self, secret: str | None) -> Address:
        """The same table, with a seat's secret."""
        return replace(self, secret=secret)

    def call(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        """One request to this table; gives the answer read as JSON, or as text if it is none."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(f"{self.base}/api/tables/{self.table}{path}", body, method=method)
        request.add_header("Accept", "application/json, text/plain")
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.secret:
            request.add_header("Authorization", f"Bearer {self.secret}")
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                text = answer.read(MOST).decode("utf-8")
                is_json = "json" in answer.headers.get("Content-Type", "")
                return json.loads(text) if is_json and text else text
        except urllib.error.HTTPError as refused:
            raise refusal(refused, self) from None
        except (OSError, ValueError, http.client.HTTPException) as wrong:
            why = getattr(wrong, "reason", wrong) or type(wrong).__name__
            told = f"no answer from {self.base}: {why}"
            raise NoServer(told, "no_server", address=self.base, why=str(why)) from None

    def sit(self, name: str) -> Address:
        """Take a free seat."""
        taken = self.call("POST", "/seats", {"name": name} if name else {})
        return self.with_secret(str(taken["secret"]))

    def leave(self, seat: int) -> None:
        """Give the seat up."""
        self.call("DELETE", f"/seats/{seat}")

    def kifu(self) -> str:
        """The finished game."""
        return str(self.call("GET", "/kifu"))

    def rematch(self) -> Address:
        """The same people once more, at a new table."""
        made = self.call("POST", "/rematch", {})
        return replace(self, table=str(made["table"]), secret=str(made["secret"]))

    def what_if(self) -> Address:
        """A side table at which something is tried out, while this one waits."""
        made = self.call("POST", "/what-if", {})
        return replace(self, table=str(made["table"]), secret=str(made["secret"]))


def refusal(refused: urllib.error.HTTPError, address: Address) -> KobakoError:
    """What a server's refusal says."""
    try:
        error = json.loads(refused.read(MOST))["error"]
        wrong = ServerRefused(str(error["message"]), str(error["code"]))
        wrong.values = dict(error.get("values", {}))
        return wrong
    except (ValueError, KeyError, TypeError, AttributeError, OSError):
        status = f"{refused.code} {refused.reason}"
        told = f"{address.base} answers {status}: is it a Kobako server?"
        return NoServer(told, "no_kobako", address=address.base, status=status)
