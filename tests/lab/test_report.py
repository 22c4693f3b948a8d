"""The page of a study: one file that needs nothing else, in two languages, with a table behind every picture."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

import kobako
from kobako.core.published import FILE, published_study
from kobako.core.words import LANGUAGES
from kobako.lab import cases
from kobako.lab import findings as told
from kobako.lab.metrics import COMPARED
from kobako.lab.metrics.names import METRICS
from kobako.lab.report import page
from kobako.lab.report.chart import Chart, Series, fitting, wide
from kobako.lab.report.published import published
from kobako.lab.report.telling import Telling, catalogue, plain
from kobako.lab.stats import Finding, Metric, Value
from kobako.lab.study import Study, study

# Every code with the names of its values, as the table in findings.py has them.
ROW = re.compile(r"^\| (`.+?`) \| (.+) \|$", re.M)
CODES = {code: values for codes, values in ROW.findall(told.__doc__ or "") for code in re.findall(r"`(\w+)`", codes)}
NAMED: dict[str, Any] = {  # of values that are names: one that a game has
    "seat": 2,
    "kind": "bid",
    "event": "took",
    "arg": "card",
    "number": "sum",
    "piece": "1",
    "where": "2",
    "by": "round",
    "distance": 1,
    "metric": "length.minutes",
    "key": "",
    "cell": 1,
    "unit": "minutes",
    "thinkers": "regular",
    "others": "random",
    "stronger": "regular",
    "weaker": "random",
    "bot": "regular",
}


@pytest.fixture(scope="module")
def small() -> Study:
    """A real study, as small as can be, of two variants."""
    return study(kobako.game("kotori").setup(2), n=4, seed=3, workers=1, vary=["players=2,3"])


@pytest.fixture(scope="module")
def text(small: Study) -> str:
    return page(small, "en")


@pytest.fixture(scope="module")
def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.partition("\n")[2])


# Words


def test_everything_that_is_measured_or_found_has_words_in_both_languages() -> None:
    source = inspect.getsource(cases)
    codes = {*CODES, *re.findall(r'(?:\.case\(|Threshold\()\s*"(\w+)"', source)}
    assert len(codes) > 25
    for lang in LANGUAGES:
        tables = catalogue(lang)
        assert set(METRICS) == set(tables["metric"])
        assert all(set(texts) == {"title", "what", "how"} for texts in tables["metric"].values())
        assert codes == set(tables["finding"])
        assert {name.partition(".")[0] for name in METRICS} == set(tables["family"])
        assert set(COMPARED) == set(tables["compared"])


def test_both_languages_have_the_same_words() -> None:
    english, japanese = map(catalogue, LANGUAGES)
    assert set(keys(english)) == set(keys(japanese))


def keys(table: dict[str, Any], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All keys of nested tables."""
    inner = [keys(value, (*above, key)) if isinstance(value, dict) else [(*above, key)] for key, value in table.items()]
    return [key for some in inner for key in some]


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_finding_is_told(code: str, small: Study) -> None:
    names = {*re.findall(r"\b[a-z_]+\b", re.sub(r"\(.*?\)", "", CODES[code])), "games"}
    if CODES[code].startswith("the same"):
        names = {"seat", "share", "low", "high", "even", "excess", "games"}
    values = {name: NAMED.get(name, 0.375) for name in names}
    finding = Finding(code, "length.minutes", "regular", 0, 1.0, "certain", values)
    said = page(with_findings(small, finding))
    for lang in LANGUAGES:
        sentence = re.search(rf'lang="{lang}">\n<h1>.*?<p class="says">(.*?)</p>', said, re.S)
        assert sentence
        assert len(sentence[1]) > 8
        assert "{" not in sentence[1]


def with_findings(made: Study, *findings: Finding) -> Any:
    """A study in which this and nothing else was found."""
    return SimpleNamespace(
        plan=made.plan,
        games=made.games,
        decisions=made.decisions,
        metrics=made.metrics,
        findings=lambda: list(findings),
    )


