"""Umbradeco, rule by rule."""

import random
from collections import Counter

import pytest

from kobako.core.errors import BadOption, IllegalAction, UnknownAction
from kobako.core.fields import NONE, UNKNOWN
from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.mat import CELLS, COLUMN, DIRECTIONS, FALLING, NAMES, RING, SIZES, beside
from kobako.games.umbradeco.placing import in_line, lay
from kobako.games.umbradeco.rules import PLACE, clear_mat, put_back
from kobako.games.umbradeco.why import broken

COLOURS = "RYGBP"
SEVEN = {"d4": "Y", "d3": "G", "c4": "B", "d5": "P", "d2": "R", "d6": "R", "b4": "R"}  # the rules page's example
RING_OF_SIX = {"d3": "G", "e3": "B", "e4": "G", "d5": "B", "c4": "G", "c3": "B"}


def counts(tiles):
    return [tiles.count(colour) for colour in COLOURS]


def position(mat, hands, opened="", deck=None, known="", **options):
    """A match, seat 0 to move, with these piles on the mat (bottom to top), hands, open tiles and deck (top first).

    Tiles that are nowhere named are in the deck or, where the deck is given, have been discarded.
    """
    match = GAME.new(players=len(hands), seed=1, first=0, **options)
    s = match.state
    clear_mat(s)
    for name, pile in mat.items():
        cell = NAMES[s.side].index(name)
        for tile in pile:
            s.under[cell] = s.top[cell]
            lay(s, cell, COLOURS.index(tile))
    rest = Counter(dict.fromkeys(COLOURS, 8))
    rest.subtract("".join(mat.values()) + "".join(hands) + opened + (deck or ""))
    left = "".join(rest.elements())
    assert min(rest.values()) >= 0
    if len(hands) > 2:
        s.removed[0], s.removed[1] = COLOURS.index(left[0]), COLOURS.index(left[-1])
        left = left[1:-1]
    s.discarded[:] = counts(left if deck is not None else "")
    pile = (left if deck is None else deck)[::-1]
    s.deck[:] = [COLOURS.index(tile) for tile in pile] + [NONE] * (40 - len(pile))
    s.deck_left = len(pile)
    s.open_tiles[:] = counts(opened)
    for seat, hand in enumerate(hands):
        s.hands[seat][:] = counts(hand)
        s.known[seat][:] = counts(known if seat == 0 else "")
        s.tiles[seat], s.dealt[seat] = len(hand), len(hand) - len(known if seat == 0 else "")
    public = [*mat.values(), opened, known, left if deck is not None else ""]
    s.shown[:] = counts("".join(public))
    assert broken(s) is None
    return match


def shown(match):
    return match.view(None).show()


def top(match, cell):
    pile = match.game.notation.show(match.state)["mat_bottom_to_top"].get(cell)
    return pile[-1] if pile else None


def texts(match):
    return {str(action) for action in match.legal()}


def events(match, name):
    return [event.show() for event in match.events if event.kind.name == name]


def last_score(match):
    scored = events(match, "scored")[-1]
    return scored["rows"], scored["four_colours"], scored["push_or_stack"], scored["total"]


def rule_of(match, action):
    with pytest.raises(IllegalAction) as refused:
        match.play(action)
    rule = refused.value.rule
    for lang in ("en", "ja"):
        said = match.refusal(match.setup.action(action), match.legal(), lang)
        assert said.rule == rule
        assert said.why == GAME.words(lang).get("rule", rule)
    return rule


def play_out(match, seed=0):
    rng = random.Random(seed)
    return match.run(lambda m: rng.choice(m.legal()))


def three_coloured():
    """The whole mat of side 3 in three colours, R 7 times, G and B 6 times: only Y and P can be stacked."""
    return {NAMES[3][cell]: "RGB"[(COLUMN[cell] - FALLING[cell]) % 3] for cell in range(SIZES[3])}


# The tiles and the mat


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


# A turn


def test_turn():
    """UMB-4: place a tile, score it, take an open tile, refill from the deck; then the next seat."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG", deck="BR")
    assert match.play("R d3")[-1].kind.name == "scored"
    assert match.seat == 0
    assert texts(match) == {"take G", "take P"}
    match.play("take P")
    assert shown(match)["open_tiles"] == ["G", "B"]
    assert match.view(0).show()["seats"][0]["hand"] == ["B", "P"]
    assert shown(match)["deck_left"] == 1
    assert match.seat == 1
    assert [e["colour"] for e in events(match, "opened")[-1:]] == ["B"]


def test_one_colour_to_take():
    """UMB-4: two open tiles of one colour are no choice: one is taken, with the usual events."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PP", deck="BR")
    happened = [event.kind.name for event in match.play("R d3")]
    assert happened == ["placed", "scored", "took", "opened"]
    assert match.seat == 1
    assert shown(match)["open_tiles"] == ["B", "P"]


