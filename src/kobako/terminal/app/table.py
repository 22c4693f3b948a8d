"""The screen of a table, wherever the table is: it draws frames, and asks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.suggester import SuggestFromList
from textual.widgets import Input

from kobako.kit.canvas import Canvas
from kobako.kit.scene import Scene
from kobako.kit.words import refusal_words
from kobako.table.protocol import Ability
from kobako.table.requests import SAYINGS
from kobako.terminal import telling
from kobako.terminal.app import prompt as around
from kobako.terminal.app.pages import Curtain, Menu
from kobako.terminal.app.sheet import Sheet
from kobako.terminal.app.trying import Trying
from kobako.terminal.choosing import Choice, Move
from kobako.terminal.saving import Keeper, remember_seat
from kobako.terminal.screen import Frills, draw_table
from kobako.terminal.sitting.local import LocalTable
from kobako.terminal.sitting.remote import RemoteTable
from kobako.terminal.sitting.sitting import Sitting, Wanted

PACES = (0.0, 0.3, 0.9, 2.0, 4.0)
MOST_LINES = 40  # of the log that a screen shows


class CommandLine(Input):
    """Where a move is typed; Tab takes the completion."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "cursor_right", show=False),
        Binding("escape", "screen.close_line", show=False),
    ]
    DEFAULT_CSS = "CommandLine { display: none; height: 1; border: none; padding: 0 1; dock: bottom; }"


