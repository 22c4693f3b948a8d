"""Pictures of the games themselves, which no single number tells: how long they are, and how chances go up and down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kobako.lab.report import plots
from kobako.lab.report.chart import Chart, Series
from kobako.lab.report.pictures import Picture
from kobako.lab.report.telling import Telling
from kobako.lab.stats import Floats, Ints, Value

if TYPE_CHECKING:
    import pyarrow as pa

BINS = 24
TYPICAL = ("calm", "typical", "dramatic")
PLACES = {"calm": 0.1, "typical": 0.5, "dramatic": 0.9}  # of all games in order of drama


def exact(mean: float) -> Value:
    """A number that was counted: it has no interval."""
    return Value(mean, mean, mean, 1)


def lengths(games: pa.Table, tables: list[str], telling: Telling) -> Picture | None:
    """How many games were how long, table by table, counted in decisions."""
    found = binned({table: np.asarray(of(games, table)["decisions"]) for table in tables})
    if found is None:
        return None
    low, step, shares = found
    series = [
        Series(telling.table(table), at, tuple(map(exact, values))) for at, (table, values) in enumerate(shares.items())
    ]
    edges = range(low, low + step * len(series[0].values), step)
    labels = tuple(str(edge) if step == 1 else f"{edge}–{edge + step - 1}" for edge in edges)
    chart = Chart(
        telling.label("lengths"),
        telling.label("lengths_what"),
        telling.label("decisions"),
        labels,
        tuple(series),
        telling.say("share"),
    )
    return Picture(chart, plots.histogram(chart))


def binned(numbers: dict[str, Ints]) -> tuple[int, int, dict[str, list[float]]] | None:
    """Whole numbers of several tables, put together by size: the least, how many to a bin, the shares of each bin."""
    known = {table: x for table, x in numbers.items() if len(x)}
    if not known:
        return None
    together = np.concatenate(list(known.values()))
    low, high = int(together.min()), int(together.max())
    step = -(-(high - low + 1) // BINS)
    edges = np.arange(low, high + step + 1, step)
    return low, step, {table: (np.histogram(x, edges)[0] / len(x)).tolist() for table, x in known.items()}


def courses(games: pa.Table, decisions: pa.Table, table: str, telling: Telling) -> list[Picture]:
    """Three games of a table as their chances went: a calm one, a typical one, a dramatic one."""
    played = of(decisions, table)
    if not len(played) or played["chance_0"].null_count == len(played):
        return []
    by_game = _chances(of(games, table), played)
    if not by_game:
        return []
    order = sorted(by_game, key=lambda game: (_worst(*by_game[game]), game), reverse=True)
    found = []
    for kind in TYPICAL:
        game = order[min(int(PLACES[kind] * len(order)), len(order) - 1)]
        chances, shares = by_game[game]
        found.append(_course(kind, game, chances, shares, telling))
    return found


def of(rows: pa.Table, table: str) -> pa.Table:
    """The rows of one table of the first variant."""
    import pyarrow.compute as pc

    return rows.filter(pc.and_(pc.equal(rows["table"], table), pc.equal(rows["cell"], 0)))


def _chances(games: pa.Table, played: pa.Table) -> dict[int, tuple[Floats, Floats]]:
    """The chances of every game, a line a decision, and who won it."""
    players = games["players"][0].as_py()
    lines = np.column_stack([np.asarray(played[f"chance_{seat}"], float) for seat in range(players)])
    numbers = np.asarray(played["game"])
    order = np.lexsort((np.asarray(played["move"]), numbers))
    lines, numbers = lines[order], numbers[order]
    shares = np.column_stack([np.asarray(games[f"share_{seat}"], float) for seat in range(players)])
    found = {}
    for at, game in enumerate(games["game"].to_pylist()):
        chances = lines[np.searchsorted(numbers, game) : np.searchsorted(numbers, game, side="right")]
        chances = chances[~np.isnan(chances).any(axis=1)]
        if len(chances):
            found[game] = (chances, shares[at])
    return found


def _worst(chances: Floats, shares: Floats) -> float:
    """The lowest chance that the later winner had."""
    return float(chances[:, int(np.argmax(shares))].min())


def _course(kind: str, game: int, chances: Floats, shares: Floats, telling: Telling) -> Picture:
    whole = np.vstack([chances, shares])
    series = tuple(
        Series(telling.seat(seat), seat, tuple(exact(float(x)) for x in whole[:, seat])) for seat in range(len(shares))
    )
    labels = (*map(str, range(len(chances))), telling.label("the_end"))
    chart = Chart(
        telling.label(f"course_{kind}", game=game),
        telling.label("course_what"),
        telling.label("decision"),
        labels,
        series,
        telling.say("chance"),
        span=(0.0, 1.0),
    )
    return Picture(chart, plots.trend(chart))
