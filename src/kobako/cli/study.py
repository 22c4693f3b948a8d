"""`kobako simulate`, `kobako arena`: many games, summed up."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from kobako.cli.arguments import (
    add_game,
    add_lang,
    add_played,
    add_setup,
    chosen_setup,
    kept_seed,
    playing,
    progress,
)
from kobako.core.errors import BadOption

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The commands of this file."""
    simulate = commands.add_parser("simulate", help="play many random games and sum them up")
    add_game(simulate)
    add_setup(simulate)
    add_lang(simulate)
    simulate.add_argument("-n", "--games", type=int, default=10_000, help="how many games (default 10000)")
    simulate.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    simulate.set_defaults(run=_simulate, extra="arena")

    arena = commands.add_parser("arena", help="let bots play many games against each other, and sum them up")
    add_game(arena)
    add_setup(arena)
    arena.add_argument(
        "--bots",
        required=True,
        metavar="A,B,…",
        help="the bots, such as search:1000,greedy,random; fewer than seats: the last fills the rest; "
        "more: every combination plays",
    )
    add_played(arena, ", rounded up to whole deals", csv="write CSV even if Parquet could be written")
    arena.add_argument(
        "--until-clear", action="store_true",
        help="stop as soon as the first bot clearly wins more, or less, than its part; -n is then the most",
    )  # fmt: skip
    arena.add_argument(
        "--even-luck", action="store_true",
        help="measure the luck of what is drawn after the deal, and take it out of the share of the wins",
    )  # fmt: skip
    arena.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arena.set_defaults(run=_arena, extra="arena")


def _simulate(args: argparse.Namespace) -> None:
    from rich.console import Console

    from kobako.arena.lab import simulate
    from kobako.arena.report import tables

    setup = chosen_setup(args)
    with progress(args.games) as report:
        try:
            summary = simulate(setup, args.games, args.seed, report)
        except MemoryError:
            raise BadOption(f"{args.games} games do not fit in memory") from None
    if args.json:
        print(json.dumps(summary.to_json(), ensure_ascii=False))
        return
    for table in tables(summary, setup.game, args.lang):
        Console().print(table)


def _arena(args: argparse.Namespace) -> None:
    from rich.console import Console

    from kobako.arena.run import run
    from kobako.arena.schedule import make_plan
    from kobako.arena.sequential import Watch
    from kobako.arena.tables import standing_tables

    setup = chosen_setup(args)
    plan = make_plan(setup, args.bots, kept_seed(args), args.games, args.even_luck)
    watch = Watch(plan) if args.until_clear else None
    out = args.out or Path(f"arena-{plan.game}-{plan.digest}")
    with playing(plan.total, out) as report:
        found = run(plan, out, args.on, args.workers, report, args.csv, watch)
    if args.json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
        return
    for table in standing_tables(found):
        Console().print(table)
    if watch:
        print(watch.words())
    print(f"{out}/report.html has the plots; the games are beside it.")
