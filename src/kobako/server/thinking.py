"""Thinking: bots, hints and reviews in processes of their own, so that no table ever waits for another's bot."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import multiprocessing
import os
import random
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pickle import UnpicklingError
from typing import Any

from kobako.bots.company import Company
from kobako.bots.prospects import mean_outlook, outlook
from kobako.bots.report import OUTLOOKS
from kobako.bots.review import HINT_SIMULATIONS, Decision, hint_bot, judge
from kobako.bots.search.search import Candidate
from kobako.core import workshop
from kobako.core.errors import KobakoError
from kobako.core.game import Action
from kobako.core.match import Match
from kobako.core.position import View, view_of
from kobako.house.rows import setup_of
from kobako.house.turns import NOBODY, Asker, Busy, Rank, Turns
from kobako.table.replay import replay

LOG = logging.getLogger("kobako.thinking")
PATIENCE = 60.0  # seconds after which a thinker that has not answered is replaced
HINT_PATIENCE = 180.0  # the first hint of a game waits until its search is compiled
LONGEST_FOR_BOT, LONGEST_FOR_HINT = 4.0, 20.0  # seconds that a question waits for a thinker
MOST_COUNTED = 10.0  # seconds: what takes longer was being compiled, and will not the next time
MOST_HINTS, MOST_TOLD = 8, 4  # of one guest, that may wait: for hints, and for replays of games brought along
AT_FIRST_SIGHT = "greedy"  # who answers at once
PLAYED = (Rank.LATE, Rank.PLAY, Rank.SHOW)  # bots at tables


@dataclass(frozen=True)
class Question:
    """What a thinker is asked: what a bot of a level does at a seat's view; or, without a level, for a hint."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    view: bytes
    seat: int
    legal: tuple[int, ...]
    level: str | None
    simulations: int = 0
    seed: int | None = None

    @staticmethod
    def of(
        view: View, legal: Sequence[Action], level: str | None, simulations: int = 0, seed: int | None = None
    ) -> Question:
        """The question about a view."""
        setup = view.setup
        options = tuple(setup.option_texts().items())
        numbers = tuple(int(action) for action in legal)
        return Question(
            setup.game.name, setup.players, options, view.to_bytes(), view.seat or 0, numbers, level, simulations, seed
        )


@dataclass(frozen=True)
class Telling:
    """A finished game, to be told again position by position: no thinking, but work all the same."""

    game: str
    kifu: str
    from_elsewhere: bool = False

    def told(self) -> bytes | KobakoError:
        """The replay as it is stored; or what is wrong with a kifu, which is no failure of who tells it."""
        try:
            whole = replay(self.kifu, self.from_elsewhere)
        except KobakoError as wrong:
            return wrong
        return zlib.compress(json.dumps(whole, ensure_ascii=False).encode())


@dataclass(frozen=True)
class Judging:
    """A decision of a finished game, to be reviewed."""

    view: View
    ply: int
    action: int

    @property
    def game(self) -> str:
        return self.view.setup.game.name

    def judged(self) -> Decision:
        """What is to be said of it, as `kobako review` says it."""
        return judge(self.view, self.ply, self.view.setup.action(self.action))


@dataclass(frozen=True)
class Looking:
    """A moment of a finished game: who would win it, from what each seat sees?"""

    views: tuple[View, ...]
    ply: int

    @property
    def game(self) -> str:
        return self.views[0].setup.game.name

    def seen(self) -> tuple[float, ...]:
        """Each seat's chance."""
        return mean_outlook(self.views, OUTLOOKS, self.ply)


Asked = Question | Telling | Judging | Looking


def patience(question: Asked) -> float:
    """How long an answer may take: what waits for the compiled search may take longer."""
    waits = question.level is None if isinstance(question, Question) else not isinstance(question, Telling)
    return HINT_PATIENCE if waits else PATIENCE


def answer(question: Asked) -> Any:
    """What the thinker says: an action's number, for a hint a candidate for each; or what else it is asked."""
    if isinstance(question, Telling):
        return question.told()
    if isinstance(question, Judging):
        return question.judged()
    if isinstance(question, Looking):
        return question.seen()
    setup = setup_of(question.game, question.players, question.options)
    view = view_of(setup, question.view, question.seat)
    legal = [setup.action(number) for number in question.legal]
    if question.level is not None:
        with Company(setup.game, {question.seat: question.level}, lambda _: question.seed) as company:
            return int(company.ask(view, legal))
    return hint_bot(view, question.simulations or HINT_SIMULATIONS).explain(view, legal)


