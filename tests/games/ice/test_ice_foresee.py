"""What a card would make of the trick, and a tile of the points."""

import pytest

from tests.games.ice.table import play, positions, put, table, told


def would(match, text):
    return match.view(match.seat).foresee(match.setup.action(text))


def test_the_highest_of_one_colour_the_lowest_of_several():
    """ICE-4."""
    match = table("S9 C4", "S8 S10", "M2 M4", "V5 V2")
    play(match, "S9")
    assert would(match, "S8") == {"winning": 0, "by": "highest", "complete": False}
    assert would(match, "S10") == {"winning": 1, "by": "highest", "complete": False}
    play(match, "S8")
    assert would(match, "M2") == {"winning": 2, "by": "lowest", "complete": False}
    play(match, "M2")
    assert would(match, "V2") == {"winning": 3, "by": "lowest", "complete": True}, "of equals the later one"


def test_a_tile_and_the_cards_bring_points():
    """ICE-5, ICE-8: the tile's points for every card of its colour, those of this trick included."""
    match = table("S9 C4", "C8 C10", "M2 M4", "V5 V3")
    put(match, 2, "C1")
    play(match, "S9 C8 M2 V5")
    assert would(match, "take M") == {"tile": 1, "round_points": 2, "fourth": False}
    assert would(match, "take C") == {"tile": 1, "round_points": 2, "fourth": False}


def test_the_fourth_scoop_and_a_colour_that_is_gone():
    """ICE-5, ICE-7."""
    match = table("S9 C4", "C8 C10", "M2 M4", "V5 V3")
    put(match, 2, "C1 S1 V1")
    put(match, 0, "M1 M1 M2")
    play(match, "S9 C8 M2 V5")
    assert would(match, "take C") == {"tile": 1, "round_points": 0, "fourth": True}
    assert would(match, "take M")["tile"] == 0
    assert would(match, "take M")["fourth"] is False


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_comes_as_it_was_told(players):
    for match, rng in positions(players, games=3):
        if match.over:
            continue
        action, branch = rng.choice(match.legal()), match.copy()
        foreseen, seat = match.view(match.seat).foresee(action), match.seat
        events = branch.play(action)
        if "winning" in foreseen:
            won = {"highest": told(events, "won_highest"), "lowest": told(events, "won_lowest")}
            assert bool(won["highest"] or won["lowest"]) == foreseen["complete"]
            if foreseen["complete"]:
                assert won[foreseen["by"]][0][0] == foreseen["winning"]
            continue
        tiles = [event[2] for name in ("took", "took_onto") for event in told(events, name)]
        assert tiles == ([foreseen["tile"]] if foreseen["tile"] else [])
        assert bool(told(events, "thrown_out") or told(events, "cone_lost")) == foreseen["fourth"]
        scored = dict(told(events, "scored"))
        points = scored[seat] if scored else branch.view(seat).show()["seats"][seat]["round_points"]
        assert points == foreseen["round_points"]