def test_wrong_order():
    """UMB-4: only tiles in hand are placed, taking comes after placing, and only open tiles are taken."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG")
    assert rule_of(match, "P d3") == "UMB-4"
    assert rule_of(match, "take G") == "UMB-4"
    match.play("R d3")
    for action in ("take R", "B d2", "push n", "discard B"):
        assert rule_of(match, action) == "UMB-4"


def test_equal_tiles_are_one_choice():
    """UMB-4: two tiles of one colour give each placing once."""
    match = position({"d4": "Y", "d5": "G"}, ["RR", "YP"], "PG")
    assert all(text.startswith("R ") for text in texts(match))
    assert len(match.legal()) == len(texts(match)) > 0


def test_no_colour_touches_itself():
    """UMB-5: a tile cannot be placed beside one of its colour; diagonals further off do not matter."""
    match = position({"d4": "Y", "d5": "G"}, ["YR", "BP"], "PG")
    assert rule_of(match, "Y d3") == "UMB-5"
    assert rule_of(match, "Y e4") == "UMB-5"
    assert "Y d6" in texts(match)
    assert "R d3" in texts(match)


def test_only_the_visible_tile_counts():
    """UMB-5: what lies below in a stack does not matter, what lies on top does."""
    mat = {**RING_OF_SIX, "d4": "YR"}
    match = position({**mat, "d3": "GP"}, ["GR", "BY"], "PG")
    assert "G d2" in texts(match)  # the green of d3 is covered
    assert rule_of(position({**mat, "d3": "GP"}, ["PR", "BY"], "PG"), "P d2") == "UMB-5"


@pytest.mark.parametrize("side", [3, 4, 5])
def test_no_touching_in_play(side):
    """UMB-5: whatever is played, no two touching visible tiles ever have one colour."""
    for seed in range(4):
        match, rng = GAME.new(players=2 + seed % 3, seed=seed, side=side), random.Random(seed)
        while not match.over:
            match.play(rng.choice(match.legal()))
            for cell in range(SIZES[side]):
                for d in range(6):
                    to = beside(cell, d)
                    if 0 <= to < SIZES[side] and match.state.top[to] != NONE:
                        assert match.state.top[cell] != match.state.top[to]


def test_adjacent():
    """UMB-6: an empty cell must touch a tile."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG")
    assert rule_of(match, "R d2") == "UMB-6"
    assert rule_of(match, "R a1") == "UMB-6"
    placed = {text for text in texts(match) if text.startswith("R") and text not in ("R d4", "R d5")}
    assert placed == {f"R {cell}" for cell in ("d3", "e3", "e4", "e5", "d6", "c5", "c4", "c3")}
    match.play("R d3")
    assert top(match, "d3") == "R"


def test_push():
    """UMB-7: the tile there moves to an empty cell beside it, and the new one takes its place."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG")
    match.play("R d4")
    assert match.seat == 0
    assert texts(match) == {"push n", "push ne", "push se", "push sw", "push nw"}
    assert rule_of(match, "push s") == "UMB-7"
    for action in ("R d3", "take P", "discard B"):
        assert rule_of(match, action) == "UMB-7"
    match.play("push ne")
    assert (top(match, "d4"), top(match, "e3"), top(match, "d5")) == ("R", "Y", "G")
    assert broken(match.state) is None
    pushed = {"event": "pushed", "seat": 0, "colour": "R", "cell": "d4", "pushed": "Y", "to": "e3"}
    assert events(match, "pushed") == [pushed]


def test_push_waits_in_the_open():
    """UMB-7: while a direction is chosen all see which tile goes where; it has left the hand."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG")
    match.play("R d4")
    for seat in (0, 1, None):
        view = match.view(seat).show()
        assert view["phase"] == "push"
        assert view["pushing"] == {"cell": "d4", "new_tile": "R", "pushed_tile": "Y"}
    assert match.view(0).show()["seats"][0]["hand"] == ["B"]
    assert broken(match.view(1).imagine(3)) is None
    assert [e["pushed"] for e in events(match, "aimed")] == ["Y"]
    assert "d4>Y" in match.view(1).draw()


