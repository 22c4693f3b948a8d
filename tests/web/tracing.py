"""What a page's own thread has to do, in the processor's time: that others keep the machine busy takes none of it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"]


@contextlib.contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[float]]:
    """The milliseconds that each task of the page's thread took; the list is filled at the end."""
    took: list[float] = []
    browser.start_tracing(page=page, categories=CATEGORIES)
    yield took
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    took += tasks(events, page.url)


def tasks(events: list[dict[str, Any]], address: str) -> list[float]:
    """The same, from the events of a trace."""
    started = [event for event in events if event["name"] == "TracingStartedInBrowser"]
    frames = [frame for event in started for frame in event["args"]["data"]["frames"]]
    pages = {frame["processId"] for frame in frames if frame["url"].partition("#")[0] == address.partition("#")[0]}
    named = [event for event in events if event["name"] == "thread_name" and event["pid"] in pages]
    threads = {(event["pid"], event["tid"]) for event in named if event["args"]["name"] == "CrRendererMain"}
    own = [event for event in events if (event["pid"], event["tid"]) in threads and "tdur" in event]
    return [event["tdur"] / 1000 for event in own if event["name"].endswith("RunTask")]
