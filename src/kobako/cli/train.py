"""`kobako train`: a game's mind learns from games against itself."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import kobako
from kobako.cli.arguments import add_game
from kobako.core.errors import BadOption
from kobako.core.options import whole

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands

GENERATIONS, GAMES, SIMULATIONS = 4, 60, 4000
TRIAL, RIVAL = 10, 500


def add(commands: Commands) -> None:
    """The command of this file."""
    train = commands.add_parser("train", help="let a game's mind learn from games against itself")
    add_game(train)
    train.add_argument("--seed", default="1", help="a whole number that settles all chance (default 1)")
    train.add_argument(
        "-g", "--generations", type=int, default=GENERATIONS, metavar="N",
        help=f"how often to learn from a stronger self (default {GENERATIONS}); a course can be gone on with",
    )  # fmt: skip
    train.add_argument("-n", "--games", type=int, default=GAMES, help=f"games of a generation (default {GAMES})")
    train.add_argument(
        "--simulations", type=int, default=SIMULATIONS, help=f"thought for each decision (default {SIMULATIONS})"
    )
    train.add_argument(
        "--trial", type=int, default=TRIAL, metavar="DEALS",
        help=f"deals that each generation plays against the search of the first release (default {TRIAL})",
    )  # fmt: skip
    train.add_argument("--rival", type=int, default=RIVAL, help=f"how often that search thinks (default {RIVAL})")
    train.add_argument("--out", type=Path, metavar="DIR", help="the folder of the course (default train-GAME)")
    train.add_argument("--workers", type=int, metavar="N", help="how many games run at once (default: one per core)")
    train.add_argument("--on", default="local", metavar="WHERE", help="local (default), ray, or ray://HOST:PORT")
    train.set_defaults(run=_train, extra="arena")


def _train(args: argparse.Namespace) -> None:
    from kobako.arena.places import check_place
    from kobako.arena.pool import stoppable
    from kobako.training.course import PLAN, make_plan, run

    game, seed = kobako.game(args.game), whole(args.seed)
    if seed is None or seed < 0:
        raise BadOption(f"--seed is a whole number from 0 on, not {args.seed!r}")
    plan = make_plan(game, seed, args.generations, args.games, args.simulations, args.trial, args.rival)
    out = args.out or Path(f"train-{game.name}")
    check_place(args.on, args.workers, (out / PLAN).exists(), "a course")
    with stoppable():
        try:
            path = run(plan, out, args.on, args.workers, lambda line: print(line, flush=True))
        except KeyboardInterrupt:
            print(f"\nStopped. To go on: the same command with --out {out}", file=sys.stderr)
            raise
    print(f"The weights: {path}. In the game's folder, as mind.json, they are what it plays by.")
