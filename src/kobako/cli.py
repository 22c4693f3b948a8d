"""The command line: `kobako …`."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import kobako
from kobako.core.errors import BadKifu, BadOption, KobakoError
from kobako.core.game import Setup
from kobako.core.kifu import MOST_BYTES
from kobako.core.options import listed, read_options, whole
from kobako.core.seeds import parse_seed
from kobako.core.words import LANGUAGES
from kobako.kit.words import error_words


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code: 0 well, 1 stopped, 2 a wrong request."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks our letters still gets the rest
    code = _run(argv)
    if argv is None:
        _leave_compiling(code)
    return code


def _leave_compiling(code: int) -> None:
    """End at once if something is being compiled in the background.

    Nobody should wait for it, and Python must not end as usual: it would pull the compiler from under its thread.
    """
    if any(thread.name.startswith("compile ") for thread in threading.enumerate()):
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _run(argv: Sequence[str] | None) -> int:
    args = _parser().parse_args(argv)
    try:
        args.run(args)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`kobako replay … | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (KobakoError, OSError, UnicodeDecodeError) as wrong:
        print(f"kobako: {error_words(wrong, getattr(args, 'lang', 'en'))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kobako",
        description="Five Japanese small-box games: play them, study them, replay them.",
        epilog="`kobako COMMAND --help` says more about each.",
    )
    parser.add_argument("--version", action="version", version=f"kobako {kobako.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    games = commands.add_parser("games", help="list the games, their players and options")
    _lang(games)
    games.set_defaults(run=_games)

    rules = commands.add_parser("rules", help="print the rules of a game, numbered, with our rulings")
    _game(rules)
    _lang(rules)
    rules.set_defaults(run=_rules)

    play = commands.add_parser("play", help="play in the terminal, with bots or with people beside you")
    _game(play, optional=True)
    _setup(play)
    _lang(play)
    play.add_argument("--seat", type=int, default=0, help="your seat (default 0)")
    play.add_argument("--name", default="", help="your name")
    play.add_argument(
        "--bots",
        default="regular",
        metavar="NAME,…",
        help="who plays the other seats, in order, the last filling the rest: novice, regular (default), master, "
        "greedy, random, search:N, program:COMMAND",
    )
    play.add_argument("--people", default="", metavar="NAME,…", help="who shares this screen, from your seat on")
    play.add_argument("--watch", action="store_true", help="bots play every seat, you watch")
    play.add_argument("--confirm", action="store_true", help="your moves wait until you confirm them")
    _plain(play)
    play.add_argument("--save", type=Path, metavar="FILE", help="keep the kifu here (default: in your own data folder)")
    play.set_defaults(run=_play)

    join = commands.add_parser("join", help="sit at a table on a server, or watch it, from the terminal")
    join.add_argument("url", metavar="URL", help="the table's address as a browser shows it: http://host/t/TABLE")
    join.add_argument("--name", default="", help="your name")
    join.add_argument("--watch", action="store_true", help="watch, take no seat")
    join.add_argument("--secret", action="store_true", help="ask for the secret of the seat that is yours already")
    join.add_argument("--save", type=Path, metavar="FILE", help="keep the kifu here (default: in your own data folder)")
    _lang(join)
    join.set_defaults(run=_join)

    serve = commands.add_parser("serve", help="let people play in their browsers: run a server")
    serve.add_argument("--host", help="address to listen on (default 127.0.0.1: this machine only; 0.0.0.0: all)")
    serve.add_argument("--port", type=int, help="the port (default 8000; 0: any free one)")
    serve.add_argument("--database", help="a file or postgresql://… (default: a file in your data folder)")
    serve.add_argument("--redis", help="redis://…: several nodes on one PostgreSQL wake each other over it")
    serve.add_argument("--origins", help="other origins whose pages may connect, separated by commas")
    serve.add_argument("--proxies", help="proxies whose X-Forwarded-For is believed (default 127.0.0.1)")
    serve.add_argument("--grace", type=float, help="seconds until a bot plays for somebody who is absent (default 30)")
    serve.add_argument("--bot-delay", type=float, help="seconds before a bot moves (default 0.7)")
    serve.add_argument("--thinkers", type=int, help="processes in which bots think (default: cores less one)")
    serve.add_argument("--no-limits", dest="limits", action="store_false", default=None, help="no limits on requests")
    serve.add_argument("--log-level", default="WARNING", choices=["DEBUG", "INFO", "WARNING", "ERROR"])
    serve.add_argument("--open", action="store_true", help="open the page in a browser")
    serve.set_defaults(run=_serve)

    simulate = commands.add_parser("simulate", help="play many random games and sum them up")
    _game(simulate)
    _setup(simulate)
    _lang(simulate)
    simulate.add_argument("-n", "--games", type=int, default=10_000, help="how many games (default 10000)")
    simulate.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    simulate.set_defaults(run=_simulate)

    arena = commands.add_parser("arena", help="let bots play many games against each other, and sum them up")
    _game(arena)
    _setup(arena)
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
    arena.set_defaults(run=_arena)

    replay = commands.add_parser("replay", help="look at a kifu step by step; in a pipe, in words or as JSON lines")
    replay.add_argument("file", help="the kifu; '-' reads standard input")
    replay.add_argument("--json", action="store_true", help="one JSON object per line: see docs/kifu.md")
    _plain(replay)
    _lang(replay)
    replay.set_defaults(run=_replay)

    review = commands.add_parser("review", help="look at a kifu's decisions: what the search preferred, what it cost")
    review.add_argument("file", help="the kifu; '-' reads standard input")
    review.add_argument(
        "--simulations", type=int, default=4000, metavar="N", help="simulations per decision (default 4000)"
    )
    review.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same number gives the same review (default 0)"
    )
    review.add_argument("--json", action="store_true", help="one JSON object per line: see docs/bots.md")
    _lang(review)
    review.set_defaults(run=_review)
    return parser


def _game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    names = ", ".join(kobako.game_names())
    if optional:
        parser.add_argument("game", nargs="?", metavar="GAME", help=f"one of {names} (asked for if not given)")
    else:
        parser.add_argument("game", metavar="GAME", help=f"one of {names}")


def _setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-p", "--players", default="4", help="how many players (default 4)")
    parser.add_argument("--seed", help="a whole number, or 32 hexadecimal digits (default: a new one)")
    help_text = "an option of the game; see `kobako games`"
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=help_text)


def _plain(parser: argparse.ArgumentParser) -> None:
    help_text = "line by line, for screen readers and pipes; no cursor is moved"
    parser.add_argument("--plain", action="store_true", help=help_text)


def _lang(parser: argparse.ArgumentParser) -> None:
    native = "ja" if os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("ja") else "en"
    parser.add_argument("--lang", choices=LANGUAGES, default=native, help=f"the language (default {native})")


def _options(given: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option is written NAME=VALUE, not {text!r}")
        if name in options:
            raise BadOption(f"option {name!r} is given twice")
        options[name] = value
    return options


def _chosen(args: argparse.Namespace) -> Setup:
    game = kobako.game(args.game)
    return Setup(game, *read_options(game.name, game.options, game.players, args.players, _options(args.option)))


def _games(args: argparse.Namespace) -> None:
    for name in kobako.game_names():
        game = kobako.game(name)
        counts = f"{game.players[0]}-{game.players[-1]}"
        print(f"{name:<10} {game.title(args.lang)} ({counts}): {game.words(args.lang).tables['about']}")
        for option in game.options:
            only = "" if option.players == game.players else f"; {'/'.join(map(str, option.players))} players only"
            print(f"{'':<10}   {option.name} = {option.allowed}{only}")


def _rules(args: argparse.Namespace) -> None:
    text = kobako.game(args.game).rulebook(args.lang)
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def _play(args: argparse.Namespace) -> None:
    bots = listed("--bots", args.bots)
    if args.plain or not _has_screen():
        _play_plainly(args, bots)
        return
    from kobako.terminal import launch
    from kobako.terminal.plain.line import check_seat, seated

    if args.game is None:
        launch.choose(whole(args.players) or 4, bots[0] if bots else "", args.name, args.save, args.seed, args.lang)
        return
    setup = _chosen(args)
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
        raise BadOption("--people, --watch and --confirm need a terminal's whole screen, and are not for --plain")
    parse_seed(args.seed)
    if args.game is None:
        args.game = line.choose_game(args.lang)
    line.play(_chosen(args), args.seat, args.seed, args.lang, args.name, args.save, bots)


def _has_screen() -> bool:
    """Whether there is a terminal that a screen can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def _join(args: argparse.Namespace) -> None:
    if not _has_screen():
        raise KobakoError("`kobako join` needs a terminal; bots join a server as docs/protocol.md says")
    from getpass import getpass

    from kobako.terminal import launch
    from kobako.terminal.saving import check_writable
    from kobako.terminal.sitting.client import Address

    check_writable(args.save)  # before a seat is taken
    address = Address.read(args.url)
    if args.secret:
        address = address.with_secret(getpass("Secret of your seat: ").strip())
    launch.join(launch.sit_down(address, args.name, args.watch, args.lang), args.lang, args.save)


