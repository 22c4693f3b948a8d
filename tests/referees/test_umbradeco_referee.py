"""Umbradeco as played, against a referee who knows only the rules."""

import re
from collections import Counter

import pytest

import kobako
from kobako.terminal.retell import json_lines
from tests.referees.playing import fresh, game_lines, kinds, missed
from tests.referees.umbradeco import Mat, Referee, check

SIDES, STACKS = [3, 4, 5], ["on", "off"]
MATS = {side: Mat(side) for side in SIDES}
# No slips at the start: another seed, other names, tiles in another order where chance has put them.
CHANCE = re.compile(r"line 0\.(seed is|names\[|state\.(deck_top_first|removed)\[\d+\] before|events\[\d+\] before) ?.*")


def around(state, action):
    """How many tiles touch the cell that an action names, and how many cells do; None for other actions."""
    mat = MATS[state["side"]]
    cell = mat.by_name.get(action.split()[1])
    if cell is None:
        return None
    near = mat.near[cell].values()
    return sum(mat.names[one] in state["mat_bottom_to_top"] for one in near), len(near)


def dense(state, action):
    """Beside as many tiles as there are: all is filled, many can be stacked on, some cannot be placed."""
    found = around(state, action)
    return found[0] if found else 0


def stacker(state, action):
    """Stack wherever one can, at the edge above all; else near the edge."""
    found = around(state, action)
    lying = state["mat_bottom_to_top"].get(action.split()[1])
    return (10 * (lying is not None and found[0] == found[1]) - found[1]) if found else 0


def loose(state, action):
    """Far from the others, and push the tiles that stand almost alone."""
    found = around(state, action)
    return -found[0] + 2 * (action.split()[1] in state["mat_bottom_to_top"]) if found else 0


def pusher(state, action):
    return action.split()[1] in state["mat_bottom_to_top"]


def one_colour(state, action):
    """Keep to a few colours, so that one's tiles cannot be placed."""
    return action.startswith("take R") or action[0] == "P"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("edge_stack", STACKS)
def test_random_games(players, side, edge_stack):
    for seed in range(4):
        first = "drawn" if seed % 2 else seed // 2 % players
        check(game_lines("umbradeco", players, seed, first=first, side=side, edge_stack=edge_stack))


RARE = [
    "discard",
    "discard on the last turns",
    "discard with a choice",
    "four colours",
    "no open tile",
    "one of two tiles cannot be placed",
    "own colour hidden on a line",
    "push in 1 direction, the others would touch",
    "push in 1 directions",
    "push in 2 directions",
    "push in 3 directions",
    "push in 4 directions",
    "push in 5 directions",
    "pushed tile touches no other",
    "rows, four colours and push",
    "stack inside",
    "the last open tile",
    "two equal open tiles",
]


@pytest.mark.parametrize("edge_stack", STACKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_players_with_a_leaning(players, edge_stack):
    seen = Counter()
    for leaning in (dense, stacker, loose, pusher, one_colour):
        for side in SIDES:
            for seed in range(1 + (side == 3)):
                seen += check(game_lines("umbradeco", players, seed, leaning, side=side, edge_stack=edge_stack))
    edge = ["stack at the edge", "stack in a corner"]
    wanted = RARE + ["dealt tile stays after a discard"] * (players > 2) + edge * (edge_stack == "on")
    assert [situation for situation in wanted if not seen[situation]] == []
    assert not any(seen[situation] for situation in edge) or edge_stack == "on"
    assert seen["push in 6 directions"] == 0  # a cell never empties, so every tile touches the one it was laid beside


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starts(players):
    seen = Counter()
    for seed in range(100):
        match = kobako.game("umbradeco").new(players=players, seed=seed)
        seen += check(json_lines(match.kifu()))
    assert all(seen[f"{back} start tiles put back"] for back in (0, 1, 2))


def test_the_mat():
    """The examples below UMB-2."""
    assert {side: (len(mat.cells), mat.names[(0, 0)]) for side, mat in MATS.items()} == {
        3: (19, "c3"),
        4: (37, "d4"),
        5: (61, "e5"),
    }
    mat = MATS[4]
    near = {way: mat.names[cell] for way, cell in mat.near[(0, 0)].items()}
    assert near == {"n": "d3", "ne": "e3", "se": "e4", "s": "d5", "sw": "c4", "nw": "c3"}
    assert {mat.names[cell] for cell in mat.near[mat.by_name["a1"]].values()} == {"a2", "b1", "b2"}
    in_sight = [mat.names[cell] for cell in mat.in_sight(mat.by_name["a1"])]
    assert sorted(in_sight) == ["a2", "a3", "a4", "b1", "b2", "c1", "c3", "d1", "d4", "e4", "f4", "g4"]


@pytest.mark.parametrize(("players", "side", "seed"), [(2, 3, 0), (4, 3, 0)])
def test_the_referee_objects_to_any_slip(players, side, seed):
    lines = fresh(game_lines("umbradeco", players, seed, side=side))
    found = kinds(lines)
    wanted = {"placed", "aimed", "pushed", "stacked", "scored", "took", "discarded", "deck_empty", "none_open", "ended"}
    assert wanted <= set(found)
    numbers = {0, *(found[kind] for kind in wanted)}
    assert [slip for slip in missed(Referee, lines, numbers) if not CHANCE.fullmatch(slip)] == []
