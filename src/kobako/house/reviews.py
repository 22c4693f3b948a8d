"""Reviews of finished games: thought about decision by decision, between the moves of those who still play.

One decision at a time, whoever asked for it: guest by guest, and within a guest's reviews one after the other.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict

from kobako.bots.report import DecisionShown, Review, shown, story
from kobako.bots.review import Decision
from kobako.core.kifu import replay
from kobako.core.match import Match
from kobako.house.parts import Thinkers
from kobako.house.turns import NOBODY, Asker, Busy, InTurn, Rank

MOST_KEPT = 200
MOST_OF_ONE = 4  # that a guest may have begun and not finished
ASK_AGAIN = 10.0  # seconds: about as long as a review takes


class Reviewing:
    """One review, as far as it has got."""

    def __init__(self, match: Match, thinkers: Thinkers, turns: InTurn, asker: Asker) -> None:
        self.match, self.thinkers, self.turns, self.asker = match, thinkers, turns, asker
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
                async with self.turns.turn(Rank.PAST, self.asker):
                    decision = await self.thinkers.judge(view, ply, action, self.asker)
                if decision:
                    self.decisions.append(decision)
                    self.told.append(shown(decision))
            again.play(action)
            await self._look(again)
            self.done = ply

    async def _look(self, match: Match) -> None:
        """How things stand: without an answer, as they stood before."""
        async with self.turns.turn(Rank.PAST, self.asker):
            shares = await self.thinkers.outlook(match, self.asker)
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
        self._turns = InTurn(1)  # those who play come first
        self._kept: OrderedDict[str, Reviewing] = OrderedDict()

    def __contains__(self, kifu: str) -> bool:
        """Whether somebody has asked for this one before."""
        return kifu in self._kept

    async def of(self, kifu: str, from_elsewhere: bool = False, asker: Asker = NOBODY) -> Reviewing:
        """The review of a game: begun, if nobody has asked before. Busy: not now."""
        match = None if kifu in self else await self.thinkers.aside(replay, kifu, from_elsewhere)
        reviewing = self._kept.pop(kifu, None)  # another may have asked meanwhile
        if reviewing is None:
            self._make_room(asker)
            reviewing = Reviewing(match or replay(kifu, from_elsewhere), self.thinkers, self._turns, asker)
        self._kept[kifu] = reviewing
        return reviewing

    def _make_room(self, asker: Asker) -> None:
        """For one more: a finished one of who has most here goes. What is still thought about is waited for."""
        of_guests = Counter(one.asker.guest for one in self._kept.values())
        begun = Counter(one.asker.guest for one in self._kept.values() if not one.task.done())
        finished = [kifu for kifu, one in self._kept.items() if one.task.done()]
        full = len(self._kept) >= MOST_KEPT
        if begun[asker.guest] >= MOST_OF_ONE or (full and not finished):
            raise Busy(ASK_AGAIN)
        if full:
            del self._kept[max(finished, key=lambda kifu: of_guests[self._kept[kifu].asker.guest])]

    def close(self) -> None:
        """Stop thinking."""
        for reviewing in self._kept.values():
            reviewing.task.cancel()
