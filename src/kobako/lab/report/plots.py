"""The pictures of one chart: dots, columns, a line, a bar in parts, a square of cells."""

from __future__ import annotations

from kobako.arena.svg import Scale, line, text, thinned
from kobako.lab.report.chart import (
    EDGE,
    WIDTH,
    Chart,
    across,
    below,
    down,
    fitting,
    interval,
    legend,
    margin,
    mark,
    wide,
)
from kobako.lab.stats import Value

TALL = 170  # of a picture that stands on a floor
LISTED, MOST_LISTED = 21, 24  # of a list: a line of it, and how many there are
TRACK, HEAD = 15, 17  # of dots: one series' line, and the label above its lines


def dots(chart: Chart) -> str:
    """A label, and under it a line for each series: its dot, its interval, its value."""
    body, top = legend(chart.series, 0)
    room = max(wide(chart.say(v.mean)) for one in chart.series for v in one.values if v) + 18
    scale = chart.scale(EDGE + 4, WIDTH - EDGE - room)
    block = HEAD + TRACK * len(chart.series) + 5
    heads = HEAD if any(chart.labels) else 0
    block -= HEAD - heads
    bottom = top + block * len(chart.labels)
    body += down(scale, top, bottom, chart)
    for row, label in enumerate(chart.labels):
        y = top + row * block
        body.append(text(EDGE, y + 13, fitting(label, WIDTH - 2 * EDGE), "start", "head"))
        for at, one in enumerate(chart.series):
            value, middle = one.values[row], y + heads + TRACK * (at + 0.5)
            if value is None:
                continue
            body += _point(one.style, value, scale, middle)
            body.append(text(WIDTH - EDGE, middle + 4, chart.say(value.mean), "end"))
    return chart.draw(_below(chart, body, bottom + 20), body)


def listed(chart: Chart) -> str:
    """Many labels: one below the other, the dots of all series on the label's line."""
    body, top = legend(chart.series, 0)
    scale = chart.scale(WIDTH * 0.56, WIDTH - EDGE - 4, 3)
    shown = chart.labels[:MOST_LISTED]
    bottom = top + LISTED * len(shown) + 4
    body += down(scale, top, bottom, chart)
    for row, label in enumerate(shown):
        y = top + LISTED * (row + 0.5)
        body.append(text(EDGE, y + 4, fitting(label, WIDTH * 0.53), "start"))
        for one in reversed(chart.series):
            value = one.values[row]
            body += _point(one.style, value, scale, y, 4) if value is not None else ()
    return chart.draw(_below(chart, body, bottom + 20), body)


def bars(chart: Chart) -> str:
    """One number: a bar for each series, from nothing to the value, with its interval."""
    scale, y, bar = chart.scale(EDGE, WIDTH - EDGE, zero=True), 0, 14
    body: list[str] = []
    bottom = (HEAD + bar + 8) * len(chart.series)
    body += down(scale, 0, bottom, chart)
    for one in chart.series:
        value = one.values[0]
        body.append(text(EDGE, y + 13, one.name, "start", "head"))
        if value is not None:
            start, length = _from_nothing(scale, value)
            body.append(
                f'<rect x="{start:.1f}" y="{y + HEAD}" width="{length:.1f}" height="{bar}" '
                f'class="s{one.style % 8} column"/>'
            )
            low, high = interval(value)
            middle = y + HEAD + bar / 2
            body.append(line(scale.at(low), middle, scale.at(high), middle, "whisker"))
            body.append(text(WIDTH - EDGE, y + 13, chart.say(value.mean), "end", "head"))
        y += HEAD + bar + 8
    return chart.draw(_below(chart, body, bottom + 20), body)


def histogram(chart: Chart) -> str:
    """How often each label came: the first series as columns side by side, the others as lines over them."""
    body, top = legend(chart.series, 0)
    top += 8
    scale = chart.scale(top + TALL, top, 4, zero=True)
    left = margin(scale, chart.say)
    body += across(scale, left, chart)
    each = (WIDTH - EDGE - left) / len(chart.labels)
    body += below(chart.labels, [left + each * (at + 0.5) for at in range(len(chart.labels))], top + TALL + 16)
    for place, one in enumerate(chart.series):
        heights = [scale.at(value.mean if value else 0) for value in one.values]
        if place == 0:
            body += [
                f'<rect x="{left + each * at + 0.5:.1f}" y="{y:.1f}" width="{max(each - 1, 0.5):.1f}" '
                f'height="{scale.at(0) - y:.1f}" class="s{one.style % 8} column"/>'
                for at, y in enumerate(heights)
            ]
        else:
            edge = " ".join(
                f"{left + each * at:.1f},{y:.1f} {left + each * (at + 1):.1f},{y:.1f}" for at, y in enumerate(heights)
            )
            body.append(f'<polyline points="{edge}" class="outline l{one.style % 8}"/>')
    return chart.draw(_below(chart, body, top + TALL + 24), body)


