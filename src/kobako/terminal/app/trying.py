"""What if: something is tried out at a side table, laid over the one that waits for it."""

from __future__ import annotations

from kobako.core.errors import KobakoError
from kobako.kit.words import error_words
from kobako.terminal.app.leaving import Leaving
from kobako.terminal.saving import Keeper
from kobako.terminal.sitting.local import LocalTable


class Trying(Leaving):
    """The part of a table's screen that opens a side table."""

    message = ""

    def action_what_if(self) -> None:
        """Try something out, if that may be."""
        if self.sitting.seen and self.sitting.may_try_out:
            self.run_worker(self.try_out())
        else:
            self.message = self.app.words.get("refusal", "no_what_if")
            self.refresh()

    async def try_out(self) -> None:
        """Go to the side table; the bots of this one wait, and go on when one is back."""
        waits = self.sitting if isinstance(self.sitting, LocalTable) and not self.sitting.paused else None
        try:
            aside = await self.sitting.what_if()
        except KobakoError as refused:
            self.message = error_words(refused, self.app.lang)
            self.refresh()
            return
        if waits:
            waits.pause()
        screen = type(self)(aside, Keeper(self.sitting.setup.game.name, None), hold=self.hold)
        self.app.push_screen(screen, lambda _: waits.pause() if waits and waits.paused else None)
