"""The command line: `kobako …`."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence

import kobako
from kobako.cli import author, doctor, kifu, lab, page, play, serve, shelf, study, train
from kobako.core import workshop
from kobako.core.errors import KobakoError
from kobako.core.extras import missing_extra
from kobako.kit.words import error_words


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code: 0 well, 1 stopped or found wanting, 2 a wrong request."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks our letters still gets the rest
    code = _run(argv)
    if argv is None:
        _leave_compiling(code)
    return code


def _leave_compiling(code: int) -> None:
    """End at once if something is being compiled in the background.

    Nobody should wait for it, and Python must not end as usual: it would pull the compiler from under its thread.
    """
    if workshop.is_busy():
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _run(argv: Sequence[str] | None) -> int:
    args = argparse.Namespace()
    try:
        args = _parser().parse_args(argv)
        return args.run(args) or 0
    except BrokenPipeError:
        # Whoever read our output has seen enough (`kobako replay … | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except ModuleNotFoundError as missing:
        told = missing_extra(missing, getattr(args, "extra", ""))
        if not isinstance(told, KobakoError):
            raise
        print(f"kobako: {told}", file=sys.stderr)
        return 2
    except (KobakoError, OSError, UnicodeDecodeError) as wrong:
        print(f"kobako: {error_words(wrong, getattr(args, 'lang', 'en'))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kobako",
        description="Five Japanese small-box games: play them, study them, replay them.",
        epilog="`kobako COMMAND --help` says more about each.",
    )
    parser.add_argument("--version", action="version", version=f"kobako {kobako.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (shelf, play, serve, page, study, lab, train, kifu, author, doctor):
        group.add(commands)
    return parser