def test_the_sentence_of_the_brief(small: Study) -> None:
    values = {"seat": 2, "share": 0.372, "low": 0.35, "high": 0.39, "even": 0.28, "excess": 0.092, "games": 900}
    finding = Finding("seat_advantage", "fairness.seat_share", "regular", 0, 1.0, "certain", values)
    said = page(with_findings(small, finding), "en")
    assert "Seat 2 wins 37 % of games, 9.2 points more than its share." in said
    assert "席2の勝率は37%で、公平な割合より9.2ポイント高い。" in said
    assert "95 % interval: 35 % to 39 %" in said
    assert "95%区間：35%〜39%" in said


def test_what_skill_changes_is_said_once_of_all_others(small: Study) -> None:
    values = {"metric": "length.minutes", "key": "", "unit": "minutes", "thinkers": "regular", "at_thinkers": 12.0}
    found = [
        Finding("skill_changes", "length.minutes", other, 0, 1.0, sure, values | {"others": other, "at_others": at})
        for other, at, sure in (("greedy", 9.0, "certain"), ("random", 7.0, "certain"))
    ]
    said = page(with_findings(small, *found), "en")
    assert (
        "the length of a game: 12 min among regulars, 9 min among greedy players, 7 min among random players." in said
    )
    assert (
        "1ゲームの時間は腕前で変わります。" in said
        or "腕前で変わります。常連では12分、よくばりでは9分、でたらめでは7分です。" in said
    )


def test_pieces_and_actions_are_called_what_the_game_calls_them() -> None:
    tokkuri = Telling(kobako.game("tokkuri"), 4, "ja")
    assert tokkuri.key("action", "lay") == "徳利として裏向きに置く"
    assert tokkuri.key("piece", "played.card dummy") == "…がダミーを表向きに出しました"
    umbradeco = Telling(kobako.game("umbradeco"), 4, "en")
    assert umbradeco.key("piece", "placed.colour R") == "… places red on …"
    assert umbradeco.key("number", "scored.four_colours").startswith("four colours: … scores")
    assert umbradeco.key("event", "removed") == "… tiles leave the game unseen"
    assert umbradeco.key("turn", "3") == "last"
    assert [umbradeco.key("distance", far) for far in "123"] == ["next player", "player opposite", "previous player"]
    assert umbradeco.compared("pieces.action_count", "push") == "how often “push a tile” is done in a game"


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (37.2, "share", "37"),
        (9.21, "share", "9.2"),
        (0.04, "share", "0"),
        (0.049, "", "0.05"),
        (-1.25, "points", "−1.2"),
        (1.2, "gain", "+1.2"),
        (14.46, "minutes", "14"),
        (2.0, "minutes", "2"),
        (71.8, "count", "72"),
    ],
)
def test_numbers_have_as_many_digits_as_one_reads(value: float, unit: str, said: str) -> None:
    assert plain(value, unit) == said


# The page


def test_it_needs_nothing_else(text: str, tree: ElementTree.Element) -> None:
    assert not re.search(r"https?:|//[a-z]|url\(|@import|<script|<link|<img", text)
    for element in tree.iter():
        for name in ("href", "src"):
            assert element.get(name, "#").startswith("#")


def test_links_lead_somewhere_and_names_are_given_once(tree: ElementTree.Element) -> None:
    named = [element.get("id", "") for element in tree.iter() if element.get("id")]
    assert len(named) == len(set(named))
    assert {link.get("href", "")[1:] for link in tree.iter("a")} <= set(named)
    assert {element.get("aria-labelledby") for element in tree.iter("section")} <= set(named)


def test_both_languages_are_whole_and_one_is_chosen(small: Study, text: str, tree: ElementTree.Element) -> None:
    articles = list(tree.iter("article"))
    assert [article.get("lang") for article in articles] == ["en", "ja"]
    counts = [{tag: len(list(article.iter(tag))) for tag in ("svg", "h2", "h3", "h4", "dt")} for article in articles]
    assert counts[0] == counts[1]
    assert counts[0]["svg"] > 40
    assert 'id="show-en" checked="checked"' in text
    japanese = page(small, "ja")
    assert japanese.startswith('<!DOCTYPE html>\n<html lang="ja">')
    assert 'id="show-ja" checked="checked"' in japanese


def test_every_picture_has_a_title_what_it_shows_and_a_table(tree: ElementTree.Element) -> None:
    figures = list(tree.iter("figure"))
    assert len(figures) == len(list(tree.iter("svg")))
    for figure in figures:
        picture = figure.find("svg")
        assert picture is not None
        assert picture.get("role") == "img"
        assert picture.findtext("title")
        assert picture.findtext("desc")
        rows = figure.findall("details/div/table/tbody/tr")
        assert rows
        assert all(row.find("th") is not None and row.find("td") is not None for row in rows)


