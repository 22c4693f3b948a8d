"""A study: the tables of what was played, and what they say."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

import pyarrow as pa

from kobako.arena.log import write
from kobako.arena.places import HERE
from kobako.core.errors import KobakoError
from kobako.core.game import Setup
from kobako.core.published import FILE as PUBLISHED
from kobako.core.seeds import parse_seed
from kobako.lab.design import make_plan
from kobako.lab.elsewhere import events_elsewhere
from kobako.lab.findings import findings
from kobako.lab.metrics import measure
from kobako.lab.metrics.sample import Catalogue, Tables
from kobako.lab.plan import Plan
from kobako.lab.play import setup_of
from kobako.lab.report import page
from kobako.lab.report.published import published
from kobako.lab.rows import SCHEMAS, csv_bytes, parquet_bytes, read_table
from kobako.lab.run import played

if TYPE_CHECKING:
    from kobako.lab.stats import Finding, Metric

SUMMARY, PAGE = "lab.json", "lab.html"
FORMAT = 1


class Study:
    """What was played (`plan`), and every game, decision and event of it as a row of an Arrow table.

    `study.games.to_pandas()` and `polars.from_arrow(study.games)` give data frames.
    """

    def __init__(self, plan: Plan, games: pa.Table, decisions: pa.Table, events: pa.Table) -> None:
        self.plan, self.games, self.decisions, self.events = plan, games, decisions, events

    def __repr__(self) -> str:
        tables = ", ".join(table.name for table in self.plan.tables)
        return f"<study of {self.plan.game}: {self.games.num_rows} games of {tables}>"

    def metrics(self) -> list[Metric]:
        """All that was measured, with intervals."""
        return self._metrics

    def findings(self) -> list[Finding]:
        """What a designer should know, what weighs most first."""
        return self._findings

    @cached_property
    def _metrics(self) -> list[Metric]:
        return measure(Tables(self.games, self.decisions, self.events, self._catalogue))

    @cached_property
    def _catalogue(self) -> Catalogue:
        """What the game has; of what never happened, without what belongs to another way to play it."""
        setup = setup_of(self.plan, 0)
        whole = Catalogue.of(setup)
        unseen = whole.events.keys() - set(self.events["kind"].unique().to_pylist())
        foreign = unseen & events_elsewhere(setup) if unseen else set()
        return replace(whole, events={kind: args for kind, args in whole.events.items() if kind not in foreign})

    @cached_property
    def _findings(self) -> list[Finding]:
        return findings(self.metrics())

    def to_json(self) -> dict[str, Any]:
        """Plan, metrics and findings as plain values."""
        return {
            "study": FORMAT,
            "plan": self.plan.to_json(),
            "metrics": [metric.to_json() for metric in self.metrics()],
            "findings": [finding.to_json() for finding in self.findings()],
        }

    def page(self, lang: str = "en") -> str:
        """The report: one page of HTML that needs nothing else. Both languages are in it; `lang` is shown first."""
        return page(self, lang)

    def save(self, folder: Path | str, lang: str = "en", as_csv: bool = False) -> None:
        """Write the three tables, lab.json, lab.html, and study.json (for the game's own folder) into a folder."""
        folder = Path(folder)
        make, ending = (csv_bytes, "csv") if as_csv else (parquet_bytes, "parquet")
        # All are made before the first is written: what cannot be told leaves the old ones as they were.
        files = {f"{name}.{ending}": make(getattr(self, name)) for name in SCHEMAS}
        files[SUMMARY] = json.dumps(self.to_json(), ensure_ascii=False, indent=1).encode() + b"\n"
        files[PUBLISHED] = json.dumps(published(self)).encode() + b"\n"
        files[PAGE] = self.page(lang).encode()
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write(folder / name, data)

    @classmethod
    def load(cls, folder: Path | str) -> Study:
        """The study that a folder holds."""
        path = Path(folder) / SUMMARY
        try:
            plan = Plan.from_json(json.loads(path.read_bytes())["plan"])
        except OSError as wrong:
            raise KobakoError(f"{folder} holds no study: {SUMMARY} cannot be read ({wrong.strerror})") from None
        except (ValueError, KeyError, TypeError):
            raise KobakoError(f"{path} is not what a study wrote there") from None
        return cls(plan, **{name: read_table(Path(folder), name) for name in SCHEMAS})


def study(
    setup: Setup,
    n: int = 100,
    bots: Sequence[str] | str | None = None,
    seed: SupportsIndex | str | None = None,
    workers: int | None = None,
    *,
    vary: Sequence[str] = (),
    forbid: Sequence[str] = (),
    ladder: int | None = None,
    fixed: bool = False,
    curves: bool = True,
    on: str = HERE,
    out: Path | str | None = None,
    report: Callable[[int], None] | None = None,
) -> Study:
    """Play n games at every table, and study them.

    Without `bots`: four regulars, beside them greedy and random players, and the ladder. `vary`, `forbid` and the rest
    are those of `kobako lab`. With `out` the games are logged in that folder, and a run that was stopped goes on there.
    """
    plan = make_plan(setup, n, parse_seed(seed), bots, vary, forbid, ladder, fixed, curves)
    return Study(plan, **played(plan, None if out is None else Path(out), on, workers, report))
