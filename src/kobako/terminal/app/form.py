"""The first screen: which game, who plays, with which options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

import kobako
from kobako.bots.registry import bot_title, level_names
from kobako.core.game import Setup
from kobako.core.options import Option
from kobako.core.registry import shelf
from kobako.core.words import LANGUAGES
from kobako.kit.canvas import BOLD, PLAIN, Canvas, Piece, Rect, wrap
from kobako.kit.palette import MAY, QUIET, TITLE
from kobako.terminal.app.pages import Page
from kobako.terminal.app.sheet import Sheet
from kobako.terminal.screen import draw_keys

if TYPE_CHECKING:
    from kobako.terminal.app.app import KobakoApp

PERSON = "person"


@dataclass
class Wish:
    """What was chosen: a game with its options, who sits where, and how moves are made."""

    setup: Setup
    people: list[int]
    bots: dict[int, str]
    hold: bool


@dataclass
class Field:
    """A line of the form: a label, and values to go through."""

    name: str
    label: str
    values: Sequence[Any]
    shown: Callable[[Any], str]


class Form(Screen[None]):
    """Choose, then deal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", show=False),
        Binding("r", "rules", show=False),
        Binding("d", "deal", show=False),
    ]
    app: KobakoApp

    def __init__(
        self, deal: Callable[[Wish], Screen[Any]], game: str = "", players: int = 0, bot: str = "regular"
    ) -> None:
        super().__init__()
        self.deal, self.games = deal, [game.name for game in shelf()]
        self.value: dict[str, Any] = {"game": game or self.games[0], "players": players or 4, "hold": False}
        self.levels = level_names()
        self.seats = [PERSON] + [bot if bot in self.levels else "regular"] * 3
        self.options: dict[tuple[str, str], Any] = {}
        self.sheet = Sheet(self.paint, self.change)

    def compose(self) -> ComposeResult:
        yield self.sheet

    def on_mount(self) -> None:
        self.sheet.focus()

    def show(self) -> None:
        """Draw anew."""
        self.sheet.redraw()

    @property
    def game(self) -> Any:
        return kobako.game(self.value["game"])

    def fields(self) -> list[Field]:
        """The lines of the form, as they are for what is chosen so far."""
        words, lang = self.app.words, self.app.lang
        game = self.game
        if self.value["players"] not in game.players:
            self.value["players"] = game.players[-1]
        players = self.value["players"]
        fields = [
            Field("game", words.label("form_game"), self.games, lambda name: kobako.game(name).title(lang)),
            Field("players", words.label("players"), game.players, str),
        ]
        for seat in range(players):
            kinds = (PERSON, *dict.fromkeys((*self.levels, self.seats[seat])))
            kinds = tuple(dict.fromkeys(kinds))
            fields.append(Field(f"seat {seat}", words.seat(seat), kinds, self.seat_label))
        for option in game.options:
            values = option.choices(players) if players in option.players else ()
            if len(values) > 1:
                label = game.words(lang).option(option.name)
                fields.append(Field(f"option {option.name}", label, values, self.option_label(option)))
        switch = {True: words.label("on"), False: words.label("off")}
        fields.append(Field("hold", words.get("settings", "confirm"), (False, True), lambda on: switch[on]))
        called = words.tables["language"]
        fields.append(Field("lang", words.get("settings", "lang"), LANGUAGES, lambda lang: str(called[lang])))
        return fields

    def option_label(self, option: Option) -> Callable[[Any], str]:
        """How the values of an option are shown."""
        words = self.game.words(self.app.lang)
        return lambda value: words.option_value(option.name, option.text(value))

    def seat_label(self, kind: str) -> str:
        words = self.app.words
        people = self.seats[: self.value["players"]].count(PERSON)
        if kind == PERSON:
            return words.get("sitter", "me" if people == 1 else "here")
        return bot_title(kind, self.app.lang)

    def get(self, field: Field) -> Any:
        """The value of a line."""
        kind, _, name = field.name.partition(" ")
        if kind == "seat":
            return self.seats[int(name)]
        if kind == "option":
            chosen = self.options.get((self.value["game"], name))
            return chosen if chosen in field.values else self._option(name).default
        return self.app.lang if kind == "lang" else self.value[kind]

    def _option(self, name: str) -> Option:
        found: Option = next(option for option in self.game.options if option.name == name)
        return found

    def set(self, field: Field, value: Any) -> None:
        """Another value of a line."""
        kind, _, name = field.name.partition(" ")
        if kind == "seat":
            self.seats[int(name)] = value
        elif kind == "option":
            self.options[self.value["game"], name] = value
        elif kind == "lang":
            self.app.lang = value
        else:
            self.value[kind] = value

    def change(self, piece: Piece, step: int) -> bool:
        """Go through the values of the line under the cursor; gives whether it has any."""
        field = next((field for field in self.fields() if field.name == piece[1]), None)
        if piece[0] not in ("field", "less", "more") or field is None:
            return False
        values = list(field.values)
        at = values.index(self.get(field)) if self.get(field) in values else 0
        self.set(field, values[(at + step) % len(values)])
        self.sheet.redraw()
        return True

    def wish(self) -> Wish:
        """What is chosen."""
        players = self.value["players"]
        options = {
            name: self._option(name).text(self.get(field))
            for field in self.fields()
            for kind, _, name in [field.name.partition(" ")]
            if kind == "option"
        }
        setup = self.game.setup(players, **options)
        people = [seat for seat in range(players) if self.seats[seat] == PERSON]
        bots = {seat: self.seats[seat] for seat in range(players) if seat not in people}
        return Wish(setup, people, bots, self.value["hold"])

    # Drawing

    def paint(self, width: int, height: int) -> Canvas:
        """The form."""
        c, words = Canvas(width, height), self.app.words
        c.put(0, 0, " " * width, TITLE)
        c.put(1, 0, words.label("form_title"), TITLE)
        x = max(2, (width - 76) // 2)
        y = 2 if height < 30 else 4
        about = f"{self.game.title(self.app.lang)}: {self.game.about(self.app.lang)}"
        for line in wrap(about, 76):
            c.put(x, y, line, BOLD)
            y += 1
        y += 1
        for field in self.fields():
            self.paint_field(c, field, x, y)
            y += 1
        y += 1
        end = c.put(x, y, f"[ {words.label('form_start')} ]", MAY)
        c.zone(("do", "deal"), Rect(x, y, end - x, 1))
        start = end + 2
        end = c.put(start, y, f"[ {words.label('rules')} ]", MAY)
        c.zone(("do", "rules"), Rect(start, y, end - start, 1))
        people = self.seats[: self.value["players"]].count(PERSON)
        if people != 1:
            note = words.label("form_hot", people=people) if people else words.label("form_watch")
            c.put(x, y + 2, note, QUIET, width - x)
        keys = [("←→", "", "change"), ("Enter", "", "choose"), ("d", "deal", "start"), ("r", "rules", "rules")]
        keys += [("F2", "language", "lang"), ("q", "leave", "leave")]
        draw_keys(c, [(key, does, words.get("key", label)) for key, does, label in keys], height - 1)
        return c

    def paint_field(self, c: Canvas, field: Field, x: int, y: int) -> None:
        """A label and its value between two arrows."""
        value = field.shown(self.get(field))
        c.put(x, y, field.label, QUIET, 22)
        c.put(x + 23, y, "◂", MAY)
        end = c.put(x + 25, y, value, PLAIN)
        right = max(end + 1, x + 52)
        c.put(right, y, "▸", MAY)
        c.zone(("field", field.name), Rect(x, y, right + 2 - x, 1))
        c.zone(("less", field.name), Rect(x + 22, y, 3, 1), live=False)
        c.zone(("more", field.name), Rect(right - 1, y, 3, 1), live=False)

    # What is done

    def on_sheet_picked(self, event: Sheet.Picked) -> None:
        what, name = event.piece
        if what in ("do", "key"):
            getattr(self, f"action_{name}", self.app.action_language)()
        else:
            self.change(event.piece, -1 if what == "less" else 1)

    def action_deal(self) -> None:
        self.app.push_screen(self.deal(self.wish()))

    def action_rules(self) -> None:
        keys = "Esc " + self.app.words.get("key", "back")
        self.app.push_screen(Page(self.game.title(self.app.lang), self.game.rulebook(self.app.lang), keys))

    def action_leave(self) -> None:
        self.app.leave()
