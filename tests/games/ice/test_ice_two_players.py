"""Dokitto! Ice: two players, with two cones each."""

from kobako.games.ice import GAME, rules
from tests.games.ice.table import LEFT, RIGHT, C, S, play, put, refused, table, texts, told


def test_two_cones():
    """ICE-12: the tile goes on the cone of the winner's choice, in one decision with the colour (ICE-5)."""
    match = table("S3 S4 M1", "C5 M6 M2")
    play(match, "S3 C5")
    assert texts(match) == ["take S left", "take C left", "take S right", "take C right"]
    assert refused(match, "take S") == "ICE-12"
    assert refused(match, "take M left") == "ICE-5"
    assert refused(match, "take M") == "ICE-5"
    assert refused(match, "S4") == "ICE-5"
    events = match.play("take C right")
    assert told(events, "took_onto") == [(0, C, 1, RIGHT)]
    assert match.state.scoops[0] == [[0, 0, 0, 0], [0, 1, 0, 0]]
    play(match, "M1 M6")
    assert (match.seat, texts(match)) == (1, ["take M left", "take M right"])  # one colour, but two cones


def test_no_cone_for_a_colour_without_tiles():
    """ICE-5, ruling: in the 2-player game a colour whose tiles are gone is one action, without a cone."""
    match = table("S3 S4", "C5 C6")
    put(match, 1, "C1 C1 C2", RIGHT)
    play(match, "S3 C5")
    assert texts(match) == ["take C", "take S left", "take S right"]
    assert refused(match, "take C left") == "ICE-12"
    events = match.play("take C")
    assert told(events, "took_none") == [(0, C)]
    assert match.state.scoops[0] == [[0] * 4, [0] * 4]
    assert match.state.won[0] == [1, 1, 0, 0]


def test_dodging_does_not_lose_a_full_cone():
    """ICE-5, ICE-12: with three tiles on a cone a colour without tiles ends nothing."""
    match = table("S3 S4", "C5 C6")
    put(match, 0, "S1 M1 V1", LEFT)
    put(match, 0, "M1 V1 V2", RIGHT)
    put(match, 1, "C1 C1 C2", RIGHT)
    play(match, "S3 C5, take C")
    assert match.state.round_no == 1
    assert match.seat == 0


def test_three_scoops_on_one_cone_leave_room_on_the_other():
    """ICE-12: with two players a trick brings a fourth scoop only where both cones are full; the page says so."""
    match = table("C3 S4", "M5 S6")
    put(match, 0, "S1 V1 M1", LEFT)
    put(match, 0, "C1 C1", RIGHT)
    play(match, "C3 M5, take M right")
    assert match.state.round_no == 1
    for lang, both in (("en", "(with two players: on both)"), ("ja", "（2人のときは左右どちらにも）")):
        assert both in GAME.rulebook(lang)


def test_a_fourth_tile_loses_that_cone_only():
    """ICE-7, ICE-12: that cone scores nothing, the other does, with the cards of the trick: 5 chocolate x 3 = 15."""
    match = table("C3 S4", "M5 S6")
    put(match, 0, "S1 V1 M1", LEFT)
    put(match, 0, "C1 C2", RIGHT)
    put(match, 1, "C1", LEFT)
    match.state.won[0][:] = [2, 4, 1, 2]
    match.state.won[1][:] = [0, 2, 0, 0]
    events = play(match, "C3 M5, take M left")
    assert told(events, "cone_lost") == [(0, LEFT)]
    assert told(events, "scored") == [(0, 15), (1, 2)]
    assert told(events, "trophy") == [(0, 1)]
    assert match.state.round_no == 2


def test_both_cones_score():
    """ICE-12: the score is that of both cones; four tiles on two cones end nothing."""
    match = table("S3 S4", "S1 S2")
    put(match, 0, "S1 C1", LEFT)
    put(match, 0, "S1 M1", RIGHT)
    match.state.won[0][:] = [2, 3, 1, 0]
    assert rules.round_points(match.state, 0) == 2 * 2 + 3 + 1
    play(match, "S3 S1, take S right")
    assert match.state.round_no == 1
    assert match.state.topping[S] == RIGHT
    assert rules.round_points(match.state, 0) == 4 * 1 + 3 + 4 * 3 + 1


def test_ties_count_scoring_cones_only():
    """ICE-12, ruling: the tie-breaks count the tiles on scoring cones."""
    match = table("C3 S4", "M5 S6")
    put(match, 0, "S1 V1 M1", LEFT)
    put(match, 0, "C1", RIGHT)
    put(match, 1, "S1 V1", LEFT)
    match.state.won[0][:] = [2, 4, 1, 2]  # 5 chocolate cards with the trick: 5 points, 1 tile that counts
    match.state.won[1][:] = [3, 0, 0, 2]  # 5 points, 2 tiles
    events = play(match, "C3 M5, take M left")
    assert told(events, "scored") == [(0, 5), (1, 5)]
    assert told(events, "tie_broken") == [(0,)]
    assert told(events, "trophy") == [(1, 1)]


def test_two_players_can_tie_at_nothing():
    """ICE-9, ICE-12: who lost a cone can share the round with one who has nothing either."""
    match = table("C3 S4", "M5 S6")
    put(match, 0, "S1 V1 M1", LEFT)
    events = play(match, "C3 M5, take M left")
    assert told(events, "scored") == [(0, 0), (1, 0)]
    assert told(events, "trophy") == [(0, 1), (1, 1)]
