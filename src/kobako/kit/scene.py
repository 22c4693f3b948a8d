"""A scene: what a drawing is made from. A view, who looks at it, what is picked, and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rich.style import Style

from kobako.core.game import Setup
from kobako.core.shown import ShownView
from kobako.core.words import Words, number
from kobako.kit.canvas import BOLD, PLAIN, Canvas, Piece, Rect, centre, cut, pad
from kobako.kit.palette import BACK, LINE, MAY, YOURS
from kobako.kit.words import screen_words

# The edges of a card: one that lies there, one that can be picked, one that is.
EDGES = {"lies": "╭─╮│╰╯", "may": "┏━┓┃┗┛", "picked": "╔═╗║╚╝"}
BRACKETS = {"lies": (" ", " "), "may": ("[", "]"), "picked": ("<", ">")}
View = TypeVar("View", bound=ShownView)


@dataclass
class Scene(Generic[View]):
    """One drawing's subject. `live` are the pieces that lead on to a legal move, `picked` those already chosen.

    A game's drawing says what it draws by the type of its view: `def draw(c: Canvas, scene: Scene[View]) -> Rect`.
    """

    setup: Setup
    view: View
    you: int | None
    lang: str
    called: Sequence[str]
    acting: Sequence[int] = ()  # the seats that are awaited
    live: frozenset[Piece] = frozenset()
    picked: frozenset[Piece] = frozenset()
    log: Sequence[str] = ()
    absent: frozenset[int] = frozenset()  # the seats whose people are not there
    seconds: Sequence[float] | None = None  # that each seat has left, if there are clocks

    @property
    def words(self) -> Words:
        """The game's words."""
        return self.setup.game.words(self.lang)

    @property
    def say(self) -> Words:
        """The screen's words."""
        return screen_words("terminal", self.lang)

    def label(self, key: str, **values: object) -> str:
        """A text that the game has for its drawing here: the section [terminal] of its words."""
        return self.words.get("terminal", key).format(**{k: number(v) for k, v in values.items()})

    def state(self, piece: Piece | None) -> str:
        """Whether a piece `lies` there, `may` be picked or is `picked`."""
        return "picked" if piece in self.picked else "may" if piece in self.live else "lies"

    def seats(self) -> list[int]:
        """The seats in order, those after yours first and yours last."""
        players = self.setup.players
        first = 0 if self.you is None else self.you + 1
        return [(first + i) % players for i in range(players)]

    def card(
        self,
        c: Canvas,
        x: int,
        y: int,
        label: str | Sequence[str],
        style: Style,
        piece: Piece | None = None,
        size: tuple[int, int] = (5, 3),
    ) -> int:
        """A card with an edge; gives the column after it."""
        width, height = size
        lines = [label] if isinstance(label, str) else list(label)
        corner = EDGES[self.state(piece)]
        edge = LINE if self.state(piece) == "lies" else MAY
        inner = width - 2
        c.put(x, y, corner[0] + corner[1] * inner + corner[2], edge)
        above = (height - 2 - len(lines)) // 2
        for row in range(height - 2):
            text = lines[row - above] if 0 <= row - above < len(lines) else ""
            c.put(x, y + 1 + row, corner[3], edge)
            c.put(x + 1, y + 1 + row, centre(text, inner), style)
            c.put(x + 1 + inner, y + 1 + row, corner[3], edge)
        c.put(x, y + height - 1, corner[4] + corner[1] * inner + corner[5], edge)
        self.zone(c, piece, Rect(x, y, width, height))
        return x + width

    def chip(self, c: Canvas, x: int, y: int, label: str, style: Style, piece: Piece | None = None) -> int:
        """A piece of one line, in brackets if it can be picked; gives the column after it."""
        left, right = BRACKETS[self.state(piece)]
        edge = style + Style(bold=True) if self.state(piece) != "lies" else style
        end = c.put(x, y, left + label + right, edge)
        self.zone(c, piece, Rect(x, y, end - x, 1))
        return end

    def zone(self, c: Canvas, piece: Piece | None, rect: Rect) -> None:
        """Let a piece be picked; one that leads nowhere can be tried too, and is answered with the rule."""
        if piece is not None:
            c.zone(piece, rect, piece in self.live or piece in self.picked)

    def name(self, c: Canvas, x: int, y: int, seat: int, width: int, more: str = "") -> None:
        """A player's name, marked if the table waits for them, and what stands beside it; what has no room ends in …"""
        awaited = seat in self.acting
        absent = self.say.label("absent") if seat in self.absent else ""
        text = f"{'▶' if awaited else ' '} {self.called[seat]}{absent}"
        style = YOURS if seat == self.you else BOLD if awaited else PLAIN
        end = c.put(x, y, cut(text, width), style)
        for part in (self.clock(seat), more):
            if part:
                end = c.put(end, y, cut("  " + part, x + width - end), PLAIN)

    def clock(self, seat: int) -> str:
        """The time that a seat has left."""
        if self.seconds is None:
            return ""
        left = int(self.seconds[seat])
        return f"{left // 60}:{left % 60:02d}"

    def back(self, c: Canvas, x: int, y: int, count: int) -> int:
        """Cards whose faces are not seen, as a number of backs."""
        for _ in range(count):
            x = c.put(x, y, "▒?", BACK) + 1
        return x

    def heading(self, c: Canvas, x: int, y: int, text: str, width: int) -> None:
        """A quiet heading with a rule behind it."""
        c.put(x, y, pad("", width), PLAIN, width)
        end = c.put(x, y, text + " ", BOLD, width)
        c.put(end, y, "─" * width, LINE, x + width - end)
