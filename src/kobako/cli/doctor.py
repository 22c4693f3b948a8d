"""`kobako doctor`: what is here, what is missing, and how to mend it."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from typing import TYPE_CHECKING

import kobako
from kobako.cli.arguments import add_lang
from kobako.core.words import load_words

if TYPE_CHECKING:
    from kobako.cli.arguments import Commands


def add(commands: Commands) -> None:
    """The command."""
    doctor = commands.add_parser("doctor", help="look whether all is well here: what is missing, and how to mend it")
    doctor.add_argument("--compile", action="store_true", help="compile all kernels of all games: some minutes")
    doctor.add_argument("--database", help="the server's: a file or postgresql://… (default: as `kobako serve` has it)")
    doctor.add_argument("--json", action="store_true", help="one JSON object instead of sentences")
    add_lang(doctor)
    doctor.set_defaults(run=_doctor)


def _doctor(args: argparse.Namespace) -> int:
    from kobako.cli import checks

    words = load_words("kobako.cli", args.lang)
    if args.compile:
        _compile_all()
    findings = checks.all_findings(words, args.database, os.environ)
    well = all(finding.status != checks.WRONG for finding in findings)
    if args.json:
        shown = {"kobako": kobako.__version__, "well": well, "findings": [vars(finding) for finding in findings]}
        print(json.dumps(shown, ensure_ascii=False))
        return 0 if well else 1
    for finding, after in zip(findings, [*findings[1:], None], strict=True):
        print(f"{words.get('status', finding.status)} {words.get('check', finding.check)}: {finding.found}")
        if finding.mend and (after is None or after.mend != finding.mend):  # what mends several is said once
            print(f"  → {finding.mend}")
    print(words.get("doctor", "well" if well else "unwell"))
    return 0 if well else 1


def _compile_all() -> None:
    """Make every kernel of every game; of those that fail the findings tell."""
    from kobako.cli import checks

    games = []
    for name in kobako.game_names():
        with contextlib.suppress(Exception):  # a third party's package may fail in any way
            games.append(kobako.game(name))
    workshops = [compiled for game in games for compiled in checks.workshops(game)]
    kernels = [(compiled, *one) for compiled in workshops for one in checks.variants(compiled)]
    for done, (compiled, name, observed) in enumerate(kernels, start=1):
        if sys.stderr.isatty():  # no bar: the package that draws them may be what is missing
            print(f"\r{done}/{len(kernels)} {compiled.game.name} {name}\x1b[K", end="", file=sys.stderr, flush=True)
        compiled.kernel_or_none(name, observed)
    if sys.stderr.isatty():
        print(file=sys.stderr)
