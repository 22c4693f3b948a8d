"""`kobako new`, `kobako check`: write a game, and hold it to the laws."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

import kobako
from kobako.core.errors import BadOption
from kobako.core.game import Game
from kobako.core.registry import FOLDERS, PROJECT, forget, points_of

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The commands of this file."""
    new = commands.add_parser("new", help="write a new game package that runs at once")
    new.add_argument("name", metavar="NAME", help="its name: lower-case letters, digits and _")
    new.add_argument("--in", dest="into", type=Path, default=Path(), metavar="DIR", help="where (default: here)")
    new.set_defaults(run=_new)

    check = commands.add_parser("check", help="hold a game to the laws, and say in words which are broken")
    check.add_argument("package", metavar="PACKAGE", help="a game's name, or the folder of its project")
    check.add_argument(
        "-n", "--games", type=int, default=10, help="games per number of players and option (default 10)"
    )
    check.set_defaults(run=_check)


def _new(args: argparse.Namespace) -> None:
    from kobako.scaffold.new import write_game

    written = write_game(args.name, args.into)
    home = args.into / args.name
    for path in written:
        print(path)
    print(f"\nTo play it:  cd {home} && make play     To hold it to the laws:  make check")


def _check(args: argparse.Namespace) -> int:
    from kobako.testing.report import check_all

    if args.games < 1:
        raise BadOption(f"-n is a number of games from 1 on, not {args.games}")
    broken = 0
    for game in games_of(args.package):
        print(f"{game.title()} ({game.name}, rules {game.version})")
        for finding in check_all(game, args.games):
            broken += bool(finding.broken)
            mark, said = ("✗", finding.broken) if finding.broken else ("✓", finding.held)
            print(f"  {mark} {finding.law}{f': {said}' if said else ''}", flush=True)
            if finding.remark:
                print(f"    · {finding.remark}", flush=True)
    print("All laws hold." if not broken else f"{broken} broken: mend the first, and check again.")
    return 1 if broken else 0


def games_of(package: str) -> list[Game]:
    """The games of a project folder, or the one of a name; the folder of the package itself is its project's."""
    folder = Path(package)
    is_project = (folder / PROJECT).is_file()
    if not folder.is_dir() or (package in kobako.game_names() and not is_project):
        return [kobako.game(package)]
    if not is_project and (folder.absolute().parent / PROJECT).is_file():
        folder = folder.absolute().parent
    names = [point.name for point in points_of(folder)]
    known = os.environ.get(FOLDERS, "")
    os.environ[FOLDERS] = os.pathsep.join(filter(None, (known, str(folder.absolute()))))
    forget()
    return [kobako.game(name) for name in names]
