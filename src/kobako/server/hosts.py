"""The names this server answers to.

A page of another site can have its own name point at this machine and then speak to it as if both were one site. What
it cannot do is name us by an address, or by a name that is ours: so only those are answered.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

ANY = "*"
HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^\[\]:/@\s]+)(:\d{1,5})?")


class Hosts:
    """Which `Host` is ours: any address of a machine, this machine's own names, and those that are named here."""

    def __init__(self, named: Iterable[str], listening: str = "") -> None:
        wanted = [name.strip().lower().rstrip(".") for name in named]
        self._any = ANY in wanted
        self._ends = (".localhost", *(name[1:] for name in wanted if name.startswith("*.")))
        self._names = {*wanted, "localhost", listening.lower(), *own_names()} - {"", ANY}

    def allow(self, host: str) -> bool:
        """Whether this is us. Nobody at all is not."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found["name"].lower().rstrip(".")
        return self._any or name in self._names or name.endswith(self._ends) or is_address(name.strip("[]"))


def is_address(text: str) -> bool:
    """Whether it is an address, and no name that somebody else could point anywhere."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(1)
def own_names() -> frozenset[str]:
    """What this machine calls itself, and is called on its own network."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})


def host_of(origin: str) -> str:
    """The host that a page's origin names; nothing for `null`, and for what is no address of a page."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""
