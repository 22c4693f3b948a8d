"""`python -m bench.peers [--json FILE] [--plot FILE] [--no-match]`: us beside the peers, in one run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.peers import ours, searching, theirs
from bench.peers.clock import one_core, rates
from bench.peers.plot import plot

RANDOM_PLAY = "random play, decisions per second"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.peers", description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures here")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the rates here, as SVG")
    parser.add_argument("--no-match", action="store_true", help="leave out the matches, which take longest")
    parser.add_argument(
        "--seconds", type=float, default=searching.SECONDS, help="processor time for a decision in a match"
    )
    args = parser.parse_args()
    one_core()
    figures = {}
    for title, measure in parts(args).items():
        figures[title] = measure()
        Console(width=120).print(table(title, figures[title]))
        if args.json:
            args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if args.plot:
        plot(figures[RANDOM_PLAY], args.plot)


def parts(args: argparse.Namespace) -> dict[str, Callable[[], list[dict[str, Any]]]]:
    """What is measured, in order: a title, and what gives its rows."""
    made: dict[str, Callable[[], list[dict[str, Any]]]] = {
        RANDOM_PLAY: lambda: rates(chain(theirs.runs(), ours.runs())),
        "search, simulations per second": lambda: rates(searching.runs()),
    }
    if not args.no_match:
        made["matches at equal time"] = lambda: [
            searching.match(name, games, args.seconds) for name, games in searching.GAMES.items()
        ]
    return made


def table(title: str, rows: list[dict[str, Any]]) -> Table:
    """The rows as they are."""
    made = Table(title=title)
    for column in rows[0]:
        made.add_column(column, justify="right")
    for row in rows:
        made.add_row(*(form(value) for value in row.values()))
    return made


def form(value: object) -> str:
    """Large numbers with their thousands apart, small ones with three digits."""
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"
    return str(value)


if __name__ == "__main__":
    main()
