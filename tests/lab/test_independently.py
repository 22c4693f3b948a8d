"""The metrics once more, game by game in plain Python, from the rows alone: they must come to the same."""

from collections import defaultdict
from math import log2, sqrt
from statistics import fmean, stdev

import pytest

from kobako.lab.metrics import measure
from kobako.lab.stats import student_t
from tests.lab.draws import ACTIONS, EVENTS, Plant, games
from tests.lab.tiny import found, tables

SEATS = range(3)


@pytest.fixture(scope="module")
def played():
    return tables(games(Plant(bonus=1, noise=0.1), 120, seed=5), EVENTS, ACTIONS)


@pytest.fixture(scope="module")
def metrics(played):
    return measure(played)


@pytest.fixture(scope="module")
def by_game(played):
    """Each game's row and its decisions."""
    decisions = defaultdict(list)
    for row in played.decisions.to_pylist():
        decisions[row["game"]].append(row)
    return [(row, sorted(decisions[row["game"]], key=lambda d: d["move"])) for row in played.games.to_pylist()]


def curve(row, decisions):
    lines = [[d[f"chance_{seat}"] for seat in SEATS] for d in decisions]
    return [*lines, [row[f"share_{seat}"] for seat in SEATS]]


def winners(row):
    return [seat for seat in SEATS if row[f"share_{seat}"] > 0]


def worst(row, decisions):
    return fmean(min(line[seat] for line in curve(row, decisions)) for seat in winners(row))


def drama(row, decisions):
    total = []
    for seat in winners(row):
        behind = [max(line) - line[seat] for line in curve(row, decisions)[:-1] if max(line) > line[seat]]
        total.append(fmean(map(sqrt, behind)) if behind else 0.0)
    return fmean(total)


def lead_changes(row, decisions):
    leader, changes = None, 0
    for line in curve(row, decisions):
        best = max(SEATS, key=lambda seat: line[seat])
        ahead_of = sorted(line)[-2] if leader is None else line[leader]
        if best != leader and line[best] - ahead_of >= 0.05 - 1e-9:
            changes += leader is not None
            leader = best
    return changes


def settled_at(row, decisions):
    if len(winners(row)) > 1:
        return 1.0
    [winner] = winners(row)
    lines = curve(row, decisions)
    at = len(lines) - 1
    while at > 0 and lines[at - 1][winner] >= 0.9:
        at -= 1
    return at / len(decisions)


def minutes(row, decisions):
    return sum(4 + 3 * log2(d["legal"]) if d["legal"] > 1 else 3.5 for d in decisions) / 60


def comeback(row, decisions):
    lowest = [min(line[seat] for line in curve(row, decisions)) for seat in winners(row)]
    return fmean(low < 0.5 / 3 for low in lowest)


@pytest.mark.parametrize(
    ("name", "of_game"),
    [
        ("tension.worst_moment", worst),
        ("tension.drama", drama),
        ("tension.lead_changes", lead_changes),
        ("tension.settled_at", settled_at),
        ("tension.comebacks", comeback),
        ("length.minutes", minutes),
    ],
)
def test_the_mean_of_games(metrics, by_game, name, of_game):
    values = [of_game(*game) for game in by_game]
    metric = found(metrics, name)
    [value] = metric.values
    assert value.mean == pytest.approx(fmean(values))
    if name != "tension.comebacks":  # that is a share of games, and Wilson's
        half = student_t(len(values) - 1) * stdev(values) / sqrt(len(values))
        most = 1.0 if metric.unit in ("share", "drama") else 1e9
        assert value.low == pytest.approx(max(0.0, fmean(values) - half))
        assert value.high == pytest.approx(min(most, fmean(values) + half))


def test_the_margin_of_decisions(metrics, by_game):
    margins = [d["best_value"] - d["second_value"] for _, decisions in by_game for d in decisions]
    assert found(metrics, "decisions.margin").values[0].mean == pytest.approx(fmean(margins))


def test_what_a_card_gains(metrics, by_game, played):
    gains = defaultdict(list)
    lines = {row["game"]: curve(row, decisions) for row, decisions in by_game}
    for event in played.events.to_pylist():
        if event["kind"] == "scored":
            before, after = lines[event["game"]][event["move"]], lines[event["game"]][event["move"] + 1]
            gains[event["b"]].append(after[event["seat"]] - before[event["seat"]])
    measured = found(metrics, "pieces.piece_gain")
    assert {f"scored.card {card}" for card in gains} == set(measured.keys)
    for card, values in gains.items():
        assert measured.value(f"scored.card {card}").mean == pytest.approx(fmean(values))


def test_chances_are_a_fair_bet(metrics):
    """With exact chances a card's gain is luck, so the gains of all that is scored sum to nothing, or nearly."""
    value = found(metrics, "pieces.event_gain").value("scored")
    assert value.low <= 0 <= value.high
