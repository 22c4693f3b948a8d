"""Umbradeco: placing and scoring once more, worked out the slow way from what is shown."""

import random

import pytest

from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.mat import DIRECTIONS, NAMES, SIZES, beside
from tests.games.umbradeco.table import shown, texts


def around(side, name):
    cells = [beside(NAMES[side].index(name), d) for d in range(6)]
    return {d: NAMES[side][to] for d, to in zip(DIRECTIONS, cells, strict=True) if 0 <= to < SIZES[side]}


def clashes(side, mat):
    return any(to in mat and mat[to] == mat[name] for name in mat for to in around(side, name).values())


def slow_places(view):
    """Every placing and its possible results, by trying all of them out on the shown mat."""
    side, piles = view["side"], view["mat_bottom_to_top"]
    mat = {name: pile[-1] for name, pile in piles.items()}
    found = {}
    for colour in set(view["seats"][view["to_move"]]["hand"]):
        for name in NAMES[side]:
            near = around(side, name)
            if name not in mat:
                tries = [{**mat, name: colour}] if any(to in mat for to in near.values()) else []
            elif len(piles[name]) == 2:
                tries = []
            elif all(to in mat for to in near.values()):
                allowed = mat[name] != colour and (view["edge_stack"] or len(near) == 6)
                tries = [{**mat, name: colour}] if allowed else []
            else:
                tries = [{**mat, name: colour, to: mat[name]} for to in near.values() if to not in mat]
            good = [after for after in tries if not clashes(side, after)]
            if good:
                found[f"{colour} {name}"] = good
    return found


def slow_score(side, before, after, name):
    """UMB-10 by walking: along the six directions to the edge, and round the tile."""
    colour, rows = after[name][-1], 0
    for d in DIRECTIONS:
        at = around(side, name).get(d)
        while at:
            rows += at in after and after[at][-1] == colour
            at = around(side, at).get(d)
    touched = {after[to][-1] for to in around(side, name).values() if to in after}
    pushed = len(after) > len(before) and name in before
    return rows + 3 * (len(touched - {colour}) == 4) + pushed + 5 * (len(after[name]) == 2)


@pytest.mark.parametrize("side", [3, 4, 5])
@pytest.mark.parametrize("edge_stack", ["on", "off"])
def test_placing_the_slow_way(side, edge_stack):
    """UMB-5: with UMB-6 to UMB-10: in random games placings, pushes and scores are those found by trying all out."""
    match, rng = GAME.new(players=2, seed=side, side=side, edge_stack=edge_stack), random.Random(side)
    while not match.over:
        before = match.view(match.seat).show()
        places = slow_places(before)
        hand = before["seats"][match.seat]["hand"]
        assert texts(match) == (set(places) or {f"discard {colour}" for colour in hand})
        seat, points, action = match.seat, match.scores[match.seat], str(rng.choice(match.legal()))
        match.play(action)
        if match.state.phase == 1:
            assert len(match.legal()) == len(places[action]) > 1
            match.play(rng.choice(match.legal()))
        after = shown(match)["mat_bottom_to_top"]
        if action in places:
            assert {name: pile[-1] for name, pile in after.items()} in places[action]
            earned = slow_score(side, before["mat_bottom_to_top"], after, action.split()[1])
            assert match.scores[seat] == points + earned
        if not match.over and match.state.phase == 2:
            match.play(rng.choice(match.legal()))
