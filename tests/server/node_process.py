"""What a node's process runs. It imports nothing but the server: see FORKS in running.py."""

import os
import threading
import time
from pathlib import Path

from kobako.server import serve as serving
from kobako.server.app import make_app
from kobako.server.settings import Settings


def run(settings: Settings, log: Path, level: str, owner: int, ahead: float) -> None:
    """Serve, with all that is said written to a file, for as long as whoever started us is there.

    Its clock may be ahead of ours: so a test is in another hour without waiting for it.
    """
    threading.Thread(target=end_with, args=(owner,), daemon=True).start()
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    ours = time.time
    time.time = lambda: ours() + ahead
    serving.make_app = lambda settings: make_app(settings, time.time)
    serving.serve(settings, log_level=level)


def end_with(owner: int) -> None:
    """A test that was killed leaves no server behind."""
    while Path(f"/proc/{owner}").exists():
        time.sleep(1.0)
    os._exit(1)
