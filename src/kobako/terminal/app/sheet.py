"""A sheet: a drawing on the screen whose pieces can be reached by keys and by mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from kobako.kit.canvas import Canvas, Piece, Rect, Zone

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
TALL = 2  # a character is about twice as high as it is wide


class Sheet(Widget, can_focus=True):
    """Shows what `paint` draws. The cursor goes from live piece to live piece."""

    DEFAULT_CSS = "Sheet { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(way, f"go('{way}')", show=False) for way in WAYS],
        Binding("tab", "turn(1)", show=False),
        Binding("shift+tab", "turn(-1)", show=False),
        Binding("enter", "pick", show=False),
        Binding("space", "pick", show=False),
    ]

    class Picked(Message):
        """Someone has picked a piece."""

        def __init__(self, piece: Piece) -> None:
            super().__init__()
            self.piece = piece

    def __init__(
        self, paint: Callable[[int, int], Canvas], sideways: Callable[[Piece, int], bool] | None = None
    ) -> None:
        super().__init__()
        self.paint, self.sideways = paint, sideways
        self.cursor: Zone | None = None
        self._canvas = Canvas(0, 0)
        self._stale = True

    def redraw(self) -> None:
        """Draw anew, when next it is looked at."""
        self._stale = True
        self.refresh()

    @property
    def canvas(self) -> Canvas:
        """The drawing as it now is. The cursor stays with its piece, or goes to the next one to it."""
        if self._stale and self.size.area:
            self._stale = False
            self._canvas = self.paint(self.size.width, self.size.height)
            live, old = visited(self._canvas), self.cursor
            same = [zone for zone in live if old and zone.piece == old.piece]
            self.cursor = nearest(old.rect, same or live) if old else next(iter(live), None)
            if self.cursor and self.has_focus:
                self._canvas.mark(self.cursor.rect)
        return self._canvas

    def live(self) -> list[Zone]:
        """The zones that the cursor visits."""
        return visited(self.canvas)

    def render_line(self, y: int) -> Strip:
        canvas = self.canvas
        if y >= canvas.height:
            return Strip.blank(self.size.width)
        return Strip(canvas.segments(y), canvas.width).adjust_cell_length(self.size.width)

    def on_resize(self) -> None:
        self.redraw()

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        zone = self.canvas.at(event.x, event.y)
        if zone:
            if zone.live:
                self.cursor = zone
            self.post_message(self.Picked(zone.piece))

    def action_go(self, way: str) -> None:
        """To the nearest piece in a direction."""
        x, y = WAYS[way]
        live = self.live()
        if self.cursor and x and self.sideways and self.sideways(self.cursor.piece, x):
            return
        ahead = [zone for zone in live if self.cursor and is_ahead(self.cursor.rect, zone.rect, x, y)]
        if self.cursor and ahead:
            here = self.cursor.rect
            self.cursor = min(ahead, key=lambda zone: askew(here, zone.rect, x, y))
        self.redraw()

    def action_turn(self, step: int) -> None:
        """To the next piece, or the one before, in the order they are drawn."""
        live = self.live()
        if live:
            at = live.index(self.cursor) if self.cursor in live else -1
            self.cursor = live[(at + step) % len(live)]
        self.redraw()

    def action_pick(self) -> None:
        if self.live() and self.cursor:
            self.post_message(self.Picked(self.cursor.piece))


def visited(canvas: Canvas) -> list[Zone]:
    """The live zones: of those of one piece that overlap, the last drawn."""
    zones = [zone for zone in canvas.zones if zone.live]
    return [
        zone
        for i, zone in enumerate(zones)
        if not any(zone.piece == later.piece and overlap(zone.rect, later.rect) for later in zones[i + 1 :])
    ]


def middle(rect: Rect) -> tuple[float, float]:
    return rect.x + rect.width / 2, TALL * (rect.y + rect.height / 2)


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def is_ahead(here: Rect, there: Rect, x: int, y: int) -> bool:
    (a, b), (c, d) = middle(here), middle(there)
    return (c - a) * x + (d - b) * y > 0.5


def askew(here: Rect, there: Rect, x: int, y: int) -> float:
    """How far a piece is; what lies straight ahead is nearer than what lies askew."""
    (a, b), (c, d) = middle(here), middle(there)
    ahead, aside = (c - a) * x + (d - b) * y, abs((c - a) * y) + abs((d - b) * x)
    return ahead + 2.5 * aside


def nearest(here: Rect, zones: list[Zone]) -> Zone | None:
    (a, b) = middle(here)
    return min(zones, key=lambda zone: abs(middle(zone.rect)[0] - a) + abs(middle(zone.rect)[1] - b), default=None)
