"""Tuning: aims are read, values that reach them are found, and what is wrong is said before anything is played."""

import json

import pytest

import kobako
from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.lab.aims import MEASURES, read_aims
from kobako.lab.metrics.names import METRICS
from kobako.lab.plan import Cell
from kobako.lab.report.tuning import tuning_page
from kobako.lab.stats import Metric, Value
from kobako.lab.tune import Entry, better, dominates, make_race, pareto_ranks

NOW = Value(0.5, 0.4, 0.6, 100)


def value(mean):
    return Value(mean, mean, mean, 100)


def test_aims_are_about_what_is_measured():
    assert set(MEASURES.values()) <= set(METRICS)
    for name in MEASURES:
        (aim,) = read_aims(f"{name} at most 30 %")
        assert (aim.measure, aim.how, aim.target) == (name, "at most", 0.3)


@pytest.mark.parametrize(
    ("text", "mean", "miss"),
    [
        ("seats even", 0.07, 0.07),
        ("seats even", -0.01, 0.0),
        ("25 minutes", 20.0, 5.0),
        ("25 minutes", 27.5, 2.5),
        ("skill at least as now", 0.4, 0.1),
        ("skill at least as now", 0.7, 0.0),
        ("luck at most 0.3", 0.5, 0.2),
        ("luck at most 30%", 0.2, 0.0),
    ],
)
def test_how_far_from_an_aim(text, mean, miss):
    (aim,) = read_aims(text)
    assert aim.miss(value(mean), NOW) == pytest.approx(miss)


def test_seats_are_as_even_as_the_luckiest_of_them():
    (aim,) = read_aims("seats even")
    shares = Metric("fairness.seat_share", "regular", 2, "share", ("0", "1"), (value(0.4), value(0.6)))
    assert aim.value([shares], 2).mean == pytest.approx(0.1)
    with pytest.raises(BadOption, match="cannot be measured here"):
        aim.value([shares], 1)


@pytest.mark.parametrize("text", ["", "fun", "25 hours", "luck at most much", "beauty at least 3", "seats even,", "25"])
def test_what_is_no_aim_is_told_what_is_one(text):
    with pytest.raises(BadOption, match=r"is no aim\. Aims are: seats even; 25 minutes .* one of seats, minutes"):
        read_aims(text)


def test_two_aims_are_about_two_things():
    with pytest.raises(BadOption, match="about the same thing"):
        read_aims("25 minutes, minutes at most 30")


def test_the_front_is_what_nobody_beats_in_everything():
    misses = [(0.0, 3.0), (1.0, 1.0), (1.0, 2.0), (3.0, 0.0), (4.0, 4.0), (1.0, 1.0)]
    assert pareto_ranks(misses) == [0, 0, 1, 0, 2, 0]
    for one, other in [(a, b) for a in misses for b in misses if pareto_ranks([a, b]) == [0, 0]]:
        assert not dominates(one, other)


def test_the_better_half_goes_on():
    entries = [
        Entry(Cell(3, (), (("goal", str(i)),)), (), miss, False) for i, miss in enumerate([(9,), (1,), (5,), (0,)])
    ]
    assert [entry.cell.varied[0][1] for entry in better(entries, 2)] == ["1", "3"]


@pytest.fixture(scope="module")
def tuning():
    """The shortest game that Donburiko can be: a lower goal ends it sooner, and the race must find that out."""
    setup = kobako.game("donburiko").setup(players=2)
    race = make_race(setup, ["goal=6,8,11,14,100"], read_aims("minutes at most 1"), 200, 1)
    assert race.heats == (5, 4)
    return race.run(None, workers=1)


def test_the_values_that_reach_the_aim_are_found(tuning):
    found = {entry.cell.varied[0][1]: entry for entry in tuning.entries}
    assert "100" not in found, "the farthest is not in the last heat"
    nearest = min(tuning.entries, key=lambda entry: entry.misses)
    assert int(dict(nearest.cell.varied)["goal"]) <= 8, "both end with the first round or the second"
    assert nearest.front
    assert nearest.values[0].mean < tuning.now.values[0].mean
    assert tuning.now.cell.varied == ()


def test_the_page_is_in_both_languages_and_has_a_table_behind_every_picture(tuning):
    page = tuning_page(tuning, "ja")
    assert page.count("<article") == 2
    assert page.count("<svg") == page.count("<details>") == 2
    assert "http" not in page.replace("http://www.w3.org", "")


def test_from_the_command_line_and_taken_up_again(tmp_path, capsys):
    command = ["lab", "donburiko", "-p", "2", "--tune", "goal=8,26", "--aim", "seats even, minutes at most 3"]
    again = [*command, "-n", "60", "--seed", "3", "--workers", "1", "--out", str(tmp_path / "out")]
    assert main(again) == 0
    first = {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir() if file.is_file()}
    assert {"tune.json", "tune.html", "lab.html", "games.parquet"} <= set(first)
    assert [list(entry["varied"].items()) for entry in json.loads(first["tune.json"])["entries"]] == [
        [("goal", "8")],
        [("goal", "26")],
    ]
    assert main(again) == 0
    assert {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir() if file.is_file()} == first


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--tune", "goal=10,15"], "--tune NAME=… and --aim AIMS are given together"),
        (["--aim", "seats even"], "--tune NAME=… and --aim AIMS are given together"),
        (["--tune", "goal=10,15", "--aim", "seats even", "-n", "10"], "needs 48 games or more, not 10"),
        (["--tune", "goal=20", "--aim", "seats even"], "no variant but the rules as they are"),
        (["--tune", "players=2,3", "--aim", "seats even"], "the number of players cannot be tuned"),
        (["--tune", "moon=2,3", "--aim", "seats even"], "no option 'moon'"),
        (["--tune", "goal=10,15", "--aim", "fun"], "'fun' is no aim"),
        (["--tune", "goal=10,15", "--aim", "seats even", "--vary", "hand=3,4"], "--vary does not go with --tune"),
        (["--tune", "goal=10,15", "--aim", "seats even", "--ladder", "0"], "--ladder does not go with --tune"),
    ],
)
def test_what_is_wrong_is_said_first(arguments, told, capsys):
    assert main(["lab", "donburiko", *arguments]) != 0
    assert told in capsys.readouterr().err