def think_on(pipe: Connection) -> None:
    """A thinker's life: questions in, answers out, behind everything else that this machine does.

    With each answer goes what became known of kernels since the last: the server logs and counts it, for all thinkers.
    """
    if hasattr(os, "nice"):
        os.nice(5)
    workshop.LOG.disabled = True
    told: set[workshop.News] = set()
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            well, said = True, answer(question)
        except KeyboardInterrupt:
            return
        except Exception as failed:
            well, said = False, f"{type(failed).__name__}: {failed}"
        news = [one for one in workshop.known() if one not in told]
        try:
            pipe.send((well, said, news))
        except (EOFError, OSError, KeyboardInterrupt):
            return
        told.update(news)


class Thinker:
    """One process that thinks: started when it is first asked, replaced when it dies or does not answer."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._pipe: Connection | None = None
        self._process: SpawnProcess | None = None
        self._ended = False

    def _start(self) -> Connection:
        pipe, theirs = self._context.Pipe()
        self._pipe = pipe
        self._process = self._context.Process(target=think_on, args=(theirs,), name="thinker", daemon=True)
        self._process.start()
        theirs.close()
        return pipe

    def ask(self, question: Asked) -> Any:
        """The answer, or None if there was none: then the next to be asked is a new one."""
        if self._ended:
            return None
        try:
            pipe = self._pipe or self._start()
            pipe.send(question)
            if pipe.poll(patience(question)):
                well, said, news = pipe.recv()
                for one in news:
                    workshop.remember(one)
                if well:
                    return said
                LOG.error("thinker failed", extra={"reason": said, "game": question.game})
                return None
        except (EOFError, OSError, UnpicklingError):
            pass
        if not self._ended:
            LOG.error("thinker replaced", extra={"game": question.game})
            self._kill()
        return None

    def _kill(self) -> None:
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if process and process.pid:
            process.kill()
            process.join()
        if pipe:
            pipe.close()

    def close(self) -> None:
        """End it, even while it thinks."""
        self._ended = True
        if self._process and self._process.pid:
            self._process.kill()  # whoever waits for its answer sees that there will be none

    @property
    def pid(self) -> int | None:
        """The process's number, once it was needed."""
        return self._process.pid if self._process else None


@dataclass(eq=False)
class Waiting:
    """A question that waits for a thinker."""

    question: Asked
    rank: Rank
    answered: asyncio.Future[Any]
    asked: bool = False


