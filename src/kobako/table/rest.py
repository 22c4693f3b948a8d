"""Rest: how long a table waits after a moment that people want to look at, before its bots and clocks go on."""

from __future__ import annotations

from collections.abc import Sequence

from kobako.core.match import Event

REST = 7.0  # seconds for the end of a round, unless a server is told otherwise
PASSING = 1 / 3  # of that for a moment within a round: nothing is cleared away then
MOST = 2  # times that, however much happens by one action


def rest_after(events: Sequence[Event], round_ended: bool, rest: float) -> float:
    """The seconds of rest after the events of one action, where a round's end gets `rest`."""
    stills = sum(event.kind.still for event in events)
    if not stills:
        return 0.0
    return rest * min(MOST, 1 + (stills - 1) * PASSING if round_ended else stills * PASSING)
