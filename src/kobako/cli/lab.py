"""`kobako lab`: a game studied, for who designs it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kobako.cli.arguments import add_game, add_lang, add_played, add_setup, chosen_setup, count, kept_seed, playing
from kobako.core.errors import BadOption

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands
    from kobako.core.game import Setup


def add(commands: Commands) -> None:
    """The command of this file."""
    lab = commands.add_parser("lab", help="study a game: fair, long, tense, lucky? a report for its designer")
    add_game(lab)
    add_setup(lab)
    add_lang(lab)
    lab.add_argument(
        "--bots",
        metavar="A,B,…",
        help="who plays, such as master,regular,regular,regular; fewer than seats: the last fills the rest; players "
        "who differ change seats. Default: regulars, and beside them greedy and random players and the ladder",
    )
    add_played(lab, " at each table, in whole deals", csv="write the tables as CSV instead of Parquet")
    lab.add_argument(
        "--vary", action="append", default=[], metavar="NAME=…",
        help="play variants: an option, or `players`, with its values: hand=4,5,6 or goal=15..25:5; several: every "
        "combination",
    )  # fmt: skip
    lab.add_argument(
        "--forbid", action="append", default=[], metavar="KIND[@SEAT]",
        help="play also a table where one player (on that seat, else on each in turn) never plays this kind of action "
        "where it has another",
    )  # fmt: skip
    lab.add_argument(
        "--tune", action="append", default=[], metavar="NAME=…",
        help="find values of an option, given as with --vary, that come near to the --aim; -n is then the games in all",
    )  # fmt: skip
    lab.add_argument(
        "--aim", metavar="AIMS",
        help="what to tune for: 'seats even, 25 minutes, skill at least as now'; see docs/lab.md for all of them",
    )  # fmt: skip
    lab.add_argument("--fixed", action="store_true", help="players who differ keep their seats")
    lab.add_argument(
        "--ladder", type=count, metavar="N",
        help="games of every step of the ladder, where one thinks twice as often as the others (default: a fifth of "
        "the games; with --bots or --vary none)",
    )  # fmt: skip
    lab.add_argument("--no-curves", action="store_true", help="play only: no chances to win and no values, but faster")
    lab.set_defaults(run=_lab, extra="arena")


def _lab(args: argparse.Namespace) -> None:
    from kobako.lab.design import make_plan
    from kobako.lab.run import played
    from kobako.lab.study import PAGE, Study

    setup = chosen_setup(args)
    if args.tune or args.aim:
        return _tune(setup, args)
    seed = kept_seed(args)
    plan = make_plan(
        setup, args.games, seed, args.bots, args.vary, args.forbid, args.ladder, args.fixed, not args.no_curves
    )
    out = args.out or Path(f"lab-{plan.game}-{plan.digest}")
    with playing(plan.total, out) as report:
        Study(plan, **played(plan, out, args.on, args.workers, report)).save(out, args.lang, args.csv)
    print(f"{out}/{PAGE} is the report; the tables are beside it.")


def _tune(setup: Setup, args: argparse.Namespace) -> None:
    from kobako.lab.aims import read_aims
    from kobako.lab.report.tuning import PAGE
    from kobako.lab.tune import heat_folder, make_race

    check_tuning(args)
    seed = kept_seed(args, args.out and heat_folder(args.out, 0))
    race = make_race(setup, args.tune, read_aims(args.aim), args.games, seed)
    out = args.out or Path(f"tune-{setup.game.name}-{race.digest}")
    with playing(race.total, out) as report:
        race.run(out, args.on, args.workers, report).save(out, args.lang, args.csv)
    print(f"{out}/{PAGE} shows what can be had; the last heat is a study beside it.")


def check_tuning(args: argparse.Namespace) -> None:
    """Refuse what does not go together with --tune."""
    if not args.tune or not args.aim:
        raise BadOption("--tune NAME=… and --aim AIMS are given together: what may change, and what for")
    for name in ("bots", "vary", "forbid", "fixed", "ladder", "no_curves"):
        given = getattr(args, name)
        if given or (given == 0 and given is not False):  # --ladder 0 was said, too
            raise BadOption(f"--{name.replace('_', '-')} does not go with --tune: a race is played by regulars")
