"""`python -m bench.peers [--json FILE] [--plot FILE] [--no-match]`: us beside the peers, in one run."""

from __future__ import annotations

import argparse
import json
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.peers import ours, searching, theirs
from bench.peers.clock import one_core
from bench.peers.plot import plot


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.peers", description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures here")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the rates here, as SVG")
    parser.add_argument("--no-match", action="store_true", help="leave out the matches, which take longest")
    parser.add_argument("--seconds", type=float, default=0.05, help="processor time for a decision in a match")
    args = parser.parse_args()
    one_core()
    figures: dict[str, list[dict[str, Any]]] = {
        "random play, decisions a second": list(chain(theirs.rows(), ours.rows())),
        "search, simulations a second": list(searching.rows()),
        "matches at equal time": []
        if args.no_match
        else [searching.match(name, games, args.seconds) for name, games in searching.GAMES.items()],
    }
    for title, rows in figures.items():
        if rows:
            Console(width=120).print(table(title, rows))
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if args.plot:
        plot(figures["random play, decisions a second"], args.plot)


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