def test_push_of_both_colours():
    """UMB-7: both tiles obey UMB-5: the pushed one beside its new cell, the new one where it lands."""
    match = position({"d4": "Y", "d5": "G", "d6": "Y"}, ["RB", "PP"], "PG")
    match.play("R d5")
    assert {"push ne", "push se", "push sw", "push nw"} == texts(match)
    match = position({"d4": "Y", "d5": "G", "e2": "Y", "d3": "B", "e5": "R"}, ["RB", "PP"], "PG")
    match.play("R d4")  # e3 touches the yellow tile on e2
    assert rule_of(match, "push ne") == "UMB-5"
    match = position({"d4": "Y", "d5": "G"}, ["YG", "PP"], "PG")
    assert rule_of(match, "Y d4") == "UMB-5"  # the two would touch
    assert rule_of(match, "G d4") == "UMB-5"  # green on d5


def test_push_in_one_way_only():
    """UMB-7: if the tile can go one way only, it goes; nothing is asked."""
    mat = {"a1": "Y", "a2": "G", "b1": "B"}
    match = position(mat, ["RB", "YP"], "PP", deck="BR")
    happened = [event.kind.name for event in match.play("R a1")]
    assert happened == ["pushed", "scored", "took", "opened"]
    assert (top(match, "a1"), top(match, "b2")) == ("R", "Y")


def test_push_without_a_way():
    """UMB-7: where the pushed tile would touch its own colour on every empty cell, it cannot be pushed."""
    mat = {"a1": "Y", "a2": "G", "b1": "B", "c2": "Y"}  # the only empty cell beside a1 is b2, which touches c2
    match = position(mat, ["RP", "YP"], "PG")
    assert "R a1" not in texts(match)
    assert rule_of(match, "R a1") == "UMB-7"
    assert rule_of(match, "push n") == "UMB-7"


def test_no_push_of_a_stack():
    """UMB-7 (ruling): a tile that is part of a stack is not pushed."""
    match = position({"d4": "YP", "d5": "G"}, ["RB", "YP"], "PG")
    assert "R d4" not in texts(match)
    assert rule_of(match, "R d4") == "UMB-8"


def test_stack():
    """UMB-8: on a tile all of whose touching cells hold tiles, of another colour."""
    match = position({**RING_OF_SIX, "d4": "Y"}, ["RY", "PP"], "PG")
    assert "R d4" in texts(match)
    assert rule_of(match, "Y d4") == "UMB-8"
    assert rule_of(position({**RING_OF_SIX, "d4": "Y"}, ["GB", "PP"], "PG"), "G d4") == "UMB-5"
    match.play("R d4")
    assert shown(match)["mat_bottom_to_top"]["d4"] == ["Y", "R"]
    assert last_score(match) == (0, 0, 5, 5)
    assert broken(match.state) is None
    assert "d4#R" in match.view(0).draw()


def test_two_high_at_most():
    """UMB-8: nothing goes on top of a stack."""
    match = position({**RING_OF_SIX, "d4": "YR"}, ["PY", "PP"], "PG")
    assert rule_of(match, "P d4") == "UMB-8"


def test_no_stack_beside_an_empty_cell():
    """UMB-8: with an empty cell beside it a tile is pushed, not stacked on."""
    mat = {cell: tile for cell, tile in RING_OF_SIX.items() if cell != "d3"} | {"d4": "Y"}
    match = position(mat, ["RY", "PP"], "PP")
    match.play("R d4")
    assert (top(match, "d4"), top(match, "d3")) == ("R", "Y")
    assert shown(match)["mat_bottom_to_top"]["d4"] == ["R"]


def test_edge_stack():
    """UMB-8 (ruling): at the edge the cells that exist count; with `edge_stack` off a cell must have six."""
    mat = {"a1": "Y", "a2": "G", "b1": "B", "b2": "P"}
    match = position(mat, ["RB", "YP"], "PG")
    match.play("R a1")
    assert shown(match)["mat_bottom_to_top"]["a1"] == ["Y", "R"]
    match = position(mat, ["RB", "YP"], "PG", edge_stack="off")
    assert rule_of(match, "R a1") == "UMB-8"
    match = position({**RING_OF_SIX, "d4": "Y"}, ["RY", "PP"], "PG", edge_stack="off")
    assert "R d4" in texts(match)