class Thinkers:
    """Some thinkers, and one more where there is only one.

    Hints and games that are over never keep all of them: a bot waits for other bots alone, and for those only so long.
    """

    def __init__(self, number: int) -> None:
        self.all = [Thinker() for _ in range(max(2, number))]
        self._for_play = self.all[: (len(self.all) + 1) // 2]
        self._pool = ThreadPoolExecutor(len(self.all), "thinking")
        self._beside = ThreadPoolExecutor(1, "aside")
        self._free = list(self.all)
        self._turns: Turns[Waiting] = Turns()
        self._took = dict.fromkeys(Rank, 0.2)  # seconds, lately
        self._thinking: set[asyncio.Future[None]] = set()

    def _serve(self) -> None:
        """Give whoever is free the next question."""
        for thinker in sorted(self._free, key=lambda one: one not in self._for_play):
            ranks = PLAYED if thinker in self._for_play else tuple(Rank)
            while (waiting := self._turns.next(ranks)) and (waiting.asked or waiting.answered.done()):
                pass  # asked at another rank meanwhile, or nobody wants to know any more
            if waiting:
                waiting.asked = True
                self._free.remove(thinker)
                asking = asyncio.ensure_future(self._think(thinker, waiting))
                self._thinking.add(asking)
                asking.add_done_callback(self._thinking.discard)

    async def _think(self, thinker: Thinker, waiting: Waiting) -> None:
        """The thinker is free again when it has answered, even if nobody waits for the answer any more."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            said = await loop.run_in_executor(self._pool, thinker.ask, waiting.question)
        finally:
            self._free.append(thinker)
        took = min(MOST_COUNTED, loop.time() - began)
        self._took[waiting.rank] += (took - self._took[waiting.rank]) / 8
        if not waiting.answered.done():
            waiting.answered.set_result(said)
        self._serve()

    async def _ask(self, question: Asked, rank: Rank, asker: Asker, longest: float = math.inf) -> Any:
        """The answer; Busy if nobody is free to think about it within so many seconds."""
        likely = self._turns.ahead(rank, asker) * self._took[rank] / len(self.all)
        if likely > longest:
            raise Busy(likely)
        loop = asyncio.get_running_loop()
        waiting = Waiting(question, rank, loop.create_future())
        self._turns.add(rank, asker, waiting)
        self._serve()
        try:
            await asyncio.wait([waiting.answered], timeout=None if math.isinf(longest) else longest)
            if not waiting.asked:
                raise Busy(max(likely, self._took[rank]))
            return await waiting.answered
        finally:
            waiting.answered.cancel()  # if whoever asked has gone, or will not wait any longer

    async def choose(
        self,
        view: View,
        legal: Sequence[Action],
        level: str,
        seed: int | None = None,
        asker: Asker = NOBODY,
        awaited: bool = True,
    ) -> Action:
        """What a bot of this level plays; at first sight, if people have waited for it too long. Where it dies of it,
        any legal action."""
        if len(legal) == 1:
            return legal[0]
        try:
            rank, longest = (Rank.PLAY, LONGEST_FOR_BOT) if awaited else (Rank.SHOW, math.inf)
            said = await self._ask(Question.of(view, legal, level, seed=seed), rank, asker, longest)
        except Busy:
            said = await self._ask(Question.of(view, legal, AT_FIRST_SIGHT, seed=seed), Rank.LATE, asker)
        return view.setup.action(said) if said is not None else random.choice(list(legal))

    async def hint(
        self, view: View, legal: Sequence[Action], simulations: int = 0, asker: Asker = NOBODY
    ) -> list[Candidate]:
        """What the search thinks of every legal action, the best first. Nothing: it failed. Busy: not now."""
        if self._turns.of(Rank.HINT, asker.guest) >= MOST_HINTS:
            raise Busy(MOST_HINTS * self._took[Rank.HINT])
        question = Question.of(view, legal, None, simulations)
        thought: list[Candidate] | None = await self._ask(question, Rank.HINT, asker, LONGEST_FOR_HINT)
        return thought or []

    async def judge(self, view: View, ply: int, action: Action, asker: Asker = NOBODY) -> Decision | None:
        """What is to be said of a decision. None: it failed."""
        decision: Decision | None = await self._ask(Judging(view, ply, int(action)), Rank.PAST, asker)
        return decision

    async def outlook(self, match: Match, asker: Asker = NOBODY) -> tuple[float, ...] | None:
        """Each seat's chance to win as things stand. None: it failed."""
        if match.over:
            return outlook(match, 0, 0)
        views = tuple(match.view(seat) for seat in range(match.players))
        shares: tuple[float, ...] | None = await self._ask(Looking(views, len(match.actions)), Rank.PAST, asker)
        return shares

    async def tell(self, game: str, kifu: str, asker: Asker = NOBODY) -> bytes:
        """The replay of a finished game."""
        return await self._tell(Telling(game, kifu), asker)

    async def tell_to(self, kifu: str, asker: Asker) -> bytes:
        """The replay of a game that somebody brings along. Busy: not now; another error: that is no kifu."""
        if self._turns.of(Rank.PAST, asker.guest) >= MOST_TOLD:
            raise Busy(MOST_TOLD * self._took[Rank.PAST])
        return await self._tell(Telling("", kifu, from_elsewhere=True), asker, LONGEST_FOR_HINT)

    async def _tell(self, telling: Telling, asker: Asker, longest: float = math.inf) -> bytes:
        told = await self._ask(telling, Rank.PAST, asker, longest) or await self.aside(telling.told)
        if isinstance(told, KobakoError):
            raise told
        whole: bytes = told
        return whole

    async def aside(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Some work that takes a while and is no thinking: in a thread, one after the other.

        Threads share the interpreter with whoever answers: several at once would leave that one little of it.
        """
        return await asyncio.get_running_loop().run_in_executor(self._beside, partial(work, *given, **named))

    def close(self) -> None:
        """End all of them."""
        for thinker in self.all:
            thinker.close()
        self._pool.shutdown()
        self._beside.shutdown(cancel_futures=True)
