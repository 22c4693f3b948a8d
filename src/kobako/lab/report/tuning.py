"""tune.html: what can be had against what, after a race.

No single number is best where there are several aims. So the page shows the front: every variant that none of the
others beats in all aims at once; then the others of the last heat, and the rules as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from kobako.core.registry import game as find_game
from kobako.core.words import LANGUAGES, check_lang
from kobako.lab.metrics.names import METRICS
from kobako.lab.report import plots
from kobako.lab.report.chart import Chart, Level, Series, told
from kobako.lab.report.page import document, html_table, table_behind
from kobako.lab.report.telling import Say, Telling

if TYPE_CHECKING:
    from kobako.lab.aims import Aim
    from kobako.lab.tune import Entry, Tuning

PAGE = "tune.html"


def tuning_page(tuning: Tuning, lang: str = "en") -> str:
    """The page, with the language that is shown first."""
    check_lang(lang)
    plan = tuning.study.plan
    articles = {one: _Article(tuning, Telling(find_game(plan.game), plan.cells[0].players, one)) for one in LANGUAGES}
    return document(articles[lang].title, lang, [article.html() for article in articles.values()])


class _Article:
    """The whole page in one language."""

    def __init__(self, tuning: Tuning, telling: Telling) -> None:
        self.tuning, self.telling, self.lang = tuning, telling, telling.lang
        self.title = telling.label("tuned", game=telling.game.title(telling.lang))
        self.entries = [tuning.now, *sorted(tuning.entries, key=lambda entry: not entry.front)]

    def html(self) -> str:
        said, tuning = self.telling.label, self.tuning
        heats = said("comma").join(map(str, tuning.heats))
        parts = [
            f"<h1>{escape(self.title)}</h1>",
            f"<p>{escape(said('tuned_lead', aims=said('comma').join(map(self.aim, tuning.aims))))}</p>",
            f'<p class="soft">{escape(said("tuned_how", heats=heats))} {escape(said("bots_view"))}</p>',
            f'<h2 id="{self.lang}-front">{escape(said("front"))}</h2>',
            f"<p>{escape(said('front_lead'))}</p>",
            self._table(),
            f'<div class="cards">{"".join(self._pictures())}</div>',
            f'<p><a href="lab.html">{escape(said("tuned_more"))}</a></p>',
        ]
        return f'<article lang="{self.lang}">\n' + "\n".join(parts) + "\n</article>"

    def aim(self, aim: Aim) -> str:
        """An aim in words."""
        what = self.telling.words.get("aim", aim.measure)
        value = self.telling.label("as_now") if aim.target is None else self._say(aim)(aim.target)
        return self.telling.label(f"aim_{aim.how.replace(' ', '_')}", what=what, value=value)

    def _say(self, aim: Aim) -> Say:
        return self.telling.say(METRICS[aim.metric][0])

    def name(self, entry: Entry) -> str:
        """What a variant is called."""
        words = self.telling.of_game
        named = (f"{words.option(name)}: {words.option_value(name, value)}" for name, value in entry.cell.varied)
        return self.telling.label("comma").join(named) or self.telling.label("as_printed")

    def _table(self) -> str:
        said = self.telling.label
        head = [said("variant"), *map(self.aim, self.tuning.aims), said("on_the_front")]
        rows = [
            [
                self.name(entry),
                *(told(v, self._say(aim)) for aim, v in zip(self.tuning.aims, entry.values, strict=True)),
                said("yes") if entry.front else "–",
            ]
            for entry in self.entries
        ]
        return html_table(said("front"), head, rows)

    def _pictures(self) -> Iterator[str]:
        """For each aim all variants below each other, and where the aim is."""
        labels = tuple(self.name(entry) for entry in self.entries)
        for at, aim in enumerate(self.tuning.aims):
            title = self.aim(aim)
            target = 0.0 if aim.how == "low" else self.tuning.now.values[at].mean if aim.target is None else aim.target
            series = (Series(self.telling.words.get("aim", aim.measure), 0, tuple(e.values[at] for e in self.entries)),)
            what = self.telling.label("variant")
            chart = Chart(
                title, title, what, labels, series, self._say(aim), Level(target, self.telling.label("the_aim"))
            )
            behind = table_behind(chart, self.telling)
            yield f'<div class="card"><h4>{escape(title)}</h4><figure>{plots.dots(chart)}{behind}</figure></div>'
