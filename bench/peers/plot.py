"""The rates as one picture: a bar each, the scale by tens."""

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


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Draw the rates, the fastest on top."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams |= {"svg.hashsalt": "kobako", "svg.fonttype": "none"}
    from matplotlib import pyplot

    shown = sorted(rows, key=lambda row: row["rate"])
    figure, axes = pyplot.subplots(figsize=(9, 0.2 * len(shown) + 1.2), layout="constrained")
    names = [f"{row['library']}: {row['game']}, {row['way']}" for row in shown]
    axes.barh(names, [row["rate"] for row in shown], color=[COLOURS[row["library"]] for row in shown])
    axes.set_xscale("log")
    axes.set_xlabel("decisions a second of random play, one core")
    axes.tick_params(axis="y", labelsize=7)
    axes.margins(y=0.01)
    figure.savefig(path, metadata={"Date": None})
