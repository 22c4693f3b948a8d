"""A table at this terminal: people who share it, bots who think in a thread of their own."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Mapping

from kobako.bots.bot import Budget
from kobako.bots.characters import bot_of, who_is
from kobako.bots.company import Company, bot_seed
from kobako.bots.search.search import SearchBot
from kobako.core.errors import KobakoError
from kobako.core.game import Setup
from kobako.core.match import Event
from kobako.core.seeds import parse_seed
from kobako.house.hints import shown_hint
from kobako.table import Act, Confirm, Refused, Request, Sit, SitBot, Table, Terms, Undo
from kobako.table.frame import frame, shown_refusal, welcome
from kobako.table.protocol import Answer, Hint
from kobako.table.table import SPECTATOR
from kobako.table.what_if import imagined
from kobako.terminal.sitting.sitting import Sitting, Wanted
from kobako.terminal.sitting.thinking import beside

PACE = 0.9  # seconds before a bot's move stands: time to read, and to take one's own move back
HINT = Budget(simulations=6000, seconds=3.0)


class LocalTable(Sitting):
    """A game among the people at this terminal and bots. With two people or more a curtain falls between them, where
    one sees what the other does not.

    Where the seed is given, bots take the time that they need, so that the same moves are answered in the same way.
    """

    def __init__(
        self,
        setup: Setup,
        people: Mapping[int, str],
        bots: Mapping[int, str],
        seed: str | None = None,
        pace: float = PACE,
        saved: Callable[[str, bool], None] = lambda kifu, over: None,
        terms: Terms | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(terms or Terms(setup, parse_seed(seed), hints=True))
        self.people, self.pace, self.saved, self.seated = sorted(people), pace, saved, (people, bots)
        for seat in range(setup.players):
            self.table.do(SitBot(seat, *who_is(bots[seat])) if seat in bots else Sit(seat, name=people[seat]))
        held = {seat: self.table.seats[seat] for seat in bots}
        names = {seat: bot_of(bot.level or "", bot.face) for seat, bot in held.items()}
        self.company = Company(setup.game, names, wait=seed is not None)
        self.viewer = self.people[0] if self.people else SPECTATOR
        self.hot = len(self.people) > 1
        self._told = dict.fromkeys(bots, 0)
        self._changed = asyncio.Event()
        self._thinking = False
        self._seen = False  # whether anyone has been in front of the curtain yet
        self.welcome = welcome(self.table, "", self.viewer)
        self.look()

    def look(self) -> None:
        """Make the frame anew, for the person whose turn it is."""
        wanted = [seat for seat in self.people if seat in self.table.owing]
        hand_over = self.hot and wanted and (self.viewer not in wanted or not self._seen)
        self.curtain = None
        if hand_over and self.table.terms.setup.game.seen_alike:
            self.sit_down(wanted[0])
        elif hand_over:
            self.curtain = wanted[0]
        self.take_frame(frame(self.table, self.viewer, time.time()))

    def unveil(self) -> None:
        """The curtain rises for the person in front of it."""
        if self.curtain is not None:
            self.sit_down(self.curtain)
            self.look()
            self.news()

    def sit_down(self, seat: int) -> None:
        """This person looks at the table now."""
        self.viewer, self._seen = seat, True
        self.welcome["you"] = seat

    async def run(self) -> None:
        """Let the bots move when it is their turn."""
        self._changed.set()
        while not self.gone and self.table.status != "over":
            await self._changed.wait()
            self._changed.clear()
            seat = next((seat for seat in self.table.owing if seat in self.company.bots), None)
            if seat is None or self.paused or self.table.held is not None:
                continue
            with contextlib.suppress(Refused):  # the table has moved on: somebody took a move back
                await self._let_think(seat)
            self._changed.set()

    async def _let_think(self, seat: int) -> None:
        table, turn, began = self.table, self.table.turn, time.monotonic()
        view, legal = table.deciding_view(seat), table.legal(seat)
        try:
            self.company.tell([item for item in table.log[self._told[seat] :] if isinstance(item, Event)], seat)
            self._told[seat] = len(table.log)
            ply = len(table.match.actions) if table.match else 0
            action = await beside(self.company.ask, view, legal, bot_seed(table.terms.seed, seat, ply))
        except KobakoError as failed:
            self.gone, self.fault = "bot_failed", str(failed)
            self.news()
            return
        await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        if not self.paused:
            self._do(Act(seat, int(action), turn, bot=True))

    def _do(self, request: Request) -> None:
        self.table.do(request)
        self._told = {seat: min(told, len(self.table.log)) for seat, told in self._told.items()}
        self.look()
        self.keep()
        self._changed.set()
        self.news()

    def keep(self) -> None:
        """Save the game as it is: nothing is lost, however this ends."""
        match = self.table.match
        if match and (match.over or any(seat in self.people for seat in match.seats)):
            self.saved(self.table.kifu(), match.over)

    async def ask(self, request: Wanted) -> Answer:
        """As a server would answer."""
        seat, turn = self.viewer, int(request.get("turn", self.table.turn))
        try:
            if request["type"] == "hint":
                return await self._hint(seat)
            if request["type"] == "act":
                self._do(Act(seat, request["action"], turn, hold=bool(request.get("hold"))))
            elif request["type"] in ("undo", "confirm"):
                self._do((Undo if request["type"] == "undo" else Confirm)(seat, turn))
            return {"type": "ack", "id": "", "turn": self.table.turn}
        except Refused as refused:
            return shown_refusal("", refused, self.frame)

    async def _hint(self, seat: int) -> Hint:
        if self._thinking:
            raise Refused("busy", "a hint is being thought about")
        legal = self.table.legal(seat) if seat != SPECTATOR else []
        if not legal:
            raise Refused("not_your_turn", "it is not your turn")
        self._thinking, turn = True, self.table.turn
        try:
            search = SearchBot(self.setup.game, HINT, wait=False)
            view = self.table.deciding_view(seat)
            thought = await beside(search.explain, view, legal)
            return await beside(shown_hint, "", turn, view, thought)
        finally:
            self._thinking = False

    def take_back_behind(self) -> bool:
        """From behind the curtain, the one who has just moved takes it back; gives whether that could be."""
        if not self.table.can_undo(self.viewer):
            return False
        self._do(Undo(self.viewer, self.table.turn))
        return True

    @property
    def may_try_out(self) -> bool:
        """Against bots alone; where somebody else sits at this screen it would be theirs as well."""
        return len(self.people) == 1 and self.table.status == "playing" and self.table.terms.what_if is None

    async def what_if(self) -> LocalTable:
        """With the same bots, what this seat cannot see imagined; nothing of it is kept."""
        terms = imagined(self.table.view(self.viewer), "", True, random.SystemRandom())
        return LocalTable(terms.setup, *self.seated, pace=self.pace, terms=terms)

    def pause(self) -> None:
        """Stop the bots, or let them go on."""
        self.paused = not self.paused
        self._changed.set()
        self.news()

    async def kifu(self) -> str | None:
        """The game as a text."""
        return self.table.kifu()

    async def close(self) -> None:
        """Let the bots go."""
        self.gone = self.gone or "left"
        self._changed.set()
        with contextlib.suppress(KobakoError):  # the table is closed: what a bot did wrong changes nothing now
            self.company.close()
