"""`kobako simulate`, `kobako arena`: many games, summed up."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kobako.cli.arguments import add_game, add_lang, add_setup, chosen_setup, progress
from kobako.core.errors import BadOption
from kobako.core.seeds import parse_seed

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
    arena.add_argument(
        "-n", "--games", type=int, default=1000, help="how many games (default 1000), rounded up to whole deals"
    )
    arena.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder for log and results; an unfinished run there is continued"
    )
    arena.add_argument("--workers", type=int, metavar="N", help="how many games run at once (default: one per core)")
    arena.add_argument("--on", default="local", metavar="WHERE", help="local (default), ray, or ray://HOST:PORT")
    arena.add_argument("--csv", action="store_true", help="write CSV even if Parquet could be written")
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

    from kobako.arena.pool import stoppable
    from kobako.arena.results import logged_seed
    from kobako.arena.run import run
    from kobako.arena.schedule import make_plan
    from kobako.arena.tables import standing_tables

    setup = chosen_setup(args)
    known = logged_seed(args.out) if args.out and args.seed is None else None
    seed = parse_seed(known if args.seed is None else args.seed)
    plan = make_plan(setup, args.bots, seed, args.games)
    out = args.out or Path(f"arena-{plan.game}-{plan.digest}")
    with stoppable(), progress(plan.total) as report:
        try:
            found = run(plan, out, args.on, args.workers, report, args.csv)
        except KeyboardInterrupt:
            print(f"\nStopped. To go on: the same command with --out {out}", file=sys.stderr)
            raise
    if args.json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
        return
    for table in standing_tables(found):
        Console().print(table)
    print(f"{out}/report.html has the plots; the games are beside it.")
