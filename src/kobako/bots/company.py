"""The bots of one game: made, told what happened, asked, and let go, wherever a game is played.

Anyone may have written a bot. Whatever one does, there is a legal action, or a word of which bot went wrong and how.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from kobako.bots.bot import Bot, BotFailed, Budget
from kobako.bots.registry import is_level, make_bot
from kobako.core.errors import KobakoError, UnknownAction, describe
from kobako.core.game import Action, Game
from kobako.core.match import Event, Match
from kobako.core.position import View

BotMaker = Callable[[Game, int | None], Bot]


def no_seed(seat: int) -> None:
    """Every bot draws its own."""


def bot_seed(seed: int, seat: int, ply: int) -> int:
    """What a bot on a seat draws its chance from: the same deal and moves are answered in the same way."""
    return int.from_bytes(hashlib.sha256(f"bot {seed} {seat} {ply}".encode()).digest()[:8])


class Company:
    """Bots on some seats of one game, each given by its name (`search:200`) or by a function `(game, seed) -> Bot`.

    `seed_of(seat)` is the seed that the bot on a seat is made with. Used in a `with`, they are let go at its end.
    """

    def __init__(
        self,
        game: Game,
        seated: Mapping[int, str | BotMaker],
        seed_of: Callable[[int], int | None] = no_seed,
        wait: bool | None = None,
    ) -> None:
        self.names = {seat: bot if isinstance(bot, str) else called(bot) for seat, bot in seated.items()}
        self.bots: dict[int, Bot] = {}
        self._wait = wait
        try:
            for seat, bot in seated.items():
                self.bots[seat] = self._make(bot, game, seat, seed_of(seat), wait)
        except BaseException:
            self._let_go()
            raise
        # Most bots do not watch, or have left it out, and need not be called for every event.
        watch = {seat: getattr(type(bot), "watch", Bot.watch) for seat, bot in self.bots.items()}
        self._watching = {seat: bot for seat, bot in self.bots.items() if watch[seat] is not Bot.watch}
        levels = [seat for seat, bot in seated.items() if isinstance(bot, str) and is_level(bot)]
        self._anew = {seat for seat in levels if seat not in self._watching}

    def _make(self, bot: str | BotMaker, game: Game, seat: int, seed: int | None, wait: bool | None) -> Bot:
        if isinstance(bot, str):
            return make_bot(bot, game, seed, wait)
        with blaming(self.names[seat], seat, " as it was made"):
            return bot(game, seed)

    def tell(self, events: Sequence[Event], seat: int | None = None) -> None:
        """Let every bot, or that of one seat, see what its seat may of what happened."""
        for to, bot in self._watching.items():
            if seat in (None, to):
                with blaming(self.names[to], to, " as it watched"):
                    for event in events:
                        bot.watch(event.seen_by(to))

    def ask(self, view: View, legal: Sequence[Action], seed: int | None = None) -> Action:
        """What the bot on the view's seat chooses among the legal actions, or BotFailed.

        With a seed, a level is made anew with it: it remembers nothing but what it draws its chance from.
        """
        seat = view.seat
        if seat is None or seat not in self.bots:
            raise KeyError(f"no bot sits on seat {seat!r}: they are on {', '.join(map(str, self.bots))}")
        bot, name = self.bots[seat], self.names[seat]
        if seed is not None and seat in self._anew:
            bot = make_bot(name, view.setup.game, seed, self._wait)
        return ask(bot, name, view, legal)

    def play(self, match: Match) -> None:
        """Play on until it is the turn of a seat without a bot, or the game is over."""
        limit = match.setup.bound
        while not match.over and match.state.to_move in self.bots:
            if len(match.actions) >= limit:
                raise KobakoError(f"{match.game.name} did not end within {limit} decisions (seed {match.seed})")
            self.tell(match.play(self.ask(match.view(match.state.to_move), match.legal())))

    def close(self) -> None:
        """Let every bot go: some hold a program or a connection. BotFailed, if one of them went wrong even then."""
        failed = self._let_go()
        if failed:
            raise failed[0]

    def _let_go(self) -> list[BotFailed]:
        failed = []
        for seat, bot in self.bots.items():
            try:
                with blaming(self.names[seat], seat, " as it was let go"):
                    close(bot)
            except BotFailed as wrong:
                failed.append(wrong)
        return failed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        failed = self._let_go()
        if failed and error is None:  # what went wrong before is not to be hidden by a second error
            raise failed[0]


def called(maker: BotMaker) -> str:
    """What to call a bot that has no name in the registry."""
    return str(getattr(maker, "__name__", type(maker).__name__))


def check_bot(name: str, game: Game) -> None:
    """Refuse, before anything is played, a bot that there is not or that cannot be made."""
    close(make_bot(name, game, 0))


def close(bot: Bot) -> None:
    """Let one bot go. Who wrote it may have left `close` out."""
    getattr(bot, "close", lambda: None)()


def ask(bot: Bot, name: str, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
    """The bot's choice among the legal actions, or BotFailed."""
    try:
        answer = bot.choose(view, list(legal)) if budget is None else bot.choose(view, list(legal), budget)
    except BotFailed:
        raise
    except (Exception, SystemExit) as wrong:
        raise blame(wrong, name, view.seat) from wrong
    if isinstance(answer, Action) and answer in legal:
        return answer
    try:
        action = view.setup.action(answer)
    except UnknownAction:
        raise BotFailed(name, view.seat, f"answered {answer!r}, which is not an action") from None
    if action not in legal:
        raise BotFailed(name, view.seat, f"played what is not allowed: {view.refusal(action)}")
    return action


@contextmanager
def blaming(name: str, seat: int | None, doing: str = "") -> Iterator[None]:
    """Whatever goes wrong in here is the bot's doing."""
    try:
        yield
    except BotFailed:
        raise
    except (Exception, SystemExit) as wrong:
        raise blame(wrong, name, seat, doing) from wrong


def blame(wrong: BaseException, name: str, seat: int | None, doing: str = "") -> BotFailed:
    """Which bot went wrong, and how. That it wants to end everything (`sys.exit`) is wrong too."""
    return BotFailed(name, seat, f"crashed{doing}: {describe(wrong)}")
