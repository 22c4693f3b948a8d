"""Reviews of finished games: thought about decision by decision, between the moves of those who still play."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from kobako.bots.report import DecisionShown, Review, shown, story
from kobako.bots.review import Decision
from kobako.core.kifu import replay
from kobako.core.match import Match
from kobako.house.parts import Thinkers

MOST_KEPT = 200


class Reviewing:
    """One review, as far as it has got."""

    def __init__(self, match: Match, thinkers: Thinkers, turn: asyncio.Semaphore) -> None:
        self.match, self.thinkers, self.turn = match, thinkers, turn
        self.of = len(match.actions)
        self.done = 0
        self.decisions: list[Decision] = []
        self.told: list[DecisionShown] = []
        self.curve: list[tuple[float, ...]] = []
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        again = self.match.beginning()
        await self._look(again)
        for ply, (seat, action) in enumerate(zip(self.match.seats, self.match.actions, strict=True), start=1):
            view = again.view(seat)
            if len(view.legal()) > 1:
                async with self.turn:
                    decision = await self.thinkers.judge(view, ply, action)
                if decision:
                    self.decisions.append(decision)
                    self.told.append(shown(decision))
            again.play(action)
            await self._look(again)
            self.done = ply

    async def _look(self, match: Match) -> None:
        """How things stand: without an answer, as they stood before."""
        async with self.turn:
            shares = await self.thinkers.outlook(match)
        even = (1 / match.players,) * match.players
        self.curve.append(shares or (self.curve[-1] if self.curve else even))

    def shown(self) -> Review:
        """What is known so far."""
        whole = story(self.match, self.decisions, self.curve)
        return {"done": self.done, "of": self.of, "decisions": list(self.told), **whole}


class Reviews:
    """The reviews of this node, the latest kept."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._turn = asyncio.Semaphore(1)  # one decision of one review at a time: those who play come first
        self._kept: OrderedDict[str, Reviewing] = OrderedDict()

    def __contains__(self, kifu: str) -> bool:
        """Whether somebody has asked for this one before."""
        return kifu in self._kept

    async def of(self, kifu: str, from_elsewhere: bool = False) -> Reviewing:
        """The review of a game: begun, if nobody has asked before."""
        match = None if kifu in self else await self.thinkers.aside(replay, kifu, from_elsewhere)
        reviewing = self._kept.pop(kifu, None)  # another may have asked meanwhile
        if reviewing is None:
            reviewing = Reviewing(match or replay(kifu, from_elsewhere), self.thinkers, self._turn)
        self._kept[kifu] = reviewing
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)[1].task.cancel()
        return reviewing

    def close(self) -> None:
        """Stop thinking."""
        for reviewing in self._kept.values():
            reviewing.task.cancel()
