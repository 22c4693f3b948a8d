"""`python -m bench.page [GAME …] [--runs N] [--form]`: how heavy the page without a server is, and how soon one plays.

A mid-range phone: the host's line has 10 Mbit/s for all that is asked of it together, and 40 ms to each answer; the
page's processor is four times slower. Chromium slows the page's own thread so, and no worker: for those, and on a busy
machine, the seconds of processor that all of Chromium took are told as well.

Hands in the page press as soon as there is something to press: *Play now* on the shelf (with --form: the box, and then
*Play* among the choices), and on the table the pieces of a first legal move, as a person does. Told are the medians of
the seconds from the address to the first screen, to the table, to each piece, to the first move when it is acknowledged
and drawn, and to when Python is there; on first visits, each with a browser of its own, and on second ones, which begin
with the same kept files; and the bytes that came.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import http.server
import json
import os
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

import kobako
from kobako.server.page import write_page
from tests.needs import BROWSER, needed
from tests.web.conftest import QUIET, SETTINGS

SLOWER, LINE, LATENCY = 4, 10e6 / 8, 0.04
PATIENCE = 240_000
PART = 16_384
# What is usual, so on a second visit whoever is to begin begins; on a first one that is by its deals who plays.
WISH: dict[str, Any] = {"options": {}}
# What a person presses on each table for a first move, of what may be pressed.
PIECES = {
    "donburiko": {"piece": ".hand .held", "place": ".slot"},
    "ice": {"piece": ".hand .held"},
    "kotori": {"piece": ".moves .button"},
    "tokkuri": {"piece": ".hand .held"},
    "umbradeco": {"piece": ".hand .tile", "place": ".cell"},
}


def way(game: str, form: bool) -> list[list[Any]]:
    """What is to be seen, and what is then pressed. A move is acknowledged and drawn when it can be taken back."""
    box = f"a.box[href='#/new/{game}']"
    choices = [["first screen", ["a.box"], box], ["choices", ["button.go"], "button.go"]]
    pieces = {name: f"{piece}:not([aria-disabled='true'])" for name, piece in PIECES[game].items()}
    return [
        *(choices if form else [["first screen", ["a.box"], f"{box} ~ .now"]]),
        ["table", [".stage > *"], ""],
        *([name, [piece], piece] for name, piece in pieces.items()),
        ["first move", [".take-back"], ""],
        ["Python there", [":root:not(:has(progress))"], ""],
    ]


# One frame after it is there, it is drawn. A piece that falls from the hand when Python takes over is picked up again.
HANDS = """(steps) => {
  window.told = {};
  let seen = false;
  let piece = null;
  const look = () => {
    const [name, wanted, press] = steps[0];
    if (name === "place" && piece.ariaPressed === "false") piece.click();
    if (seen) {
      told[name] = performance.now() / 1000;
      if (press) (piece = document.querySelector(press)).click();
      steps.shift();
    }
    seen = !seen && wanted.every((one) => document.querySelector(one));
    if (steps.length > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
# Whether all is there for the next visit: the files, the picture, the next deal of this game.
PREPARED = """async ([game, options]) => {
  const own = await navigator.storage.getDirectory();
  const folder = await own.getDirectoryHandle("pictures of Python", { create: true });
  const pictures = [];
  for await (const name of folder.keys()) if (!name.includes(".")) pictures.push(name);
  const base = await new Promise((done) => {
    const opening = indexedDB.open(`kobako openings ${location.pathname}`);
    opening.onsuccess = () => done(opening.result);
  });
  const asked = base.transaction("laid").objectStore("laid").get(game);
  const laid = await new Promise((done) => { asked.onsuccess = () => done(asked.result) });
  base.close();
  const keeper = await navigator.serviceWorker.getRegistration();
  return Boolean(keeper?.active && pictures.length && laid?.opening && laid.wish.includes(JSON.stringify(options)));
}"""
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


def start(playwright: Playwright, home: Path, steps: list[Any] | None, wish: dict[str, Any] | None) -> BrowserContext:
    """A browser with this folder, on which somebody has seen the tours; `wish` is what they played last."""
    context = playwright.chromium.launch_persistent_context(
        home, executable_path=needed(BROWSER), args=QUIET, viewport={"width": 390, "height": 844}
    )
    context.set_default_timeout(PATIENCE)
    kept = {"settings": {**SETTINGS, "lang": "en"}, **(wish or {})}
    for key, value in kept.items():
        context.add_init_script(f"localStorage.setItem('kobako.{key}', {json.dumps(json.dumps(value))})")
    if steps:
        context.add_init_script(f"({HANDS})({json.dumps(steps)})")
    context.new_cdp_session(context.pages[0]).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return context


def visit(page: Page, address: str, home: Path) -> dict[str, float]:
    """From the address to the first move, and until Python is there."""
    spent, had = processor_seconds(str(home)), Host.line.bytes
    page.goto(address)
    told = until(page, "first move")
    told |= {"processor": processor_seconds(str(home)) - spent, "bytes": Host.line.bytes - had}
    return until(page, "Python there") | told


def until(page: Page, what: str) -> dict[str, float]:
    """What the hands have told, as soon as this is among it."""
    while what not in (told := page.evaluate("told")):
        page.wait_for_timeout(50)
    found: dict[str, float] = told
    return found


def prepare(page: Page, address: str, game: str) -> None:
    """Play what is usual, and wait until all is there for the next visit."""
    page.goto(f"{address}#/new/{game}")
    page.locator("button.go").click()
    page.locator(".game").wait_for()
    while not page.evaluate(PREPARED, [game, WISH["options"]]):
        page.wait_for_timeout(1000)


def measure(playwright: Playwright, address: str, folder: Path, game: str, runs: int, form: bool) -> dict[str, Any]:
    """Some first visits; then as many second ones, each from what the last of the first has kept."""
    steps, last = way(game, form), {f"wish.{game}": WISH}
    first, second = [], []
    for run in range(runs):
        with start(playwright, folder / f"{game} {run}", steps, None) as context:
            first.append(visit(context.pages[0], address, folder / f"{game} {run}"))
    with start(playwright, folder / f"{game} kept", None, last) as context:
        prepare(context.pages[0], address, game)
    for run in range(runs):
        home = folder / f"{game} again {run}"
        shutil.copytree(folder / f"{game} kept", home)
        with start(playwright, home, steps, last) as context:
            second.append(visit(context.pages[0], address, home))
    return {"first": medians(first), "second": medians(second)}


def medians(found: list[dict[str, float]]) -> dict[str, float]:
    """Of each figure."""
    return {what: round(statistics.median(one[what] for one in found), 2) for what in found[0]}


def main() -> None:
    """Measure, and tell it as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.page")
    parser.add_argument("games", nargs="*", default=kobako.game_names(), metavar="GAME")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--form", action="store_true", help="through the choices for a new table")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_page(Path(folder, "host", "page"))
        handler = functools.partial(Host, directory=str(Path(folder, "host")))
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/page/"
            for game in args.games:
                told = measure(playwright, address, Path(folder), game, args.runs, args.form)
                print(json.dumps({game: told}, indent=1), flush=True)
            server.shutdown()


if __name__ == "__main__":
    main()
