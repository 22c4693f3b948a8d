"""Plots as SVG, drawn by hand: no script, font or file from elsewhere, so that a page of them can be sent as it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 720, 190, 24, 30, 8, 28
TALL = 240
COLOURS = ("#3b6fb6", "#c8553d", "#4c9f70", "#9b5fa8", "#c79a2b", "#4fa3b5", "#7d7461", "#d16f9a")
MOST_POINTS = 240  # more on a line cannot be told apart
NOISE = 1e-9  # differences below this are of rounding
LABEL = 24  # letters of a name that fit beside a plot


@dataclass(frozen=True)
class Mark:
    """A value with its interval, if it has one."""

    name: str
    value: float
    low: float | None
    high: float | None
    text: str


class Scale:
    """Values along a line, with round numbers to mark it."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        span = next((size for size in (high - low, abs(high)) if size > NOISE), 1.0)
        self.step = round_step(span / 5)
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


def colour(index: int) -> str:
    """The colour of the n-th bot."""
    return COLOURS[index % len(COLOURS)]


def whiskers(marks: Sequence[Mark], title: str, zero: float, colours: Mapping[str, str], percent: bool = False) -> str:
    """One row a bot: a dot, its interval, the value in words; a dashed line where nobody is better than another."""
    ends = [end for mark in marks for end in (mark.value, mark.low, mark.high) if end is not None]
    height = TOP + ROW * len(marks) + BOTTOM
    scale = Scale(min(*ends, zero), max(*ends, zero), LEFT, WIDTH - RIGHT - 150)
    body = [_tick_down(scale, tick, height, percent) for tick in scale.ticks]
    body.append(_line(scale.at(zero), TOP, scale.at(zero), height - BOTTOM, "zero"))
    for row, mark in enumerate(marks):
        y, paint = TOP + ROW * (row + 0.5), colours[mark.name]
        body.append(_text(LEFT - 10, y + 4, short(mark.name), "end"))
        if mark.low is not None and mark.high is not None:
            body.append(_line(scale.at(mark.low), y, scale.at(mark.high), y, "whisker", paint))
        body.append(f'<circle cx="{scale.at(mark.value):.1f}" cy="{y:.1f}" r="5" fill="{paint}"/>')
        body.append(_text(WIDTH - RIGHT, y + 4, mark.text, "end"))
    return _svg(height, title, body)


def lines(series: Mapping[str, Sequence[float]], title: str, zero: float, colours: Mapping[str, str]) -> str:
    """A line a bot, from the first deal to the last, as shares."""
    ends = [value for values in series.values() for value in values]
    height, longest = TALL + TOP + BOTTOM, max(len(values) for values in series.values())
    up = Scale(min(*ends, zero), max(*ends, zero), TALL + TOP, TOP)
    along = Scale(0, longest, LEFT, WIDTH - RIGHT)
    body = [_tick_across(up, tick) for tick in up.ticks]
    body += [_text(along.at(tick), height - 8, f"{tick:g}", "middle") for tick in along.ticks]
    body.append(_line(LEFT, up.at(zero), WIDTH - RIGHT, up.at(zero), "zero"))
    for row, (name, values) in enumerate(series.items()):
        path = " ".join(f"{along.at(i + 1):.1f},{up.at(values[i]):.1f}" for i in thinned(len(values)))
        body.append(f'<polyline points="{path}" fill="none" stroke="{colours[name]}" stroke-width="2"/>')
        body.append(f'<circle cx="16" cy="{TOP + 12 + 20 * row}" r="5" fill="{colours[name]}"/>')
        body.append(_text(28, TOP + 16 + 20 * row, short(name, LABEL - 8), "start"))
    return _svg(max(height, TOP + 20 * len(series) + 16), title, body)


def thinned(count: int) -> list[int]:
    """At most so many places as can be told apart, evenly from the first to the last."""
    if count <= MOST_POINTS:
        return list(range(count))
    return [round(i * (count - 1) / (MOST_POINTS - 1)) for i in range(MOST_POINTS)]


def short(name: str, most: int = LABEL) -> str:
    """A name that fits."""
    return name if len(name) <= most else name[: most - 1] + "…"


def _tick_down(scale: Scale, tick: float, height: int, percent: bool) -> str:
    x, text = scale.at(tick), f"{100 * tick:.3g} %" if percent else f"{tick:.4g}"
    return _line(x, TOP, x, height - BOTTOM, "grid") + _text(x, height - 8, text, "middle")


def _tick_across(scale: Scale, tick: float) -> str:
    y = scale.at(tick)
    return _line(LEFT, y, WIDTH - RIGHT, y, "grid") + _text(LEFT - 8, y + 4, f"{100 * tick:.3g} %", "end")


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, paint: str = "") -> str:
    stroke = f' stroke="{paint}"' if paint else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"{stroke}/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: int, title: str, body: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
    return "\n".join([head, f"<title>{escape(title)}</title>", *body, "</svg>"])
