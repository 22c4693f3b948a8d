"""Donburiko!: what a row that was taken counts."""

import pytest

from kobako.games.donburiko.rules import WILD
from tests.games.donburiko.table import legal, refused, table, told


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("1 2", 3),
        ("1 4", 5),
        ("3 L", 3),
        ("L L", 0),
        ("4 -1", 3),
        ("5 -2 -2", 1),
        ("1 -1", 0),
        ("2 -1 -2 L", 5),
        ("L -1 -1", 2),
        ("L L -2 -2", 4),
    ],
)
def test_the_score_of_a_row(row, points):
    """DON-10: acorns plus, loach 0, pond minus, but plus if there is a loach; without wild acorns nothing is asked."""
    rows = [row, "3" if "3" not in row else "4", "W"]
    match = table(rows=rows, hands=["", "W"], chips=(10, 10, 10))
    events = match.play("take A")
    assert told(events, "scored") == [("scored", 0, points)]
    assert match.state.chips[0] == 10 + points
    assert match.seat == 1


@pytest.mark.parametrize(
    ("row", "fives", "points"),
    [
        ("3 -2 W", 0, 2),
        ("2 W", 0, 3),
        ("-2 -2 W", 1, 1),
        ("W W", 0, 2),
        ("W W -2 -1 -2", 2, 5),
        ("W W -1", 1, 5),
        ("W L -1", 0, 2),
        ("W L", 1, 5),
    ],
)
def test_wild_acorns(row, fives, points):
    """DON-10: ruling: the taker says how many of the wild acorns count 5, after the cards are turned up."""
    match = table(rows=[row, "3", "4"], hands=["", "5"], chips=(10, 10, 10))
    wilds = row.count("W")
    events = match.play("take A")
    assert match.seat == 0
    assert told(events, "scored", "paid") == []
    assert legal(match) == [f"fives {n}" for n in range(wilds + 1)]
    assert match.state.chips[0] == 10
    events = match.play(f"fives {fives}")
    assert told(events)[:2] == [("counted", 0, fives), ("scored", 0, points)]
    assert match.state.chips[0] == 10 + points
    assert match.seat == 1


def test_face_down_wild_acorns_are_counted_too():
    """DON-10: a wild acorn that was face down is turned up before the choice; its chip is the taker's already."""
    match = table(rows=["2 (W)1", "3", "4"], hands=["", "5"], chips=(10, 10, 10))
    match.play("take A")
    assert match.state.chips[0] == 11
    assert legal(match) == ["fives 0", "fives 1"]
    assert match.view(2).state.gone[WILD] == match.state.gone[WILD] == 2


def test_counting_has_its_time():
    """DON-10: refused are a count at other times, other actions while counting, more fives than wild acorns."""
    match = table(rows=["2 W", "3 4", "4"], hands=["1", "5"], chips=(10, 10, 10))
    assert refused(match, "fives 0") == "DON-10"
    match.play("take A")
    assert refused(match, "1>B") == "DON-10"
    assert refused(match, "take B") == "DON-10"
    assert refused(match, "fives 2") == "DON-10"


@pytest.mark.parametrize(
    ("row", "change"),
    [
        ("4 4", -2),  # the rulebook's: 8 costs 2
        ("1 -2", -1),  # the rulebook's: -1 costs 1
        ("3 4", -1),
        ("5 4 4 3", -10),
        ("-1 -1 -2 -2", -6),
        ("5 L -2", -1),
        ("L L", 0),
        ("5 -1 1", 5),
    ],
)
def test_points_and_chips(row, change):
    """DON-11: 0 to 6 are paid by the bank; over 6 costs the excess; under 0 costs what is missing."""
    match = table(rows=[row, "2", "2"], hands=["", "3"], chips=(10, 10, 10))
    bank = match.state.bank
    match.play("take A")
    assert match.state.chips[0] == 10 + change
    assert match.state.bank == bank - change


def test_who_cannot_pay_pays_what_there_is():
    """DON-11: who cannot pay in full pays all they have, the chips just gathered included; the rest is forgiven."""
    match = table(rows=["5 4 (4)1", "2", "2"], hands=["", "3"], chips=(2, 10, 10))
    events = match.play("take A")  # 13: 7 to pay, with 2 + 1
    assert told(events, "paid") == [("paid", 0, 13, 3)]
    assert match.state.chips[0] == 0
    assert match.state.credit == [0, 0, 0, 0]


def test_donburiko():
    """DON-12: exactly 6 brings 6 chips and ends the round at once; the chips on cards go to the bank."""
    match = table(rows=["4 2", "L (3)1", "2 5"], hands=["1", "4", "-1"], chips=(5, 5, 5))
    events = match.play("take A")
    s = match.state
    assert told(events)[:6] == [
        *(("took", 0, "A"), ("summed", 0, "A", 6), ("scored", 0, 6)),
        *(("donburiko", 0), ("swept", 1), ("round_ended", 1)),
    ]
    assert s.round_no == 2
    assert s.chips[:3] == [11, 5, 5]
    assert match.seat == 0  # took last


@pytest.mark.parametrize(("row", "fives"), [("3 -2 W", 1), ("4 W W", 0), ("W W -2 -2", 2), ("1 W", 1)])
def test_donburiko_with_wild_acorns(row, fives):
    """DON-12: a count of exactly 6 is always called, with wild acorns too."""
    match = table(rows=[row, "3", "L"], hands=["", "5"], chips=(5, 5, 5))
    match.play("take A")
    events = match.play(f"fives {fives}")
    assert ("donburiko", 0) in told(events)
    assert match.state.round_no == 2
    assert match.state.chips[0] == 11


@pytest.mark.parametrize("row", ["1 2 3 L L -1 -2", "5 4 4 3 3 2 2", "4 2 L L W W (1)1", "-1 -1 -2 -2 1 W 2"])
def test_a_full_row_counts_nothing(row):
    """DON-13: seven cards count 0 whatever they are, with no question of wild acorns; the chips on them count."""
    match = table(rows=[row, "3" if "3" not in row else "W", "W" if "W" not in row else "5"], chips=(5, 5, 5))
    bank = match.state.bank
    events = match.play("take A")
    assert told(events, "full", "scored") == [("full", 0, "A", 7), ("scored", 0, 0)]
    assert told(events, "donburiko", "counted", "paid") == []
    assert match.state.bank >= bank
    assert match.state.chips[0] == 5 + row.count("(")


def test_a_full_row_that_would_make_six():
    """DON-13: seven cards that add up to 6 are 0, and the round goes on."""
    match = table(rows=["1 3 4 -1 -1 2 -2", "3", "5"], hands=["", "4"], chips=(5, 5, 5))
    match.play("take A")
    assert match.state.round_no == 1
    assert match.state.chips[0] == 5
    assert match.seat == 1


def test_six_cards_are_not_full():
    """DON-13: a row of six cards is scored as any other."""
    match = table(rows=["1 2 L -1 L -1", "3", "5"], hands=["", "4"], chips=(5, 5, 5))
    assert told(match.play("take A"), "scored") == [("scored", 0, 5)]
