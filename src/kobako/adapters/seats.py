"""What every adapter asks of a match: a seat's observation and mask as arrays, and who sits on the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kobako.bots.company import BotMaker
from kobako.bots.registry import check_name
from kobako.core.batch import OBSERVATIONS
from kobako.core.errors import BadOption, BadSeat
from kobako.core.match import Match
from kobako.core.options import whole

MOST = 255  # no observation holds a larger number: they fit into uint8
ILLEGAL_REWARD = -1.0  # for an action that is not allowed: as much as is lost in the worst defeat, that of two players


def dtype_of(observations: str) -> npt.DTypeLike:
    """The kind of number that observations hold."""
    if observations not in OBSERVATIONS:
        raise BadOption(f"observations are {' or '.join(OBSERVATIONS)}, not {observations!r}")
    return np.dtype(observations)


def seat_of(seat: int | None, players: int) -> int | None:
    """The agent's seat, if it is one of this table; None leaves it to the environment."""
    found = None if seat is None else whole(seat)
    if seat is not None and (found is None or not 0 <= found < players):
        raise BadSeat(f"no seat {seat!r}: there are 0 to {players - 1}, and None for one after another")
    return found


def check_render_mode(render_mode: str | None, known: Sequence[str]) -> None:
    """Refuse a way of showing the table that there is not."""
    if render_mode is not None and render_mode not in known:
        raise BadOption(f"render_mode is {', '.join(known)} or None, not {render_mode!r}")


def observation(match: Match, seat: int, dtype: npt.DTypeLike) -> npt.NDArray[np.generic]:
    """What a seat knows, in a new array: the numbers of `view(seat).observation()`, without making the view first.

    They are written into bytes, which the array then is: Python's lists are slow to make arrays of.
    """
    numbers = bytearray(match.game.knowledge.OBSERVATION)
    match.game.knowledge.observe(match.state, seat, numbers)
    return np.frombuffer(numbers, np.uint8).astype(dtype, copy=False)


def action_mask(match: Match, seat: int) -> npt.NDArray[np.int8]:
    """1 for every action that the seat may play now, in a new array; all 0 if it is not its turn."""
    allowed = bytearray(match.game.actions)
    if match.seat == seat:
        for action in match.legal():
            allowed[action] = 1
    return np.frombuffer(allowed, np.int8)


def seated(opponents: str | BotMaker | Sequence[str | BotMaker], players: int) -> list[str | BotMaker]:
    """A bot for each other seat, in the order in which they follow: one for all, or one each."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * (players - 1)
    for bot in opponents:
        if isinstance(bot, str):
            check_name(bot)
        elif not callable(bot):
            raise BadOption(f"an opponent is a bot's name or a function (game, seed) -> Bot, not {bot!r}")
    if len(opponents) != players - 1:
        raise BadOption(f"{players} players leave {players - 1} seats to bots, and {len(opponents)} are named")
    return list(opponents)
