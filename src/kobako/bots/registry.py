"""Bots by name, found by entry points (`kobako.bots`), so that a third-party package can bring one.

A name may carry an argument: `search:1000` thinks a thousand times, `program:./mybot` asks a program. What an entry
point names is called with the game, a seed (None: any) and that argument (None: none given), and gives a bot.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kobako.bots.bot import Bot, Budget, Waits
from kobako.bots.greedy import GreedyBot
from kobako.bots.random import RandomBot
from kobako.bots.search.search import SearchBot
from kobako.core.errors import BadOption, KobakoError
from kobako.core.game import Game
from kobako.core.options import whole

GROUP = "kobako.bots"
SIMULATIONS = 1000


@cache
def _known() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def bot_names() -> tuple[str, ...]:
    """The names of the bots there are."""
    return tuple(_known())


def check_name(name: str) -> None:
    """Refuse a bot that there is not; of its argument nothing is said yet."""
    kind = name.partition(":")[0]
    if kind not in _known():
        raise BadOption(f"no bot {kind!r}: there are {', '.join(bot_names())}")


def make_bot(name: str, game: Game, seed: int | None = None, wait: bool | None = None) -> Bot:
    """A bot by its name, for one seat of a game.

    A bot that searches waits until its search is compiled, or plays uncompiled until then. At a table nobody should
    have to wait; in the arena nothing may depend on the clock. Who does not say leaves it to the bot.
    """
    check_name(name)
    kind, colon, argument = name.partition(":")
    try:
        bot: Bot = _known()[kind].load()(game, seed, argument if colon else None)
    except KobakoError:
        raise
    except (Exception, SystemExit) as wrong:  # a third-party package may do anything
        raise BadOption(f"the bot {name!r} cannot be made: {type(wrong).__name__}: {wrong}") from wrong
    if wait is not None and isinstance(bot, Waits):
        bot.wait = wait
    return bot


def _no_argument(kind: str, argument: str | None) -> None:
    if argument is not None:
        raise BadOption(f"the bot {kind!r} takes no argument, not {argument!r}")


def random_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Any legal action."""
    _no_argument("random", argument)
    return RandomBot(seed)


def greedy_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """The best at first sight."""
    _no_argument("greedy", argument)
    return GreedyBot(game, seed)


def search_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """The search, with so many simulations per decision."""
    simulations = SIMULATIONS if argument is None else whole(argument)
    if simulations is None or simulations < 1:
        raise BadOption(f"search:N thinks N times, N a whole number from 1 on, not {argument!r}")
    return SearchBot(game, Budget(simulations), seed)
