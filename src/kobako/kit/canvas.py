"""A canvas: rows of characters with their styles, and the zones on it that can be picked.

Everything a screen of the table shows is drawn on one, so that it can be put on a terminal, read as plain text by a
test, and asked which piece lies under the mouse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

PLAIN = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)

# A piece that can be picked: ("card", "4"), ("row", "B"), ("move", 17), ("key", "undo").
Piece = tuple[str, str | int]


@dataclass(frozen=True)
class Rect:
    """A part of a canvas."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    def has(self, x: int, y: int) -> bool:
        """Whether a place lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


@dataclass(frozen=True)
class Zone:
    """Where a piece lies."""

    piece: Piece
    rect: Rect
    live: bool  # whether picking it leads to a legal move


class Canvas:
    """A drawing of so many columns and rows."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        # A character of double width is followed by an empty one.
        self.rows: list[list[tuple[str, Style]]] = [[(" ", PLAIN)] * width for _ in range(height)]
        self.zones: list[Zone] = []
        self.covered = range(0)  # rows under a message: no cursor shows there

    def put(self, x: int, y: int, text: str, style: Style = PLAIN, width: int | None = None) -> int:
        """Write a text, cut to a width if it is given; gives the column after it."""
        end = self.width if width is None else min(self.width, x + width)
        if text.isascii() and 0 <= y < self.height and 0 <= x < end:
            shown = text[: end - x]
            self._clear_halves(x, y, len(shown))
            self.rows[y][x : x + len(shown)] = [(char, style) for char in shown]
            return x + len(shown)
        for char in text:
            size = cell_len(char)
            if x + size > end:
                break
            if size and 0 <= y < self.height and x >= 0:
                self._clear_halves(x, y, size)
                self.rows[y][x : x + size] = [(char, style), *[("", style)] * (size - 1)]
            x += size
        return x

    def _clear_halves(self, x: int, y: int, size: int) -> None:
        """What is left of a character of double width when something is written over its other half."""
        row = self.rows[y]
        if row[x][0] == "" and x:
            row[x - 1] = (" ", row[x - 1][1])
        if x + size < self.width and row[x + size][0] == "":
            row[x + size] = (" ", row[x + size][1])

    def fill(self, rect: Rect, style: Style, char: str = " ") -> None:
        """Paint a part in one style."""
        for y in range(rect.y, rect.bottom):
            self.put(rect.x, y, char * rect.width, style, rect.width)

    def zone(self, piece: Piece, rect: Rect, live: bool = True) -> None:
        """Let a piece be picked here."""
        self.zones.append(Zone(piece, rect, live))

    def at(self, x: int, y: int) -> Zone | None:
        """What lies here: of several, what was drawn last."""
        return next((zone for zone in reversed(self.zones) if zone.rect.has(x, y)), None)

    def mark(self, rect: Rect) -> None:
        """Show that the cursor is here, without a colour."""
        for y in range(max(0, rect.y), min(rect.bottom, self.height)):
            row = self.rows[y]
            if y in self.covered:
                continue
            for x in range(max(0, rect.x), min(rect.right, self.width)):
                row[x] = (row[x][0], row[x][1] + Style(reverse=True, bold=True))

    def segments(self, y: int) -> Iterator[Segment]:
        """One row, as pieces of one style each."""
        text, style = "", PLAIN
        for char, own in self.rows[y]:
            if own != style and text:
                yield Segment(text, style)
                text = ""
            text, style = text + char, own
        if text:
            yield Segment(text, style)

    def text(self) -> str:
        """The drawing as plain text."""
        return "\n".join("".join(char for char, _ in row).rstrip() for row in self.rows)


def wrap(text: str, width: int) -> list[str]:
    """A text in lines of so many columns: at spaces where there are, anywhere in Japanese."""
    lines, line = [], ""
    for word in _words(text):
        if cell_len(line + word.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = ""
        line += word if line else word.lstrip()
        while cell_len(line.rstrip()) > width:
            cut = fitting(line, width)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


# What may not begin a line in Japanese; it stays with what is before it.
CLOSING = "、。」）)!?！？ーっゃゅょッャュョ"


def _words(text: str) -> Iterator[str]:
    word = ""
    for char in text:
        loose = cell_len(char) == 2 or (word and cell_len(word[-1]) == 2)
        if word and char not in CLOSING and (word[-1] == " " or (loose and char != " ")):
            yield word
            word = ""
        word += char
    if word:
        yield word


def fitting(text: str, width: int) -> int:
    """How many characters of a text fit into so many columns."""
    total = 0
    for i, char in enumerate(text):
        total += cell_len(char)
        if total > width:
            return i
    return len(text)


def cut(text: str, width: int) -> str:
    """A text that fits, with … where something was left out."""
    if cell_len(text) <= width:
        return text
    return text[: fitting(text, max(0, width - 1))] + "…" if width > 0 else ""


def pad(text: str, width: int) -> str:
    """A text of exactly so many columns."""
    short = cut(text, width)
    return short + " " * (width - cell_len(short))


def centre(text: str, width: int) -> str:
    """A text in the middle of so many columns."""
    short = cut(text, width)
    left = (width - cell_len(short)) // 2
    return pad(" " * left + short, width)


def widest(texts: Iterable[str]) -> int:
    """The columns that the longest of some texts takes."""
    return max((cell_len(text) for text in texts), default=0)
