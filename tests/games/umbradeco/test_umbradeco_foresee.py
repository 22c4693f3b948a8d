"""What placing a tile would score, told before it is placed."""

import random

from kobako.games.umbradeco import GAME
from tests.games.umbradeco.table import RING_OF_SIX, position


def would(match, text):
    return match.view(match.seat).foresee(match.setup.action(text))


def test_rows_and_four_colours():
    """UMB-10: a point for each tile of its colour in line, and 3 for touching all other colours."""
    match = position({"d4": "Y", "d3": "G", "e3": "B", "e4": "P", "d1": "R"}, ["RR", "YY"], opened="GB")
    for action in match.legal():
        told = match.view(0).foresee(action)
        assert told["total"] == sum(told[part] for part in ("rows", "four_colours", "push", "stack"))


def test_a_stack_and_a_push():
    """UMB-7, UMB-8, UMB-10: 5 for a stack; 1 for a push, whichever way the tile then goes."""
    match = position({"d4": "R", **RING_OF_SIX}, ["YP", "YY"], opened="GB")
    assert (would(match, "Y d4")["stack"], would(match, "Y d4")["push"]) == (5, 0)
    match = position({"d4": "R", "d5": "G"}, ["YP", "YY"], opened="GB")
    told = would(match, "Y d4")
    assert (told["stack"], told["push"]) == (0, 1)
    match.play("Y d4")
    assert all(match.view(0).foresee(action) == told for action in match.legal())


def test_of_taking_and_discarding_there_is_nothing_to_say():
    match = position({"d4": "R", "d5": "G"}, ["YP", "YY"], opened="GB")
    match.play("Y d6")
    assert {match.view(0).foresee(action) for action in match.legal()} == {None}


def test_it_comes_as_it_was_told():
    for seed in range(9):
        rng, match = random.Random(seed), GAME.new(players=2 + seed % 3, seed=seed)
        told = None
        while not match.over:
            action = rng.choice(match.legal())
            told = match.view(match.seat).foresee(action) or told
            for event in match.play(action):
                if event.kind.name == "scored":
                    came = event.show()
                    assert (came["rows"], came["four_colours"], came["push_or_stack"], came["total"]) == (
                        *(told["rows"], told["four_colours"], told["push"] + told["stack"], told["total"]),
                    )