def test_no_number_on_it_is_none(text: str) -> None:
    assert not re.search(r"\bnan\b|\binf\b|None", text)


def test_variants_stand_side_by_side(tree: ElementTree.Element) -> None:
    section = next(s for s in tree.iter("section") if s.get("aria-labelledby") == "en-what-if")
    titles = [heading.text for heading in section.iter("h4")]
    assert "Minutes" in titles
    minutes = next(card for card in section.iter("div") if card.findtext("h4") == "Minutes")
    rows = minutes.findall("figure/details/div/table/tbody/tr")
    assert [row.findtext("th") for row in rows] == ["2", "3"]
    value, difference, sure = (cell.text or "" for cell in rows[1].findall("td"))
    assert value.split(" ")[1] == "min"
    assert "min" in difference
    assert sure in ("certain", "likely", "open")


def test_tables_say_what_the_metrics_are(small: Study, tree: ElementTree.Element) -> None:
    metric = next(m for m in small.metrics() if (m.name, m.table, m.cell) == ("length.decisions", "regular", 0))
    card = next(card for card in tree.iter("div") if card.findtext("h4") == "Decisions in a game")
    cell = card.findtext("figure/details/div/table/tbody/tr/td") or ""
    assert cell.startswith(plain(metric.values[0].mean, "count"))


def test_names_are_only_text(small: Study) -> None:
    strange = Metric("fairness.shared_wins", "<b>&", 0, "share", ("",), (Value(0.5, float("nan"), float("nan"), 1),))
    made = with_findings(small)
    made.metrics = lambda: [*small.metrics(), strange]
    ElementTree.fromstring(page(made, "en").partition("\n")[2])


def test_a_language_that_is_none_is_refused(small: Study) -> None:
    with pytest.raises(kobako.KobakoError, match="no language 'fr': there are en, ja"):
        page(small, "fr")


def test_a_text_is_cut_to_its_room() -> None:
    assert fitting("short", 100) == "short"
    assert wide("日本") == 2 * wide("ab")
    cut = fitting("a very long label that has no room", 80)
    assert cut.endswith("…")
    assert wide(cut) <= 80 + 7


def test_what_was_seen_once_has_no_interval() -> None:
    once = Value(0.5, float("nan"), float("nan"), 1)
    chart = Chart("t", "d", "w", ("a", "b"), (Series("s", 0, (once, None)),), lambda x: f"{x:g}")
    assert chart.ends == (0.5, 0.5)
    assert chart.table() == (["w", "s"], [["a", "0.5"], ["b", "–"]])


# What a game brings along


def test_a_published_study_is_small_and_says_what_the_metrics_do(small: Study) -> None:
    shown = published(small)
    assert len(json.dumps(shown)) < 4000
    assert shown["players"] == 2
    assert shown["games"] == 4
    assert sum(seat["mean"] for seat in shown["turns"]) == pytest.approx(1, abs=1e-3)
    assert sum(shown["lengths"]["shares"]) == pytest.approx(1, abs=1e-3)
    assert len(shown["curve"]) == 11
    metric = next(m for m in small.metrics() if (m.name, m.table, m.cell) == ("length.minutes", "regular", 0))
    assert shown["numbers"]["length.minutes"]["mean"] == pytest.approx(metric.values[0].mean, abs=1e-4)


def test_a_games_study_is_read_from_its_folder(small: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kobako.core.published.files", lambda package: tmp_path)
    game: Any = SimpleNamespace(name="new", package="new")
    read = published_study.__wrapped__
    assert read(game) is None
    (tmp_path / FILE).write_text(json.dumps(published(small)), encoding="utf-8")
    assert read(game) == published(small)
    (tmp_path / FILE).write_text('{"rules": 1}', encoding="utf-8")
    with pytest.raises(kobako.KobakoError, match=r"study\.json has no .*turns.*`kobako lab new` writes one"):
        read(game)
    (tmp_path / FILE).write_text("nonsense", encoding="utf-8")
    with pytest.raises(kobako.KobakoError, match=r"study\.json cannot be read"):
        read(game)