def _serve(args: argparse.Namespace) -> None:
    from kobako.server.serve import serve
    from kobako.server.settings import read_settings

    serve(read_settings(vars(args), os.environ), args.open, args.log_level)


def _simulate(args: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from kobako.arena.lab import simulate
    from kobako.arena.report import tables

    setup = _chosen(args)
    bar = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    err = Console(stderr=True)
    with Progress(*bar, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=args.games)
        try:
            summary = simulate(setup, args.games, args.seed, lambda done: progress.update(task, completed=done))
        except MemoryError:
            raise BadOption(f"{args.games} games do not fit in memory") from None
    if args.json:
        print(json.dumps(summary.to_json(), ensure_ascii=False))
        return
    for table in tables(summary, setup.game, args.lang):
        Console().print(table)


def _arena(args: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from kobako.arena.pool import stoppable
    from kobako.arena.results import logged_seed
    from kobako.arena.run import run
    from kobako.arena.schedule import make_plan
    from kobako.arena.tables import standing_tables

    setup = _chosen(args)
    known = logged_seed(args.out) if args.out and args.seed is None else None
    seed = parse_seed(known if args.seed is None else args.seed)
    plan = make_plan(setup, args.bots, seed, args.games)
    out = args.out or Path(f"arena-{plan.game}-{plan.digest}")
    bar = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    err = Console(stderr=True)
    with stoppable(), Progress(*bar, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=plan.total)
        try:
            found = run(plan, out, args.on, args.workers, lambda done: progress.update(task, completed=done), args.csv)
        except KeyboardInterrupt:
            err.print(f"\nStopped. To go on: the same command with --out {out}", markup=False, soft_wrap=True)
            raise
    if args.json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
        return
    for table in standing_tables(found):
        Console().print(table)
    print(f"{out}/report.html has the plots; the games are beside it.")


def _replay(args: argparse.Namespace) -> None:
    from kobako.terminal import retell

    text = _text(args.file)
    if not args.json and not args.plain and _has_screen():
        from kobako.terminal import launch

        launch.view(text, args.lang)
    elif args.json:
        for row in list(retell.json_lines(text)):  # nothing is told of a kifu that turns out wrong at its end
            print(json.dumps(row, ensure_ascii=False))
    else:
        for sentence in list(retell.sentences(text, args.lang)):
            print(sentence)


def _text(file: str) -> str:
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


def _review(args: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from kobako.bots.review import review
    from kobako.terminal import reviewed

    match = kobako.replay(_text(args.file))
    bar = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    err = Console(stderr=True)
    decisions = []
    with Progress(*bar, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=len(match.actions))
        for decision in review(match, args.simulations, args.seed):
            decisions.append(decision)
            progress.update(task, completed=decision.ply)
    if args.json:
        for decision in decisions:
            print(json.dumps(decision.to_json(), ensure_ascii=False))
    else:
        print("\n".join(reviewed.sentences(match, decisions, args.lang)))
