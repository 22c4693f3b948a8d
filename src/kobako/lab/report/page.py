"""lab.html: what was found, in words and with pictures; then all that was measured; then how.

One file without a script: each language is an article of its own, and a pair of radio buttons shows one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING

from kobako.core.registry import game as find_game
from kobako.core.seeds import seed_text
from kobako.core.words import LANGUAGES, check_lang
from kobako.lab.design import BESIDE, USUAL
from kobako.lab.metrics.names import METRICS
from kobako.lab.report.courses import courses, lengths
from kobako.lab.report.pictures import Gallery, Picture, shown_tables, slug
from kobako.lab.report.telling import Telling

if TYPE_CHECKING:
    from kobako.lab.report.chart import Chart
    from kobako.lab.stats import Finding, Metric
    from kobako.lab.study import Study

OWN_NAMES = {"en": "English", "ja": "日本語"}
SHORT = ("length.minutes", "fairness.turn_share", "luck.deal_share", "tension.settled_at")


def page(study: Study, lang: str = "en") -> str:
    """The page, with the language that is shown first. It is XML as well as HTML, so that a program can read it."""
    check_lang(lang)
    game = find_game(study.plan.game)
    metrics, findings = study.metrics(), study.findings()
    articles = [
        _Article(study, metrics, findings, Telling(game, study.plan.cells[0].players, one)) for one in LANGUAGES
    ]
    title = next(article for article in articles if article.lang == lang).title
    return document(title, lang, [article.html() for article in articles])


def document(title: str, lang: str, articles: Sequence[str]) -> str:
    """A page of one article in each language, of which one is shown first."""
    style = files("kobako.lab.report").joinpath("page.css").read_text(encoding="utf-8")
    head = (
        '<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style></head>"
    )
    choices = "".join(_choice(one, one == lang) for one in LANGUAGES)
    bar = f'<header class="bar"><fieldset><legend>Language · 言語</legend>{choices}</fieldset></header>'
    body = "\n".join(articles)
    return f'<!DOCTYPE html>\n<html lang="{lang}">\n{head}\n<body>\n{bar}\n<main>\n{body}\n</main>\n</body>\n</html>\n'


def _choice(lang: str, chosen: bool) -> str:
    checked = ' checked="checked"' if chosen else ""
    button = f'<input type="radio" name="lang" id="show-{lang}"{checked}/>'
    return f'<label lang="{lang}">{button}{OWN_NAMES[lang]}</label>'


class _Article:
    """The whole report in one language."""

    def __init__(self, study: Study, metrics: Sequence[Metric], findings: Sequence[Finding], telling: Telling) -> None:
        self.study, self.plan, self.telling, self.lang = study, study.plan, telling, telling.lang
        self.findings = findings
        self.gallery = Gallery(study.plan, metrics, telling)
        self.metrics = metrics
        self.main = shown_tables(study.plan, metrics)[0]
        self.title = telling.label("title", game=telling.game.title(telling.lang))
        there = {metric.name for metric in metrics}
        self.names = [name for name in METRICS if name in there]

    def html(self) -> str:
        """The article."""
        said = self.telling.label
        parts = [
            f"<h1>{escape(self.title)}</h1>",
            *self._intro(),
            self._section("found", "first", [f"<p>{escape(said('found_lead'))}</p>", self._found()]),
            *([self._section("what-if", "", self._what_if())] if len(self.plan.cells) > 1 else []),
            self._section("all", "", [f"<p>{escape(said('all_lead'))}</p>", *self._all()]),
            self._section("how", "", self._how()),
        ]
        return f'<article lang="{self.lang}">\n' + "\n".join(parts) + "\n</article>"

    def _section(self, name: str, kind: str, inside: Iterable[str]) -> str:
        style = f' class="{kind}"' if kind else ""
        heading = f'<h2 id="{self.lang}-{name}"{style}>{escape(self.telling.label(name.replace("-", "_")))}</h2>'
        return f'<section aria-labelledby="{self.lang}-{name}">\n' + "\n".join([heading, *inside]) + "\n</section>"

    # What it is

    def _intro(self) -> Iterator[str]:
        said, plan = self.telling.label, self.plan
        players = sorted({cell.players for cell in plan.cells})
        games = plan.total
        who = said("comma").join(self.telling.table(name) for name in shown_tables(plan, self.metrics))
        lead = said("lead", games=games, players="/".join(map(str, players)), who=who)
        yield f"<p>{escape(lead)}</p>"
        if {table.name for table in plan.tables} >= {USUAL, *BESIDE}:
            yield f"<p>{escape(said('who_is_who'))}</p>"
        yield f'<p class="soft">{escape(said("bots_view"))}</p>'
        names = ["found", *(["what-if"] if len(plan.cells) > 1 else []), "all", "how"]
        links = "".join(
            f'<li><a href="#{self.lang}-{name}">{escape(said(name.replace("-", "_")))}</a></li>' for name in names
        )
        yield f'<nav aria-label="{escape(said("contents"))}"><ul>{links}</ul></nav>'
        short = [item for name in SHORT for item in self._short(name)]
        if short:
            yield f'<ul class="short">{"".join(short)}</ul>'

    def _short(self, name: str) -> Iterator[str]:
        """One of the numbers that the page begins with."""
        metric = self.gallery.found.get((name, self.main, 0))
        if metric is None:
            return
        say = self.telling.say(metric.unit)
        if name == "fairness.turn_share":
            lowest, highest = (f(value.mean for value in metric.values) for f in (min, max))
            number = self.telling.label("from_to", low=say(lowest), high=say(highest))
        else:
            number = say(metric.values[0].mean)
        told = self.telling.words.get("short", name)
        yield f"<li><strong>{escape(number)}</strong> {escape(told)}</li>"

    # What was found

    def _found(self) -> str:
        """The findings: of the game, then what skill changes, then what is open; those about one metric together."""
        said = self.telling.label
        groups: dict[str, dict[str, list[Finding]]] = {"": {}, "by_skill": {}, "still_open": {}}
        for finding in self.findings:
            group = "by_skill" if finding.code == "skill_changes" else ""
            group = "still_open" if finding.certainty == "open" else group
            groups[group].setdefault(f"{finding.metric} {finding.code}", []).append(finding)
        parts = [] if groups[""] else [f"<p>{escape(said('nothing_found'))}</p>"]
        for name, found in groups.items():
            if found:
                parts += [f"<h3>{escape(said(name))}</h3>"] if name else []
                parts.append(self._listed(found))
        return "\n".join(parts)

    def _listed(self, found: dict[str, list[Finding]]) -> str:
        return '<ol class="findings">\n' + "\n".join(map(self._finding, found.values())) + "\n</ol>"

    def _finding(self, group: Sequence[Finding]) -> str:
        said = []
        for finding, values in self._told_once(group):
            sentence = self.telling.sentence(finding.code, values)
            sure = self.telling.words.get("certainty", finding.certainty)
            so = self.telling.sentence(finding.code, values, "so")
            said.append(f'<p class="says">{escape(sentence)}</p>')
            said.append(f'<p><span class="sure {finding.certainty}">{escape(sure)}</span>{self._within(finding)}</p>')
            said += [f'<p class="soft">{escape(so)}</p>'] if so else []
        first = group[0]
        picture = self._finding_picture(first)
        drawn = self._figure(picture, caption=True) if picture else ""
        return f'<li class="finding"><div>{"".join(said)}</div>{drawn}</li>'

    def _told_once(self, group: Sequence[Finding]) -> Iterator[tuple[Finding, dict[str, float | int | str]]]:
        """Each finding with its values; what skill changes, of all others at once, as sure as the least."""
        alike: dict[str, list[Finding]] = {}
        for at, finding in enumerate(group):
            alike.setdefault(str(finding.values["key"]) if finding.code == "skill_changes" else f"#{at}", []).append(
                finding
            )
        for same in alike.values():
            least = min(same, key=lambda finding: finding.weight)
            values = self._values(same[0])
            if least.code == "skill_changes":
                others = [self.telling.sentence("skill_changes", finding.values, "others") for finding in same]
                values["elsewhere"] = self.telling.label("comma").join(others)
            yield least, values

    def _within(self, finding: Finding) -> str:
        """The interval of the number that a finding is about, if it has one."""
        low, high = (finding.values.get(end) for end in ("low", "high"))
        unknown = low is None or high is None or low != low or finding.metric not in METRICS
        if unknown or "difference" in finding.values:
            return ""
        say = self.telling.say(METRICS[finding.metric][0])
        ends = {"low": say(float(low or 0)), "high": say(float(high or 0))}
        if ends["low"] == ends["high"]:  # narrower than what is told
            return ""
        return f' <span class="soft">{escape(self.telling.label("within", **ends))}</span>'

    def _values(self, finding: Finding) -> dict[str, float | int | str]:
        """The numbers of its sentence, and what is to be named in it, in words."""
        values, telling = dict(finding.values), self.telling
        if "metric" in values:
            values["compared"] = telling.compared(str(values["metric"]), str(values["key"]))
        if "cell" in values:
            values["cell"] = self.gallery.variant_named(int(values["cell"]))
        if "where" in values:
            values["where"] = telling.key(str(values["by"]), str(values["where"]))
        if "number" in values:
            values["number"] = telling.number(str(values["number"]))
        if "event" in values:
            values["happens"] = telling.event(str(values["event"]))
        if "piece" in values:
            event, arg, piece = (str(values[name]) for name in ("event", "arg", "piece"))
            values["piece"] = telling.piece(event, arg, piece)
            values["happens"] = telling.event(event, **{arg: str(values["piece"])})
        return values

    def _finding_picture(self, finding: Finding) -> Picture | None:
        values = finding.values
        match finding.code:
            case "option_dead" | "option_idle":
                return None
            case "option_changes":
                return self.gallery.over_cells(finding.metric, finding.table, str(values["key"]))
            case "skill_changes":
                return self.gallery.of(finding.metric, 0, around=str(values["key"]))
            case "length":
                return lengths(self.study.games, [finding.table], self.telling)
            case "settled_early" | "tense_to_the_end" | "runaway":
                return self.gallery.of("tension.curve", 0, finding.table)
        around = str(values.get("kind", ""))
        if "number" in values:
            around = f"{values['event']}.{values['number']}"
        if "piece" in values:
            number = f".{values['number']}" if "number" in values else ""
            arg = f" {values['arg']}" if number else f".{values['arg']}"
            around = f"{values['event']}{number}{arg} {values['piece']}"
        return self.gallery.of(finding.metric, finding.cell, finding.table, around)

    # What was measured

    def _all(self) -> Iterator[str]:
        for family, names in groupby(self.names, key=lambda name: name.partition(".")[0]):
            told = self.telling.words.tables["family"][family]
            yield f"<h3>{escape(told['title'])}</h3>\n<p>{escape(told['what'])}</p>"
            cards = [self._card(name) for name in names] + self._of_games(family)
            yield '<div class="cards">\n' + "\n".join(filter(None, cards)) + "\n</div>"

    def _card(self, name: str) -> str:
        picture = self.gallery.of(name)
        if picture is None:
            return ""
        how = f'<a href="#{self.lang}-how-{slug(name)}">{escape(self.telling.label("how_link"))}</a>'
        what = escape(self.telling.metric(name, "what"))
        return self._framed(picture.chart.title, f"{what} {how}", picture)

    def _of_games(self, family: str) -> list[str]:
        """Cards of the games themselves."""
        pictures: list[Picture | None] = []
        if family == "length":
            pictures = [lengths(self.study.games, shown_tables(self.plan, self.metrics), self.telling)]
        if family == "tension":
            pictures = [*courses(self.study.games, self.study.decisions, self.main, self.telling)]
        return [self._framed(one.chart.title, escape(one.chart.told), one) for one in pictures if one]

    def _framed(self, title: str, what: str, picture: Picture) -> str:
        return f'<div class="card"><h4>{escape(title)}</h4><p class="soft">{what}</p>{self._figure(picture)}</div>'

    def _figure(self, picture: Picture, caption: bool = False) -> str:
        told = f"<figcaption>{escape(picture.chart.title)}</figcaption>" if caption else ""
        return f"<figure>{told}{picture.svg}{table_behind(picture.chart, self.telling)}</figure>"

    # What if

    def _what_if(self) -> Iterator[str]:
        said, cells = self.telling.label, self.plan.cells
        turned = dict.fromkeys(name for cell in cells for name, _ in cell.varied)
        values = {name: dict.fromkeys(dict(cell.varied).get(name, "") for cell in cells) for name in turned}
        varied = said("comma").join(f"{self.gallery.option(name)} = {' / '.join(values[name])}" for name in turned)
        yield f"<p>{escape(said('what_if_lead'))}</p>"
        yield f"<p><strong>{escape(varied)}</strong></p>"
        for family, names in groupby(self.names, key=lambda name: name.partition(".")[0]):
            swept = [self.gallery.over_cells(name, self.main, key) for name in names for key in self._swept_keys(name)]
            cards = [self._framed(one.chart.title, escape(one.chart.told), one) for one in swept if one]
            if cards:
                yield f"<h3>{escape(self.telling.words.tables['family'][family]['title'])}</h3>"
                yield '<div class="cards">\n' + "\n".join(cards) + "\n</div>"

    def _swept_keys(self, name: str) -> tuple[str, ...]:
        """Of the metrics that have many numbers, those of seats and turns alone are shown over the variants."""
        if METRICS[name][1] == "":
            return ("",)
        metric = self.gallery.found.get((name, self.main, 0))
        return metric.keys if metric and name in ("fairness.seat_share", "fairness.turn_share") else ()

    # How it was measured

    def _how(self) -> Iterator[str]:
        said, plan = self.telling.label, self.plan
        for key in ("how_sure", "how_many", "how_chances", "how_order"):
            yield f"<p>{escape(said(key, thought=plan.thought))}</p>"
        terms = [
            f'<div><dt id="{self.lang}-how-{slug(name)}">{escape(self.telling.metric(name, "title"))}</dt>'
            f"<dd>{escape(self.telling.metric(name, 'how'))}</dd></div>"
            for name in self.names
        ]
        yield f"<dl>{''.join(terms)}</dl>"
        yield f"<h3>{escape(said('played'))}</h3>"
        yield self._played()
        options = said("comma").join(
            f"{self.telling.of_game.option(name)}: {self.telling.of_game.option_value(name, value)}"
            for name, value in plan.cells[0].options
        )
        again = said("again", rules=plan.rules, seed=seed_text(plan.seed), options=options)
        yield f'<p class="soft">{escape(again)}</p>'

    def _played(self) -> str:
        """Which tables played how many games."""
        said = self.telling.label
        head = "".join(f'<th scope="col">{escape(said(key))}</th>' for key in ("table", "bots", "deals", "games"))
        rows = []
        for number, table in enumerate(self.plan.tables):
            games = sum(table.deals * self.plan.games_per_deal(cell, number) for cell in range(len(self.plan.cells)))
            bots = ", ".join(dict.fromkeys(map(str, table.seats)))
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in (bots, str(table.deals), str(games)))
            rows.append(f'<tr><th scope="row">{escape(self.telling.table(table.name))}</th>{cells}</tr>')
        return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def table_behind(chart: Chart, telling: Telling) -> str:
    """The table behind a picture, folded away."""
    summary = escape(telling.label("as_table"))
    return f"<details><summary>{summary}</summary>{html_table(chart.title, *chart.table())}</details>"


def html_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose rows begin with their names; what is too wide for the screen can be moved in its frame."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(
        f'<tr><th scope="row">{escape(row[0] or title)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(title)}"><table>'
        f"<thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
    )
