"""Choosing piece by piece, and texts that fit."""

import random

import pytest
from rich.cells import cell_len

import kobako
from kobako.kit.canvas import Canvas, cut, pad, wrap
from kobako.terminal.choosing import Choice


@pytest.mark.parametrize("name", kobako.game_names())
def test_every_legal_move_can_be_reached_by_picking_its_pieces(name):
    match = kobako.game(name).new(players=3, seed=2)
    rng = random.Random(2)
    while not match.over:
        legal = [match.setup.describe(action) for action in match.legal()]
        for move in legal:
            assert pick_all(Choice(match.setup, legal), move) == move
        match.play(rng.choice(match.legal()))


def pick_all(choice, move):
    """Pick the pieces of a move until it is settled; what can only be told by its kind, by that; else by its number."""
    pieces = [(part, value) for part, value in move.items() if part not in ("id", "text", "kind")]
    for piece in [*pieces, ("kind", move["kind"]), ("move", move["id"])]:
        assert piece in choice.live
        if settled := choice.pick(piece):
            return settled
    return None


def test_picking_again_lets_go_and_another_of_its_sort_changes_ones_mind():
    match = kobako.game("donburiko").new(players=2, seed=1)
    choice = Choice(match.setup, [match.setup.describe(action) for action in match.legal()])
    cards = sorted({move["card"] for move in choice.legal if "card" in move})
    choice.pick(("card", cards[0]))
    assert all(move["card"] == cards[0] for move in choice.left)
    assert ("card", cards[1]) in choice.live
    choice.pick(("card", cards[1]))
    assert choice.picked == {"card": cards[1]}
    choice.pick(("card", cards[1]))
    assert choice.picked == {}


def test_a_piece_that_leads_nowhere_gives_a_move_to_be_refused():
    match = kobako.game("kotori").new(players=2, seed=1)
    choice = Choice(match.setup, [match.setup.describe(action) for action in match.legal()])
    assert choice.pick(("kind", "pass"))["text"] == "pass"
    assert choice.picked == {}


@pytest.mark.parametrize("width", [10, 17, 40])
def test_lines_are_never_too_wide(width):
    for text in (
        "ランダム3が列Dにどんぐり「1か5」を表向きに足し、チップを1枚もらいました。",
        "Regular 3 adds a wild acorn to row D.",
    ):
        lines = wrap(text, width)
        assert all(cell_len(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert cell_len(cut(text, width)) <= width
        assert cell_len(pad(text, width)) == width


def test_writing_over_half_of_a_wide_character_leaves_no_other_half():
    c = Canvas(8, 1)
    c.put(0, 0, "日本語")
    c.put(1, 0, "x")
    assert c.text() == " x本語"
    c.put(3, 0, "語")
    assert [cell_len("".join(char for char, _ in row)) for row in c.rows] == [8]
