"""One unit of work played: a deal, with every bot once in every seat of its line-up's order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from kobako.arena.luck import luck_of
from kobako.arena.schedule import Plan, Unit
from kobako.bots.bot import BotFailed
from kobako.bots.company import Company
from kobako.core.errors import KobakoError, describe
from kobako.core.game import Setup
from kobako.core.match import Match
from kobako.core.registry import game
from kobako.core.seeds import seed_text


@dataclass(frozen=True)
class Outcome:
    """What came of one game, by seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    luck: tuple[float, ...] = ()  # what the draws gave to each seat, where that is measured

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's part of the win: those who won together share it."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)


Outcomes = tuple[Outcome, ...]  # of one unit, by rotation


@dataclass(frozen=True)
class Duels:
    """An arena's games, unit by unit: what the workers are given to do."""

    plan: Plan

    def attempt(self, unit: Unit) -> Outcomes | str:
        """Play a unit; if it cannot be played, say why."""
        try:
            return play_unit(self.plan, unit)
        except KobakoError as wrong:
            return str(wrong)
        except Exception as wrong:
            return f"{self.plan.game}, seed {seed_text(self.plan.deal_seed(unit.deal))}: {describe(wrong)}"

    def what(self, unit: Unit) -> str:
        """A unit in words."""
        return f"deal {unit.deal} of {', '.join(self.plan.line_ups[unit.line_up])}"


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
    """One game, whose bots are let go also when it goes wrong."""
    match, names = Match(setup, plan.deal_seed(unit.deal)), plan.seated(unit.line_up, rotation)

    def seed_of(seat: int) -> int:
        return plan.bot_seed(unit.deal, rotation, seat)

    try:
        company = Company(setup.game, dict(enumerate(names)), seed_of, wait=True)  # nothing here depends on the clock
        try:
            company.tell(match.events)
            company.play(match)
        finally:
            with suppress(BotFailed):  # the game is played, or is lost for another reason
                company.close()
    except BotFailed as failed:
        raise stopped(plan, match, names, failed) from failed
    luck = luck_of(match, plan.bot_seed(unit.deal, rotation, plan.players)) if plan.even_luck else ()
    return Outcome(tuple(match.scores), tuple(match.ranks), len(match.actions), luck)


def stopped(plan: Plan, match: Match, names: Sequence[str], failed: BotFailed) -> KobakoError:
    """Which bot went wrong, and where."""
    options = "".join(f", {name}={value}" for name, value in plan.options)
    bot = names[failed.seat or 0]
    return KobakoError(
        f"the bot {bot!r} on seat {failed.seat}, as {', '.join(names)} played {plan.game} "
        f"({plan.players} players{options}, seed {match.seed}, after {len(match.actions)} actions), {failed.why}"
    )
