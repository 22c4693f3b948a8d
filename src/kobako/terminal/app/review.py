"""The review of a finished game, as it is being made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kobako.bots.report import outlooks, story
from kobako.bots.review import Decision, review
from kobako.core.match import Match
from kobako.terminal.app.pages import Page
from kobako.terminal.reviewed import sentences
from kobako.terminal.sitting.thinking import beside

if TYPE_CHECKING:
    from kobako.terminal.app.app import KobakoApp


class ReviewPage(Page):
    """Shows the decisions one by one as the search gets to them."""

    def __init__(self, match: Match, title: str, keys: str, lang: str, app: KobakoApp) -> None:
        super().__init__(title, app.words.label("review_wait", done=0, of=len(match.actions)), keys, markdown=False)
        self.match, self.lang, self.owner = match, lang, app

    def on_mount(self) -> None:
        self.run_worker(self.think())

    async def think(self) -> None:
        """Ask the search about every decision, in a thread."""
        decisions: list[Decision] = []
        thinking = review(self.match)
        while (decision := await beside(next, thinking, None)) is not None:
            decisions.append(decision)
            self.tell(decisions, [], decision.ply)
        self.tell(decisions, await beside(list, outlooks(self.match)), None)

    def tell(self, decisions: list[Decision], curve: list[tuple[float, ...]], done: int | None) -> None:
        """What is known so far."""
        words, told = self.owner.words, story(self.match, decisions, curve)
        lines = list(sentences(self.match, decisions, told, self.lang)) if decisions else [words.label("review_none")]
        if done is not None:
            lines.insert(0, words.label("review_wait", done=done, of=len(self.match.actions)))
        self.write("\n".join(lines))


def review_page(match: Match, app: KobakoApp) -> ReviewPage:
    """The page for a match."""
    keys = "↑↓ PgUp PgDn   Esc " + app.words.get("key", "back")
    return ReviewPage(match, app.words.label("review"), keys, app.lang, app)
