"""Thinkers in a browser: what to ask and what to make of the answers is decided here, in Python; the search itself runs
elsewhere, in WebAssembly. So the same seeds and levels choose the same as everywhere."""

from __future__ import annotations

import asyncio
import json
import logging
from array import array
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, TypeVar

from kobako.bots.prospects import looking_out, outlook
from kobako.bots.registry import make_bot
from kobako.bots.report import OUTLOOKS
from kobako.bots.review import Decision, hint_bot, judging
from kobako.bots.search.asking import Question, Think, Thinking, Thought, Tried, Weigh
from kobako.bots.search.search import Candidate
from kobako.bots.search.tree import words
from kobako.core.errors import KobakoError
from kobako.core.fields import SEATS, to_record
from kobako.core.game import Action
from kobako.core.match import Match
from kobako.core.position import View
from kobako.house.turns import NOBODY, Asker
from kobako.offline.outside import Outside

LOG = logging.getLogger("kobako.thinking")
T = TypeVar("T")
U = TypeVar("U")
FAILURES = (OSError, RuntimeError, ValueError)  # what can go wrong on the way to a thinker and back


class NoAnswer(KobakoError):
    """A bot could not think. Nothing is played in its place: it is asked again."""


class Thinkers:
    """Asks the page's thinkers, several at once where there are several questions."""

    def __init__(self, outside: Outside) -> None:
        self._outside, self._numbers = outside, count()

    async def choose(
        self,
        view: View,
        legal: Sequence[Action],
        level: str,
        seed: int | None = None,
        asker: Asker = NOBODY,
        awaited: bool = True,
    ) -> Action:
        if len(legal) == 1:
            return legal[0]
        bot = make_bot(level, view.setup.game, seed)
        choosing: Callable[..., Thinking[Action]] | None = getattr(bot, "choosing", None)
        if choosing is None:  # it needs no search
            return bot.choose(view, legal)
        try:
            return await self._finish(choosing(view, legal))
        except FAILURES as failed:
            raise NoAnswer(f"{level} cannot think: {failed}") from None

    async def hint(
        self, view: View, legal: Sequence[Action], simulations: int = 0, asker: Asker = NOBODY
    ) -> list[Candidate]:
        return await self._or([], hint_bot(view).explaining(view, legal))

    async def judge(self, view: View, ply: int, action: Action, asker: Asker = NOBODY) -> Decision | None:
        return await self._or(None, judging(view, ply, action))

    async def outlook(self, match: Match, asker: Asker = NOBODY) -> tuple[float, ...] | None:
        if match.over:
            return outlook(match, 0, 0)
        views = [match.view(seat) for seat in range(match.players)]
        return await self._or(None, looking_out(views, OUTLOOKS, len(match.actions)))

    async def tell(self, game: str, kifu: str, asker: Asker = NOBODY) -> bytes:
        return b""  # a browser keeps the kifu alone

    async def aside(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return work(*given, **named)  # it is aside already: the page has a thread of its own

    async def _or(self, otherwise: U, thinking: Thinking[T]) -> T | U:
        """What comes of it; where the search fails, something else."""
        try:
            return await self._finish(thinking)
        except FAILURES as failed:
            LOG.error("thinking failed: %s", failed)
            return otherwise

    async def _finish(self, thinking: Thinking[T]) -> T:
        try:
            questions = next(thinking)
            while True:
                questions = thinking.send(await asyncio.gather(*map(self._ask, questions)))
        except StopIteration as end:
            result: T = end.value
            return result

    async def _ask(self, question: Question) -> Thought | array[float]:
        number = next(self._numbers)
        try:
            numbers = array("d", await self._outside.think(json.dumps(asked(question)), number))
        except asyncio.CancelledError:
            self._outside.cancel(number)
            raise
        return read_thought(numbers) if isinstance(question, Think) else numbers


def asked(question: Question) -> dict[str, Any]:
    """A question as a thinker reads it: web/src/here/thinker.worker.ts."""
    view = question.view
    about = {
        "game": view.setup.game.name,
        "view": to_record(view.state, view.setup.game.fields).hex(),
        "seat": view.seat,
        "words": words(question.seed),
        "nodes": question.nodes,
    }
    if isinstance(question, Weigh):
        return {**about, "action": question.action, "visits": question.visits, "parts": question.parts}
    method, budget = question.method, {"simulations": question.most, "seconds": question.seconds}
    guided = method.weights is not None
    return {**about, **budget, "explore": method.explore, "guided": guided, "parts": method.parts}


def read_thought(numbers: array[float]) -> Thought:
    """Of each action tried: its number, its visits, its value and the seats' shares."""
    line = 3 + SEATS
    return {
        int(numbers[at]): Tried(int(numbers[at + 1]), numbers[at + 2], numbers[at + 3 : at + line])
        for at in range(0, len(numbers), line)
    }
