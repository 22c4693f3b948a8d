"""What a state is worth to each seat, all cards open: the mean of playouts to the end of the game, by first sight.

Like all kernels this text runs plainly too.
"""

from __future__ import annotations

from collections.abc import Callable

from kobako.core.arrays import Doubles, Doubles2d, Ints, Longs, States
from kobako.core.chance import quick_word, seed_chance
from kobako.core.fields import State
from kobako.kit.shares import share_of_winners

apply: Callable[[State, int], None]
put: Callable[[States, int, States, int], None]
rollout_policy: Callable[[State, Ints, Longs], int]


def foretell(states: States, work: States, out: Ints, gain: Doubles, playouts: int, worth: Doubles2d, r: Longs) -> None:
    """Play each state on so many times, with other chance each time; `worth` has each seat's mean share of the win."""
    for k in range(len(states)):
        for _ in range(playouts):
            put(work, 0, states, k)
            s = work[0]
            seed_chance(s, quick_word(r), quick_word(r), quick_word(r), quick_word(r))
            while s.over == 0:
                apply(s, rollout_policy(s, out, r))
            share_of_winners(s, gain)
            for p in range(s.players):
                worth[k][p] += gain[p] / playouts
