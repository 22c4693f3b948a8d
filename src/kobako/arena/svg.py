"""SVG, drawn by hand: no script, font or file from elsewhere, so that a page of pictures can be sent as it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

COLOURS = ("#3b6fb6", "#c8553d", "#4c9f70", "#9b5fa8", "#c79a2b", "#4fa3b5", "#7d7461", "#d16f9a")
MOST_POINTS = 240  # more on a line cannot be told apart
NOISE = 1e-9  # differences below this are of rounding


class Scale:
    """Values along a line, with round numbers to mark it: about so many steps of them."""

    def __init__(self, low: float, high: float, start: float, end: float, steps: int = 5) -> None:
        span = next((size for size in (high - low, abs(high)) if size > NOISE), 1.0)
        self.step = round_step(span / steps)
        self.low = math.floor(low / self.step) * self.step
        self.high = max(math.ceil(high / self.step), math.floor(low / self.step) + 1) * self.step
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """Where a value stands."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    @property
    def ticks(self) -> Iterator[float]:
        """The round values, from the lowest on."""
        count = round((self.high - self.low) / self.step)
        return (self.low + i * self.step for i in range(count + 1))


def round_step(rough: float) -> float:
    """The next of 1, 2, 5, 10, 20, … from a rough step up."""
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough * 0.999)


def thinned(count: int) -> list[int]:
    """At most so many places as can be told apart, evenly from the first to the last."""
    if count <= MOST_POINTS:
        return list(range(count))
    return [round(i * (count - 1) / (MOST_POINTS - 1)) for i in range(MOST_POINTS)]


def line(x1: float, y1: float, x2: float, y2: float, kind: str, paint: str = "") -> str:
    """A straight line, of a class of the page's style."""
    stroke = f' stroke="{paint}"' if paint else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"{stroke}/>'


def text(x: float, y: float, said: str, anchor: str, kind: str = "") -> str:
    """A text that starts, ends or has its middle at a place."""
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(said)}</text>'


def svg(width: float, height: float, title: str, body: Sequence[str], told: str = "") -> str:
    """A picture with its title and, if there is more to tell those who do not see it, what it shows."""
    head = f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
    more = [f"<desc>{escape(told)}</desc>"] if told else []
    return "\n".join([head, f"<title>{escape(title)}</title>", *more, *body, "</svg>"])
