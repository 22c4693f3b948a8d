"""A kifu position by position, nothing hidden: step, jump, scrub, or let it play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

import kobako
from kobako.bots.registry import player_title
from kobako.core.kifu import steps
from kobako.core.match import Match
from kobako.core.shown import LogItem, ShownView
from kobako.kit.canvas import Canvas, Rect
from kobako.kit.palette import GOOD, LINE
from kobako.kit.scene import Scene
from kobako.table.protocol import SeatShown
from kobako.terminal import telling
from kobako.terminal.app.pages import Page
from kobako.terminal.app.review import review_page
from kobako.terminal.app.sheet import Sheet
from kobako.terminal.screen import FOOT, Frills, draw_table

if TYPE_CHECKING:
    from kobako.terminal.app.app import KobakoApp

PACE = 1.0


@dataclass(frozen=True)
class Stop:
    """The deal, or what is after an action, with everything shown, as a spectator of all hands has it."""

    view: ShownView
    acting: list[int]
    log: int  # so many things had happened
    by: int | None  # who came here
    action: str

    @staticmethod
    def of(match: Match) -> Stop:
        """Where a match is now."""
        return Stop(
            match.game.notation.show(match.state),
            [] if match.seat is None else [match.seat],
            len(match.events),
            match.seats[-1] if match.seats else None,
            str(match.actions[-1]) if match.actions else "",
        )


class ReplayScreen(Screen[None]):
    """The viewer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n,l", "step(1)", show=False, priority=True),
        Binding("left,p,h", "step(-1)", show=False, priority=True),
        Binding("pagedown,down", "step(10)", show=False, priority=True),
        Binding("pageup,up", "step(-10)", show=False, priority=True),
        Binding("home", "step(-99999)", show=False, priority=True),
        Binding("end", "step(99999)", show=False, priority=True),
        Binding("space,enter", "play", show=False, priority=True),
        Binding("r", "rules", show=False),
        Binding("v", "review", show=False),
        Binding("q,escape", "leave", show=False),
    ]
    app: KobakoApp

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stops = [Stop.of(match) for match in steps(text)]
        self.match: Match = kobako.replay(text)
        self.items: list[LogItem] = [{"ply": event.ply, **event.show()} for event in self.match.events]
        self.ply = 0
        self.playing = False
        self.sheet = Sheet(self.paint)

    def compose(self) -> ComposeResult:
        yield self.sheet

    def on_mount(self) -> None:
        self.sheet.focus()
        self.set_interval(PACE, self.tick)

    def show(self) -> None:
        """Draw anew."""
        self.sheet.redraw()

    def tick(self) -> None:
        if self.playing:
            self.go(self.ply + 1)
            self.playing = self.ply < len(self.stops) - 1

    def go(self, ply: int) -> None:
        """To a position."""
        self.ply = max(0, min(len(self.stops) - 1, ply))
        self.show()

    def paint(self, width: int, height: int) -> Canvas:
        """The position, where it stands in the game, and a line to scrub along."""
        words, lang, now = self.app.words, self.app.lang, self.stops[self.ply]
        match = self.match
        seats: list[SeatShown] = [
            {"by": "person", "name": player_title(name, lang), "level": None, "away": False} for name in match.names
        ]
        names = telling.called(seats, lang)
        log = [telling.told(item, match.game, names, lang) for item in self.items[max(0, now.log - 60) : now.log]]
        scene = Scene(match.setup, now.view, None, lang, names, now.acting, log=log)
        if now.by is None:
            prompt = words.label("replay_start")
        else:
            prompt = words.label("replay_by", ply=self.ply, name=names[now.by], action=now.action)
        if not now.acting:
            prompt += "   " + telling.result(match.scores, match.winners, names, lang)
        corner = words.label("replay_at", ply=self.ply, of=len(self.stops) - 1)
        keys = [("←→", "step", "step"), ("↑↓", "jump", "jump"), ("Home End", "ends", "ends"), ("Space", "play", "play")]
        keys += [("v", "review", "review"), ("r", "rules", "rules"), ("F2", "language", "lang"), ("q", "leave", "back")]
        shown = [(key, does, words.get("key", label)) for key, does, label in keys]
        c = draw_table(scene, Frills(prompt, corner=corner, keys=shown), width, height)
        self.paint_scrub(c, height - FOOT + 1)
        return c

    def paint_scrub(self, c: Canvas, y: int) -> None:
        """A line as long as the game, with a mark where we are; a click goes there."""
        last, room = max(1, len(self.stops) - 1), c.width - 4
        at = 2 + self.ply * (room - 1) // last
        c.put(2, y, "─" * room, LINE)
        c.put(2, y, "━" * (at - 2), GOOD)
        c.put(at, y, "◆", GOOD)
        for i in range(room):
            c.zone(("ply", round(i * last / (room - 1))), Rect(2 + i, y, 1, 1), live=False)

    def on_sheet_picked(self, event: Sheet.Picked) -> None:
        what, value = event.piece
        if what == "ply":
            self.go(int(value))
        elif what == "key":
            does = {"play": self.action_play, "review": self.action_review, "rules": self.action_rules}
            does |= {"language": self.app.action_language, "leave": self.action_leave}
            does.get(str(value), lambda: self.go(self.ply + 1))()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.go(self.ply + 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.go(self.ply - 1)

    def action_step(self, by: int) -> None:
        self.playing = False
        self.go(self.ply + by)

    def action_play(self) -> None:
        self.playing = not self.playing

    def action_rules(self) -> None:
        game = self.match.game
        keys = "↑↓ PgUp PgDn   Esc " + self.app.words.get("key", "back")
        self.app.push_screen(Page(game.title(self.app.lang), game.rulebook(self.app.lang), keys))

    def action_review(self) -> None:
        self.app.push_screen(review_page(self.match, self.app))

    def action_leave(self) -> None:
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.app.leave()