class TableScreen(Trying):
    """A table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", show=False),
        Binding("c", "confirm", show=False),
        Binding("C", "hold", show=False),
        Binding("h", "hint", show=False),
        Binding("w", "what_if", show=False),
        Binding("m", "moves", show=False),
        Binding("l", "log", show=False),
        Binding("r", "rules", show=False),
        Binding("s", "say", show=False),
        Binding("p", "pause", show=False),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
        Binding("e", "end", show=False),
        Binding("question_mark", "help", show=False),
        Binding("colon", "type('')", show=False),
        Binding("escape", "let_go", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(
        self,
        sitting: Sitting,
        keeper: Keeper,
        again: Callable[[], Screen[Any]] | None = None,
        hold: bool = False,
    ) -> None:
        super().__init__(sitting, keeper, again, hold)
        self.choice: Choice | None = None
        self.message = ""
        self.ended = False
        self._asking = False
        self._shown: tuple[Any, ...] = ()
        self._stamp = time.time()
        self.sheet = Sheet(self.paint)
        self.line = CommandLine()

    def compose(self) -> ComposeResult:
        yield self.sheet
        yield self.line

    async def on_mount(self) -> None:
        self.sheet.focus()
        self.sitting.news = self.on_news
        self.run_worker(self.sitting.run(), group="table")
        self.set_interval(1.0, self.tick)
        self.on_news()

    async def on_unmount(self) -> None:
        self.sitting.news = lambda: None
        await self.sitting.close()

    # News from the table

    def on_news(self) -> None:
        """Something has changed: draw it, let the curtain fall, tell the end."""
        if not self.is_attached:
            return
        sitting = self.sitting
        if sitting.gone and sitting.gone != "left":
            self.gone()
            return
        if not sitting.seen:
            self.sheet.redraw()
            return
        frame = sitting.frame
        fresh = (frame["turn"], sitting.you, [move["id"] for move in frame["legal"]])
        if fresh != self._shown:
            self._shown, self.choice = fresh, Choice(sitting.setup, frame["legal"])
            self.message = ""
        self._stamp = time.time()
        self.show()
        if sitting.curtain is not None and not isinstance(self.app.screen, Curtain):
            self.app.push_screen(Curtain(self.curtain_lines()), self.on_curtain)
        if frame["status"] == "over" and not self.ended:
            self.ended = True
            self.run_worker(self.finish())

    def show(self) -> None:
        """Draw anew."""
        self.sheet.redraw()

    def tick(self) -> None:
        """The clocks go on."""
        if self.sitting.seen and self.sitting.frame["clocks"]:
            self.show()

    def gone(self) -> None:
        """The table is lost for good: say why, and end."""
        sitting, code = self.sitting, self.sitting.gone
        if isinstance(sitting, RemoteTable) and code == "other_rules":
            self.app.ending.fault = telling.other_rules(sitting.welcome, sitting.address.page, self.app.lang)
        else:
            self.app.ending.fault = self.app.words.refusal(code, {"why": sitting.fault})
        if isinstance(sitting, RemoteTable) and code == "bad_secret":
            remember_seat(sitting.address.page, None)  # or every try would end here
        self.leave()

    def curtain_lines(self) -> list[str]:
        words, sitting = self.app.words, self.sitting
        assert sitting.curtain is not None
        name = self.called()[sitting.curtain]
        lines = [words.label("curtain", name=name), words.label("curtain_go", name=name)]
        undo = isinstance(sitting, LocalTable) and sitting.table.can_undo(sitting.viewer)
        return [*lines, words.label("curtain_undo")] if undo else lines

    def on_curtain(self, what: str | None) -> None:
        """Someone is in front of the curtain."""
        sitting = self.sitting
        assert isinstance(sitting, LocalTable)
        if what == "leave":
            self.action_leave()
        elif what == "undo" and sitting.take_back_behind():
            self.show()
        else:
            sitting.unveil()

    # Drawing

    def paint(self, width: int, height: int) -> Canvas:
        """The table as the newest frame has it."""
        sitting = self.sitting
        if not sitting.seen:
            c = Canvas(width, height)
            c.put(2, 1, around.line_word(sitting, self.app.lang))
            return c
        names, choice = self.called(), self.choice
        seen = sitting.curtain is None
        lang, frame = self.app.lang, sitting.frame
        scene = Scene(
            sitting.setup,
            frame["view"] or {},
            sitting.you,
            lang,
            names,
            frame["acting"],
            choice.live if choice and seen else frozenset(),
            frozenset(choice.picked.items()) if choice else frozenset(),
            self.story(MOST_LINES),
            around.absent(sitting),
            self.seconds(),
        )
        frills = Frills(
            around.prompt(sitting, choice, names, lang),
            self.message,
            around.corner(sitting, lang),
            around.keys(sitting, lang),
            choice,
            around.buttons(sitting, lang),
            None if frame["view"] else around.free_seats(sitting),
        )
        return draw_table(scene, frills, width, height) if seen else Canvas(width, height)

    def seconds(self) -> list[float] | None:
        """What each seat has left: the clocks have gone on since the frame came."""
        clocks, passed = self.sitting.frame["clocks"], time.time() - self._stamp
        return [max(0.0, clock["left"] - passed * clock["running"]) for clock in clocks] if clocks else None

    # Moves

    async def on_sheet_picked(self, event: Sheet.Picked) -> None:
        what, name = event.piece
        self.message = ""
        if what == "key":
            await self.do_key(str(name))
        elif self.choice and self.sitting.frame["legal"]:
            move = self.choice.pick(event.piece)
            if move:
                self.play(move)
            self.show()

    async def do_key(self, name: str) -> None:
        """What a key at the foot does, clicked on."""
        if name == "type":
            self.action_type("")
        elif name in ("faster", "slower"):
            self.action_pace(-1 if name == "faster" else 1)
        elif name == "language":
            self.app.action_language()
        else:
            getattr(self, f"action_{name}")()

    def play(self, move: Move) -> None:
        """Play a move that was picked."""
        self.request({"type": "act", "action": move["id"], "hold": self.hold})

    def request(self, request: Wanted) -> None:
        """Ask the table, and say why if it refuses."""
        if self._asking:
            return
        self._asking = True
        if request["type"] != "say":
            request = {**request, "turn": self.sitting.frame["turn"]}
        self.run_worker(self._request(request))

    async def _request(self, request: Wanted) -> None:
        try:
            answer = await self.sitting.ask(request)
        except asyncio.CancelledError:
            return
        finally:
            self._asking = False
        if self.choice:
            self.choice.let_go()
        if answer["type"] == "refused":
            self.message = refusal_words(answer, self.app.lang, self.sitting.setup.game)
        elif answer["type"] == "hint" and answer["turn"] == self.sitting.frame["turn"]:
            self.message = telling.hint_words(
                answer["candidates"], answer["why"], self.sitting.setup.game, self.app.lang
            )
        elif request["type"] == "hint":
            self.message = ""
        if self.is_attached and self.sitting.seen:
            self.show()

    def on_key(self, event: events.Key) -> None:
        """A digit begins a typed move."""
        if event.character and (event.character.isdigit() or event.character in "([") and not self.line.display:
            event.stop()
            self.action_type(event.character)

    def action_type(self, begun: str) -> None:
        """Open the line where a move is typed."""
        if not self.sitting.seen or not self.sitting.frame["legal"]:
            return
        legal = [move["text"] for move in self.sitting.frame["legal"]]
        self.line.suggester = SuggestFromList(legal, case_sensitive=False)
        self.line.placeholder = self.app.words.label("type_move")
        self.line.value = begun
        self.line.display = True
        self.line.focus()
        self.line.cursor_position = len(begun)
        self.line.selection = type(self.line.selection).cursor(len(begun))

    def action_close_line(self) -> None:
        self.line.display = False
        self.sheet.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text, legal = event.value.strip(), self.sitting.frame["legal"]
        self.action_close_line()
        if not text:
            return
        self.message = ""
        if text.isascii() and text.isdigit():
            if 1 <= int(text) <= len(legal):
                self.play(legal[int(text) - 1])
            else:
                self.message = self.app.words.label("no_number", last=len(legal))
        else:
            self.request({"type": "act", "action": text, "hold": self.hold})
        self.show()

    def can(self, what: Ability) -> bool:
        """Whether this may be asked for now."""
        return self.sitting.seen and what in self.sitting.frame["can"]

    def action_undo(self) -> None:
        if self.can("undo"):
            self.request({"type": "undo"})
        else:
            self.say_message("no_undo_now")

    def action_confirm(self) -> None:
        if self.can("confirm"):
            self.request({"type": "confirm"})

    def action_hold(self) -> None:
        self.hold = not self.hold
        self.say_message("confirm_on" if self.hold else "confirm_off")

    def action_hint(self) -> None:
        if self.can("hint"):
            self.request({"type": "hint"})
            self.say_message("thinking")
        else:
            self.say_message("no_hint_now")

    def say_message(self, label: str) -> None:
        self.message = self.app.words.label(label)
        self.show()

    def action_let_go(self) -> None:
        """Forget what is picked, and the message."""
        self.message = ""
        if self.choice:
            self.choice.let_go()
        self.show()

    # Menus

    def action_moves(self) -> None:
        """All legal moves, in words."""
        legal, names = self.sitting.frame["legal"], self.called()
        if not legal or not self.choice:
            return
        game, lang = self.sitting.setup.game, self.app.lang
        answers = [
            (f"m{move['id']}", f"{i:>3}  {move['text']:<12} {telling.move_words(move, game, names, lang)}")
            for i, move in enumerate(legal, start=1)
        ]
        back = self.app.words.get("key", "back")
        turn = self.sitting.frame["turn"]

        def chosen(name: str | None) -> None:
            if name and name != "back" and turn == self.sitting.frame["turn"]:
                self.play(next(move for move in legal if f"m{move['id']}" == name))

        self.app.push_screen(Menu(self.app.words.label("moves"), [], [*answers, ("back", back)]), chosen)

    def action_say(self) -> None:
        """Say one of the things that can be said."""
        if not self.sitting.remote or self.sitting.you is None:
            return
        words = self.app.words
        answers = [*((what, words.get("saying", what)) for what in SAYINGS), ("back", words.get("key", "back"))]

        def chosen(what: str | None) -> None:
            if what and what != "back":
                self.request({"type": "say", "what": what})

        self.app.push_screen(Menu(words.label("say_something"), [], answers), chosen)

    def action_pause(self) -> None:
        if isinstance(self.sitting, LocalTable):
            self.sitting.pause()

    def action_pace(self, step: int) -> None:
        """Bots faster or slower."""
        if isinstance(self.sitting, LocalTable):
            at = min(range(len(PACES)), key=lambda i: abs(PACES[i] - self.sitting.pace))  # type: ignore[attr-defined]
            self.sitting.pace = PACES[max(0, min(len(PACES) - 1, at + step))]
