"""`kobako serve --reload`: the server is started anew whenever a file of a game is saved.

Nothing is lost by it: tables are in the store, and who sits at one is connected again by itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import fields, replace
from pathlib import Path

from kobako.core.registry import game_names, home_of
from kobako.server.serve import address_of, listen, show
from kobako.server.settings import PREFIX, Settings

LOOK = 0.4  # seconds between two looks at the files
STOP = 15.0  # seconds in which a server that is told to stop has done so


def serve_and_reload(settings: Settings, open_page: bool, log_level: str) -> None:
    """Serve until told to stop; after every change in a game's folder with the game as it is now."""
    with listen(settings) as free:
        settings = replace(settings, port=free.getsockname()[1])
        address = address_of(free)
    folders = [home for home in map(home_of, game_names()) if home]
    if open_page:
        threading.Thread(target=show, args=(address,), daemon=True).start()
    known = written(folders)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that the server is stopped as well
    while True:
        process = start(settings, log_level)
        try:
            known = wait_for_change(folders, known, process)
        except KeyboardInterrupt:
            return  # Ctrl-C is how one stops it
        finally:
            process.terminate()
            process.wait(STOP)
        print("A game has changed: the server starts again.", flush=True)


def start(settings: Settings, log_level: str) -> subprocess.Popen[bytes]:
    """A server in a process of its own, with these settings as its environment."""
    given = {PREFIX + field.name.upper(): text_of(getattr(settings, field.name)) for field in fields(settings)}
    command = [sys.executable, "-m", "kobako", "serve", "--log-level", log_level]
    return subprocess.Popen(command, env={**os.environ, **given})


def text_of(value: object) -> str:
    """A setting as its environment variable has it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def wait_for_change(folders: list[Path], known: dict[Path, int], process: subprocess.Popen[bytes]) -> dict[Path, int]:
    """Wait until a file is another than it was; gives what is there now."""
    running = True
    while (now := written(folders)) == known:
        if running and process.poll() is not None:
            running = False
            print("The server has stopped; it is started again when a file of a game is saved.", flush=True)
        time.sleep(LOOK)
    return now


def written(folders: list[Path]) -> dict[Path, int]:
    """When each file of some folders was last written."""
    found = {}
    for folder in folders:
        for path in folder.rglob("*"):
            with contextlib.suppress(FileNotFoundError):  # an editor's file, gone before it was looked at
                if "__pycache__" not in path.parts and path.is_file():
                    found[path] = path.stat().st_mtime_ns
    return found
