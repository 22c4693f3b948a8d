"""What is otherwise among those who think less, and in a variant of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kobako.lab.case import Case, Look, Values, at_most, sized
from kobako.lab.metrics.kinds import UNSEEN
from kobako.lab.metrics.otherwise import OTHERWISE
from kobako.lab.stats import Metric, Value, at_most_p

MOST_DIFFERENCES = 6  # that are told of one table or variant: the rest is among the metrics


def contrasts(look: Look, metrics: Sequence[Metric]) -> Iterator[Case]:
    """What is otherwise among those who think less?"""
    for table in dict.fromkeys(metric.table for metric in metrics if metric.name.startswith("contrast.")):
        other, made = Look(metrics, table), []
        for name, key, unit, value, p, here, there in _differing("contrast.", look, other):
            said: Values = {"metric": name, "key": key, "thinkers": look.table, "others": table, "unit": unit}
            said |= {"at_thinkers": here.mean, "at_others": there.mean, "difference": value.mean, **sized(value)}
            weight = 0.5 * _relative(value.mean, here.mean, unit)
            made.append(other.case("skill_changes", name, weight, p, weight > 0.05, **said))
        yield from _largest(made)


def changes(look: Look, metrics: Sequence[Metric]) -> Iterator[Case]:
    """What is otherwise in a variant, and is anything?"""
    for cell in sorted({metric.cell for metric in metrics} - {0}):
        now, made = Look(metrics, look.table, cell), []
        for name, key, unit, value, p, was, there in _differing("change.", look, now):
            said: Values = {"metric": name, "key": key, "cell": cell, "base": was.mean, "now": there.mean}
            said |= {"difference": value.mean, **sized(value), "unit": unit}
            made.append(now.case("option_changes", name, 0.9 * _relative(value.mean, was.mean, unit), p, True, **said))
        yield from _largest(made)
        went = now.value(OTHERWISE)
        if went and went.mean == 0:
            # The same deals, the same heads, and not one action otherwise: what was varied never came into play.
            p = at_most_p(0, went.n, UNSEEN)
            said = {"cell": cell, "games": went.n, "most": at_most(0, went.n)}
            yield now.case("option_dead", OTHERWISE, 0.7, p, True, **said)
            continue
        idle = bool(made) and min(case.p or 0.0 for case in made) * len(made) >= 0.05
        # That nothing differs is never proven: the widest interval there is makes it an open one.
        said = {"cell": cell, "tests": len(made), "low": 0.0, "high": 1.0}
        yield now.case("option_idle", "change", 0.5, None, idle, **said)


Differing = tuple[str, str, str, Value, float, Value, Value]


def _differing(word: str, base: Look, now: Look) -> Iterator[Differing]:
    """The differences between two looks: metric, key, unit, how large, p-value, and what it is in either."""
    for metric in now.found.values():
        if not metric.name.startswith(word):
            continue
        name = metric.name.removeprefix(word)
        for key, value, p in zip(metric.keys, metric.values, metric.each):
            was, there = base.value(name, key), now.value(name, key)
            if was is not None and there is not None:
                yield name, key, metric.unit, value, p, was, there


def _largest(made: Sequence[Case]) -> Iterator[Case]:
    """All cases, of which only those are told that weigh most among the significant."""
    ranked = sorted((case for case in made if case.told and (case.p or 0.0) < 0.05), key=lambda case: -case.weight)
    told = {id(case) for case in ranked[:MOST_DIFFERENCES]}
    for case in made:
        yield replace(case, told=id(case) in told, one_of_many=True)


def _relative(difference: float, base: float, unit: str) -> float:
    """How large a change is: a share's against 0.2, everything else against what it was."""
    scale = 0.2 if unit in ("share", "chance") else max(abs(base), 1e-9)
    return min(1.0, abs(difference) / scale)
