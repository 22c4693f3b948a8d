"""Dokitto! Ice: the end of a round, its points, and the trophies."""

from kobako.core.fields import NONE
from kobako.games.ice import GAME, rules
from kobako.games.ice.why import broken
from tests.games.ice.table import V, names, play, put, table, texts, told


def test_the_fourth_tile_ends_the_round():
    """ICE-7: who takes a fourth tile is thrown out, hands or not; the trick is taken first."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    put(match, 0, "C1 C1 M1")
    match.state.won[1][V] = 1
    put(match, 1, "V1")
    events = play(match, "S9 S8 S2 S5")
    assert names(events)[4:] == [
        *("won_highest", "took", "gathered", "thrown_out"),
        *("scored", "scored", "scored", "scored", "trophy", "round_ended", "round"),
    ]
    assert told(events, "thrown_out") == [(0,)]
    assert match.state.round_no == 2


def test_a_tile_can_be_worthless():
    """ICE-8: the fourth tile is worth nothing, nor are the three below it; one that scores is worth a point or more."""
    for tiles, points in (("C1 C1 M1", 0), ("C1 M1", 4)):
        match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
        put(match, 0, tiles)
        match.state.tricks_left = 1
        events = play(match, "S9 S8 S2 S5")
        assert told(events, "scored")[0] == (0, points)
    for lang, only in (("en", "A tile on a cone that scores is never worthless"), ("ja", "得点になるコーンのタイル")):
        assert only in GAME.rulebook(lang)


def test_three_tiles_do_not_end_the_round():
    """ICE-7: three scoops are allowed."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    put(match, 0, "C1 M1")
    events = play(match, "S9 S8 S2 S5")
    assert names(events)[-1] == "gathered"
    assert match.state.round_no == 1


def test_empty_hands_end_the_round():
    """ICE-7: when all hands are empty the round ends."""
    match = table("S9", "S8", "S2", "S5")
    events = play(match, "S9 S8 S2 S5")
    assert "hands_empty" in names(events)
    assert told(events, "scored") == [(0, 4), (1, 0), (2, 0), (3, 0)]
    assert match.state.round_no == 2


def test_the_last_card_is_asked_for():
    """ICE-3: a turn's own move is asked for even where one card is left."""
    match = table("S9", "S8", "S2", "S5")
    for text in ("S9", "S8", "S2", "S5"):
        assert texts(match) == [text]
        match.play(text)


def test_the_worked_case():
    """ICE-8: 3 chocolate and 6 matcha cards, tiles chocolate 1 + 2 and matcha 1: 3 x 3 + 6 x 1 = 15."""
    match = table("S1", "S2", "S3", "S4")
    match.state.won[0][:] = [0, 3, 6, 0]
    put(match, 0, "C1 C2 M1")
    assert rules.round_points(match.state, 0) == 15
    assert match.view(0).show()["seats"][0]["round_points"] == 15
    assert told(play(match, "S1 S2 S3 S4"), "scored") == [(0, 15), (1, 0), (2, 0), (3, 4)]


def test_thrown_out_scores_nothing():
    """ICE-8: who was thrown out scores 0, whatever they took."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    match.state.won[0][:] = [0, 8, 8, 0]
    put(match, 0, "C1 C1 M1")
    match.state.won[1][V] = 3
    put(match, 1, "V1")
    events = play(match, "S9 S8 S2 S5")
    assert told(events, "scored") == [(0, 0), (1, 3), (2, 0), (3, 0)]
    assert told(events, "trophy") == [(1, 1)]


def finish(match, won, cones):
    """Seat 0 wins the last trick, S9 with 4 cards, after these cards and tiles; gives what happened."""
    for p, row in enumerate(won):
        match.state.won[p][:] = row
        put(match, p, cones[p])
    return play(match, "S9 S8 S2 S5")


def last_table():
    return table("S9", "S8", "S2", "S5")


def test_the_most_points_win_the_round():
    """ICE-9: the most points get the trophy."""
    events = finish(last_table(), [[0] * 4, [0, 5, 0, 0], [0, 0, 6, 0], [0] * 4], ["", "C1", "M1", ""])
    assert told(events, "scored") == [(0, 4), (1, 5), (2, 6), (3, 0)]
    assert told(events, "trophy") == [(2, 1)]
    assert "tie_broken" not in names(events)


def test_a_tie_is_broken_by_tiles():
    """ICE-9: of equal points, more tiles."""
    events = finish(last_table(), [[0] * 4, [0, 4, 2, 0], [0, 0, 6, 0], [0] * 4], ["", "C1 M1", "M1", ""])
    assert told(events, "scored") == [(0, 4), (1, 6), (2, 6), (3, 0)]
    assert told(events, "tie_broken") == [(2,)]
    assert told(events, "trophy") == [(1, 1)]


def test_tiles_come_before_ones():
    """ICE-9: three tiles of 1 + 2 + 2 win against two of 1 + 1."""
    won = [[0] * 4, [0, 2, 1, 0], [0, 0, 0, 8], [0] * 4]
    events = finish(last_table(), won, ["", "C1 C2 M2", "V1 S1", ""])
    assert told(events, "scored")[1:3] == [(1, 8), (2, 8)]
    assert told(events, "tie_broken") == [(2,)]
    assert told(events, "trophy") == [(1, 1)]


def test_a_tie_is_broken_by_ones():
    """ICE-9: of equal points and tiles, more 1-point tiles: 1 + 1 + 1 against 1 + 1 + 2."""
    won = [[0] * 4, [0, 4, 4, 0], [0, 2, 0, 10], [0] * 4]
    events = finish(last_table(), won, ["", "C1 M1 M2", "C1 V1 S1", ""])
    assert told(events, "scored")[1:3] == [(1, 16), (2, 12)]
    won[2] = [4, 2, 0, 10]
    events = finish(last_table(), won, ["", "C1 M1 M2", "C1 V1 S1", ""])
    assert told(events, "scored")[1:3] == [(1, 16), (2, 16)]
    assert told(events, "tie_broken") == [(1,)]
    assert told(events, "trophy") == [(2, 1)]


def test_a_full_tie_gives_all_a_trophy():
    """ICE-9: equal in points, tiles and 1-point tiles: all of them get one."""
    events = finish(last_table(), [[0] * 4, [0, 6, 0, 0], [0, 0, 6, 0], [0, 5, 0, 0]], ["", "C1", "M1", "C1"])
    assert told(events, "trophy") == [(1, 1), (2, 1)]
    assert "tie_broken" not in names(events)


def test_one_thrown_out_cannot_win_the_round():
    """ICE-9, ruling: with 3-4 players; if all others have 0 points they are compared as usual."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    put(match, 0, "C1 C1 M1")
    events = play(match, "S9 S8 S2 S5")
    assert told(events, "scored") == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert told(events, "trophy") == [(1, 1), (2, 1), (3, 1)]
    assert match.state.trophies == [0, 1, 1, 1]


