"""Umbradeco: scoring."""

import random

import pytest

from kobako.games.umbradeco import GAME
from tests.games.umbradeco.table import events, last_score, play_out, position, rule_of, texts

SEVEN = {"d4": "Y", "d3": "G", "c4": "B", "d5": "P", "d2": "R", "d6": "R", "b4": "R"}  # the rules page's example


def test_seven_points():
    """UMB-10: the rulebook's sum: rows 3, four colours 3, push 1."""
    match = position(SEVEN, ["RY", "GP"], "PG")
    assert rule_of(match, "Y d4") == "UMB-5"
    match.play("R d4")
    assert texts(match) == {"push nw", "push ne", "push se"}
    match.play("push se")
    assert last_score(match) == (3, 3, 1, 7)
    assert match.scores == [7, 0]
    paid, scored = (event for event in match.events if event.kind.name in ("push_paid", "stack_paid", "scored"))
    assert str(paid) == "The push brings 1 point."
    assert str(scored) == "Seat 1 scores 3 for lines, 3 for four colours, 7 in all."
    assert paid.seen_by(0).words("ja") == "押し出しで1点。"
    assert scored.seen_by(0).words("ja").endswith("は列で3点、4色で3点、合わせて7点。")


@pytest.mark.parametrize("kind", ["push", "stack"])
def test_it_is_told_whether_a_push_or_a_stack_brought_points(kind):
    """UMB-10: by what number the table says; where it brings nothing there is nothing to tell."""
    rng = random.Random(3)
    for points in (0, 2):
        match = GAME.new(players=3, seed=3, **{f"{kind}_points": points})
        match.run(lambda match: rng.choice(match.legal()))
        paid = [(event["seat"], event["points"]) for event in events(match, f"{kind}_paid")]
        done = [(event["seat"], points) for event in events(match, f"{kind}ed")]
        assert done
        assert paid == (done if points else [])


def test_rows():
    """UMB-10 (ruling): own colour only, on the three lines to the mat's edge; gaps do not stop a line."""
    base = {"d4": "Y", "d5": "G"}
    for far, points in ({"d1": "R"}, 1), ({"d1": "B"}, 0), ({"c1": "R"}, 0), ({"d1": "R", "d7": "R"}, 2):
        match = position(base | far, ["RB", "YP"], "PG")
        match.play("R d3")
        assert last_score(match) == (points, 0, 0, points)
    match = position({**base, "a1": "R", "g4": "R", "a3": "R", "a2": "B"}, ["RB", "YP"], "PG")
    match.play("R d4")  # a1 and g4 are on a diagonal of d4, a3 on none
    match.play("push ne")
    assert last_score(match) == (2, 0, 1, 3)


def test_other_tiles_do_not_stop_a_line():
    """UMB-10 (ruling): a line goes on behind tiles of other colours; page and tour say so, in both languages."""
    for between in ({}, {"d4": "G"}, {"d4": "G", "d5": "P", "d6": "Y"}):
        match = position({"c3": "Y", "c4": "B", "d7": "R", **between}, ["RB", "YP"], "PG")
        match.play("R d3")
        assert last_score(match)[0] == 1
    for lang, on_the_page, in_the_tour in (
        ("en", "neither gaps nor other tiles in between stop a line", "whatever lies between"),
        ("ja", "空きマスやほかの色のタイルがあっても切れません", "間にほかの傘があっても"),
    ):
        assert on_the_page in " ".join(GAME.rulebook(lang).split())
        assert in_the_tour in GAME.words(lang).get("tour", "2")


def test_rows_count_what_is_visible():
    """UMB-10: a covered tile does not count in a row, the one on it does."""
    base = {"d4": "Y", "d5": "G"}
    for pile, points in ("RB", 0), ("BR", 1):
        match = position(base | {"d1": pile}, ["RB", "YP"], "PG")
        match.play("R d3")
        assert last_score(match)[0] == points


def test_four_colours():
    """UMB-10: 3 points for touching all four other colours, not for three."""
    mat = {"d3": "Y", "e3": "G", "d5": "B", "c4": "P"}
    match = position(mat, ["RB", "YP"], "PG")
    match.play("R d4")
    assert last_score(match) == (0, 3, 0, 3)
    match = position({**mat, "c4": "Y"}, ["RB", "YP"], "PG")
    match.play("R d4")
    assert last_score(match) == (0, 0, 0, 0)


def test_stack_never_scores_four_colours():
    """UMB-10: a consequence: a stack and the four colours never score together, and points are what the events say."""
    stacks = 0
    for seed in range(12):
        match = play_out(GAME.new(players=2 + seed % 3, seed=seed, side=3), seed)
        scored = events(match, "scored")
        for event in scored:
            assert event["total"] == event["rows"] + event["four_colours"] + event["push_or_stack"]
            stacks += event["push_or_stack"] == 5
            assert not (event["push_or_stack"] == 5 and event["four_colours"])
        for seat in range(match.players):
            assert match.scores[seat] == sum(e["total"] for e in scored if e["seat"] == seat)
    assert stacks > 20
