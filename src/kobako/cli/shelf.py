"""`kobako games`, `kobako rules`, `kobako learn`: what there is to play, and how."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

import kobako
from kobako.cli.arguments import add_game, add_lang
from kobako.core.errors import describe
from kobako.core.registry import shown_on_shelf

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The commands of this file."""
    games = commands.add_parser("games", help="list the games, their players and options")
    games.add_argument("--house", action="store_true", help="the house rules of each game, too")
    add_lang(games)
    games.set_defaults(run=_games)

    rules = commands.add_parser("rules", help="print the rules of a game, numbered, with our rulings")
    add_game(rules)
    add_lang(rules)
    rules.set_defaults(run=_rules, extra="play")

    learn = commands.add_parser("learn", help="learn a game by doing: small positions, about three minutes in all")
    add_game(learn)
    learn.add_argument("--lesson", type=int, default=1, metavar="N", help="begin with this one (default 1)")
    add_lang(learn)
    learn.set_defaults(run=_learn, extra="play")


def _games(args: argparse.Namespace) -> None:
    for name in kobako.game_names():
        try:
            game = shown_on_shelf(name)
        except Exception as wrong:  # a third party's package may fail in any way, and the others are still there
            print(f"{name:<10} {describe(wrong)}", file=sys.stderr)
            continue
        counts = f"{game.players[0]}-{game.players[-1]}"
        print(f"{name:<10} {game.title(args.lang)} ({counts}): {game.about(args.lang)}")
        for option in game.options:
            only = (
                "" if {*game.players} <= {*option.players} else f"; {'/'.join(map(str, option.players))} players only"
            )
            house = f"; as a house rule {option.by_house}" if args.house and option.by_house else ""
            print(f"{'':<10}   {option.name} = {option.allowed}{house}{only}")
        for rule in game.house if args.house else ():
            said = game.words(args.lang).option(rule.name)
            print(f"{'':<10}   house rule {rule.name} = {rule.allowed}, {rule.rule}: {said}")


def _rules(args: argparse.Namespace) -> None:
    text = kobako.game(args.game).rulebook(args.lang)
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def _learn(args: argparse.Namespace) -> None:
    from kobako.terminal.plain.learn import learn

    learn(kobako.game(args.game), args.lang, args.lesson)
