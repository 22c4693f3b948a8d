"""Sitting at a table: what every part of its screen knows, and the pages one can read there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from kobako.terminal import telling
from kobako.terminal.app.pages import Page
from kobako.terminal.saving import Keeper
from kobako.terminal.sitting.sitting import Sitting

if TYPE_CHECKING:
    from kobako.terminal.app.app import KobakoApp


class Seated(Screen[None]):
    """A screen at a table."""

    app: KobakoApp

    def __init__(
        self,
        sitting: Sitting,
        keeper: Keeper,
        again: Callable[[], Screen[Any]] | None = None,
        hold: bool = False,
    ) -> None:
        super().__init__()
        self.sitting, self.keeper, self.again, self.hold = sitting, keeper, again, hold

    def called(self) -> list[str]:
        """The players by name."""
        return telling.called(self.sitting.frame["seats"], self.app.lang)

    def story(self, most: int | None = None) -> list[str]:
        """What has happened, in words, after the promise that the deal was settled before, and the house rules; the
        newest, if so many."""
        items = self.sitting.log if most is None else self.sitting.log[-most:]
        game, lang = self.sitting.setup.game, self.app.lang
        promise = [self.app.words.label("promise", hash=self.sitting.welcome["seed_hash"])]
        called = telling.along(items, self.called(), lang)
        told = [telling.told(item, game, names, lang) for item, names in zip(items, called, strict=True)]
        house = telling.house_words(self.sitting.setup, lang)
        return [*promise, *house, *told] if len(items) == len(self.sitting.log) else told

    def page(self, title: str, text: str, markdown: bool = True, at_end: bool = False) -> None:
        """Lay a page over the table."""
        keys = "↑↓ PgUp PgDn   Esc " + self.app.words.get("key", "back")
        self.app.push_screen(Page(title, text, keys, markdown, at_end))

    def action_rules(self) -> None:
        game = self.sitting.setup.game
        self.page(game.title(self.app.lang), game.rulebook(self.app.lang))

    def action_help(self) -> None:
        self.page(self.app.words.label("title_help"), self.app.words.get("help", "text"))

    def action_log(self) -> None:
        self.page(self.app.words.label("log"), "\n".join(self.story()), markdown=False, at_end=True)
