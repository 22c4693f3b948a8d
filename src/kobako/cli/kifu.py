"""`kobako replay`, `kobako review`: look at a game that was played."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

import kobako
from kobako.cli.arguments import add_lang, add_plain, has_screen, kifu_text, progress

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The commands of this file."""
    replay = commands.add_parser("replay", help="look at a kifu step by step; in a pipe, in words or as JSON lines")
    replay.add_argument("file", help="the kifu; '-' reads standard input")
    replay.add_argument("--json", action="store_true", help="one JSON object per line: see docs/kifu.md")
    add_plain(replay)
    add_lang(replay)
    replay.set_defaults(run=_replay, extra="play")

    review = commands.add_parser("review", help="look at a kifu's decisions: what the search preferred, what it cost")
    review.add_argument("file", help="the kifu; '-' reads standard input")
    review.add_argument(
        "--simulations", type=int, default=4000, metavar="N", help="simulations per decision (default 4000)"
    )
    review.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same number gives the same review (default 0)"
    )
    review.add_argument("--json", action="store_true", help="one JSON object per line: see docs/bots.md")
    add_lang(review)
    review.set_defaults(run=_review, extra="play")


def _replay(args: argparse.Namespace) -> None:
    from kobako.terminal import retell

    text = kifu_text(args.file)
    if not args.json and not args.plain and has_screen():
        from kobako.terminal import launch

        launch.view(text, args.lang)
    elif args.json:
        for row in list(retell.json_lines(text)):  # nothing is told of a kifu that turns out wrong at its end
            print(json.dumps(row, ensure_ascii=False))
    else:
        for sentence in list(retell.sentences(text, args.lang)):
            print(sentence)


def _review(args: argparse.Namespace) -> None:
    from kobako.bots.report import outlooks, shown, story
    from kobako.bots.review import review
    from kobako.terminal import reviewed

    match = kobako.replay(kifu_text(args.file))
    decisions = []
    with progress(len(match.actions)) as report:
        for decision in review(match, args.simulations, args.seed):
            decisions.append(decision)
            report(decision.ply)
    told = story(match, decisions, list(outlooks(match, args.seed)))
    if args.json:
        for row in (*map(shown, decisions), told):
            print(json.dumps(row, ensure_ascii=False))
    else:
        print("\n".join(reviewed.sentences(match, decisions, told, args.lang)))