def test_edge_stack_option():
    """UMB-8: the option `edge_stack` is on or off, on if not given."""
    assert GAME.setup(2).template.edge_stack == 1
    assert GAME.setup(2, edge_stack=False).template.edge_stack == 0
    with pytest.raises(BadOption, match="on or off"):
        GAME.setup(2, edge_stack="perhaps")
    with pytest.raises(BadOption, match="edge_stack, first, side"):
        GAME.setup(2, corner=1)


def test_discard():
    """UMB-9: if no tile can be placed, one of your choice is discarded for all to see; then an open tile is taken."""
    match = position(three_coloured(), ["RG", "YP"], "YP", side=3)
    assert texts(match) == {"discard R", "discard G"}
    assert match.state.phase == GAME.new(players=2, seed=1).state.phase  # the phase tells nothing of the hand
    assert rule_of(match, "discard B") == "UMB-9"
    assert rule_of(match, "R c3") == "UMB-8"
    match.play("discard R")
    assert match.scores == [0, 0]
    assert shown(match)["discarded"] == ["R"]
    assert texts(match) == {"take Y", "take P"}
    match.play("take Y")
    assert match.view(0).show()["seats"][0]["hand"] == ["Y", "G"]
    assert broken(match.state) is None


def test_discard_only_if_none_can_be_placed():
    """UMB-9: while a tile can be placed none is discarded."""
    match = position(three_coloured(), ["RP", "YP"], "YP", side=3)
    assert {text[0] for text in texts(match)} == {"P"}
    assert rule_of(match, "discard R") == "UMB-9"
    assert rule_of(match, "discard P") == "UMB-9"


# Scoring


def test_seven_points():
    """UMB-10: the rulebook's sum: rows 3, four colours 3, push 1."""
    match = position(SEVEN, ["RY", "GP"], "PG")
    assert rule_of(match, "Y d4") == "UMB-5"
    match.play("R d4")
    assert texts(match) == {"push nw", "push ne", "push se"}
    match.play("push se")
    assert last_score(match) == (3, 3, 1, 7)
    assert match.scores == [7, 0]
    scored = next(event for event in match.events if event.kind.name == "scored")
    assert str(scored) == "Seat 0 scores 7 (rows 3, four colours 3, push or stack 1)."


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


# The same once more, worked out the slow way from what is shown


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


# The end, and what is known


@pytest.mark.parametrize(("players", "turns"), [(2, 19), (3, 12), (4, 9)])
@pytest.mark.parametrize("side", [3, 4])
def test_turns(players, turns, side):
    """UMB-11: the game ends when all hands are empty: 19, 12 or 9 turns each, the last two without taking."""
    for seed in range(3):
        match = play_out(GAME.new(players=players, seed=seed, side=side), seed)
        moved = Counter(e["seat"] for name in ("placed", "pushed", "stacked", "discarded") for e in events(match, name))
        took = Counter(e["seat"] for e in events(match, "took"))
        assert [moved[seat] for seat in range(players)] == [turns] * players
        assert [took[seat] for seat in range(players)] == [turns - 2] * players
        assert match.state.tiles == [0, 0, 0, 0]
        assert match.state.round_no == turns
        assert len(match.actions) <= match.setup.bound == 3 * players * turns
        assert len(events(match, "deck_empty")) == len(events(match, "none_open")) == len(events(match, "ended")) == 1


