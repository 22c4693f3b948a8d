"""The plots of an arena's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kobako.arena.svg import COLOURS, Scale, line, svg, text, thinned

WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 720, 190, 24, 30, 8, 28
TALL = 240
LABEL = 24  # letters of a name that fit beside a plot


@dataclass(frozen=True)
class Mark:
    """A value with its interval, if it has one."""

    name: str
    value: float
    low: float | None
    high: float | None
    text: str


def colour(index: int) -> str:
    """The colour of the n-th bot."""
    return COLOURS[index % len(COLOURS)]


def whiskers(marks: Sequence[Mark], title: str, zero: float, colours: Mapping[str, str], percent: bool = False) -> str:
    """One row a bot: a dot, its interval, the value in words; a dashed line where nobody is better than another."""
    ends = [end for mark in marks for end in (mark.value, mark.low, mark.high) if end is not None]
    height = TOP + ROW * len(marks) + BOTTOM
    scale = Scale(min(*ends, zero), max(*ends, zero), LEFT, WIDTH - RIGHT - 150)
    body = [_tick_down(scale, tick, height, percent) for tick in scale.ticks]
    body.append(line(scale.at(zero), TOP, scale.at(zero), height - BOTTOM, "zero"))
    for row, mark in enumerate(marks):
        y, paint = TOP + ROW * (row + 0.5), colours[mark.name]
        body.append(text(LEFT - 10, y + 4, short(mark.name), "end"))
        if mark.low is not None and mark.high is not None:
            body.append(line(scale.at(mark.low), y, scale.at(mark.high), y, "whisker", paint))
        body.append(f'<circle cx="{scale.at(mark.value):.1f}" cy="{y:.1f}" r="5" fill="{paint}"/>')
        body.append(text(WIDTH - RIGHT, y + 4, mark.text, "end"))
    return svg(WIDTH, height, title, body)


def lines(series: Mapping[str, Sequence[float]], title: str, zero: float, colours: Mapping[str, str]) -> str:
    """A line a bot, from the first deal to the last, as shares."""
    ends = [value for values in series.values() for value in values]
    height, longest = TALL + TOP + BOTTOM, max(len(values) for values in series.values())
    up = Scale(min(*ends, zero), max(*ends, zero), TALL + TOP, TOP)
    along = Scale(0, longest, LEFT, WIDTH - RIGHT)
    body = [_tick_across(up, tick) for tick in up.ticks]
    body += [text(along.at(tick), height - 8, f"{tick:g}", "middle") for tick in along.ticks]
    body.append(line(LEFT, up.at(zero), WIDTH - RIGHT, up.at(zero), "zero"))
    for row, (name, values) in enumerate(series.items()):
        path = " ".join(f"{along.at(i + 1):.1f},{up.at(values[i]):.1f}" for i in thinned(len(values)))
        body.append(f'<polyline points="{path}" fill="none" stroke="{colours[name]}" stroke-width="2"/>')
        body.append(f'<circle cx="16" cy="{TOP + 12 + 20 * row}" r="5" fill="{colours[name]}"/>')
        body.append(text(28, TOP + 16 + 20 * row, short(name, LABEL - 8), "start"))
    return svg(WIDTH, max(height, TOP + 20 * len(series) + 16), title, body)


def short(name: str, most: int = LABEL) -> str:
    """A name that fits."""
    return name if len(name) <= most else name[: most - 1] + "…"


def _tick_down(scale: Scale, tick: float, height: int, percent: bool) -> str:
    x, said = scale.at(tick), f"{100 * tick:.3g} %" if percent else f"{tick:.4g}"
    return line(x, TOP, x, height - BOTTOM, "grid") + text(x, height - 8, said, "middle")


def _tick_across(scale: Scale, tick: float) -> str:
    y = scale.at(tick)
    return line(LEFT, y, WIDTH - RIGHT, y, "grid") + text(LEFT - 8, y + 4, f"{100 * tick:.3g} %", "end")
