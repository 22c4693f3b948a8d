"""Limits: how much one client may ask for. A bucket fills with time; every request takes from it."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

MOST_BUCKETS = 10_000
LONGEST_ADDRESS = 64  # characters; what a proxy says need not be one
# Of each kind of request, how many at once, and how many per second after that.
KINDS = {
    "request": (100.0, 20.0),
    "any": (400.0, 60.0),  # whatever it asks for
    "pace": (30.0, 100.0),  # the same, as fast as it is worked on: beyond some at once, one after the other
    "make": (20.0, 0.5),
    "connect": (40.0, 4.0),
    "door": (200.0, 20.0),  # connections of any kind: a page that is opened takes some six
    "message": (40.0, 15.0),
    "resync": (3.0, 0.2),
    "body": (1_000_000.0, 100_000.0),  # bytes of all that is asked
    "sent": (64_000_000.0, 8_000_000.0),  # bytes of the files that are asked for: a whole page has some six million
    # The work of reading, in tenths of a microsecond (server/turnstile.py): so much each of a guest's connections, and
    # this rate shared among them; beyond that, so much for whichever of them needs it first.
    "own": (10_000.0, 500_000.0),
    "work": (1_000_000.0, 500_000.0),
}
LEAST_OWN = 5_000.0  # a second, however many connections a guest has: some four moves


class Bucket:
    """So many at once, and so many per second after that."""

    guest = ""  # whose it is, where that matters

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self._left, self._at = size, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Whether there was enough left."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> float:
        """Take, be there enough or not; gives the seconds until it is paid back."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate) - amount
        self._at = now
        return max(0.0, -self._left / self.rate)


class Unlimited(Bucket):
    """For those who have switched limits off."""

    def __init__(self) -> None:
        super().__init__(0, 0)

    def take(self, amount: float = 1.0) -> bool:
        return True

    def spend(self, amount: float) -> float:
        return 0.0


def guest_at(client: str) -> str:
    """Who is counted as one: an address, and of IPv6 the whole /64 that every home has to choose its addresses from."""
    return counted_as(client[:LONGEST_ADDRESS])


@lru_cache(4096)
def counted_as(client: str) -> str:
    """The same, of what may be an address."""
    try:
        address = ip_address(client.partition("%")[0])
    except ValueError:
        return client
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


class Limits:
    """A bucket for each client and kind of request. Of too many clients, those not seen for longest are forgotten."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self.connections: Counter[str] = Counter()  # that a guest has open
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def of(self, kind: str, client: str) -> Bucket:
        """The bucket of a client for a kind of request."""
        if not self.on:
            return Unlimited()
        guest = guest_at(client)
        bucket = self._buckets.pop((kind, guest), None) or Bucket(*KINDS[kind])
        self._buckets[kind, guest] = bucket
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket

    def left(self, guest: str) -> None:
        """One connection of a guest is closed."""
        self.connections[guest] -= 1
        if not self.connections[guest]:
            del self.connections[guest]

    def part(self) -> Bucket:
        """What one connection may have read."""
        return Part(self) if self.on else Unlimited()

    def own(self, kind: str) -> Bucket:
        """A bucket of one's own: for the messages of one connection."""
        return Bucket(*KINDS[kind]) if self.on else Unlimited()


class Part(Bucket):
    """The part that one connection has of what its guest may do: the more connections, the less for each, but to what
    one needs beyond that it may help itself as long as there is something left for all of them."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(*KINDS["own"])
        self._limits = limits

    def spend(self, amount: float) -> float:
        self.rate = max(LEAST_OWN, KINDS["own"][1] / max(1, self._limits.connections[self.guest]))
        wait = super().spend(amount)
        if wait > 0 and self._limits.of("work", self.guest).take(-self._left):
            self._left, wait = 0.0, 0.0
        return wait
