"""`kobako page`: the whole box as a folder for any static host."""

from __future__ import annotations

import argparse
import contextlib
import http.server
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kobako.core.errors import BadOption

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The command."""
    page = commands.add_parser(
        "page",
        help="write the page that needs no server: put it on any static host",
        description="Writes the page that needs no server into a folder: all games, the bots, the rules. "
        "Put the folder on any static host, under any path; it plays offline after the first visit.",
    )
    page.add_argument("folder", metavar="DIR", type=Path, help="a new folder, an empty one, or one written so before")
    page.add_argument("--serve", action="store_true", help="and hand it out on this machine, for a look")
    page.add_argument("--port", type=int, default=8001, help="where to look at it (default 8001; 0: any free port)")
    page.set_defaults(run=_page, extra="play")


def _page(args: argparse.Namespace) -> None:
    from kobako.server.page import write_page

    written = write_page(args.folder)
    size = sum((args.folder / path).stat().st_size for path in written)
    print(f"{args.folder}: {len(written)} files, {size / 1e6:.1f} MB", flush=True)
    if args.serve:
        _serve(args.folder, args.port)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Python's own handing out of files, without a line for each of them."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _serve(folder: Path, port: int) -> None:
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=str(folder)))
    except (OSError, OverflowError) as wrong:
        raise BadOption(f"cannot listen at port {port} ({wrong}): choose another with --port, or 0 for any") from None
    print(f"Look at it: http://127.0.0.1:{server.server_port}/  (Ctrl-C stops it)", flush=True)
    with server, contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()