def columns(chart: Chart) -> str:
    """A group of columns for each label, one a series, each with its interval."""
    body, top = legend(chart.series, 0)
    top += 14
    scale = chart.scale(top + TALL, top, 4, zero=True)
    left = margin(scale, chart.say)
    body += across(scale, left, chart)
    group = (WIDTH - EDGE - left) / len(chart.labels)
    wide_each = min(0.78 * group / len(chart.series), 46)
    for at, label in enumerate(chart.labels):
        middle = left + group * (at + 0.5)
        start = middle - wide_each * len(chart.series) / 2
        body.append(text(middle, top + TALL + 16, fitting(label, group), "middle"))
        for place, one in enumerate(chart.series):
            value, x = one.values[at], start + wide_each * place
            if value is None:
                continue
            end, height = _from_nothing(scale, value)
            body.append(
                f'<rect x="{x + 1:.1f}" y="{end:.1f}" width="{wide_each - 2:.1f}" '
                f'height="{height:.1f}" class="s{one.style % 8} column"/>'
            )
            centre = x + wide_each / 2
            low, high = interval(value)
            body.append(line(centre, scale.at(low), centre, scale.at(high), "whisker"))
            if len(chart.series) == 1 and wide_each > wide(chart.say(value.mean)):
                body.append(text(centre, scale.at(max(high, 0)) - 4, chart.say(value.mean), "middle"))
    return chart.draw(_below(chart, body, top + TALL + 24), body)


def trend(chart: Chart) -> str:
    """A line for each series through its values, from the first label to the last, in the band of its intervals."""
    body, top = legend(chart.series, 0)
    top += 8
    scale = chart.scale(top + TALL, top, 4)
    left = margin(scale, chart.say)
    body += across(scale, left, chart)
    step = (WIDTH - EDGE - 8 - left) / max(len(chart.labels) - 1, 1)
    body += below(chart.labels, [left + step * at for at in range(len(chart.labels))], top + TALL + 16)
    for one in chart.series:
        known = [(left + step * at, value) for at, value in enumerate(one.values) if value]
        places = [known[at] for at in thinned(len(known))]
        band = [f"{x:.1f},{scale.at(interval(v)[1]):.1f}" for x, v in places]
        band += [f"{x:.1f},{scale.at(max(scale.low, interval(v)[0])):.1f}" for x, v in reversed(places)]
        body.append(f'<polygon points="{" ".join(band)}" class="s{one.style % 8} band"/>')
        path = " ".join(f"{x:.1f},{scale.at(v.mean):.1f}" for x, v in places)
        body.append(f'<polyline points="{path}" class="line l{one.style % 8}"/>')
        if len(places) <= 12:
            body += [mark(one.style, x, scale.at(v.mean), 3.5) for x, v in places]
    return chart.draw(_below(chart, body, top + TALL + 24), body)


def parts(chart: Chart) -> str:
    """A bar for each series, in parts that add up to a whole: one a label."""
    bar, y = 30, 0
    body: list[str] = []
    for one in chart.series:
        if len(chart.series) > 1:
            body.append(text(EDGE, y + 13, one.name, "start", "head"))
            y += HEAD
        whole, x = sum(max(v.mean, 0) for v in one.values if v) or 1.0, float(EDGE)
        for at, value in enumerate(one.values):
            length = max(value.mean, 0) / whole * (WIDTH - 2 * EDGE) if value else 0.0
            body.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="{bar}" class="s{at % 8} part"/>')
            said = chart.say(value.mean) if value else ""
            if wide(said) + 8 < length:
                body.append(text(x + length / 2, y + bar / 2 + 4, said, "middle", "on"))
            x += length
        y += bar + 8
    for at, label in enumerate(chart.labels):
        body.append(f'<rect x="{EDGE}" y="{y + 4}" width="10" height="10" class="s{at % 8} part"/>')
        body.append(text(EDGE + 16, y + 13, fitting(label, WIDTH - 30), "start"))
        y += 18
    return chart.draw(y + 4, body)


def square(chart: Chart) -> str:
    """A cell for each label and series, the darker the more."""
    left = max(wide(label) for label in chart.labels) + EDGE + 6
    size = min((WIDTH - EDGE - left) / len(chart.series), 72)
    low, high = chart.ends
    body = []
    for across_at, one in enumerate(chart.series):
        x = left + size * across_at
        body.append(text(x + size / 2, 14, fitting(one.name, size), "middle", "soft"))
        for row, value in enumerate(one.values):
            y = 22 + 34 * row
            if value is None:
                continue
            shade = (value.mean - min(low, 0)) / ((high - min(low, 0)) or 1)
            body.append(
                f'<rect x="{x + 1:.1f}" y="{y}" width="{size - 2:.1f}" height="32" class="s0" '
                f'fill-opacity="{0.08 + 0.42 * shade:.2f}"/>'
            )
            body.append(text(x + size / 2, y + 20, chart.say(value.mean), "middle"))
    body += [text(left - 6, 22 + 34 * row + 20, label, "end", "soft") for row, label in enumerate(chart.labels)]
    return chart.draw(26 + 34 * len(chart.labels), body)


def _point(style: int, value: Value, scale: Scale, y: float, size: float = 4.5) -> list[str]:
    """A value's mark on its line, over its interval."""
    low, high = interval(value)
    return [
        line(scale.at(low), y, scale.at(high), y, f"whisker l{style % 8}"),
        mark(style, scale.at(value.mean), y, size),
    ]


def _from_nothing(scale: Scale, value: Value) -> tuple[float, float]:
    """Where what is drawn from nothing to a value begins, and how long it is: never so short that one sees nothing."""
    first, last = sorted((scale.at(0), scale.at(value.mean)))
    return first, max(last - first, 1)


def _below(chart: Chart, body: list[str], y: float) -> float:
    """Say under a picture what its dashed line is; how far down it then reaches."""
    if chart.level is None:
        return y
    body.append(line(EDGE, y + 9, EDGE + 22, y + 9, "level"))
    body.append(text(EDGE + 28, y + 13, fitting(chart.level.name, WIDTH - 40), "start", "soft"))
    return y + 20
