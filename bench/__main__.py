"""`python -m bench [--json FILE]`: measure, print, and keep."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import bots, engine


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description="Measure the engine; ratios and medians of one run.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures here")
    args = parser.parse_args()
    measured = []
    columns = ("game", "players", "plain", "compiled", "ratio", "batch_step", "batch_with_choice", "state_bytes")
    table = Table(title="Random play, decisions per second, one core (medians of 5)")
    for column in columns:
        table.add_column(column, justify="right")
    for row in engine.rows():
        measured.append(row)
        table.add_row(*(form(row[column]) for column in columns))
    console = Console(width=120)
    console.print(table)
    start = engine.start_up()
    for what, seconds in start.items():
        console.print(f"{what}: {seconds:.3f} s")
    thinking = list(bots.rows())
    console.print(bots_table(thinking))
    if args.json:
        figures = {"random_play": measured, "start_up": start, "bots": thinking}
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def bots_table(rows: list[dict[str, object]]) -> Table:
    """Simulations a second, and each level's median and longest answer."""
    table = Table(title="Bots: simulations per second at the first decision of 4 players; seconds to answer")
    for column in rows[0]:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*(f"{v:.3f}" if isinstance(v, float) and v < 100 else form(v) for v in row.values()))
    return table


def form(value: object) -> str:
    """Millions as `12.3 M`, thousands as `45 k`."""
    if isinstance(value, float):
        return f"{value / 1e6:.2f} M" if value >= 1e6 else f"{value / 1e3:.0f} k" if value >= 1e4 else f"{value:.0f}"
    return str(value)


main()
