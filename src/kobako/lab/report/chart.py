"""What a picture of the report shows: values with their intervals, before anybody has drawn them.

A drawing and the table behind it are made from the same chart, so that they cannot differ.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kobako.arena.svg import Scale, line, svg, text
from kobako.lab.stats import Value

WIDTH = 400  # of every picture: on a phone its letters are still letters, and two stand side by side on paper
EDGE = 6
LETTER = 6.9  # how wide one is drawn, about; one of Japanese is twice that
SHAPES = ("circle", "square", "diamond", "triangle")  # told apart without colours too


@dataclass(frozen=True)
class Series:
    """What one table of bots, or one seat, or one variant gave: a value for each label, or None."""

    name: str
    style: int
    values: tuple[Value | None, ...]


@dataclass(frozen=True)
class Level:
    """A line to compare with: an even share, no difference."""

    at: float
    name: str


@dataclass(frozen=True)
class Chart:
    """Labels along one way, series along the other."""

    title: str
    told: str
    what: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    say: Callable[[float], str]
    level: Level | None = None
    span: tuple[float, float] | None = None  # what must be seen, whatever the values are: all of 0 to 1
    more: tuple[tuple[str, tuple[str, ...]], ...] = ()  # columns of the table that are not drawn: head, texts

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest that must be seen."""
        found = [end for one in self.series for v in one.values if v for end in (v.mean, *interval(v))]
        found += [self.level.at] if self.level else []
        found += self.span or ()
        return (min(found), max(found)) if found else (0.0, 1.0)

    def scale(self, start: float, end: float, steps: int = 5, zero: bool = False) -> Scale:
        """Its values along a line; `zero` if the line must begin at nothing."""
        low, high = self.ends
        means = [v.mean for one in self.series for v in one.values if v]
        if low < 0 <= min(means, default=0.0):
            low = 0.0  # an interval's end below nothing is not worth an axis
        return Scale(min(low, 0.0) if zero else low, max(high, 0.0) if zero else high, start, end, steps)

    def draw(self, height: float, body: Sequence[str]) -> str:
        """A picture of it."""
        return svg(WIDTH, height, self.title, body, self.told)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """The head and the rows of the table behind its picture."""
        head = [self.what, *(one.name for one in self.series), *(name for name, _ in self.more)]
        rows = [
            [label, *(told(one.values[at], self.say) for one in self.series), *(texts[at] for _, texts in self.more)]
            for at, label in enumerate(self.labels)
        ]
        return head, rows


def interval(value: Value) -> tuple[float, float]:
    """Its ends; what was seen but once has none, and ends where it stands."""
    return (value.mean, value.mean) if math.isnan(value.low) else (value.low, value.high)


def told(value: Value | None, say: Callable[[float], str]) -> str:
    """`37 % (34 % … 40 %)`, or a dash where nothing was measured."""
    if value is None:
        return "–"
    low, high = interval(value)
    if low == high:
        return say(value.mean)
    return f"{say(value.mean)} ({say(low)} … {say(high)})"


def wide(said: str) -> float:
    """How much room a text takes, about."""
    return sum(LETTER * (2 if unicodedata.east_asian_width(letter) in "WFA" else 1) for letter in said)


def fitting(said: str, room: float) -> str:
    """As much of a text as there is room for."""
    if wide(said) <= room:
        return said
    while said and wide(said) + LETTER > room:
        said = said[:-1]
    return said.rstrip() + "…"


def mark(shape: int, x: float, y: float, size: float = 4.5) -> str:
    """A dot of a series: each has its colour and its shape."""
    kind = f'class="s{shape % 8}"'
    match SHAPES[shape % len(SHAPES)]:
        case "circle":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:g}" {kind}/>'
        case "square":
            return f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size:g}" height="{2 * size:g}" {kind}/>'
        case "diamond":
            corners = [(x, y - size - 1), (x + size + 1, y), (x, y + size + 1), (x - size - 1, y)]
        case _:
            corners = [(x, y - size), (x + size, y + size), (x - size, y + size)]
    return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}" {kind}/>'


def legend(series: Sequence[Series], y: float) -> tuple[list[str], float]:
    """Which mark is whose, in lines as wide as the picture; and how far down it reaches."""
    if len(series) < 2:
        return [], y
    body, x = [], float(EDGE)
    for one in series:
        room = wide(one.name) + 30
        if x > EDGE and x + room > WIDTH:
            x, y = EDGE, y + 18
        body += [mark(one.style, x + 5, y + 9), text(x + 15, y + 13, one.name, "start")]
        x += room
    return body, y + 24


def below(labels: Sequence[str], places: Sequence[float], y: float) -> list[str]:
    """Labels below a picture: as many of them, evenly, as there is room for."""
    room = max(map(wide, labels)) + 10
    apart = (places[-1] - places[0]) / max(1, len(places) - 1) or WIDTH
    stride = max(1, math.ceil(room / apart))
    body = []
    for at in range(0, len(labels), stride):
        x, half = places[at], wide(labels[at]) / 2
        body.append(text(min(max(x, half), WIDTH - half), y, labels[at], "middle", "soft"))
    return body


def across(scale: Scale, left: float, chart: Chart) -> list[str]:
    """Lines across at the round numbers, each with its number, and the level to compare with."""
    body = [line(left, scale.at(tick), WIDTH - EDGE, scale.at(tick), "grid") for tick in scale.ticks]
    body += [text(left - 5, scale.at(tick) + 4, chart.say(tick), "end", "soft") for tick in scale.ticks]
    if chart.level:
        body.append(line(left, scale.at(chart.level.at), WIDTH - EDGE, scale.at(chart.level.at), "level"))
    return body


def down(scale: Scale, top: float, bottom: float, chart: Chart) -> list[str]:
    """Lines down at the round numbers, each with its number below, and the level to compare with."""
    body = [line(scale.at(tick), top, scale.at(tick), bottom, "grid") for tick in scale.ticks]
    for tick in scale.ticks:
        x, half = scale.at(tick), wide(chart.say(tick)) / 2
        anchor = "start" if x < half else "end" if x > WIDTH - half else "middle"
        body.append(text(x, bottom + 14, chart.say(tick), anchor, "soft"))
    if chart.level:
        body.append(line(scale.at(chart.level.at), top, scale.at(chart.level.at), bottom, "level"))
    return body


def margin(scale: Scale, say: Callable[[float], str]) -> float:
    """How far from the left a picture begins whose numbers stand beside it."""
    return max(wide(say(tick)) for tick in scale.ticks) + EDGE + 4