def test_three_trophies_win():
    """ICE-10: the third trophy ends the game."""
    match = last_table()
    match.state.trophies[:] = [2, 2, 0, 1]
    match.state.round_no = 5
    events = play(match, "S9 S8 S2 S5")
    assert match.over
    assert names(events)[-3:] == ["trophy", "round_ended", "ended"]
    assert match.winners == [0]
    assert match.scores == [3, 2, 0, 1]
    assert match.ranks == [1, 2, 4, 3]
    assert match.state.round_no == 5


def test_two_trophies_do_not_win():
    """ICE-10: two are not enough."""
    match = last_table()
    match.state.trophies[:] = [1, 2, 2, 2]
    play(match, "S9 S8 S2 S5")
    assert not match.over
    assert match.winners == []
    assert match.scores == [2, 2, 2, 2]


def test_third_trophies_at_once_share_the_game():
    """ICE-10: those who get their third at the same time share the win."""
    match = last_table()
    match.state.trophies[:] = [2, 2, 2, 0]
    finish(match, [[0] * 4, [0, 6, 0, 0], [0, 0, 6, 0], [0] * 4], ["", "C1", "M1", ""])
    assert match.over
    assert match.winners == [1, 2]
    assert match.scores == [2, 3, 3, 0]


def test_trophies_never_run_out():
    """ICE-10, ruling: the box has ten, but four players can get more."""
    match = last_table()
    match.state.trophies[:] = [2, 2, 2, 2]
    won = [[0] * 4, [0, 6, 0, 0], [0, 0, 6, 0], [0, 0, 0, 6]]
    finish(match, won, ["", "C1", "M1", "V1"])
    assert match.scores == [2, 3, 3, 3]


def test_the_next_round():
    """ICE-11: tiles back, all cards dealt anew, trophies kept; the winner of the last trick leads."""
    match = table("S5", "S8", "S9", "S2")
    put(match, 1, "C1 C1 M1")
    match.state.won[1][:] = [0, 9, 0, 0]
    match.state.void[3] = 0b10
    match.state.trophies[:] = [0, 1, 0, 2]
    events = play(match, "S5 S8 S9 S2")
    assert told(events, "trophy") == [(1, 2)]
    assert told(events, "round") == [(2, 2)]
    s = match.state
    assert (s.round_no, s.to_move, s.leader, s.tricks_left) == (2, 2, 2, 10)
    assert s.trophies == [0, 2, 0, 2]
    assert s.stock == [3] * 4
    assert s.topping == [NONE] * 4
    assert s.scoops == [[[0] * 4] * 2] * 4
    assert s.won == [[0] * 4] * 4
    assert s.void == s.played == [0] * 4
    assert broken(s) is None


def test_the_one_thrown_out_leads_the_next_round():
    """ICE-11: the winner of the last trick leads, thrown out or not."""
    match = table("S1 C4", "S8 C9", "S9 M4", "S5 V6")
    put(match, 2, "C1 C1 M1")
    events = play(match, "S1 S8 S9 S5")
    assert told(events, "thrown_out") == [(2,)]
    assert match.seat == 2


def test_rounds_are_dealt_differently():
    """ICE-11: the cards are shuffled."""
    match = last_table()
    before = [row[:] for row in GAME.new(players=4, seed=1, first=0).state.hands]
    play(match, "S9 S8 S2 S5")
    assert match.state.hands != before
