"""Donburiko!: adding and taking, turn after turn, until the round ends."""

from kobako.core.fields import NONE, UNKNOWN
from kobako.games.donburiko import GAME
from kobako.games.donburiko.rules import FACE_DOWN, KINDS
from tests.games.donburiko.table import KIND, legal, refused, table, told


def test_a_turn():
    """DON-5: add a card of one's hand to a row that is there, or take a row of two or more cards; no pass."""
    match = table(rows=["4 2", "3", ""], hands=["1 L L"], chips=(0,), done=(0, 0, 1))
    assert legal(match) == ["1>A", "L>A", "1>B", "L>B", "take A"]  # equal cards are one choice
    match.state.chips[0], match.state.bank = 1, match.state.bank - 1
    assert set(legal(match)) == {
        *("1>A", "(1)>A", "L>A", "(L)>A"),
        *("1>B", "(1)>B", "L>B", "(L)>B"),
        "take A",
    }
    assert refused(match, "take B") == "DON-5"  # one card only
    assert refused(match, "take C") == "DON-5"  # taken
    assert refused(match, "1>C") == "DON-5"
    assert refused(match, "(1)>C") == "DON-5"
    assert refused(match, "3>A") == "DON-5"  # not in hand
    assert refused(match, "(5)>B") == "DON-5"


def test_turns_go_clockwise():
    """DON-5: play goes clockwise, past those who have taken."""
    match = table(players=4, rows=["4", "3", "2", ""], hands=["1 L", "5", "", "-1"], done=(0, 0, 1), to_move=1)
    match.play("5>A")
    assert match.seat == 3
    match.play("-1>A")
    assert match.seat == 0


def test_adding_face_up():
    """DON-6: the card is seen by all, and brings a chip from the bank."""
    match = table(rows=["4", "3", "2"], hands=["1 5", "L", "L"], chips=(2, 2, 2))
    events = match.play("5>B")
    s = match.state
    assert s.chips[:3] == [3, 2, 2]
    assert s.bank == 43
    assert s.row[1][:2] == [KIND["3"], KIND["5"]]
    assert s.laid_by[1][1] == NONE
    assert s.cards[0] == 1
    assert s.hands[0][KIND["5"]] == 0
    assert told(events) == [("added", 0, "5", "B", 1)]
    assert match.view(2).state.row[1][1] == KIND["5"]


def test_adding_face_up_with_an_empty_bank():
    """DON-6: with an empty bank the card can be added, for nothing, and nothing later; those after get a chip again."""
    match = table(rows=["4", "5 4 2", "2"], hands=["1 3", "L", "-1 L"], chips=(10, 19), bank=0, last=1)
    events = match.play("3>A")
    assert told(events) == [("added", 0, "3", "A", 0)]
    assert match.state.chips[0] == 10
    match.play("take B")  # 11: pays 5
    assert match.state.bank == 5
    assert match.state.chips[0] == 10
    mine = match.state.chips[2]
    assert told(match.play("-1>C"), "added") == [("added", 2, "-1", "C", 1)]
    assert match.state.chips[2] == mine + 1


def test_adding_face_down():
    """DON-7: one of one's chips goes onto the card, and only who laid it knows the card."""
    match = table(rows=["4", "3", "2"], hands=["1 5", "L", "L"], chips=(2, 2, 2))
    [event] = match.play("(5)>B")
    s = match.state
    assert s.chips[:3] == [1, 2, 2]
    assert s.bank == 44
    assert s.row[1][1] == FACE_DOWN
    assert s.laid_by[1][1] == 0
    assert match.view(0).state.laid[0][1][1] == KIND["5"]
    assert match.view(0).show()["rows"]["B"][1] == {"card": "5", "face_down_by": 0}
    for viewer in (1, 2, None):
        assert match.view(viewer).state.laid[0][1][1] == UNKNOWN
        assert match.view(viewer).show()["rows"]["B"][1] == {"card": "?", "face_down_by": 0}
        assert event.seen_by(viewer).show() == {"event": "laid", "seat": 0, "card": None, "row": "B"}
        assert str(event.seen_by(viewer)) == "Seat 1 lays a card face down in row B, with a chip on it."
        assert "5" not in event.seen_by(viewer).words("ja", ["花", "月", "雪"])
    assert event.seen_by(0).show()["card"] == "5"
    assert str(event.seen_by(0)) == "Seat 1 lays acorn 5 face down in row B, with a chip on it."


def test_no_chip_no_face_down():
    """DON-7: without a chip a card cannot be added face down."""
    match = table(rows=["4", "3", "2"], hands=["1 5", "L", "L"], chips=(0, 2, 2))
    assert legal(match) == ["1>A", "5>A", "1>B", "5>B", "1>C", "5>C"]
    assert refused(match, "(5)>B") == "DON-7"


def test_a_full_row():
    """DON-8: a row holds seven cards, its first and six added; nothing more can be added, up or down."""
    match = table(rows=["1 2 3 4 L L", "3", "2"], hands=["-1", "-1 5", "W"], chips=(2, 2, 2))
    match.play("-1>A")
    assert match.state.length[0] == 7
    assert not [a for a in legal(match) if a.endswith(">A")]
    assert "take A" in legal(match)
    assert refused(match, "5>A") == "DON-8"
    assert refused(match, "(5)>A") == "DON-8"


