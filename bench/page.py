"""`python -m bench.page`: how heavy the page that needs no server is, and how soon one plays on it.

Chromium as on a mid-range phone: the line has 10 Mbit/s and 40 ms, the page's processor is four times slower. Chromium
slows the page's own thread so, and no worker: for those, and on a busy machine, the seconds of processor that all of
Chromium took are told as well. Told are seconds from the address to the first screen, to the table, and to the first
move that can be made, on the first and on the second visit; and the compressed bytes of the engine.
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

from playwright.sync_api import CDPSession, Page, sync_playwright

from kobako.server.page import write_page
from tests.needs import BROWSER, needed
from tests.web.conftest import QUIET, SETTINGS

GAME = "kotori"
SLOWER, LINE, LATENCY = 4, 10e6 / 8, 40
PATIENCE = 240_000
PACKED = (".js", ".css", ".html", ".svg", ".json", ".md", ".wasm", ".webmanifest", ".txt")


class Host(http.server.SimpleHTTPRequestHandler):
    """A static host that compresses what is text, as the usual ones do."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
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
        self.wfile.write(content)


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


def slow_down(line: CDPSession) -> None:
    """A phone on its line."""
    line.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": LINE, "uploadThroughput": LINE}
    line.send("Network.emulateNetworkConditions", conditions)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def visit(page: Page, address: str, home: str) -> dict[str, float]:
    """From the address to a bot's answer."""
    began, spent = time.monotonic(), processor_seconds(home)
    found: dict[str, float] = {}

    def note(what: str) -> None:
        found[what] = round(time.monotonic() - began, 2)
        found[f"{what}, processor"] = round(processor_seconds(home) - spent, 2)

    page.goto(address)
    page.locator("a.box").first.wait_for(timeout=PATIENCE)
    note("first screen")
    page.goto(f"{address}#/new/{GAME}")
    page.locator("button.go").click(timeout=PATIENCE)
    page.locator(".game").wait_for(timeout=PATIENCE)
    note("table")
    page.keyboard.press("m")
    page.locator("[data-move]").first.click(timeout=PATIENCE)
    note("first move")
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
                liked = json.dumps(json.dumps({**SETTINGS, "lang": "en"}))
                context.add_init_script(f"localStorage.setItem('kobako.settings', {liked})")
                page = context.pages[0]
                slow_down(context.new_cdp_session(page))
                told[number] = visit(page, address, home)
                page.wait_for_timeout(60_000 if number == "first" else 0)  # the picture for the next visit is taken
                context.close()
            server.shutdown()
        sizes = {path.name: path.stat().st_size for path in Path(folder, "page", "engine").glob("*.gz")}
        for script in Path(folder, "page", "assets").glob("*.worker-*.js"):
            sizes[script.name] = len(gzip.compress(script.read_bytes()))
        told["engine, compressed bytes"] = sizes
        print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
