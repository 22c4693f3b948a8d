"""The workshop: what this process has compiled, what it could not, and which threads are at it now."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

LOG = logging.getLogger("kobako.compiling")


@dataclass(frozen=True)
class Made:
    """A kernel of a game is ready."""

    game: str
    kernel: str


@dataclass(frozen=True)
class Failed:
    """A kernel of a game does not compile."""

    game: str
    kernel: str
    why: str

    def __str__(self) -> str:
        return f"{self.game}: {self.kernel!r} does not compile, and is played by the plain rules, slower: {self.why}"


@dataclass(frozen=True)
class Limited:
    """The compiler lacks something."""

    why: str

    def __str__(self) -> str:
        return self.why


News = Made | Failed | Limited

_news: dict[tuple[str, ...], News] = {}  # the last of every kernel
_busy: set[threading.Thread] = set()


def remember(news: News) -> None:
    """Keep what happened. A fall to something slower is logged when it happens, and not again."""
    key = (news.why,) if isinstance(news, Limited) else (news.game, news.kernel)
    before, _news[key] = _news.get(key), news
    if not isinstance(news, Made) and type(before) is not type(news):
        LOG.warning("%s", news)


def known() -> list[News]:
    """What is known of every kernel that was asked for, and of the compiler."""
    return list(_news.values())


def start(work: Callable[[], object], name: str) -> threading.Thread:
    """Begin something that compiles, or runs what is compiled, in a thread that nobody waits for."""

    def run() -> None:
        try:
            work()
        finally:
            _busy.discard(thread)

    thread = threading.Thread(target=run, daemon=True, name=name)
    _busy.add(thread)
    thread.start()
    return thread


def is_busy() -> bool:
    """Whether such a thread is at work: then the process must not end as usual, and pull the compiler from under it."""
    return bool(_busy)
