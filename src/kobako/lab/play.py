"""One unit of work played: some deals of one variant at one table, judged move by move, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from kobako.bots.bot import Bot, BotFailed, Budget
from kobako.bots.company import Company
from kobako.bots.levels import LevelBot
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import Method, thinking_of
from kobako.core.errors import KobakoError, describe
from kobako.core.game import Action, Setup
from kobako.core.match import Event, Match
from kobako.core.registry import game
from kobako.core.seeds import seed_text
from kobako.lab.judge import Judge, Thought
from kobako.lab.plan import Plan, Player, Table, Unit, learned_by
from kobako.lab.rows import DECISIONS, EVENTS, GAMES, Rows, Sheet, pack

SEATS = range(4)
NOT_JUDGED, NO_CHANCES = (None,) * 7, (None,) * 4


@dataclass(frozen=True)
class Work:
    """A study's games, unit by unit: what the workers are given to do."""

    plan: Plan

    def attempt(self, unit: Unit) -> bytes | str:
        """Play a unit; if it cannot be played, say why."""
        try:
            return pack(play_unit(self.plan, unit))
        except KobakoError as wrong:
            return str(wrong)
        except Exception as wrong:
            return f"{self.what(unit)}: {describe(wrong)}"

    def what(self, unit: Unit) -> str:
        """A unit in words."""
        deal, table = self.plan.deals(unit)[0], self.plan.tables[unit.table]
        return f"{self.plan.game}, deal {deal} of {table.name} (seed {seed_text(self.plan.deal_seed(deal))})"


def play_unit(plan: Plan, unit: Unit) -> Rows:
    """Play and judge the games of a unit."""
    setup, table = setup_of(plan, unit.cell), plan.tables[unit.table]
    if (here := learned_by(setup.game)) != plan.learned:
        raise KobakoError(
            f"the bots of {plan.game} go by weights {here or '(none)'} here, and those of the study by "
            f"{plan.learned or '(none)'}: play it where the same version is installed, or begin a new one"
        )
    sheets = {"games": Sheet(GAMES), "decisions": Sheet(DECISIONS), "events": Sheet(EVENTS)}
    per_deal = plan.games_per_deal(unit.cell, unit.table)
    for deal in plan.deals(unit):
        for replay in range(per_deal):
            seated = table.seated(setup.players, replay % table.rotations(setup.players))
            Playing(plan, unit, table, setup, deal, replay, seated).play(sheets, deal * per_deal + replay)
    return {name: sheet.batch() for name, sheet in sheets.items()}


@lru_cache(64)
def setup_of(plan: Plan, cell: int) -> Setup:
    """A variant's setup."""
    found = game(plan.game)
    # On another machine another version may be installed: its games would be quietly different ones.
    if found.version != plan.rules:
        raise KobakoError(
            f"this worker has rules {found.version} of {plan.game}, and the study is of rules {plan.rules}"
        )
    there = plan.cells[cell]
    return found.setup_from(str(there.players), dict(there.options))


@lru_cache(4)
def judge_of(setup: Setup, nodes: int, method: Method) -> Judge:
    """A judge's room is made once."""
    return Judge(setup, nodes, method)


@lru_cache(64)
def phases_of(setup: Setup) -> dict[int, str]:
    """The names of the phases that have been met."""
    return {}


@lru_cache(64)
def kinds_of(setup: Setup) -> tuple[str, ...]:
    """The kind of every action by its id."""
    return tuple(setup.game.notation.action_kind(a) for a in range(setup.game.actions))


class Thinker(NamedTuple):
    """The search that alone decides what a bot plays, how it thinks at this table, and how often."""

    search: SearchBot
    method: Method
    sims: int


def thinker_of(bot: Bot, setup: Setup) -> Thinker | None:
    """What thinks for a bot, if it is one search with a number of simulations."""
    search = bot.search if isinstance(bot, LevelBot) else bot if type(bot) is SearchBot else None
    if search is None or search.threads != 1:
        return None
    budget = Budget(bot.usual(setup).simulations) if isinstance(bot, LevelBot) else search.budget
    if budget.simulations is None or budget.seconds is not None:
        return None
    return Thinker(search, search.thinking.at(setup), budget.simulations)


def method_of(setup: Setup, thinkers: Sequence[Thinker | None]) -> Method:
    """How a table's judge thinks: as its players do; where they differ, or do not search, as best one can."""
    methods = {found.method for found in thinkers if found}
    return methods.pop() if len(methods) == 1 else thinking_of(setup.game).at(setup)


