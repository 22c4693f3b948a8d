"""The end of a game, and leaving a table."""

from __future__ import annotations

import kobako
from kobako.terminal import telling
from kobako.terminal.app.pages import Menu
from kobako.terminal.app.replay import ReplayScreen
from kobako.terminal.app.review import review_page
from kobako.terminal.app.seated import Seated
from kobako.terminal.saving import Keeper, remember_seat
from kobako.terminal.sitting.remote import RemoteTable, give_up


class Leaving(Seated):
    """The part of a table's screen that knows how it ends."""

    async def finish(self) -> None:
        """The game is over: keep its kifu, say who won, offer a review."""
        kifu = await self.sitting.kifu()
        if kifu and not self.sitting.aside:
            self.keeper(kifu, True)
        if self.is_attached:
            self.refresh()
            self.action_end()

    def action_end(self) -> None:
        """Result and what can be done now."""
        frame, words = self.sitting.frame, self.app.words
        if frame["status"] != "over":
            return
        if self.sitting.aside:
            self.end_aside()
            return
        lines = self.reckoning()
        lines.append(words.label("over_seed", seed=frame["seed"]))
        if self.keeper.written:
            lines.append(words.label("over_saved", path=self.keeper.path))
        answers = [("table", words.label("over_table"))]
        if self.keeper.written:
            answers += [("review", words.label("over_review")), ("replay", words.label("over_replay"))]
        if self.again or (self.sitting.remote and self.sitting.you is not None):
            answers.append(("again", words.label("over_again")))
        if not self.sitting.remote and len(self.app.screen_stack) > 2:
            answers.append(("home", words.label("over_home")))
        answers.append(("leave", words.label("leave")))
        result = telling.result(frame["scores"], frame["winners"] or [], self.called(), self.app.lang)
        self.app.push_screen(Menu(result, lines, answers), self.on_end)

    def reckoning(self) -> list[str]:
        """What made the scores, and before it what decided between equal ones."""
        frame, game, lang = self.sitting.frame, self.sitting.setup.game, self.app.lang
        tie = telling.tie_words(frame["scores"], frame["ranks"], game, lang)
        return [*tie, *telling.made(frame["made"], self.called(), game, lang)]

    def end_aside(self) -> None:
        """What came of what was tried out."""
        frame, words = self.sitting.frame, self.app.words
        result = telling.result(frame["scores"], frame["winners"] or [], self.called(), self.app.lang)
        lines = self.reckoning()
        answers = [("leave", words.label("what_if_back")), ("table", words.label("over_table"))]
        self.app.push_screen(Menu(result, lines, answers), self.on_end)

    def on_end(self, what: str | None) -> None:
        """What is wanted after the end."""
        if what == "leave":
            self.leave()
        elif what == "home":
            self.dismiss()
        elif what == "again":
            self.play_again()
        elif what in ("review", "replay"):
            self.run_worker(self.look_back(what))

    async def look_back(self, what: str) -> None:
        """Review or replay the finished game."""
        text = self.keeper.path.read_text(encoding="utf-8")
        if what == "replay":
            self.app.push_screen(ReplayScreen(text))
        else:
            self.app.push_screen(review_page(kobako.replay(text), self.app))

    def play_again(self) -> None:
        """The same once more: here, or with the same people on the server."""
        if isinstance(self.sitting, RemoteTable):
            self.run_worker(self.rematch(self.sitting))
        elif self.again:
            self.app.switch_screen(self.again())

    async def rematch(self, sitting: RemoteTable) -> None:
        address = await sitting.rematch()
        remember_seat(address.page, address.secret)
        keeper = Keeper(sitting.setup.game.name, None)
        self.app.switch_screen(type(self)(RemoteTable(address), keeper, hold=self.hold))

    def action_leave(self) -> None:
        """Leave; in the middle of a game, after a question."""
        words = self.app.words
        if (
            not self.sitting.seen
            or self.sitting.aside
            or self.sitting.frame["status"] != "playing"
            or self.sitting.you is None
        ):
            self.leave()
            return
        if self.sitting.remote:
            lines: list[str] = []
            answers = [("leave", words.label("leave_keep")), ("give", words.label("leave_give"))]
        else:
            lines = [words.label("leave_saved")] if self.keeper.written else []
            answers = [("leave", words.label("leave"))]
        self.app.push_screen(
            Menu(words.label("leave_title"), lines, [*answers, ("stay", words.label("stay"))]), self.on_leave
        )

    def on_leave(self, what: str | None) -> None:
        if what == "leave":
            self.leave()
        elif what == "give" and isinstance(self.sitting, RemoteTable):
            remember_seat(self.sitting.address.page, None)
            self.run_worker(self.leave_for_good(self.sitting))

    async def leave_for_good(self, sitting: RemoteTable) -> None:
        await give_up(sitting)
        sitting.address = sitting.address.with_secret(None)
        self.leave()

    def leave(self) -> None:
        """End the app; from a side table, go back to the one that waits."""
        if self.sitting.aside:
            self.dismiss()
        else:
            self.app.leave()

    def note_ending(self) -> None:
        """What is to be said when the terminal is as it was."""
        ending, sitting = self.app.ending, self.sitting
        if sitting.aside:  # the game that waits has its own word
            return
        ending.saved = self.keeper.path if self.keeper.written else None
        ending.fault = ending.fault or self.keeper.fault
        if sitting.seen and sitting.frame["status"] == "over":
            scores, winners = sitting.frame["scores"], sitting.frame["winners"] or []
            ending.result = telling.result(scores, winners, self.called(), self.app.lang)
        elif isinstance(sitting, RemoteTable) and sitting.address.secret and sitting.gone in ("", "left"):
            ending.link = sitting.address.link
