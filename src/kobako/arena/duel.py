"""One unit of work played: a deal, with every bot once in every seat of its line-up's order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from kobako.arena.schedule import Plan, Unit, leave
from kobako.bots.asking import BotFailed, ask, describe
from kobako.bots.bot import Bot
from kobako.bots.registry import make_bot
from kobako.core.errors import KobakoError
from kobako.core.game import Setup
from kobako.core.match import Event, Match
from kobako.core.registry import game
from kobako.core.seeds import seed_text


@dataclass(frozen=True)
class Outcome:
    """What came of one game, by seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's part of the win: those who won together share it."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)


Outcomes = tuple[Outcome, ...]  # of one unit, by rotation


class ArenaStopped(KobakoError):
    """A bot crashed, or played what may not be played: the arena ends, for what came of it would say nothing."""


def attempt(plan: Plan, unit: Unit) -> Outcomes | str:
    """Play a unit; if it cannot be played, say why. A text, since not every exception survives the way home."""
    try:
        return play_unit(plan, unit)
    except KobakoError as wrong:
        return str(wrong)
    except Exception as wrong:
        return f"{plan.game}, seed {seed_text(plan.deal_seed(unit.deal))}: {describe(wrong)}"


def play_unit(plan: Plan, unit: Unit) -> Outcomes:
    """Play a deal in every rotation of a line-up."""
    setup = _setup(plan)
    return tuple(_play(plan, unit, rotation, setup) for rotation in range(plan.players))


@lru_cache(16)
def _setup(plan: Plan) -> Setup:
    found = game(plan.game)
    # On another machine another version may be installed: its games would be quietly different ones.
    if found.version != plan.rules:
        raise KobakoError(
            f"this worker has rules {found.version} of {plan.game}, and the arena plays rules {plan.rules}"
        )
    return found.setup_from(str(plan.players), dict(plan.options))


def _play(plan: Plan, unit: Unit, rotation: int, setup: Setup) -> Outcome:
    table = _Table(plan, unit, rotation, setup)
    try:
        match = table.play()
    finally:
        table.clear()
    return Outcome(tuple(match.scores), tuple(match.ranks), len(match.actions))


class _Table:
    """One game with its bots; it knows how to say which of them went wrong, and where."""

    def __init__(self, plan: Plan, unit: Unit, rotation: int, setup: Setup) -> None:
        self.plan, self.unit, self.rotation = plan, unit, rotation
        self.names = plan.seated(unit.line_up, rotation)
        self.match = Match(setup, plan.deal_seed(unit.deal))
        self.bots: list[Bot] = []

    def play(self) -> Match:
        """Play to the end."""
        match, plan = self.match, self.plan
        for seat, name in enumerate(self.names):
            seed = plan.bot_seed(self.unit.deal, self.rotation, seat)
            self.bots.append(make_bot(name, match.game, seed, wait=True))  # nothing here depends on the clock
        limit = match.setup.bound
        self._tell(match.events)
        while not match.over:
            if len(match.actions) >= limit:
                raise KobakoError(f"{plan.game} did not end within {limit} decisions (seed {match.seed})")
            self._tell(self._decide(match.state.to_move))
        return match

    def clear(self) -> None:
        """Send the bots home, also those of a game that went wrong: that is not to be hidden by a second error."""
        for bot in self.bots:
            with suppress(Exception):
                leave(bot)

    def _decide(self, seat: int) -> Sequence[Event]:
        try:
            action = ask(self.bots[seat], self.names[seat], self.match.view(seat), self.match.legal())
        except BotFailed as failed:
            raise self._failed(seat, failed.why) from failed
        return self.match.play(action)

    def _tell(self, events: Sequence[Event]) -> None:
        for seat, bot in enumerate(self.bots):
            try:
                for event in events:
                    bot.watch(event.seen_by(seat))
            except (Exception, SystemExit) as wrong:
                raise self._failed(seat, f"crashed as it watched: {describe(wrong)}") from wrong

    def _failed(self, seat: int, what: str) -> ArenaStopped:
        plan, match = self.plan, self.match
        options = "".join(f", {name}={value}" for name, value in plan.options)
        return ArenaStopped(
            f"the bot {self.names[seat]!r} on seat {seat}, as {', '.join(self.names)} played {plan.game} "
            f"({plan.players} players{options}, seed {match.seed}, after {len(match.actions)} actions), {what}"
        )
