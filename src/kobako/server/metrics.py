"""What is counted, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from kobako.core import workshop
from kobako.house.parts import Counting

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15)


class Metrics(Counting):
    """The counters of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Counter("kobako_tables_made", "Tables made here.", registry=self.registry)
        self.entries = Counter("kobako_entries", "Requests accepted at tables.", ["kind"], registry=self.registry)
        self.refusals = Counter("kobako_refused", "Requests refused.", ["code"], registry=self.registry)
        self.connections = Gauge("kobako_viewers", "Open connections.", registry=self.registry)
        self.rooms = Gauge("kobako_rooms", "Tables in memory.", registry=self.registry)
        self.accepting = Histogram(
            "kobako_accept_seconds", "From a move's arrival to its answer.", buckets=QUICK, registry=self.registry
        )
        self.thinking = Histogram(
            "kobako_think_seconds", "A bot's time for a move.", ["level"], buckets=SLOW, registry=self.registry
        )

        self._kinds: dict[str, Counter] = {}
        about = ("game", "kernel")
        self.ready = Gauge("kobako_kernels_ready", "1: compiled.", about, registry=self.registry)
        self.failed = Gauge(
            "kobako_kernels_failed",
            "1: does not compile, and is played by the plain rules, slower.",
            about,
            registry=self.registry,
        )

    def table_made(self) -> None:
        self.tables.inc()

    def accepted(self, kind: str) -> None:
        counter = self._kinds.get(kind)
        if counter is None:
            counter = self._kinds[kind] = self.entries.labels(kind)  # to look it up takes longer than to count
        counter.inc()

    def refused(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def took(self, seconds: float) -> None:
        self.accepting.observe(seconds)

    def thought(self, level: str, seconds: float) -> None:
        self.thinking.labels(level).observe(seconds)

    def viewers(self, more: int) -> None:
        self.connections.inc(more)

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        for news in workshop.known():
            if not isinstance(news, workshop.Limited):
                failed = isinstance(news, workshop.Failed)
                self.ready.labels(news.game, news.kernel).set(not failed)
                self.failed.labels(news.game, news.kernel).set(failed)
        return generate_latest(self.registry)


METRICS = Metrics()
