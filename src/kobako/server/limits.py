"""Limits: how much one client may ask for. A bucket fills with time; every request takes from it."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_BUCKETS = 10_000
# Of each kind of request, how many at once, and how many per second after that.
KINDS = {
    "request": (100.0, 20.0),
    "make": (20.0, 0.5),
    "connect": (40.0, 4.0),
    "message": (40.0, 15.0),
}


class Bucket:
    """So many at once, and so many per second after that."""

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


class Unlimited(Bucket):
    """For those who have switched limits off."""

    def __init__(self) -> None:
        super().__init__(0, 0)

    def take(self, amount: float = 1.0) -> bool:
        return True


class Limits:
    """A bucket for each client and kind of request. Of too many clients, those not seen for longest are forgotten."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def of(self, kind: str, client: str) -> Bucket:
        """The bucket of a client for a kind of request."""
        if not self.on:
            return Unlimited()
        bucket = self._buckets.pop((kind, client), None) or Bucket(*KINDS[kind])
        self._buckets[kind, client] = bucket
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket

    def own(self, kind: str) -> Bucket:
        """A bucket of one's own: for the messages of one connection."""
        return Bucket(*KINDS[kind]) if self.on else Unlimited()
