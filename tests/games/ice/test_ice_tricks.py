"""Dokitto! Ice: a trick."""

import pytest

from kobako.core.fields import NONE
from kobako.games.ice import rules
from tests.games.ice.table import LEFT, S, V, card, names, play, put, refused, table, texts, told


def test_the_leader_plays_any_card():
    """ICE-3: the leader plays any card of the hand."""
    match = table("S1 C2 V10", "S2 C3 M1", "S3 C4 M2", "S4 C5 M3")
    assert texts(match) == ["S1", "C2", "V10"]


def test_the_others_follow_if_they_can():
    """ICE-3: who holds the led colour plays it; who does not plays anything; clockwise from the leader."""
    match = table("S5 C2", "S2 C3", "M3 C4", "S4 S6", leader=3)
    match.play("S4")
    assert (match.seat, texts(match)) == (0, ["S5"])
    match.play("S5")
    assert (match.seat, texts(match)) == (1, ["S2"])
    match.play("S2")
    assert (match.seat, texts(match)) == (2, ["C4", "M3"])


def test_refusals_while_playing():
    """ICE-3, ICE-5: a card that is not in the hand, a colour not followed, a tile before the trick is won."""
    match = table("S5 C2", "S2 C3", "M3 C4", "S4 S6")
    assert refused(match, "S2") == "ICE-3"
    assert refused(match, "take S") == "ICE-5"
    match.play("S5")
    assert refused(match, "C3") == "ICE-3"
    assert refused(match, "C4") == "ICE-3"
    assert refused(match, "take S") == "ICE-5"


@pytest.mark.parametrize(
    ("trick", "winner", "how"),
    [
        ("S4 S9 S2 S7", 1, "won_highest"),
        ("S4 S9 C2 S7", 2, "won_lowest"),
        ("S3 S8 M3 V5", 2, "won_lowest"),
        ("S1 C1 M1 V1", 3, "won_lowest"),
        ("S1 C1 M2 V3", 1, "won_lowest"),
        ("S1 S10 M2 S9", 0, "won_lowest"),
        ("V1 V10 V9 V8", 1, "won_highest"),
        ("V10 V9 V8 V1", 0, "won_highest"),
        ("C10 C9 C8 M10", 2, "won_lowest"),
    ],
)
@pytest.mark.parametrize("leader", [0, 2])
def test_who_wins_a_trick(trick, winner, how, leader):
    """ICE-4: of one colour the highest; of several the lowest of any colour, the later of equals."""
    cards = trick.split()
    hands = [""] * 4
    for i, text in enumerate(cards):
        hands[(leader + i) % 4] = text
    match = table(*hands, leader=leader)
    match.state.tricks_left = 2  # so that the round does not end with it
    events = play(match, trick)
    seat = (leader + winner) % 4
    assert told(events, how) == [(seat, card(cards[winner]))]
    assert match.seat == seat


def test_the_winner_chooses_a_colour_and_takes_the_cards():
    """ICE-5: one of the colours played, before any card, its next tile, and all the cards."""
    match = table("S3 S4", "S8 S9", "M3 M4", "V5 V6")
    events = play(match, "S3 S8 M3 V5")
    assert names(events)[-1] == "won_lowest"
    assert (match.seat, texts(match)) == (2, ["take S", "take M", "take V"])
    assert refused(match, "take C") == "ICE-5"
    assert refused(match, "M4") == refused(match, "S4") == "ICE-5"
    events = match.play("take V")
    assert told(events, "took") == [(2, V, 1)]
    assert told(events, "gathered") == [(2, 4)]
    assert match.state.won[2] == [2, 0, 1, 1]
    assert match.state.scoops[2][LEFT] == [0, 0, 0, 1]
    assert match.state.stock == [3, 3, 3, 2]
    assert match.state.trick == [NONE] * 4


def test_one_colour_is_taken_at_once():
    """ICE-5, ruling: with a single answer there is nothing to choose; the events are the same."""
    match = table("S3 S4", "S8 S9", "S2 M4", "S5 V6")
    events = play(match, "S3 S8 S2 S5")
    assert names(events)[-3:] == ["won_highest", "took", "gathered"]
    assert told(events, "took") == [(1, S, 1)]
    assert (match.seat, texts(match)) == (1, ["S9"])
    assert match.state.won[1] == [4, 0, 0, 0]


def test_a_colour_without_tiles_dodges_the_fourth_scoop():
    """ICE-5, ruling: a colour whose tiles are gone may be chosen, and gives none."""
    match = table("S1 S4", "C6 C7", "M8 M9")
    put(match, 0, "C1 C1 M1")
    put(match, 1, "S1 S1 S2")
    play(match, "S1 C6 M8")
    assert texts(match) == ["take S", "take C", "take M"]
    events = match.play("take S")
    assert told(events, "took_none") == [(0, S)]
    assert "thrown_out" not in names(events)
    assert match.state.won[0] == [1, 1, 1, 0]
    assert match.state.scoops[0][LEFT] == [0, 2, 1, 0]
    assert match.state.stock == [0, 1, 2, 0]
    assert match.state.round_no == 1


def test_one_colour_without_tiles_is_taken_at_once():
    """ICE-5, ruling: also where the only colour has no tiles left, with any number of players."""
    for hands in (("S3 S4", "S2 S1"), ("S3 S4", "S2 M5", "S1 C4")):
        match = table(*hands)
        put(match, 0, "C1 C1 M1")
        put(match, 1, "S1 S1 S2")
        events = play(match, " ".join(hand.split()[0] for hand in hands))
        assert names(events)[-3:] == ["won_highest", "took_none", "gathered"]
        assert (match.seat, match.state.phase) == (0, rules.PLAY)
        assert match.state.scoops[0][LEFT] == [0, 2, 1, 0]


def test_the_winner_leads():
    """ICE-6: whoever won the trick leads the next."""
    match = table("S3 S4", "S8 S9", "S2 M4", "S5 V6")
    play(match, "S3 S8 S2 S5")
    assert match.seat == match.state.leader == 1
    play(match, "S9 M4")
    assert match.seat == 3