def test_no_open_tile():
    """UMB-11: with the deck empty the open tiles run out, and play goes on without taking."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "P", deck="")
    assert [event.kind.name for event in match.play("R d3")] == ["placed", "scored", "took", "none_open"]
    match.play("P c3")
    assert match.seat == 0
    assert match.state.tiles[:2] == [2, 1]
    assert rule_of(match, "take P") == "UMB-11"


def test_winner():
    """UMB-12: the highest score wins; ties share."""
    for points, winners in ([3, 9], [1]), ([4, 4], [0, 1]):
        match = position({"d4": "Y", "d5": "G"}, ["R", ""], deck="")
        match.state.points[:2] = points
        match.play("R d3")
        assert match.over
        assert match.scores == points
        assert match.winners == winners


def test_taken_tiles_are_known():
    """UMB-13: everyone sees what was taken; the dealt tiles are seen by their owner alone."""
    match = position({"d4": "Y", "d5": "G"}, ["RB", "YP"], "PG", deck="BRYG")
    for seat in (1, None):
        assert match.view(seat).show()["seats"][0]["hand"] == ["?", "?"]
    match.play("R d3")
    match.play("take P")
    assert match.view(0).show()["seats"][0]["hand"] == ["B", "P"]
    for seat in (1, None):
        assert match.view(seat).show()["seats"][0]["hand"] == ["P", "?"]
        assert match.view(seat).state.hands[0] == [UNKNOWN] * 5
    match.play("P c3")
    match.play("take G")
    match.play("P e3")  # the known one is used: the dealt one stays unknown
    assert match.view(1).show()["seats"][0]["hand"] == ["?"]


def test_used_tile_counts_as_the_known_one():
    """UMB-13: of two equal tiles, one known, the known one is used: the other could still be anything to others."""
    match = position({"d4": "Y", "d5": "G"}, ["RR", "YP"], "PG", known="R")
    match.play("R d3")
    assert match.state.dealt[0] == 1
    assert match.view(1).show()["seats"][0]["known_to_all"] == []
    assert match.view(1).show()["seats"][0]["hand"] == ["?"]


def test_discard_tells_of_the_other_tile():
    """UMB-13: who discards could place nothing (UMB-9), so the dealt tile left is of no colour that could be placed."""
    match = position(three_coloured(), ["RG", "YP"], "YP", side=3)
    match.play("discard R")
    match.play("take Y")
    view = match.view(1)
    assert view.show()["seats"][0]["dealt_tile_is_not"] == ["Y", "P"]
    held = Counter()
    for seed in range(300):
        s = view.imagine(seed)
        assert broken(s) is None
        held["".join(c for c, n in zip(COLOURS, s.hands[0], strict=True) for _ in range(n))] += 1
    assert set(held) == {"YG", "YB"}  # the reds are all in sight, of green and blue two each are not
    assert 110 < held["YG"] < 190


def test_knowledge_of_two_hands_goes_together():
    """UMB-13: two such tiles are imagined together, every way of dealing them equally likely."""
    match = position(three_coloured(), ["RG", "BG", "YP"], "YP", side=3)
    for action in ("discard R", "take Y", "discard B", "take P"):
        match.play(action)
    ways = Counter()
    view = match.view(2)
    for seed in range(600):
        s = view.imagine(seed)
        ways["".join(COLOURS[c] for p in (0, 1) for c in range(5) if s.hands[p][c] > s.known[p][c])] += 1
    assert set(ways) == {"GG", "GB", "BG"}  # green twice, blue once: 2 ways each
    assert min(ways.values()) > 150


def test_used_tile_ends_what_was_known_of_it():
    """UMB-13: once the dealt tile is used, nothing is noted of it any more."""
    match = position(three_coloured(), ["RG", "YP"], "YP", side=3)
    for action in ("discard R", "take Y"):
        match.play(action)
    assert match.state.cannot[0] == [0, 1, 0, 0, 1]
    match.state.to_move = 0
    match.state.hands[0][:], match.state.known[0][:] = [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]  # the yellow one is gone
    match.state.tiles[0] = 1
    assert texts(match) == {"discard G"}
    match.play("discard G")
    assert match.state.cannot[0] == [0] * 5
    assert match.state.dealt[0] == 0


def test_dealt_tiles_are_secret():
    """UMB-13: the deal is told to each seat for itself."""
    match = GAME.new(players=3, seed=4)
    dealt = [event for event in match.events if event.kind.name == "dealt"]
    assert [event.show()["seat"] for event in dealt] == [0, 1, 2]
    for event in dealt:
        owner = event.show()["seat"]
        for seat in (0, 1, 2, None):
            seen = event.seen_by(seat)
            assert (seen.show()["one"], seen.show()["two"]) == (
                (event.show()["one"], event.show()["two"]) if seat == owner else (None, None)
            )
            assert ("two tiles" in str(seen)) == (seat != owner)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagining(players):
    """UMB-13: imagined states fit the view, are sound, and are not always the truth."""
    rng, other, tried = random.Random(players), 0, 0
    for seed in range(3):
        match = GAME.new(players=players, seed=seed, side=3 + seed)
        while not match.over:
            seat = rng.randrange(players)
            view = match.view(seat)
            s = view.imagine(rng)
            assert broken(s) is None
            other, tried = other + (s.hands != match.state.hands), tried + any(match.state.dealt)
            GAME.plain.hide(s, seat)
            assert s == view.state
            match.play(rng.choice(match.legal()))
    assert other > tried // 3


def test_observation():
    """UMB-13: an observation holds what the seat sees, the same on its view and on the state, turned to the seat."""
    match = position({**RING_OF_SIX, "d4": "YR"}, ["RB", "YP"], "PG")
    x = [0] * GAME.knowledge.OBSERVATION
    GAME.knowledge.observe(match.state, 1, x)
    assert x == match.view(1).observation().tolist()
    k = GAME.knowledge
    assert sum(x[: k.STACK_AT]) == 7
    assert x[0] == x[k.STACK_AT] == 1  # red on the centre, a stack
    assert x[k.HAND_AT : k.HAND_AT + 5] == counts("YP")
    assert x[k.OPEN_AT : k.OPEN_AT + 5] == counts("PG")
    assert x[k.UNSEEN_AT : k.UNSEEN_AT + 5] == [7, 6, 4, 5, 6]
    assert [x[k.SEAT_AT + 3], x[k.SEAT_AT + k.SEAT_SIZE + 3]] == [0, 1]  # it is the other's turn
    match.state.points[0] = 300
    assert match.view(0).observation()[k.SEAT_AT] == 255


# Texts


def test_action_texts():
    """Every action has its text, and is read back whatever the case."""
    setup = GAME.setup(2)
    assert str(setup.action("r D4")) == "R d4"
    assert [str(setup.action(a)) for a in ("PUSH NE", "take y", "discard p")] == ["push ne", "take Y", "discard P"]
    assert sum(a is not None for a in setup.actions) == 37 * 5 + 6 + 5 + 5
    assert len(setup.actions) == 321


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_event_has_words(lang):
    """Every event of some games reads as a sentence with nothing left to fill in."""
    for seed in range(3):
        for event in play_out(GAME.new(players=3, seed=seed, side=3), seed).events:
            for seat in (0, None):
                assert "{" not in event.seen_by(seat).words(lang)


@pytest.mark.parametrize("side", [3, 4, 5])
def test_picture(side):
    """The picture names every cell and fits 80 columns."""
    match = GAME.new(players=4, seed=2, side=side)
    lines = match.view(0).draw().split("\n")
    drawn = " ".join(lines[1 : 4 * side - 2])
    assert {word.split(":")[0] for word in drawn.split()} == set(NAMES[side])
    assert max(map(len, lines)) <= 80
    assert f"{NAMES[side][0]}:{COLOURS[match.state.top[0]]}" in drawn
    assert "山札" in match.view(None).draw("ja")


def test_everything_is_shown():
    """A shown state holds all 40 tiles; a spectator's view shows no hidden one."""
    match = GAME.new(players=3, seed=2)
    for step in range(30):
        full = GAME.notation.show(match.state)
        tiles = [t for pile in full["mat_bottom_to_top"].values() for t in pile]
        tiles += [t for seat in full["seats"] for t in seat["hand"]]
        tiles += full["open_tiles"] + full["deck_top_first"] + full["discarded"] + full["removed"]
        tiles += [full["pushing"]["new_tile"]] if full["pushing"] else []
        assert Counter(tiles) == dict.fromkeys(COLOURS, 8)
        hidden = match.view(None).show()
        assert set(hidden["deck_top_first"] + hidden["removed"]) <= {"?"}
        match.play(match.legal()[step % len(match.legal())])


def test_broken_finds_faults():
    """What must hold in every state is really looked at."""
    faults = {
        "touches one of its own colour": lambda s: s.top.__setitem__(0, s.top[beside(0, 3)]),
        "empty cells": lambda s: s.free.__setitem__(0, 6),
        "not those noted": lambda s: s.near.__setitem__(0, 0),
        "hand 0 has another number": lambda s: s.tiles.__setitem__(0, 1),
        "have seen": lambda s: s.shown.__setitem__(0, 7),
        "tiles of colour": lambda s: s.deck.__setitem__(0, (s.deck[0] + 1) % 5),
        "another number of tiles than all are told": lambda s: setattr(s, "deck_left", 3),
        "what all know": lambda s: s.dealt.__setitem__(0, 1),
        "cannot": lambda s: s.cannot[0].__setitem__(slice(0, 5), [1] * 5),
        "nobody's turn": lambda s: setattr(s, "round_no", 0),
        "wrong phase": lambda s: setattr(s, "phase", 1),
    }
    for said, spoil in faults.items():
        s = GAME.new(players=3, seed=2).state
        assert broken(s) is None
        spoil(s)
        assert said in (broken(s) or "")
