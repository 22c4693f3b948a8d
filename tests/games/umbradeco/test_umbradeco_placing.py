"""Umbradeco: laying, pushing, stacking."""

import pytest

from kobako.core.errors import BadOption
from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.why import broken
from tests.games.umbradeco.table import RING_OF_SIX, events, last_score, position, rule_of, shown, texts, top


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
        assert view["phase"] == "pushing"
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
    assert happened == ["pushed", "push_paid", "scored", "took", "opened"]
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
