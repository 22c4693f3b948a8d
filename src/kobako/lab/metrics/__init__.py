"""What is measured, family by family: `measure(tables)` gives every metric of every table and cell of a study.

`METRICS` lists them: name, unit, what its keys are. A metric is left out where there is nothing to measure it by (no
chances, no values of actions, no duplicate deals, no ladder). Definitions and sources: docs/lab.md.

Beside these there are differences, with one p-value for each key in `each`:

- `change.NAME`: a metric at this cell less the same at cell 0, same table, deal by deal (`note`: "0");
- `contrast.NAME`: a metric at this table less the same at the table of thinkers, same cell, deal by deal (`note`:
  the thinkers' table);

and `otherwise`, without a p-value: the share of games that did not go as in cell 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from kobako.lab.metrics import decisions, fairness, interaction, kinds, length, luck, pieces, skill, tension
from kobako.lab.metrics.estimate import Estimate, difference
from kobako.lab.metrics.fairness import by_players
from kobako.lab.metrics.names import METRICS
from kobako.lab.metrics.otherwise import otherwise
from kobako.lab.metrics.sample import Catalogue, Sample, Tables, samples
from kobako.lab.stats import Metric

__all__ = ["METRICS", "Catalogue", "Tables", "by_players", "measure", "thinkers"]

FAMILIES = (fairness, length, tension, luck, skill, decisions, kinds, pieces, interaction)

SEATS = "fairness.seat_share"
NO_THINKERS = ("random", "greedy")

# What is held against cell 0 and against the thinkers' table. Few, since every comparison makes the others less sure.
COMPARED = (
    "fairness.seat_share",
    "fairness.turn_share",
    "fairness.seat_points",
    "fairness.shared_wins",
    "length.decisions",
    "length.rounds",
    "length.minutes",
    "length.forced",
    "length.branching",
    "length.longest_wait",
    "tension.lead_changes",
    "tension.drama",
    "tension.worst_moment",
    "tension.settled_at",
    "tension.comebacks",
    "tension.runaways",
    "tension.out",
    "tension.kingmaking",
    "luck.deal_share",
    "decisions.margin",
    "decisions.clear",
    "decisions.sight_wrong",
    "decisions.sight_cost",
    "pieces.action_count",
    "pieces.event_games",
    "interaction.moved",
)

Estimates = dict[str, Estimate]


def measure(tables: Tables) -> list[Metric]:
    """Every metric of every table and cell of a study, and what differs between them."""
    seen = {(sample.cell, sample.table): sample for sample in samples(tables)}
    found: dict[tuple[int, str], Estimates] = {}
    for at, sample in seen.items():
        families = (skill,) if skill.is_versus(sample) else FAMILIES
        made = [estimate for family in families for estimate in family.estimates(sample)]
        found[at] = {estimate.name: estimate for estimate in made}
    metrics = [each.metric(table, cell) for (cell, table), made in found.items() for each in made.values()]
    metrics = [skill.matches(metric) if metric.name == skill.MATCH else metric for metric in metrics]
    metrics += skill.ladder(metrics)
    speaks = thinkers(metrics)
    metrics += _restricted(seen, speaks) + _by_players(seen, metrics)
    return metrics + _changes(found) + _otherwise(seen) + _contrasts(found, speaks)


def thinkers(metrics: Sequence[Metric]) -> str:
    """The table that speaks for the game: the regulars', else the first of equals who think and have their chances."""
    tables = list(dict.fromkeys(metric.table for metric in metrics if metric.name == SEATS))
    mixed = {metric.table for metric in metrics if metric.name == "skill.ahead"}
    curved = {metric.table for metric in metrics if metric.name.startswith("tension.")}
    order = sorted(tables, key=lambda t: (t in mixed, t != "regular", t in NO_THINKERS, t not in curved))
    return order[0] if order else ""


def _restricted(seen: dict[tuple[int, str], Sample], speaks: str) -> list[Metric]:
    """What it costs never to play a kind of action, where somebody never does."""
    made = []
    for (cell, table), sample in seen.items():
        usual = seen.get((cell, speaks))
        estimate = skill.restricted(sample, usual) if usual is not None and table != speaks else None
        if estimate is not None:
            made.append(estimate.metric(table, cell))
    return made


def _by_players(seen: dict[tuple[int, str], Sample], metrics: Sequence[Metric]) -> list[Metric]:
    """Fairness by number of players, where the cells differ in it."""
    cells: dict[int, int] = {}
    for (cell, _), sample in seen.items():
        cells.setdefault(sample.players, cell)
    if len(cells) < 2:
        return []
    return by_players({players: [m for m in metrics if m.cell == cell] for players, cell in cells.items()})


def _changes(found: dict[tuple[int, str], Estimates]) -> list[Metric]:
    """Every cell against cell 0."""
    made = []
    for (cell, table), now in found.items():
        base = found.get((0, table))
        if cell != 0 and base and SEATS in base:
            made += _differences("change", now, base, table, cell, "0")
    return made


def _otherwise(seen: dict[tuple[int, str], Sample]) -> list[Metric]:
    """Of every cell, how many games did not go as in cell 0."""
    pairs = [(sample, seen.get((0, table))) for (cell, table), sample in seen.items() if cell != 0]
    made = [otherwise(now, base) for now, base in pairs if base is not None and base.players == now.players]
    return [metric for metric in made if metric is not None]


def _contrasts(found: dict[tuple[int, str], Estimates], speaks: str) -> list[Metric]:
    """Every other table of equals against the thinkers', in cell 0."""
    made = []
    base = found.get((0, speaks), {})
    for (cell, table), now in found.items():
        if cell == 0 and table != speaks and base and SEATS in now and "skill.ahead" not in now:
            made += _differences("contrast", now, base, table, cell, speaks)
    return made


def _differences(word: str, now: Estimates, base: Estimates, table: str, cell: int, note: str) -> list[Metric]:
    both = [name for name in COMPARED if name in now and name in base]
    if word == "contrast":  # who hardly thinks has other chance in their heads, and plays a deal again as before
        both = [name for name in both if not name.startswith("luck.")]
    if now[SEATS].keys != base[SEATS].keys:
        shared = ("fairness.seat", "fairness.turn")  # of more players each has less
        both = [name for name in both if not name.startswith(shared)]
    made = [difference(f"{word}.{name}", now[name], base[name], note) for name in both]
    return [estimate.metric(table, cell) for estimate in made if estimate is not None]