class Playing:
    """One game, being played."""

    def __init__(
        self, plan: Plan, unit: Unit, table: Table, setup: Setup, deal: int, replay: int, seated: Sequence[Player]
    ) -> None:
        self.plan, self.unit, self.table, self.setup, self.deal, self.replay = plan, unit, table, setup, deal, replay
        self.seated = seated
        self.match = Match(setup, plan.deal_seed(deal))
        self.first = self.match.state.to_move
        self.kinds, self.phases = kinds_of(setup), phases_of(setup)
        self.forced = 0

    def play(self, sheets: dict[str, Sheet], number: int) -> None:
        """Play it to the end and write its rows."""
        key = (self.unit.cell, self.table.name, number)
        names = [player.bot for player in self.seated]

        def seed_of(seat: int) -> int:
            return self.plan.player_seed(self.deal, self.replay, seat)

        try:
            company = Company(self.setup.game, dict(enumerate(names)), seed_of, wait=True)
            try:
                self._play(company, key, sheets)
            finally:
                with suppress(BotFailed):
                    company.close()
        except BotFailed as failed:
            raise KobakoError(
                f"the bot {names[failed.seat or 0]!r} on seat {failed.seat}, as {', '.join(names)} played "
                f"{self.setup!r} (seed {self.match.seed}, after {len(self.match.actions)} actions), {failed.why}"
            ) from failed
        self._note_game(key, sheets["games"])

    def _play(self, company: Company, key: tuple[Any, ...], sheets: dict[str, Sheet]) -> None:
        match, limit = self.match, self.setup.bound
        thinkers = [thinker_of(company.bots[seat], self.setup) for seat in range(self.setup.players)]
        method = method_of(self.setup, thinkers)
        # Who thinks otherwise than the judge is asked as any other bot is.
        thinkers = [found if found and found.method == method else None for found in thinkers]
        most = max([self.plan.thought, *(found.sims for found in thinkers if found)])
        self.judge = judge_of(self.setup, most, method)
        self.judge.begin(match)
        company.tell(match.events)
        self._note_events(key, -1, match.events, sheets["events"])
        while not match.over:
            move, seat, legal = len(match.actions), match.state.to_move, match.legal()
            if move >= limit:
                raise KobakoError(f"{match.game.name} did not end within {limit} decisions (seed {match.seed})")
            allowed = self._allowed(seat, legal)
            action, judged, chances = self._decide(company, thinkers[seat], seat, legal, allowed)
            before = (match.state.round_no, self._phase())
            events = match.play(action)
            self.judge.follow(int(action))
            company.tell(events)
            self.forced += len(legal) == 1
            kinds = ",".join(sorted({self.kinds[a] for a in legal}))
            said = (seat, self.kinds[action], int(action), action.text, len(legal), kinds, len(events))
            sheets["decisions"].add(*key, move, *before, *said, *chances, *judged)
            self._note_events(key, move, events, sheets["events"])

    def _allowed(self, seat: int, legal: list[Action]) -> list[Action]:
        """What the player may play and does not shun."""
        never = self.seated[seat].never
        return [action for action in legal if self.kinds[action] not in never] or legal if never else legal

    def _decide(
        self,
        company: Company,
        thinker: Thinker | None,
        seat: int,
        legal: list[Action],
        allowed: list[Action],
    ) -> tuple[Action, tuple[Any, ...], tuple[Any, ...]]:
        """The action that is played, what the judge has of it, and the chances before it.

        A player whose search thinks as much as the judge is judged by that very search: it is asked here, in one call,
        and chooses what it would have chosen as a bot.
        """
        numbers, judge, thought = [int(action) for action in legal], self.judge, None
        glance = self.plan.glance if self.table.curves else 0
        seed = self.plan.player_seed(self.deal, self.replay, -1) + (len(self.match.actions) << 64)
        if thinker and len(allowed) > 1:
            enough, seeds = thinker.sims >= self.plan.thought, thinker.search
            own = judge.think(numbers, thinker.sims, seeds.next_seed(), glance * enough, len(allowed) < len(legal))
            action = self._first_of(own, allowed)
            thought = own if enough else None
        else:
            action = allowed[0] if thinker else company.ask(self.match.view(seat), allowed)
        if not glance:
            return action, NOT_JUDGED, NO_CHANCES
        if thought is None and len(legal) > 1:
            thought = judge.think(numbers, self.plan.thought, seed, glance)
        elif thought is None:
            judge.glance(glance, seed)
        chances = (*judge.chances(), *NO_CHANCES)[: len(NO_CHANCES)]
        return action, NOT_JUDGED if thought is None else self._judged(thought, int(action)), chances

    def _first_of(self, thought: Thought, allowed: list[Action]) -> Action:
        """Of what the player does not shun the action that its search prefers."""
        by_number = {int(action): action for action in allowed}
        return next(by_number[a] for a in thought.order if a in by_number)

    def _judged(self, thought: Thought, played: int) -> tuple[Any, ...]:
        best, second, *_ = thought.order
        values = thought.values
        return (
            best, values[played], values[best], values[second], thought.reasonable, thought.sight, values[thought.sight]
        )  # fmt: skip

    def _phase(self) -> str:
        """The phase as the game's notation has it, else its number."""
        number = self.match.state.phase
        if number not in self.phases:
            shown = self.setup.game.notation.show(self.match.state)
            self.phases[number] = str(shown.get("phase", number))
        return self.phases[number]

    def _note_events(self, key: tuple[Any, ...], move: int, events: Sequence[Event], sheet: Sheet) -> None:
        for event in events:
            args = event.kind.args
            numbers = [*event.record[1 : 1 + len(args)], *(None for _ in range(5 - len(args)))]
            owner = event.record[1] if args and args[0].kind == "seat" else None
            sheet.add(*key, move, event.kind.name, owner, *numbers)

    def _note_game(self, key: tuple[Any, ...], sheet: Sheet) -> None:
        match, players = self.match, self.setup.players
        ranks = match.ranks
        columns = (
            [str(player) for player in self.seated],
            match.scores,
            ranks,
            [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks],
        )
        padding = (None,) * (len(SEATS) - players)
        by_seat = [value for column in columns for value in (*column, *padding)]
        head = (self.deal, self.replay, match.seed, players, self.first, len(match.actions))
        sheet.add(*key, *head, match.state.round_no, self.forced, *by_seat)
