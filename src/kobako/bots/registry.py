"""Bots by name, found by entry points (`kobako.bots`), so that a third-party package can bring one.

A name may carry an argument: `search:1000` thinks a thousand times, `program:./mybot` asks a program. What an entry
point names is a `Maker`; one that is marked `for_people` is a level, which needs no argument and never gets one. Only
our own levels take the name of one of their characters: `regular:tanuki`.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kobako.bots.bot import Bot, Budget, Maker, Waits, for_people, is_for_people
from kobako.bots.characters import CHARACTERS, who_is
from kobako.bots.greedy import GreedyBot
from kobako.bots.levels import LEVELS
from kobako.bots.policy import PolicyBot
from kobako.bots.random import RandomBot
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import classic_thinking
from kobako.core.errors import BadOption, KobakoError
from kobako.core.game import Game
from kobako.core.options import whole
from kobako.core.words import load_words

LOG = logging.getLogger("kobako.bots")
GROUP = "kobako.bots"
SIMULATIONS = 1000


@cache
def _known() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def bot_names() -> tuple[str, ...]:
    """The names of all bots that are installed."""
    return tuple(_known())


def level_names() -> tuple[str, ...]:
    """The bots that are marked `for_people`: our levels as they rise in strength, then the others by name."""
    levels, rising = [name for name, point in _known().items() if _is_level(point)], list(LEVELS)
    return tuple(sorted(levels, key=lambda name: rising.index(name) if name in rising else len(rising)))


def is_level(name: str) -> bool:
    """Whether it is a level, or one of its characters."""
    point = _known().get(name.partition(":")[0])
    return point is not None and _is_level(point)


def _is_level(point: EntryPoint) -> bool:
    try:
        return is_for_people(point.load())
    except (Exception, SystemExit) as wrong:  # a third-party package may do anything
        LOG.warning("a bot cannot be loaded", extra={"bot": point.name, "reason": f"{type(wrong).__name__}: {wrong}"})
        return False


def bot_title(name: str, lang: str = "en", face: str = "") -> str:
    """What a bot is called on a screen: by its character; or without its argument, by our words or its own name."""
    kind, words = name.partition(":")[0], load_words("kobako.bots", lang)
    face = face or who_is(name)[1]
    return words.get("face", face, "") or words.get("bot", kind, readable(kind))


def player_title(name: str, lang: str = "en") -> str:
    """What a player of a kifu is called: a bot with a face (`regular:tanuki`) by its character, others as they are."""
    level, face = who_is(name)
    return bot_title(level, lang, face) if face else name


def readable(name: str) -> str:
    """`night_owl` as people write it: Night owl."""
    text = " ".join(name.replace("_", " ").replace("-", " ").split())
    return text[:1].upper() + text[1:]


def check_name(name: str) -> None:
    """Refuse a bot that there is not; of its argument nothing is said yet."""
    kind = name.partition(":")[0]
    if kind not in _known():
        raise BadOption(f"no bot {kind!r}: there are {', '.join(bot_names())}")


def make_bot(name: str, game: Game, seed: int | None = None, wait: bool | None = None) -> Bot:
    """A bot by its name, for one seat of a game.

    A bot that searches waits until its search is compiled, or plays uncompiled until then. At a table nobody should
    have to wait; in the arena nothing may depend on the clock. `wait=None` leaves it to the bot.
    """
    check_name(name)
    kind, colon, argument = name.partition(":")
    try:
        make: Maker = _known()[kind].load()
        if colon and is_for_people(make) and kind not in CHARACTERS:
            raise BadOption(f"the bot {kind!r} takes no argument, not {argument!r}")
        bot = make(game, seed, argument if colon else None)
    except KobakoError:
        raise
    except (Exception, SystemExit) as wrong:  # a third-party package may do anything
        raise BadOption(f"the bot {name!r} cannot be made: {type(wrong).__name__}: {wrong}") from wrong
    if wait is not None and isinstance(bot, Waits):
        bot.wait = wait
    return bot


@for_people
def random_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """Any legal action."""
    return RandomBot(seed)


@for_people
def greedy_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """The best at first sight."""
    return GreedyBot(game, seed)


def search_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """The search, with so many simulations per decision, by what the game's mind has learned."""
    return SearchBot(game, _simulations("search", argument), seed)


def classic_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """The search of the first release, by the game's mind as it was written: what others are measured by."""
    return SearchBot(game, _simulations("classic", argument), seed, thinking=classic_thinking(game))


def policy_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """What the learned mind would play before any thought; without one, what looks best at first sight."""
    return PolicyBot(game, seed)


def _simulations(name: str, argument: str | None) -> Budget:
    simulations = SIMULATIONS if argument is None else whole(argument)
    if simulations is None or simulations < 1:
        raise BadOption(f"{name}:N thinks N times, N a whole number from 1 on, not {argument!r}")
    return Budget(simulations)
