"""What a seat may believe of the others' cards: how likely each has which, from what the seat sees and has learned.

Many states that fit the view are imagined, as a search imagines them: where a game has learned to tell likely ones
from others by what was done (by its signs, or by its policy), those come up more often. Then it is counted who has
what in them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from kobako.bots.search.thinking import plain_guided, thinking_of
from kobako.core.fields import State
from kobako.core.position import View

STATES = 300
HIDDEN = "?"  # as a shown view has what is not seen


def beliefs(view: View, states: int = STATES, seed: int = 0) -> dict[int, dict[str, float]]:
    """Of every other seat, each piece that it may hide, with the chance that it has one, the likeliest first."""
    notation, own = view.setup.game.notation, view.show()
    hidden = [place for place in places(own) if place[0] == "seats"]
    counts: dict[int, Counter[str]] = {int(place[1]): Counter() for place in hidden}
    for state in imagined(view, states, random.Random(seed)):
        shown, held = notation.show(state), {seat: set[str]() for seat in counts}
        for place in hidden:
            held[int(place[1])].add(str(at(shown, place)))
        for seat, pieces in held.items():
            counts[seat].update(pieces)
    return {
        seat: {piece: count / states for piece, count in sorted(found.items(), key=lambda one: (-one[1], one[0]))}
        for seat, found in counts.items()
    }


def imagined(view: View, states: int, source: random.Random) -> Iterator[State]:
    """States that fit the view, as often as they are likely."""
    assert view.seat is not None
    thinking = thinking_of(view.setup.game).at(view.setup)
    if thinking.weights is None:
        yield from (view.imagine(source) for _ in range(states))
        return
    believe, tree = plain_guided(view.setup.game, "believe"), thinking.plain_tree(view, 2, source.getrandbits(64))
    _, weights, x, likes, walk, belief = tree.more
    for _ in range(states):
        believe(tree.views, view.seat, walk, belief, weights, x, tree.random, tree.out, likes)
        yield walk[0]


def places(shown: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where in a shown view something is not seen: `("seats", 1, "hand", 0)`."""
    if shown == HIDDEN:
        yield path
    elif isinstance(shown, Mapping):
        for name, inside in shown.items():
            yield from places(inside, (*path, name))
    elif isinstance(shown, list | tuple):
        for number, inside in enumerate(shown):
            yield from places(inside, (*path, number))


def at(shown: Any, path: tuple[str | int, ...]) -> Any:
    """What stands there."""
    for step in path:
        shown = shown[step]
    return shown
