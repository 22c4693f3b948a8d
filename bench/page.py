"""`python -m bench.page`: how heavy the page that needs no server is, and how soon one plays on it.

A mid-range phone: the host's line has 10 Mbit/s for all that is asked of it together, and 40 ms to each answer; the
page's processor is four times slower. Chromium slows the page's own thread so, and no worker: for those, and on a busy
machine, the seconds of processor that all of Chromium took are told as well. Told are seconds from the address to the
first screen, to the table, and to the first move that is made, on the first and on the second visit; when what the
table's worker does was done, in seconds from its own start; and the bytes that came until then, and in all.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import json
import os
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from kobako.server.page import write_page
from tests.needs import BROWSER, needed
from tests.web.conftest import QUIET, SETTINGS

GAME = "kotori"
SLOWER, LINE, LATENCY = 4, 10e6 / 8, 0.04
PATIENCE = 240_000
PICTURED = 40_000  # milliseconds in which all is kept, and the picture for the next visit is taken
PART = 16_384
# Whoever plays begins: else the first move waits for those of bots.
WISH = {"options": {"first": "0"}}
MARKS = """() => Object.fromEntries(performance.getEntries().filter(({ entryType }) => entryType !== "visibility-state")
  .map((one) => [one.name.split("/").at(-1), Math.round(one.startTime + one.duration) / 1000]))"""
PACKED = (".js", ".css", ".html", ".svg", ".json", ".md", ".wasm", ".webmanifest", ".txt")


class Line:
    """What comes over it shares its width, whoever asked for it."""

    def __init__(self) -> None:
        self.bytes = 0
        self._free, self._lock = 0.0, threading.Lock()

    def wait(self, size: int) -> None:
        """Until so many bytes have come over it."""
        with self._lock:
            self.bytes += size
            self._free = max(self._free, time.monotonic()) + size / LINE
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


class Host(http.server.SimpleHTTPRequestHandler):
    """A static host at the end of a line that compresses what is text, as the usual ones do."""

    protocol_version = "HTTP/1.1"
    line = Line()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        time.sleep(LATENCY)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = path.read_bytes()
        self.send_response(200)
        if path.suffix in PACKED:
            content = gzip.compress(content)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        for at in range(0, len(content), PART):
            self.line.wait(len(content[at : at + PART]))
            self.wfile.write(content[at : at + PART])


def processor_seconds(home: str) -> float:
    """What all processes of the Chromium with this folder have taken so far."""
    parents, ticks, ours = {}, {}, set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
            parents[process.name], ticks[process.name] = fields[1], int(fields[11]) + int(fields[12])
            if home.encode() in (process / "cmdline").read_bytes():
                ours.add(process.name)
    while grown := {name for name, parent in parents.items() if parent in ours} - ours:
        ours |= grown
    return sum(ticks[name] for name in ours) / os.sysconf("SC_CLK_TCK")


def visit(page: Page, address: str, home: str) -> dict[str, Any]:
    """From the address to the first move."""
    began, spent, had = time.monotonic(), processor_seconds(home), Host.line.bytes
    found: dict[str, Any] = {}

    def note(what: str) -> None:
        found[what] = round(time.monotonic() - began, 2)
        found[f"{what}, processor"] = round(processor_seconds(home) - spent, 2)

    page.goto(address)
    page.locator("a.box").first.wait_for(timeout=PATIENCE)
    note("first screen")
    page.locator(f"a.box[href='#/new/{GAME}']").click()
    page.locator("button.go").click(timeout=PATIENCE)
    note("asked for a table")
    page.locator(".game").wait_for(timeout=PATIENCE)
    note("table")
    page.keyboard.press("m")
    page.locator("[data-move]").first.click(timeout=PATIENCE)
    note("first move")
    found["bytes"] = Host.line.bytes - had
    found["worker"] = next(worker.evaluate(MARKS) for worker in page.workers if "table.worker" in worker.url)
    return found


def main() -> None:
    """Measure, and tell it as JSON."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_page(Path(folder, "page"))
        handler = functools.partial(Host, directory=folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address, home = f"http://127.0.0.1:{server.server_port}/page/", str(Path(folder, "browser"))
            told: dict[str, Any] = {}
            for number in ("first", "second"):
                context = playwright.chromium.launch_persistent_context(
                    home, executable_path=needed(BROWSER), args=QUIET, viewport={"width": 390, "height": 844}
                )
                for key, value in {"settings": {**SETTINGS, "lang": "en"}, f"wish.{GAME}": WISH}.items():
                    context.add_init_script(f"localStorage.setItem('kobako.{key}', {json.dumps(json.dumps(value))})")
                page = context.pages[0]
                context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                told[number] = visit(page, address, home)
                page.wait_for_timeout(PICTURED if number == "first" else 0)
                context.close()
            server.shutdown()
        told["bytes in all"] = Host.line.bytes
        print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
