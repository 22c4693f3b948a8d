"""Umbradeco: the tiles and the mat."""

from collections import Counter

import pytest

from kobako.core.errors import BadOption, UnknownAction
from kobako.core.fields import NONE, UNKNOWN
from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.mat import CELLS, DIRECTIONS, NAMES, RING, SIZES, beside
from kobako.games.umbradeco.placing import in_line
from kobako.games.umbradeco.rules import PLACE, put_back
from kobako.games.umbradeco.why import broken
from tests.games.umbradeco.table import events


@pytest.mark.parametrize(("players", "removed"), [(2, 0), (3, 2), (4, 2)])
def test_tiles(players, removed):
    """UMB-1: 40 tiles, 8 of each of 5 colours; with 3 or 4 players two leave the game unseen."""
    match = GAME.new(players=players, seed=5)
    s = match.state
    everything = [t for t in (*s.top, *s.deck, *s.removed) if t != NONE]
    for colour in range(5):
        held = sum(hand[colour] for hand in s.hands)
        assert everything.count(colour) + held + s.open_tiles[colour] == 8
    assert sum(t != NONE for t in s.removed) == removed
    assert [e["tiles"] for e in events(match, "removed")] == ([removed] if removed else [])
    for seat in (*range(players), None):
        assert match.view(seat).state.removed == [UNKNOWN, UNKNOWN]
        assert match.view(seat).show()["removed"] == ["?"] * removed


def test_removed_tiles_differ_by_seed():
    """UMB-1: the removed tiles are random."""
    assert len({tuple(GAME.new(players=3, seed=seed).state.removed) for seed in range(40)}) > 8


def test_mat():
    """UMB-2: a hexagon of side 4, 37 cells, flat-topped; side 3 has 19, side 5 has 61."""
    assert [SIZES[side] for side in (3, 4, 5)] == [19, 37, 61]
    for side in (3, 4, 5):
        assert len(set(NAMES[side])) == SIZES[side]
        assert all((RING[cell] < side) == (cell < SIZES[side]) for cell in range(CELLS))
        columns = Counter(name[0] for name in NAMES[side])
        assert sorted(columns.values()) == sorted(
            [2 * side - 1, *range(side, 2 * side - 1), *range(side, 2 * side - 1)]
        )
    assert [NAMES[side][0] for side in (3, 4, 5)] == ["c3", "d4", "e5"]
    assert GAME.setup(2).options["side"] == 4


def test_neighbours():
    """UMB-2: d4 touches d3, e3, e4, d5, c4, c3; touching is mutual; a corner touches three cells."""
    names = NAMES[4]
    around = {d: names[beside(0, i)] for i, d in enumerate(DIRECTIONS)}
    assert around == {"n": "d3", "ne": "e3", "se": "e4", "s": "d5", "sw": "c4", "nw": "c3"}
    for cell in range(CELLS):
        for direction in range(6):
            to = beside(cell, direction)
            assert to == NONE or beside(to, (direction + 3) % 6) == cell
    a1 = names.index("a1")
    touched = {names[to] for to in (beside(a1, d) for d in range(6)) if 0 <= to < SIZES[4]}
    assert touched == {"a2", "b1", "b2"}


def test_lines():
    """UMB-2: the lines are the column and the two diagonals."""
    names = NAMES[4]
    d4 = names.index("d4")
    in_rows = {names[cell] for cell in range(1, SIZES[4]) if in_line(d4, cell)}
    column = {"d1", "d2", "d3", "d5", "d6", "d7"}
    falling = {"c3", "b2", "a1", "e4", "f4", "g4"}
    rising = {"c4", "b4", "a4", "e3", "f2", "g1"}
    assert in_rows == column | falling | rising


def test_side_option():
    """UMB-2: the option `side` is 3 to 5, 4 if not given; cells off the mat are no actions."""
    assert len({str(a) for a in GAME.setup(2, side=3).actions if a is not None}) == 19 * 5 + 16
    assert GAME.setup(2, side="5").template.side == 5
    for wrong in (2, 6, "big", 4.5):
        with pytest.raises(BadOption, match="allowed is 3 to 5"):
            GAME.setup(2, side=wrong)
    with pytest.raises(UnknownAction):
        GAME.new(players=2, seed=1, side=3).play("R d6")
    assert GAME.setup(2, side=3).action("R c3") == GAME.setup(2).action("R d4") == PLACE


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", [3, 4, 5])
def test_start(players, side):
    """UMB-3: two different tiles on the centre and the cell below it, two to each seat, two open, the rest the deck."""
    for seed in range(12):
        s = GAME.new(players=players, seed=seed, side=side).state
        assert [cell for cell in range(CELLS) if s.top[cell] != NONE] == sorted([0, beside(0, 3)])
        assert s.top[0] != s.top[beside(0, 3)]
        assert s.tiles[:players] == [2] * players == [sum(hand) for hand in s.hands[:players]]
        assert sum(s.open_tiles) == 2
        assert s.deck_left == {2: 32, 3: 28, 4: 26}[players]
        assert broken(s) is None


def test_same_colour_goes_back():
    """UMB-3: a second tile of the first one's colour goes back into the deck, seen by all, and another is drawn."""
    backs = 0
    for seed in range(60):
        match = GAME.new(players=2, seed=seed)
        first, second = (e["colour"] for e in events(match, "started"))
        assert first != second
        assert {e["colour"] for e in events(match, "put_back")} <= {first}
        backs += len(events(match, "put_back")) > 0
    assert 3 <= backs <= 25  # 7 of 39


def test_place_of_the_tile_put_back():
    """UMB-3 (ruling): it goes under the top tile, and every place from there down comes up."""
    s = GAME.new(players=2, seed=1).state
    places = Counter()
    for _ in range(600):
        s.deck[:10], s.deck_left = list(range(10)), 10
        put_back(s, 77)
        assert s.deck_left == 11
        assert s.deck[10] == 9
        assert [t for t in s.deck[:11] if t != 77] == list(range(10))
        places[s.deck[:11].index(77)] += 1
    assert set(places) == set(range(10))
    assert min(places.values()) > 30


def test_first_seat():
    """UMB-3: the seed draws who begins, unless the option `first` names a seat."""
    assert {GAME.new(players=4, seed=seed).seat for seed in range(30)} == {0, 1, 2, 3}
    assert {GAME.new(players=4, seed=seed, first=2).seat for seed in range(10)} == {2}
    assert events(GAME.new(players=4, seed=1, first=2), "began") == [{"event": "began", "seat": 2}]
    with pytest.raises(BadOption, match="0 to 1"):
        GAME.setup(2, first=2)
