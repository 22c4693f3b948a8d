"""What every adapter asks of a match: a seat's observation and mask as arrays, and bots for the other seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from kobako.arena.schedule import leave
from kobako.bots.bot import Bot
from kobako.bots.registry import check_name, make_bot
from kobako.core.batch import OBSERVATIONS
from kobako.core.errors import BadOption, BadSeat
from kobako.core.game import Game
from kobako.core.match import Event, Match
from kobako.core.options import whole

MOST = 255  # no observation holds a larger number: they fit into uint8
ILLEGAL_REWARD = -1.0  # for an action that is not allowed: as much as is lost in the worst defeat, that of two players

BotMaker = Callable[[Game, int], Bot]


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


class Company:
    """The bots in the other seats of one match."""

    def __init__(self, makers: Sequence[str | BotMaker], match: Match, mine: int, rng: random.Random) -> None:
        self.match, self.mine = match, mine
        others = [(mine + 1 + k) % match.players for k in range(match.players - 1)]
        self.bots = {
            seat: make_bot(maker, match.game, rng.getrandbits(64))
            if isinstance(maker, str)
            else maker(match.game, rng.getrandbits(64))
            for seat, maker in zip(others, makers, strict=True)
        }
        self.tell(match.events)

    def play(self) -> None:
        """Play on until it is the one seat's turn, or the game is over."""
        match = self.match
        while not match.over and match.state.to_move != self.mine:
            seat = match.state.to_move
            self.tell(match.play(self.bots[seat].choose(match.view(seat), match.legal())))

    def tell(self, events: Sequence[Event]) -> None:
        """Let every bot see what its seat may."""
        for event in events:
            secret = any(arg.secret for arg in event.kind.args)
            for seat, bot in self.bots.items():
                bot.watch(event.seen_by(seat) if secret else event)

    def leave(self) -> None:
        """Send the bots home: some are programs of their own."""
        for bot in self.bots.values():
            leave(bot)


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
