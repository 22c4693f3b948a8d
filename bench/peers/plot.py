"""The rates as one picture: like beside like, a bar each, the scale by tens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

COLOURS = {
    "Kobako": "#2f7d5b",
    "OpenSpiel": "#8a6fb0",
    "PettingZoo": "#c98a3c",
    "RLCard": "#b0566a",
    "Pgx": "#4f86b5",
}
# What is set beside what: a title, and the ways of each library that belong under it.
PANELS = {
    "Played to the end in compiled code": {"Kobako": ["compiled playouts"], "OpenSpiel": ["inside C++"]},
    "Driven from Python, no observations": {"Kobako": ["batch, masks"], "OpenSpiel": ["Python, fastest loop"]},
    "Driven from Python, with observations": {
        "Kobako": ["batch, masks and observations"],
        "OpenSpiel": ["Python, with observations"],
        "RLCard": ["Python, with observations"],
        "Pgx": ["batch"],
    },
    "One by one in PettingZoo": {"Kobako": ["PettingZoo"], "PettingZoo": ["Python, with observations"]},
    "One by one in OpenSpiel, rules in Python": {"Kobako": ["OpenSpiel"], "OpenSpiel": ["game in Python"]},
}


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Draw the rates, panel by panel, the fastest on top."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams |= {"svg.hashsalt": "kobako", "svg.fonttype": "none", "font.size": 9}
    from matplotlib import pyplot

    panels = {title: shown_in(rows, ways) for title, ways in PANELS.items()}
    heights = [len(shown) + 1 for shown in panels.values()]
    figure, places = pyplot.subplots(
        len(panels), figsize=(9, 0.21 * sum(heights) + 1.2), height_ratios=heights, sharex=True, layout="constrained"
    )
    for axes, (title, shown) in zip(places, panels.items(), strict=True):
        draw_panel(axes, title, shown)
    places[0].set_xlim(1e3, 1e8)
    places[-1].set_xlabel("decisions in a second of processor time, random play")
    keys = [pyplot.Rectangle((0, 0), 1, 1, color=colour) for colour in COLOURS.values()]
    figure.legend(keys, COLOURS, loc="outside upper center", ncols=len(COLOURS), frameon=False)
    figure.savefig(path, metadata={"Date": None})


def shown_in(rows: list[dict[str, Any]], ways: dict[str, list[str]]) -> list[dict[str, Any]]:
    """The rows of a panel, the slowest first: bars are drawn from below."""
    return sorted((row for row in rows if row["way"] in ways.get(row["library"], ())), key=lambda row: row["rate"])


def draw_panel(axes: Any, title: str, shown: list[dict[str, Any]]) -> None:
    """A bar for each, its rate written at its end."""
    names = [row["game"].removeprefix("python_") for row in shown]
    bars = axes.barh(range(len(shown)), [row["rate"] for row in shown], color=[COLOURS[r["library"]] for r in shown])
    axes.set_yticks(range(len(shown)), names)
    axes.bar_label(bars, [short(row["rate"]) for row in shown], padding=3)
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.set_title(title, loc="left", fontsize=10)
    axes.margins(y=0.02)
    axes.spines[["top", "right"]].set_visible(False)


def short(rate: float) -> str:
    """Millions as `12.3 M`, thousands as `45 k`."""
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate / 1e3:.1f} k"
