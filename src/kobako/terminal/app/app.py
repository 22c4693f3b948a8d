"""The app: which screen is shown, in which language, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Label

from kobako.core.words import LANGUAGES, Words
from kobako.terminal.app.pages import Blank
from kobako.terminal.telling import screen_words

LEAST = (80, 24)


@dataclass
class Ending:
    """How it ended: what is to be said once the terminal is as it was."""

    saved: Path | None = None
    fault: str = ""
    link: str = ""
    result: str = ""
    interrupted: bool = False


class KobakoApp(App[Ending]):
    """The table on the whole screen."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Kobako"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
        Binding("f2", "language", show=False, priority=True),
    ]

    def __init__(self, lang: str, first: Callable[[KobakoApp], Screen[Any]]) -> None:
        super().__init__()
        self.lang, self._first = lang, first
        self.ending = Ending()

    @property
    def words(self) -> Words:
        """The screen's words."""
        return screen_words(self.lang)

    async def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            with contextlib.suppress(ValueError, NotImplementedError, RuntimeError):  # not in the main thread
                loop.add_signal_handler(getattr(signal, name), self.action_interrupt)
        await self.push_screen(self._first(self))
        self.check_room(self.size)

    def on_resize(self, event: events.Resize) -> None:
        self.check_room(event.size)

    def check_room(self, size: Size) -> None:
        """Cover what cannot be drawn in a small window with a word about it."""
        small = size.width < LEAST[0] or size.height < LEAST[1]
        text = self.words.label("too_small", width=size.width, height=size.height)
        if isinstance(self.screen, TooSmall):
            if small:
                self.screen.query_one(Label).update(text)
            else:
                self.pop_screen()
        elif small and len(self.screen_stack) > 1:
            self.push_screen(TooSmall([text]))

    def action_language(self) -> None:
        """The next language."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        for screen in self.screen_stack:
            getattr(screen, "show", lambda: None)()

    def action_interrupt(self) -> None:
        """Leave at once; the game is saved."""
        self.ending.interrupted = True
        self.leave()

    def leave(self) -> None:
        """End the app; a table that is shown says how things stand."""
        for screen in self.screen_stack:
            getattr(screen, "note_ending", lambda: None)()
        self.exit(self.ending)


class TooSmall(Blank):
    """The window has no room for a table."""
