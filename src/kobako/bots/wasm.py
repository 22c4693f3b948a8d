"""A game's WebAssembly module as it is shipped: its rules with all kernels, the search and what it believes."""

from __future__ import annotations

from functools import cache
from typing import Any

from kobako.bots.minds import learned_of, mind_of
from kobako.bots.search.thinking import GUIDED, guided_loops, loops, thinking_of
from kobako.bots.search.tree import DEEPEST, ROOTS
from kobako.core.compiling import ENGINE, Kernels
from kobako.core.fields import SEATS
from kobako.core.game import Game
from kobako.core.wasm import Module, build


@cache
def every_loop(game: Game) -> Kernels:
    """The kernels of the engine and of the search."""
    search = loops(game)
    modules, names = (*ENGINE.modules, *search.modules), (*ENGINE.names, *search.names)
    if learned_of(game) is not None:
        modules, names = (*modules, *guided_loops(game).modules), (*names, GUIDED)
    return Kernels(modules, names)


def wasm_of(game: Game, checked: bool = False) -> Module:
    """The module of a game, ours or a third party's. BadGame names what in its text is not in the dialect.

    Its layout has what a host needs for a tree as well: see `search.tree`.
    """
    made = build(game, every_loop(game), checked=checked)
    search: dict[str, Any] = {
        "actions": game.actions,
        "most_legal": game.rules.MOST_LEGAL,
        "exploration": mind_of(game).exploration,
        "deepest": DEEPEST,
        "roots": ROOTS,
        "seats": SEATS,
    }
    best = thinking_of(game)
    if best.weights is not None:
        search["learned"] = {
            "weights": best.weights,
            "exploration": best.explore,
            "widening": best.widening,
            "width": best.width,
        }
    return Module(made.bytes, {**made.layout, "search": search})