def test_taking_turns_up_and_gathers_chips():
    """DON-9: the cards are turned up for all; the taker gets the chips on them, whoever laid them, then scores."""
    match = table(rows=["3 (-1)1 (1)0 (2)1", "L", "4"], hands=["", "5"], chips=(2, 3, 4))
    bank = match.state.bank
    events = match.play("take A")
    assert told(events) == [
        ("took", 0, "A"),
        ("turned_up", 0, "-1", "A"),
        ("turned_up", 0, "1", "A"),
        ("turned_up", 0, "2", "A"),
        ("summed", 0, "A", 5),
        ("gathered", 0, 3),
        ("scored", 0, 5),
    ]
    assert [e.seen_by(2).record for e in events] == [e.record for e in events]
    s = match.state
    assert s.chips[:3] == [2 + 3 + 5, 3, 4]
    assert s.bank == bank - 5
    assert s.length[0] == 0
    assert all(s.gone[KIND[card]] >= 1 for card in ("3", "-1", "1", "2"))
    assert all(s.laid[p][0] == [NONE] * 7 for p in range(4))
    assert GAME.why.broken(s) is None
    assert all(GAME.events[e.record[0]].reveals for e in events if e.kind.name == "turned_up")


def test_who_has_taken_is_out():
    """DON-14: no more turns this round for who has taken; the hand stays unseen and out of play."""
    match = table(rows=["1 2", "3", "5"], hands=["4 4", "L", "-1 -2"], chips=(5, 5, 5))
    match.play("take A")
    assert match.state.done[:3] == [1, 0, 0]
    match.play("L>B")
    match.play("-1>B")
    assert match.seat == 1
    assert match.state.hands[0][KIND["4"]] == 2
    for viewer in (1, 2, None):
        assert match.view(viewer).state.hands[0] == [UNKNOWN] * KINDS
    assert match.view(1).show()["seats"][0] == {"chips": 8, "credit": 0, "hand": ["?", "?"], "has_taken": True}


def test_an_empty_hand_must_take():
    """DON-15: with an empty hand one must take a row of two or more cards."""
    match = table(rows=["1 2", "3 4", "5"], hands=["", "L"], chips=(5, 5, 5))
    assert legal(match) == ["take A", "take B"]
    assert refused(match, "4>A") == "DON-15"
    assert refused(match, "(4)>C") == "DON-15"


def test_an_empty_hand_is_skipped_where_no_row_can_be_taken():
    """DON-15: without cards and without a row to take the turn is skipped, with an event; one stays in the round."""
    match = table(players=4, rows=["1", "3", "5", "2 4"], hands=["", "", "L L", ""], chips=(5, 5, 5, 5), to_move=3)
    events = match.play("take D")  # a Donburiko would end the round
    assert ("donburiko", 3) in told(events)
    match = table(players=4, rows=["1", "3", "5", "2 3"], hands=["", "", "L L", ""], chips=(5, 5, 5, 5), to_move=3)
    events = match.play("take D")
    assert told(events, "skipped") == [("skipped", 0), ("skipped", 1)]
    assert match.seat == 2
    assert match.state.done == [0, 0, 0, 1]
    match.play("L>A")  # now there is a row to take
    assert match.seat == 0
    assert legal(match) == ["take A"]


def test_the_only_move_is_still_asked_for():
    """DON-15: a turn's own move is asked for, even where one is left."""
    match = table(rows=["1 2", "3", "5"], hands=["4", "", "L"], chips=(0, 5, 5))
    match.play("4>A")
    assert match.seat == 1
    assert legal(match) == ["take A"]


def test_the_round_ends_when_all_have_taken():
    """DON-16: all have taken a row: the next round, begun by who took last."""
    match = table(rows=["", "", "1 2"], done=(1, 1, 0), hands=["L", "4", "-1"], chips=(5, 5, 5), to_move=2)
    events = match.play("take C")
    assert told(events, "round", "skipped") == [("round", 2, 2)]
    assert match.seat == 2


def test_the_round_ends_when_nobody_can_act():
    """DON-16: ruling: it ends when nobody still in can take or add; who took last starts, chips go to the bank."""
    match = table(rows=["3", "2 1", "L"], hands=["", "", ""], chips=(5, 5, 5), to_move=1)
    events = match.play("take B")
    assert match.state.round_no == 2
    assert match.seat == 1
    assert told(events, "skipped") == [("skipped", 2), ("skipped", 0)]


def test_the_start_of_a_round_is_not_its_end():
    """DON-16: ruling: that no row can be taken yet does not end a round while cards can be added."""
    match = GAME.new(players=2, seed=1)
    assert not any(a.startswith("take") for a in legal(match))
    assert match.state.round_no == 1
    match = table(rows=["3 1", "2", "L"], hands=["", "5", ""], chips=(5, 5, 5))
    match.play("take A")
    assert match.state.round_no == 1
    assert match.seat == 1


def test_chips_left_on_cards_go_to_the_bank():
    """DON-16: at the end of a round chips on cards go to the bank, also at the end of the game."""
    for last in (0, 1):
        match = table(rows=["4 2", "L (3)1 (5)2", ""], done=(0, 0, 1), chips=(5, 5, 5), last=last)
        assert match.state.bank == 33
        events = match.play("take A")
        assert ("swept", 2) in told(events)
        assert match.state.bank == 33 - 6 + 2
        assert match.over == bool(last)
        assert GAME.why.broken(match.state) is None
