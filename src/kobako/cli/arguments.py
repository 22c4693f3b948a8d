"""What several commands share: their arguments, how these are read, and a bar that shows how far they are."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import kobako
from kobako.core.errors import BadKifu, BadOption
from kobako.core.game import Setup
from kobako.core.kifu import MOST_BYTES
from kobako.core.options import whole
from kobako.core.seeds import parse_seed
from kobako.core.words import LANGUAGES

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def count(text: str) -> int:
    """A number of something, as an argument."""
    number = whole(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"a whole number is wanted, such as 100, not {text!r}")
    return number


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """The game that a command is about."""
    names = ", ".join(kobako.game_names())
    if optional:
        parser.add_argument("game", nargs="?", metavar="GAME", help=f"one of {names} (asked for if not given)")
    else:
        parser.add_argument("game", metavar="GAME", help=f"one of {names}")


def add_setup(parser: argparse.ArgumentParser, seeded: str = "") -> None:
    """How the game is set up; `seeded`: what else a seed does."""
    parser.add_argument("-p", "--players", default="4", help="how many players (default 4)")
    parser.add_argument("--seed", help=f"a whole number, or 32 hexadecimal digits (default: a new one){seeded}")
    help_text = "an option of the game, or a house rule; see `kobako games --house`"
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=help_text)


def add_played(parser: argparse.ArgumentParser, games: str, csv: str) -> None:
    """What all have that play many games of bots: how many, where they are kept, and where they are played."""
    parser.add_argument("-n", "--games", type=count, default=1000, help=f"how many games (default 1000){games}")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder for log and results; an unfinished run there is continued"
    )
    parser.add_argument("--workers", type=count, metavar="N", help="how many games run at once (default: one per core)")
    parser.add_argument("--on", default="local", metavar="WHERE", help="local (default), ray, or ray://HOST:PORT")
    parser.add_argument("--csv", action="store_true", help=csv)


def kept_seed(args: argparse.Namespace, folder: Path | None = None) -> int:
    """The seed that was given; else that of the run in the folder that is to go on; else a new one."""
    from kobako.arena.log import logged_seed

    folder = folder or args.out
    known = logged_seed(folder) if folder and args.seed is None else None
    return parse_seed(known if args.seed is None else args.seed)


@contextlib.contextmanager
def playing(total: int, out: Path) -> Iterator[Callable[[int], None]]:
    """While many games are played: a bar; and to be stopped says how to go on."""
    from kobako.arena.pool import stoppable

    with stoppable(), progress(total) as report:
        try:
            yield report
        except KeyboardInterrupt:
            print(f"\nStopped. To go on: the same command with --out {out}", file=sys.stderr)
            raise


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Whether to do without a screen."""
    help_text = "line by line, for screen readers and pipes; no cursor is moved"
    parser.add_argument("--plain", action="store_true", help=help_text)


def add_lang(parser: argparse.ArgumentParser) -> None:
    """The language, by default that of the environment."""
    native = "ja" if os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("ja") else "en"
    parser.add_argument("--lang", choices=LANGUAGES, default=native, help=f"the language (default {native})")


def read_pairs(given: Sequence[str]) -> dict[str, str]:
    """The options of a game as they were given."""
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option is written NAME=VALUE, not {text!r}")
        if name in options:
            raise BadOption(f"option {name!r} is given twice")
        options[name] = value
    return options


def chosen_setup(args: argparse.Namespace) -> Setup:
    """The game that was asked for, set up."""
    return kobako.game(args.game).settled(args.players, read_pairs(args.option))


def has_screen() -> bool:
    """Whether there is a terminal that a screen can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def kifu_text(file: str) -> str:
    """A kifu as it is in its file. No more is read than a kifu may have."""
    name = "standard input" if file == "-" else file
    with contextlib.nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
        data = source.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadKifu(f"{name} is not one: it is longer than {MOST_BYTES} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise BadKifu(f"{name} is not one: a kifu is text in UTF-8, and byte {wrong.start + 1} is not") from None


@contextlib.contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal while something long is done; it is told how much is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    err = Console(stderr=True)
    bar = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*bar, console=err, transient=True, disable=not err.is_terminal) as shown:
        task = shown.add_task("", total=total)
        yield lambda done: shown.update(task, completed=done)
