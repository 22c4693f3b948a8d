"""A law of how compiled functions are written: in the dialect that all three forms take. Told by line."""

from __future__ import annotations

import inspect
from types import FunctionType

from kobako.bots.minds import learned_of, mind_of
from kobako.bots.wasm import wasm_of
from kobako.core import kernels
from kobako.core.dialect import check_function
from kobako.core.errors import BadGame
from kobako.core.game import Game
from kobako.core.linking import linked_names
from kobako.testing.broken import LawBroken


def check_dialect(game: Game) -> str:
    """What is compiled of a game's own keeps to the dialect; gives in words what was looked at.

    What is told by its look comes first; then the whole is made into WebAssembly, which takes the dialect and no more.
    """
    learned = learned_of(game)
    minds = (mind_of(game).functions, learned.functions if learned else {})
    names = linked_names(game, (kernels, *minds))
    own = [f for f in names.values() if isinstance(f, FunctionType) and is_of(f, game.package)]
    try:
        for function in own:
            check_function(function)
        wasm_of(game)
    except BadGame as refused:
        raise LawBroken(str(refused)) from refused
    return f"{len(own)} functions"


def is_of(function: FunctionType, package: str) -> bool:
    """Whether a function is written in a file of the package."""
    written = not inspect.getfile(function).startswith("<")  # what is made from the fields has no file
    return written and f"{function.__module__}.".startswith(f"{package}.")
