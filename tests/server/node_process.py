"""What a node's process runs. It imports nothing but the server: see FORKS in running.py."""

import os
from pathlib import Path

from kobako.server.serve import serve
from kobako.server.settings import Settings


def run(settings: Settings, log: Path, level: str) -> None:
    """Serve, with all that is said written to a file."""
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    serve(settings, log_level=level)
