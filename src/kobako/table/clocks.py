"""Clocks: how much time each seat has left. Time comes in with every entry; nothing here asks what time it is."""

from __future__ import annotations

from collections.abc import Iterable

from kobako.table.terms import Clock


class Clocks:
    """The clocks of a table. A seat's clock runs while the table waits for it."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.bank = [clock.bank] * seats
        self.since: list[float | None] = [None] * seats  # when the wait for this seat began
        self._before = [(clock.bank, 0.0)] * seats  # bank and beginning of the wait that ended last

    def left(self, seat: int, now: float) -> float:
        """What a seat has before it is late, its time for this move included."""
        since = self.since[seat]
        waited = 0.0 if since is None else max(0.0, now - since)
        return max(0.0, self.bank[seat] + self.clock.per_move - waited)

    def left_unstopped(self, seat: int, now: float) -> float:
        """What it would have, had it not answered yet: what others see while all choose at once."""
        bank, since = self._before[seat] if self.since[seat] is None else (self.bank[seat], self.since[seat] or 0.0)
        return max(0.0, bank + self.clock.per_move - max(0.0, now - since))

    def wait_for(self, seats: Iterable[int], now: float, start: float = 0.0) -> None:
        """The table now waits for these seats, and no others. A clock that begins to run waits for `start`."""
        awaited = set(seats)
        for seat, since in enumerate(self.since):
            if seat in awaited and since is None:
                self.since[seat] = max(now, start)
            elif seat not in awaited:
                self.stop(seat, now)

    def stop(self, seat: int, now: float) -> None:
        """The wait for this seat is over."""
        since = self.since[seat]
        if since is not None:
            self._before[seat] = (self.bank[seat], since)
            self.bank[seat] -= min(self.bank[seat], max(0.0, now - since - self.clock.per_move))
            self.since[seat] = None

    def go_on(self, seat: int, alone: bool) -> None:
        """A move was taken back: the wait for it never ended and, if it was awaited alone, no other has begun."""
        if self.since[seat] is None:
            self.bank[seat], self.since[seat] = self._before[seat]
        if alone:
            self.since = [since if i == seat else None for i, since in enumerate(self.since)]
