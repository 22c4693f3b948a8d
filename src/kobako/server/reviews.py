"""Reviews of finished games: thought about decision by decision, between the moves of those who still play."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from kobako.bots.review import Decision, DecisionShown
from kobako.core.kifu import replay
from kobako.core.match import Match
from kobako.server.models import Review
from kobako.server.thinking import Thinkers

SIMULATIONS = 2000
LOOKS = 10
MOST_KEPT = 200


class Reviewing:
    """One review, as far as it has got."""

    def __init__(self, match: Match, thinkers: Thinkers, turn: asyncio.Semaphore) -> None:
        self.match, self.thinkers, self.turn = match, thinkers, turn
        self.of = len(match.actions)
        self.done = 0
        self.decisions: list[DecisionShown] = []
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        again = self.match.setup.new(self.match.seed)
        for ply, (seat, action) in enumerate(zip(self.match.seats, self.match.actions, strict=True), start=1):
            view = again.view(seat)
            legal = view.legal()
            if len(legal) > 1:
                async with self.turn:
                    thought = await self.thinkers.hint(view, legal, max(SIMULATIONS, LOOKS * len(legal)))
                if thought:
                    played = next(candidate for candidate in thought if candidate.action == action)
                    self.decisions.append(Decision(ply, seat, played, tuple(thought)).to_json())
            again.play(action)
            self.done = ply

    def shown(self) -> Review:
        """What is known so far."""
        return Review(done=self.done, of=self.of, decisions=list(self.decisions))


class Reviews:
    """The reviews of this node, the latest kept."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._turn = asyncio.Semaphore(1)  # one decision of one review at a time: those who play come first
        self._kept: OrderedDict[str, Reviewing] = OrderedDict()

    def __contains__(self, kifu: str) -> bool:
        """Whether somebody has asked for this one before."""
        return kifu in self._kept

    async def of(self, kifu: str) -> Reviewing:
        """The review of a game: begun, if nobody has asked before."""
        match = None if kifu in self else await asyncio.to_thread(replay, kifu)
        reviewing = self._kept.pop(kifu, None)  # another may have asked meanwhile
        if reviewing is None:
            reviewing = Reviewing(match or replay(kifu), self.thinkers, self._turn)
        self._kept[kifu] = reviewing
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)[1].task.cancel()
        return reviewing

    def close(self) -> None:
        """Stop thinking."""
        for reviewing in self._kept.values():
            reviewing.task.cancel()
