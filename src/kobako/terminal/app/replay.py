"""A kifu position by position, nothing hidden: step, jump, scrub, or let it play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

import kobako
from kobako.core.kifu import steps
from kobako.core.match import Match
from kobako.kit.canvas import Canvas, Rect
from kobako.kit.palette import GOOD, LINE
from kobako.kit.scene import Scene
from kobako.table.frame import shown_item
from kobako.terminal import telling
from kobako.terminal.app.pages import Page
from kobako.terminal.app.review import review_page
from kobako.terminal.app.sheet import Sheet
from kobako.terminal.screen import FOOT, Frills, draw_table

if TYPE_CHECKING:
    from kobako.terminal.app.app import KobakoApp

PACE = 1.0


def positions(text: str) -> list[dict[str, Any]]:
    """A frame for the deal and one after every action, with everything shown, as a spectator of all hands has it."""
    frames = []
    for match in steps(text):
        frames.append(
            {
                "status": "over" if match.over else "playing",
                "seats": [{"by": "person", "name": name, "level": None, "away": False} for name in match.names],
                "acting": [] if match.seat is None else [match.seat],
                "view": match.game.notation.show(match.state),
                "legal": [],
                "scores": match.scores,
                "winners": match.winners if match.over else None,
                "clocks": None,
                "log": len(match.events),
                "by": match.seats[-1] if match.seats else None,
                "action": str(match.actions[-1]) if match.actions else None,
            }
        )
    return frames


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
        self.frames = positions(text)
        self.match: Match = kobako.replay(text)
        self.items = [shown_item(event, None) | event.show() for event in self.match.events]
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
            self.playing = self.ply < len(self.frames) - 1

    def go(self, ply: int) -> None:
        """To a position."""
        self.ply = max(0, min(len(self.frames) - 1, ply))
        self.show()

    def paint(self, width: int, height: int) -> Canvas:
        """The position, where it stands in the game, and a line to scrub along."""
        words, lang, frame = self.app.words, self.app.lang, self.frames[self.ply]
        game = self.match.game
        names = telling.called(frame["seats"], lang)
        log = [telling.told(item, game, names, lang) for item in self.items[max(0, frame["log"] - 60) : frame["log"]]]
        scene = Scene(self.match.setup, frame, None, lang, names, log=log)
        if frame["action"] is None:
            prompt = words.label("replay_start")
        else:
            prompt = words.label("replay_by", ply=self.ply, name=names[frame["by"]], action=frame["action"])
        if frame["status"] == "over":
            prompt += "   " + telling.result(frame, names, lang)
        corner = words.label("replay_at", ply=self.ply, of=len(self.frames) - 1)
        keys = [("←→", "step", "step"), ("↑↓", "jump", "jump"), ("Home End", "ends", "ends"), ("Space", "play", "play")]
        keys += [("v", "review", "review"), ("r", "rules", "rules"), ("F2", "language", "lang"), ("q", "leave", "back")]
        shown = [(key, does, words.get("key", label)) for key, does, label in keys]
        c = draw_table(scene, Frills(prompt, corner=corner, keys=shown), width, height)
        self.paint_scrub(c, height - FOOT + 1)
        return c

    def paint_scrub(self, c: Canvas, y: int) -> None:
        """A line as long as the game, with a mark where we are; a click goes there."""
        last, room = max(1, len(self.frames) - 1), c.width - 4
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
