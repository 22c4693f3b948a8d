"""Browsers that Playwright has no build of here, driven by the protocols they bring: Debian's Firefox and WebKitGTK.

Firefox speaks WebDriver BiDi over a WebSocket by itself; WebKitGTK brings a WebDriver of HTTP. A test needs little of
either: open an address, run a script in the page, wait for something to be true.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from tests.needs import FIREFOX, WEBKIT, XVFB, needed, without

PATIENCE = 90.0


class Driven(Protocol):
    """A browser with one page."""

    def open(self, address: str) -> None:
        """Load an address."""

    def run(self, expression: str) -> Any:
        """What an expression is in the page, a promise's value too."""


def wait(browser: Driven, expression: str, patience: float = PATIENCE) -> Any:
    """Wait until an expression is true in the page; gives what it is then."""
    until = time.monotonic() + patience
    while not (found := browser.run(expression)):
        assert time.monotonic() < until, f"never true: {expression}; the page says {text(browser)!r}"
        time.sleep(0.2)
    return found


def text(browser: Driven) -> str:
    """What the page says."""
    return str(browser.run("document.body.innerText"))


class Firefox:
    """One page of a Firefox, over WebDriver BiDi."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._number = line, 0
        self._ask("session.new", {"capabilities": {}})
        self._page = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(PATIENCE))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", {"context": self._page, "url": address, "wait": "complete"})

    def run(self, expression: str) -> Any:
        asked = {"expression": f"(async () => JSON.stringify(await ({expression})))()", "awaitPromise": True}
        found = self._ask("script.evaluate", {**asked, "target": {"context": self._page}})
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))


class WebKit:
    """One page of a WebKitGTK, over WebDriver."""

    def __init__(self, driver: str, program: str) -> None:
        options = {"webkitgtk:browserOptions": {"binary": program, "args": ["--automation"]}}
        made = ask(f"{driver}/session", {"capabilities": {"alwaysMatch": options}})
        self._session = f"{driver}/session/{made['sessionId']}"
        ask(f"{self._session}/timeouts", {"script": int(1000 * PATIENCE)})

    def open(self, address: str) -> None:
        ask(f"{self._session}/url", {"url": address})

    def run(self, expression: str) -> Any:
        script = f"const done = arguments[0]; (async () => JSON.stringify(await ({expression})))().then(done)"
        found = ask(f"{self._session}/execute/async", {"script": script, "args": []})
        return json.loads(found or "null")

    def close(self) -> None:
        request = urllib.request.Request(self._session, method="DELETE")
        with contextlib.suppress(OSError), urllib.request.urlopen(request, timeout=10):
            pass


def ask(address: str, body: dict[str, Any]) -> Any:
    """A command of WebDriver."""
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as wrong:
        raise AssertionError(f"{address}: {wrong.read().decode()}") from None


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Driven]:
    """A Firefox with a profile of its own."""
    program = needed(FIREFOX)
    (folder / "profile").mkdir()
    command = [
        program,
        "--headless",
        "--no-remote",
        "--remote-debugging-port",
        "0",
        "--profile",
        str(folder / "profile"),
    ]
    home = {**os.environ, "HOME": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=home) as process:
        try:
            assert process.stderr
            said = next(filter(None, (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)))
            with connect(f"{said[1]}/session", max_size=None) as line:
                yield Firefox(line)
        finally:
            process.terminate()


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    """A WebKitGTK on a screen that nobody sees."""
    driver = needed(WEBKIT)
    screen = needed(XVFB)
    program = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None) or without("WebKitGTK: no MiniBrowser")
    number, port = free_screen(), free_port()
    home = {**os.environ, "HOME": str(folder), "DISPLAY": f":{number}", "GDK_BACKEND": "x11"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with (
        subprocess.Popen([screen, f":{number}", "-screen", "0", "1280x900x24"], **quiet) as shown,  # type: ignore[call-overload]
        subprocess.Popen([driver, f"--port={port}"], env=home, **quiet) as driving,  # type: ignore[call-overload]
    ):
        try:
            until = time.monotonic() + PATIENCE
            while not (reached(port) and Path(f"/tmp/.X11-unix/X{number}").exists()):
                assert time.monotonic() < until, "no WebKitWebDriver"
                time.sleep(0.1)
            with contextlib.closing(WebKit(f"http://127.0.0.1:{port}", str(program))) as page:
                yield page
        finally:
            driving.terminate()
            shown.terminate()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_screen() -> int:
    """The number of a screen that there is not."""
    return next(number for number in range(90, 500) if not Path(f"/tmp/.X{number}-lock").exists())


def reached(port: int) -> bool:
    """Whether somebody listens at a port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
