"""From metrics to pictures: which drawing a metric gets, what its keys are called, what it is compared with."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kobako.lab.metrics import thinkers
from kobako.lab.metrics.names import METRICS
from kobako.lab.metrics.skill import SEARCHERS
from kobako.lab.report import plots
from kobako.lab.report.chart import Chart, Level, Series, told
from kobako.lab.report.telling import KEYS, PARTS, Telling, key_kind
from kobako.lab.stats import Metric, Value, certainty, holm

if TYPE_CHECKING:
    from kobako.lab.plan import Plan

Draw = Callable[[Chart], str]
DRAWN: dict[str, Draw] = {
    "seat": plots.columns,
    "turn": plots.columns,
    "distance": plots.columns,
    "third": plots.columns,
    "games": plots.columns,
    "thought": plots.columns,
    "round": plots.trend,
    "tenth": plots.trend,
    "seat>distance": plots.square,
}
MANY = 7  # labels, from which dots are listed one line each
FROM_ZERO = ("points", "gain")  # units whose numbers are differences
SIGNED = (
    "pieces.action_worth",
    "pieces.event_gain",
    "pieces.piece_gain",
    "pieces.piece_edge",
    "pieces.piece_worth",
    "fairness.by_players",
    "skill.restricted",
    "interaction.by_distance",
    "interaction.by_action",
    "fairness.seat_points",
    "fairness.turn_points",
)
HALF = ("skill.ahead", "skill.ladder", "skill.match", "skill.doubling")
OF_LINES = ("skill.ladder",)


@dataclass(frozen=True)
class Picture:
    """A chart, drawn."""

    chart: Chart
    svg: str


def shown_tables(plan: Plan, metrics: Sequence[Metric]) -> list[str]:
    """The tables that stand side by side: of one kind of player each, where there are such; thinkers first."""
    there = {metric.table for metric in metrics}
    alike = [t.name for t in plan.tables if len(set(t.seats)) == 1 and t.name in there]
    found = alike or [t.name for t in plan.tables if t.name in there] or sorted(there)
    return sorted(found, key=lambda table: table != thinkers(metrics))


class Gallery:
    """Draws the metrics of one study in one language."""

    def __init__(self, plan: Plan, metrics: Sequence[Metric], telling: Telling) -> None:
        self.plan, self.telling = plan, telling
        self.found = {(m.name, m.table, m.cell): m for m in metrics}
        self.styles = {name: at for at, name in enumerate(shown_tables(plan, metrics))}

    def of(self, name: str, cell: int = 0, table: str | None = None, around: str = "") -> Picture | None:
        """A metric of one variant, at every table or at one; None if nothing was measured.

        Of one that has many keys, only a few `around` one of them, if that is asked for.
        """
        there = [m for (n, t, c), m in self.found.items() if n == name and c == cell and table in (None, t)]
        if table is None:
            there = [m for m in there if m.table in shown_tables(self.plan, there)]
            there.sort(key=lambda m: self.styles.get(m.table, len(self.styles)))
        there = [m for m in there if m.keys and not is_of_ladder(m)]
        if not there:
            return None
        if name.startswith("luck.deal_share"):
            return self._parts(name, there)
        if METRICS[name][1] == "seat>distance":
            return self._square(name, there[0])
        if METRICS[name][1] == "bot>bot":
            return self._pairs(name, there)
        return self._usual(name, there, cell, around)

    def _usual(self, name: str, there: Sequence[Metric], cell: int, around: str) -> Picture:
        kind = METRICS[name][1]
        keys = list(dict.fromkeys(key for m in there for key in m.keys))
        if kind in KEYS:
            keys = self._by_size(there[0], keys)
            keys = neighbours(keys, around) if around in keys else keys
        series = tuple(
            Series(self.telling.table(m.table), self.styles.get(m.table, at), tuple(value_of(m, key) for key in keys))
            for at, m in enumerate(there)
        )
        labels = tuple(self.telling.key(key_kind(name), key) for key in keys)
        draw = DRAWN.get(kind, plots.dots) if kind else plots.bars
        if draw is plots.dots and len(keys) > MANY:
            draw = plots.listed
        if draw is plots.trend and len(keys) < 3:
            draw = plots.columns
        chart = self._chart(name, labels, series, self._level(name, cell))
        return Picture(chart, draw(chart))

    def _by_size(self, main: Metric, keys: Sequence[str]) -> list[str]:
        order = {key: value.mean for key, value in zip(main.keys, main.values, strict=True)}
        return sorted(keys, key=lambda key: -order.get(key, float("-inf")))

    def _parts(self, name: str, there: Sequence[Metric]) -> Picture:
        """Luck and skill: what is the deal's, and the rest of the whole."""
        series = []
        for m in there:
            deal = m.values[0]
            rest = Value(1 - deal.mean, 1 - deal.high, 1 - deal.low, deal.n)
            series.append(Series(self.telling.table(m.table), self.styles.get(m.table, 0), (deal, rest)))
        labels = (self.telling.label("the_deal"), self.telling.label("the_play"))
        chart = self._chart(name, labels, tuple(series), None)
        return Picture(chart, plots.parts(chart))

    def _pairs(self, name: str, there: Sequence[Metric]) -> Picture:
        """Who ends ahead of whom, from all tables, each pair once: the one who is ahead first."""
        found = [(key, value) for m in there for key, value in zip(m.keys, m.values, strict=True) if value.mean >= 0.5]
        series = (Series(self.telling.metric(name, "title"), 0, tuple(value for _, value in found)),)
        chart = self._chart(
            name, tuple(self.telling.key("bot>bot", key) for key, _ in found), series, self._level(name, 0)
        )
        return Picture(chart, plots.listed(chart) if len(found) > MANY else plots.dots(chart))

    def _square(self, name: str, metric: Metric) -> Picture:
        """Whom each seat's decisions hurt: a row for the seat, a column for how far on the other sits."""
        pairs = [key.split(">") for key in metric.keys]
        seats, distances = (sorted({pair[at] for pair in pairs}) for at in (0, 1))
        series = tuple(
            Series(
                self.telling.key("distance", distance),
                0,
                tuple(value_of(metric, f"{seat}>{distance}") for seat in seats),
            )
            for distance in distances
        )
        chart = self._chart(name, tuple(self.telling.key("seat", seat) for seat in seats), series, None)
        return Picture(chart, plots.square(chart))

    def over_cells(self, name: str, table: str, key: str = "") -> Picture | None:
        """A number of every variant side by side."""
        there = [self.found.get((name, table, cell)) for cell in range(len(self.plan.cells))]
        values = tuple(value_of(m, key) if m else None for m in there)
        if sum(value is not None for value in values) < 2:
            return None
        series = (Series(self.telling.table(table), 0, values),)
        chart = self._chart(name, tuple(self.variant(cell) for cell in range(len(values))), series, None, key)
        chart = replace(chart, span=None, more=self._differences(name, table, key))  # small ones are to be seen
        return Picture(chart, plots.trend(chart) if self._one_number() else plots.dots(chart))

    def _differences(self, name: str, table: str, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """How each variant differs from the first, deal by deal, and whether that is more than chance."""
        unit = METRICS[name][0]
        say = self.telling.say("gain" if unit == "points" else "difference" if unit in PARTS else unit)
        apart, real = ["–"], ["–"]
        for cell in range(1, len(self.plan.cells)):
            metric = self.found.get((f"change.{name}", table, cell))
            value = value_of(metric, key) if metric else None
            sure = self.sure.get((name, table, cell, key))
            apart.append(told(value, say))
            real.append(self.telling.words.get("certainty", sure) if sure else "–")
        if set(apart) == {"–"}:
            return ()
        heads = (self.telling.label("difference_to", variant=self.variant(0)), self.telling.label("real"))
        return ((heads[0], tuple(apart)), (heads[1], tuple(real)))

    @cached_property
    def sure(self) -> dict[tuple[str, str, int, str], str]:
        """How certain each difference between variants is, corrected for all that are compared."""
        asked = [
            ((m.name.removeprefix("change."), m.table, m.cell, key), p)
            for m in self.found.values()
            if m.name.startswith("change.")
            for key, p in zip(m.keys, m.each, strict=True)
        ]
        adjusted = holm([p for _, p in asked])
        return {at: certainty(p) for (at, _), p in zip(asked, adjusted, strict=True)}

    def _one_number(self) -> bool:
        """Whether one option is varied, over numbers."""
        varied = [dict(cell.varied) for cell in self.plan.cells]
        return (
            {len(one) for one in varied} == {1}
            and len({name for one in varied for name in one}) == 1
            and all(value.lstrip("-").isdigit() for one in varied for value in one.values())
        )

    def variant(self, cell: int) -> str:
        """What a variant is called: what it has otherwise than others; if that is one number, the number."""
        varied = self.plan.cells[cell].varied
        return varied[0][1] if self._one_number() else self.variant_named(cell)

    def variant_named(self, cell: int) -> str:
        """The same, with the names of its options."""
        varied = self.plan.cells[cell].varied
        named = (f"{self.option(name)} = {value}" for name, value in varied)
        return self.telling.label("comma").join(named) or self.telling.label("as_printed")

    def option(self, name: str) -> str:
        """What is varied, in the game's words."""
        return self.telling.label("players") if name == "players" else self.telling.of_game.option(name)

    def _level(self, name: str, cell: int) -> Level | None:
        if name in ("fairness.seat_share", "fairness.turn_share"):
            return Level(1 / self.plan.cells[cell].players, self.telling.label("even_share"))
        if name in HALF:
            return Level(0.5, self.telling.label("even_chance"))
        return Level(0.0, self.telling.label("no_difference")) if name in SIGNED else None

    def _chart(
        self, name: str, labels: tuple[str, ...], series: tuple[Series, ...], level: Level | None, key: str = ""
    ) -> Chart:
        telling, unit = self.telling, METRICS[name][0]
        title = telling.metric(name, "title")
        if key:
            title = f"{title}: {telling.key(key_kind(name), key)}"
        whole = unit == "share" and name not in (*SIGNED, "fairness.seat_share", "fairness.turn_share")
        return Chart(
            title,
            telling.metric(name, "what"),
            telling.label("of_what"),
            labels,
            series,
            telling.say("gain" if name in SIGNED and unit == "points" else "difference" if name in SIGNED else unit),
            level,
            (0.0, 1.0) if whole else None,
        )


def is_of_ladder(metric: Metric) -> bool:
    """Whether it is about one step of the ladder, which is shown as a whole."""
    if metric.name not in ("skill.ahead", "skill.match"):
        return False
    bots = (metric.note or metric.keys[0]).split(">")
    return all(bot.partition(":")[0] in SEARCHERS for bot in bots)


def neighbours(keys: Sequence[str], key: str) -> list[str]:
    """A key among those next to it; a piece among the pieces that the same event names in the same place."""
    place = key.rpartition(" ")[0]
    keys = [other for other in keys if other.rpartition(" ")[0] == place]
    start = max(0, min(keys.index(key) - MANY // 2, len(keys) - MANY))
    return list(keys[start : start + MANY])


def value_of(metric: Metric, key: str) -> Value | None:
    """A metric's value for a key, if it has one that is a number."""
    if key not in metric.keys:
        return None
    value = metric.value(key)
    return None if value.mean != value.mean else value


def slug(name: str) -> str:
    """A name as part of a page's address."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())
