"""`kobako play`, `kobako join`: sit down in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kobako.cli.arguments import add_game, add_lang, add_plain, add_setup, chosen_setup, has_screen
from kobako.core.errors import BadOption, KobakoError
from kobako.core.options import listed, whole
from kobako.core.seeds import parse_seed

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The commands of this file."""
    play = commands.add_parser("play", help="play in the terminal, with bots or with people beside you")
    add_game(play, optional=True)
    add_setup(
        play,
        ". With it the same moves are answered in the same way: bots wait until their search is compiled and think to "
        "the end, a champion for some seconds more",
    )
    add_lang(play)
    play.add_argument(
        "--seat", type=int, default=0, help="your seat, counted from 0 as in a kifu (default 0, which is called Seat 1)"
    )
    play.add_argument("--name", default="", help="your name")
    play.add_argument(
        "--bots",
        default="regular",
        metavar="NAME,…",
        help="who plays the other seats, in order, the last filling the rest: novice, regular (default), master, "
        "champion, greedy, random, search:N, program:COMMAND",
    )
    play.add_argument("--people", default="", metavar="NAME,…", help="who shares this screen, from your seat on")
    play.add_argument("--watch", action="store_true", help="bots play every seat, you watch")
    play.add_argument("--confirm", action="store_true", help="your moves wait until you confirm them")
    add_plain(play)
    play.add_argument("--save", type=Path, metavar="FILE", help="keep the kifu here (default: in your own data folder)")
    play.set_defaults(run=_play, extra="play")

    join = commands.add_parser("join", help="sit at a table on a server, or watch it, from the terminal")
    join.add_argument("url", metavar="URL", help="the table's address as a browser shows it: http://host/t/TABLE")
    join.add_argument("--name", default="", help="your name")
    join.add_argument("--watch", action="store_true", help="watch, take no seat")
    join.add_argument("--secret", action="store_true", help="ask for the secret of the seat that is yours already")
    join.add_argument("--save", type=Path, metavar="FILE", help="keep the kifu here (default: in your own data folder)")
    add_lang(join)
    join.set_defaults(run=_join, extra="play")


def _play(args: argparse.Namespace) -> None:
    bots = listed("--bots", args.bots)
    if args.plain or not has_screen():
        _play_plainly(args, bots)
        return
    from kobako.terminal import launch
    from kobako.terminal.plain.line import check_seat, seated

    if args.game is None:
        launch.choose(whole(args.players) or 4, bots[0] if bots else "", args.name, args.save, args.seed, args.lang)
        return
    setup = chosen_setup(args)
    check_seat(args.seat, setup.players)
    names = listed("--people", args.people) or [args.name]
    people = {} if args.watch else {(args.seat + i) % setup.players: name.strip() for i, name in enumerate(names)}
    if len(people) < len(names) and not args.watch:
        raise BadOption(f"{len(names)} people are more than {setup.players} seats")
    free = [seat for seat in range(setup.players) if seat not in people]
    seating = launch.Seating(people, seated(bots, free) if free else {}, args.seed, args.save, args.confirm)
    launch.play(setup, seating, args.lang)


def _play_plainly(args: argparse.Namespace, bots: Sequence[str]) -> None:
    from kobako.terminal.plain import line

    if args.people or args.watch or args.confirm:
        raise BadOption(
            "--people, --watch and --confirm need a terminal's whole screen: leave --plain out; "
            "a line-by-line game is for one person against bots"
        )
    parse_seed(args.seed)
    if args.game is None:
        args.game = line.choose_game(args.lang)
    line.play(chosen_setup(args), args.seat, args.seed, args.lang, args.name, args.save, bots)


def _join(args: argparse.Namespace) -> None:
    if not has_screen():
        raise KobakoError("`kobako join` needs a terminal; bots join a server as docs/protocol.md says")
    from getpass import getpass

    from kobako.terminal import launch
    from kobako.terminal.saving import check_writable
    from kobako.terminal.sitting.client import Address

    check_writable(args.save)  # before a secret is asked for
    address = Address.read(args.url)
    if args.secret:
        address = address.with_secret(getpass("Secret of your seat: ").strip())
    launch.join(address, args.name, args.watch, args.lang, args.save)
