"""`kobako serve`: let people play in their browsers; `kobako rescue`: save their tables from a damaged file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The command."""
    serve = commands.add_parser("serve", help="let people play in their browsers: run a server")
    serve.add_argument("--host", help="address to listen on (default 127.0.0.1: this machine only; 0.0.0.0: all)")
    serve.add_argument("--port", type=int, help="the port (default 8000; 0: any free one)")
    serve.add_argument("--database", help="a file or postgresql://… (default: a file in your data folder)")
    serve.add_argument("--redis", help="redis://…: several nodes on one PostgreSQL wake each other over it")
    serve.add_argument("--hosts", help="names that people reach this server by, separated by commas (*: any)")
    serve.add_argument("--origins", help="other origins whose pages may connect, separated by commas")
    serve.add_argument("--proxies", help="proxies whose X-Forwarded-For is believed (default 127.0.0.1)")
    serve.add_argument("--grace", type=float, help="seconds until a bot plays for somebody who is absent (default 30)")
    serve.add_argument("--bot-delay", type=float, help="seconds before a bot moves (default 0.7)")
    serve.add_argument("--rest", type=float, help="seconds for which bots and clocks wait at a round's end (default 7)")
    serve.add_argument("--levels", help="bots that people may play against, separated by commas")
    serve.add_argument("--thinkers", type=int, help="processes in which bots think (default: cores less one)")
    serve.add_argument("--no-limits", dest="limits", action="store_false", default=None, help="no limits on requests")
    serve.add_argument("--log-level", default="WARNING", choices=["DEBUG", "INFO", "WARNING", "ERROR"])
    serve.add_argument("--open", action="store_true", help="open the page in a browser")
    serve.add_argument("--reload", action="store_true", help="start anew whenever a file of a game is saved")
    serve.set_defaults(run=_serve, extra="play")

    rescue = commands.add_parser("rescue", help="save what can still be read of a damaged file of tables")
    rescue.add_argument("file", type=Path, help="the damaged SQLite file; it is only read")
    rescue.add_argument("--to", type=Path, metavar="FILE", help="the new file (default: FILE-rescued)")
    rescue.set_defaults(run=_rescue, extra="play")


def _serve(args: argparse.Namespace) -> None:
    from kobako.server.reload import serve_and_reload
    from kobako.server.serve import serve
    from kobako.server.settings import read_settings

    run = serve_and_reload if args.reload else serve
    run(read_settings(vars(args), os.environ), args.open, args.log_level)


def _rescue(args: argparse.Namespace) -> int:
    from kobako.server.rescue import lines, rescue

    fresh = args.to or args.file.with_name(f"{args.file.stem}-rescued{args.file.suffix}")
    rescued = rescue(args.file, fresh)
    for line in lines(rescued, fresh):
        print(line)
    return 1 if rescued.lost else 0
