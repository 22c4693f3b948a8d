"""The luck of the draw, measured so that it can be taken out.

Every deal is played from every seat, so the first deal favours nobody. What is drawn later (a new round's cards) still
does. Wherever an action made the game draw, the same action is played again with other draws: how much better, or
worse, than those the true one was for each seat is its luck there. Who would win is foretold by quick playouts, all
cards open. That may be foretold well or badly: the true draw and the others come from one urn, so luck is 0 on average
whatever is foretold, and a share of the wins less any multiple of it is as true as before; foretold well, it spreads
less. (Control variates, as in AIVAT: Burch, Schmid, Moravčík, Morrill and Bowling, 2018, for the draws alone.)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean, variance

from kobako.arena import foretelling
from kobako.bots.minds import mind_of
from kobako.core.chance import BLOCKS, USED
from kobako.core.compiling import Compiled, Kernels
from kobako.core.fields import State
from kobako.core.game import Game
from kobako.core.linking import link
from kobako.core.match import Match
from kobako.core.seeds import parse_seed

OTHERS = 7  # draws beside the true one
PLAYOUTS = 200  # of each
ENOUGH = 4  # deals, to say anything


@cache
def loops(game: Game) -> Kernels:
    """The kernel, with what is played at first sight."""
    return Kernels((foretelling, mind_of(game).functions), ("foretell",))


@cache
def compiled_foretelling(game: Game) -> Compiled:
    """One for each game and process."""
    return Compiled(game, loops=loops(game))


def foretold(game: Game, states: Sequence[State], source: random.Random, playouts: int = PLAYOUTS) -> list[list[float]]:
    """Each seat's share of the win in each state, as quick playouts have it."""
    words = [source.getrandbits(32) for _ in range(4)]
    compiled = compiled_foretelling(game)
    if (run := compiled.kernel_or_none("foretell")) is None:
        worth = [[0.0] * 4 for _ in states]
        plain = link(game, lambda f: f, compiled=False, loops=loops(game).modules)
        plain.foretell(states, [None], [0] * game.rules.MOST_LEGAL, [0.0] * 4, playouts, worth, words)
        return worth
    import numpy as np

    found = np.zeros((len(states), 4))
    work, out = np.zeros(1, compiled.dtype), np.zeros(game.rules.MOST_LEGAL, np.int32)
    run(compiled.records(states), work, out, np.zeros(4), playouts, found, np.array(words, np.int64))
    return [[float(share) for share in line] for line in found]


def luck_of(match: Match, seed: int, playouts: int = PLAYOUTS) -> tuple[float, ...]:
    """How much of the win each seat was given by what was drawn after the deal. It sums to 0."""
    game, source = match.game, random.Random(seed)
    state, total = match.setup.deal(parse_seed(match.seed)), [0.0] * match.players
    for action in match.actions:
        before = state.copy()
        game.rules.apply(state, int(action))
        if drawn(before) == drawn(state) or state.over:
            continue
        others = [redrawn(game, before, int(action), source) for _ in range(OTHERS)]
        mine, *rest = foretold(game, [state, *others], source, playouts)
        for seat in range(match.players):
            total[seat] += mine[seat] - fmean(line[seat] for line in rest)
    return tuple(total)


def drawn(state: State) -> tuple[int, int]:
    """How much a game has drawn from its chance."""
    return state.rng[BLOCKS], state.rng[USED]


def redrawn(game: Game, before: State, action: int, source: random.Random) -> State:
    """What the action would have come to with other draws."""
    state = before.copy()
    game.plain.seed_chance(state, *(source.getrandbits(32) for _ in range(4)))
    game.rules.apply(state, action)
    return state


@dataclass(frozen=True)
class Evened:
    """Values less their luck, one for each deal, and as how many plain ones each of them counts."""

    values: list[float]
    worth: float


def evened(values: Sequence[float], luck: Sequence[float]) -> Evened | None:
    """What is left of each deal's value without its luck; None of fewer deals than say anything.

    How much of the luck is to be taken off is settled for each half of the deals by the other half: by their own they
    would fit it to themselves, and the mean would no longer be true.
    """
    if len(values) < ENOUGH:
        return None
    halves = [range(start, len(values), 2) for start in (0, 1)]
    left = list(values)
    for mine, other in (halves, halves[::-1]):
        part = slope([values[i] for i in other], [luck[i] for i in other])
        for i in mine:
            left[i] = values[i] - part * luck[i]
    spread = variance(left)
    return Evened(left, variance(values) / spread if spread else 1.0)


def slope(values: Sequence[float], luck: Sequence[float]) -> float:
    """How much a value grows with its luck, by least squares."""
    middle, mean = fmean(luck), fmean(values)
    over = sum((one - middle) ** 2 for one in luck)
    return sum((v - mean) * (one - middle) for v, one in zip(values, luck, strict=True)) / over if over else 0.0
