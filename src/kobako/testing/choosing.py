"""A law of choices made at the same time: asked one after the other, they tell nothing until the last is made."""

from __future__ import annotations

from kobako.core.fields import State
from kobako.core.match import Match
from kobako.testing.broken import LawBroken


class Choosing:
    """Those who choose at the same time, as they are asked one by one."""

    def __init__(self) -> None:
        self.left: frozenset[int] = frozenset()  # who has not chosen yet
        self.seen: dict[int | None, State] = {}  # what everyone saw before the last choice; None: a spectator

    def before(self, match: Match) -> None:
        """Before a seat chooses: if it does so together with others, it must be one of them."""
        self.left = self.left or match.together
        self.seen = seen_by_all(match)
        if self.left and match.seat not in self.left:
            who = ", ".join(map(str, sorted(self.left)))
            raise LawBroken(f"`together` says that these seats choose at the same time: {who}; to_move is {match.seat}")

    def after(self, match: Match) -> None:
        """After it has chosen: while others still have to, nobody else may have learnt anything."""
        if not self.left:
            return
        chooser, before = match.seats[-1], self.seen
        self.left -= {chooser}
        if not self.left:
            return
        until = f"before all who choose at the same time have chosen: seat {chooser}'s choice must tell nothing yet"
        if events := [event.kind.name for event in match.events if event.ply == len(match.actions)]:
            raise LawBroken(f"`apply` emits {', '.join(events)} {until}")
        for viewer, now in seen_by_all(match).items():
            if viewer != chooser and now != before[viewer]:
                fields = [name for name in match.game.fields if getattr(now, name) != getattr(before[viewer], name)]
                raise LawBroken(f"`apply` changes {', '.join(fields)}, which others see, {until}")


def seen_by_all(match: Match) -> dict[int | None, State]:
    """What each seat and a spectator see, but for whose turn it is."""
    seen = {}
    for viewer in (*range(match.players), None):
        view = match.view(viewer).state
        view.to_move = 0
        seen[viewer] = view
    return seen
