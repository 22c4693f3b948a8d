"""What a mind learns from: the features of actions, of imagined states and of seats, one line for each.

Like all kernels this text runs plainly too.
"""

from __future__ import annotations

from collections.abc import Callable

from kobako.core.arrays import Ints, Ints2d, States
from kobako.core.fields import State

note_traits: Callable[[State, int, Ints], None]
note_signs: Callable[[State, int, Ints], None]
note_measures: Callable[[State, int, Ints], None]
MEASURES: int


def traits_of(views: States, actions: Ints, x: Ints2d) -> None:
    """The traits of some actions of the seat to move, in its view; x is zeroed."""
    for j in range(len(actions)):
        note_traits(views[0], actions[j], x[j])


def signs_of(states: States, seat: int, x: Ints2d) -> None:
    """The signs in some states that a seat imagines; x is zeroed."""
    for k in range(len(states)):
        note_signs(states[k], seat, x[k])


def measures_of(states: States, x: Ints2d) -> None:
    """What is measured of each seat, in some states; x, a line for each seat of each state, is zeroed."""
    if MEASURES > 0:
        for k in range(len(states)):
            for p in range(states[k].players):
                note_measures(states[k], p, x[k * states[k].players + p])
