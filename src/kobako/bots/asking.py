"""Asking a bot, which anyone may have written: there is a legal action, or a word of which bot went wrong and how."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kobako.bots.bot import Bot
from kobako.core.errors import KobakoError, UnknownAction
from kobako.core.game import Action
from kobako.core.position import View


class BotFailed(KobakoError):
    """A bot crashed, hung, or answered what is no legal action."""

    def __init__(self, bot: str, asked: str, why: str) -> None:
        self.bot, self.asked, self.why = bot, asked, why
        super().__init__(f"the bot {bot!r}, {asked}, {why}")


def ask(bot: Bot, name: str, view: View, legal: Sequence[Action]) -> Action:
    """The bot's choice among the legal actions, or BotFailed."""
    with blaming(name, view.seat):
        answer = bot.choose(view, list(legal))
    try:
        action = view.setup.action(answer)
    except UnknownAction:
        raise _failed(name, view.seat, f"answered {answer!r}, which is no action") from None
    if action in legal:
        return action
    raise _failed(name, view.seat, f"played what is not allowed: {view.refusal(action)}")


@contextmanager
def blaming(name: str, seat: int | None, doing: str = "") -> Iterator[None]:
    """Whatever goes wrong in here is the bot's doing; also that it wants to end everything (`sys.exit`)."""
    try:
        yield
    except BotFailed:
        raise
    except (Exception, SystemExit) as wrong:
        raise _failed(name, seat, f"crashed{doing}: {describe(wrong)}") from wrong


def _failed(name: str, seat: int | None, why: str) -> BotFailed:
    return BotFailed(name, f"on seat {seat}", why)


def describe(wrong: BaseException) -> str:
    """An exception in one line: its kind, what it says, and where it was raised."""
    said = " ".join(str(wrong).split())
    if isinstance(wrong, KobakoError):
        return said  # said on purpose: where it was raised tells nothing more
    frames = traceback.extract_tb(wrong.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(wrong).__name__}: {said}{where}" if said else f"{type(wrong).__name__}{where}"
