"""Donburiko!, rule by rule (docs/rules/donburiko.md)."""

import random
from collections import Counter

import pytest

from kobako.core.errors import BadOption, GameOver, IllegalAction, UnknownAction
from kobako.core.fields import NONE, UNKNOWN
from kobako.games.donburiko import GAME
from kobako.games.donburiko.knowledge import GONE_AT, OBSERVATION, ROW_AT, ROW_SIZE, SEAT_AT, SEAT_SIZE, TABLE_AT
from kobako.games.donburiko.notation import CARDS
from kobako.games.donburiko.rules import COPIES, FACE_DOWN, FIVES, KINDS, WILD

KIND = {text: kind for kind, text in enumerate(CARDS)}
ALL_CARDS = Counter({"1": 1, "2": 2, "3": 2, "4": 2, "5": 1, "W": 2, "L": 2, "-1": 2, "-2": 2})


def table(players=3, rows=(), hands=(), chips=(), done=(), bank=None, to_move=0, last=0):
    """A match set up as told. A row is a text such as "3 -1 (4)2": the 4 lies face down, laid by seat 2.

    Cards that are not named have gone with rows taken before. Chips that are not named are in the bank,
    or, where the bank is named, with the last seat.
    """
    match = GAME.new(players=players, seed=1, first=0)
    s = match.state
    s.to_move, s.last = to_move, last
    used, on_cards = Counter(), 0
    for r in range(4):
        s.row[r], s.laid_by[r], s.length[r] = [NONE] * 7, [NONE] * 7, 0
        for p in range(4):
            s.laid[p][r] = [NONE] * 7
        for place, text in enumerate(rows[r].split() if r < len(rows) else ()):
            s.length[r] += 1
            card, _, layer = text.removeprefix("(").partition(")")
            used[card] += 1
            s.row[r][place] = FACE_DOWN if layer else KIND[card]
            if layer:
                on_cards += 1
                s.laid_by[r][place], s.laid[int(layer)][r][place] = int(layer), KIND[card]
    for p in range(players):
        hand = hands[p].split() if p < len(hands) else []
        used.update(hand)
        s.hands[p] = [hand.count(text) for text in CARDS]
        s.cards[p] = len(hand)
        s.done[p] = done[p] if p < len(done) else 0
        s.chips[p] = chips[p] if p < len(chips) else 0
    s.aside = [0] * KINDS
    s.gone = [COPIES[k] * (k != WILD or players > 2) - used[CARDS[k]] for k in range(KINDS)]
    if bank is not None:
        s.chips[players - 1] += 50 - bank - on_cards - sum(s.chips)
    s.bank = 50 - on_cards - sum(s.chips)
    assert min(s.gone) >= 0
    assert GAME.why.broken(s) is None
    return match


def legal(match):
    return [str(action) for action in match.legal()]


def told(events, *names):
    """What the events say, those of the given kinds only, as tuples that start with the kind."""
    shown = [e.show() for e in events]
    return [tuple(e.values()) for e in shown if not names or e["event"] in names]


def refused(match, action):
    """The rule that refuses an action; the match must not change, and both languages must have a text for it."""
    before = match.to_bytes()
    with pytest.raises(IllegalAction) as caught:
        match.play(action)
    assert match.to_bytes() == before
    for lang in ("en", "ja"):
        assert GAME.words(lang).get("rule", caught.value.rule)
    assert f"({caught.value.rule})" in str(caught.value)
    return caught.value.rule


def random_games(games):
    """Matches at every position of random games, with 2, 3 and 4 players in turn."""
    for seed in range(games):
        rng = random.Random(seed)
        match = GAME.new(players=2 + seed % 3, seed=seed)
        yield match
        while not match.over:
            match.play(rng.choice(match.legal()))
            yield match


# Cards, chips, the deal


@pytest.mark.parametrize(("players", "cards"), [(2, 14), (3, 16), (4, 16)])
def test_the_cards(players, cards):
    """DON-1: 16 cards; with two players the wild acorns stay in the box, which leaves 14."""
    for seed in range(20):
        s = GAME.new(players=players, seed=seed).state
        found = Counter(CARDS[s.row[r][0]] for r in range(players))
        for counts in (*s.hands, s.aside):
            found.update({CARDS[kind]: counts[kind] for kind in range(KINDS)})
        expected = ALL_CARDS - (Counter({"W": 2}) if players == 2 else Counter())
        assert +found == expected
        assert found.total() == cards


def test_no_wild_acorns_for_two():
    """DON-1: with two players an action with a wild acorn is refused by this rule."""
    assert refused(GAME.new(players=2, seed=1), "W>A") == "DON-1"
    assert refused(GAME.new(players=2, seed=1), "(W)>B") == "DON-1"


def test_chips_are_never_lost():
    """DON-2: 50 points of chips, in hands, on cards and in the bank, always; any number can be paid."""
    for match in random_games(30):
        s = match.state
        lying = 0 if s.over else sum(layer != NONE for r in range(4) for layer in s.laid_by[r][: s.length[r]])
        assert sum(s.chips) + s.bank + lying == 50
        assert min(s.chips) >= 0
        assert s.bank >= 0


@pytest.mark.parametrize(("players", "each", "bank"), [(2, 5, 40), (3, 4, 38), (4, 3, 38)])
def test_starting_chips(players, each, bank):
    """DON-3: 5, 4 or 3 chips each; the rest is the bank."""
    s = GAME.new(players=players, seed=2).state
    assert s.chips == [each] * players + [0] * (4 - players)
    assert s.bank == bank


@pytest.mark.parametrize(("players", "hand", "aside"), [(2, 4, 4), (3, 4, 1), (4, 3, 0)])
def test_the_deal_of_a_round(players, hand, aside):
    """DON-4: a face-up card for each of as many rows as players, the hands, and what is left aside, unseen."""
    match = GAME.new(players=players, seed=3)
    s = match.state
    assert s.length == [1] * players + [0] * (4 - players)
    assert all(s.laid_by[r][0] == NONE for r in range(players))
    assert [sum(h) for h in s.hands] == s.cards == [hand] * players + [0] * (4 - players)
    assert sum(s.aside) == aside
    assert told(match.events, "opened") == [("opened", "ABCD"[r], CARDS[s.row[r][0]]) for r in range(players)]
    for viewer in (0, None):
        assert match.view(viewer).state.aside == [UNKNOWN] * KINDS


def test_only_as_many_rows_as_players():
    """DON-4: a row beyond the number of players is refused by this rule."""
    match = GAME.new(players=2, seed=3)
    assert refused(match, "2>C") == "DON-4"
    assert refused(match, "take D") == "DON-4"


def test_every_round_is_dealt_anew():
    """DON-4: each round uses all cards again, in a new order."""
    match = table(rows=["4", "2 3 1", "L"], hands=["-1", "5", "4"], chips=(5, 5, 5), to_move=1)
    match.play("take B")  # a Donburiko
    s = match.state
    assert s.round_no == 2
    assert s.cards == [4, 4, 4, 0]
    assert s.gone == [0] * KINDS
    assert s.done == [0] * 4
    assert len({tuple(GAME.new(players=4, seed=seed).state.row[r][0] for r in range(4)) for seed in range(30)}) > 20


# A turn


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
        assert str(event.seen_by(viewer)) == "Seat 0 lays a card face down in row B, a chip on it."
        assert "5" not in event.seen_by(viewer).words("ja", ["花", "月", "雪"])
    assert event.seen_by(0).show()["card"] == "5"
    assert str(event.seen_by(0)) == "Seat 0 lays acorn 5 face down in row B, a chip on it."


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
    assert told(events)[:4] == [("took", 0, "A"), ("scored", 0, 6), ("donburiko", 0), ("swept", 1)]
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
    assert told(events, "scored") == [("scored", 0, 0)]
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


# The end


def test_twenty_chips_make_the_round_the_last():
    """DON-17: the moment a player holds 20 this round is the last; it is played out, and then the game is over."""
    match = table(rows=["3", "2 1", "L 4"], hands=["5", "4", ""], chips=(19, 5, 5))
    events = match.play("5>A")
    assert told(events) == [("added", 0, "5", "A", 1), ("last_round",)]
    assert match.state.last == 1
    assert not match.over
    match.play("take B")
    match.play("take C")
    match.play("take A")  # 8: pays 2, 18 left
    assert match.over
    assert match.state.chips[0] == 18


def test_nineteen_is_not_enough():
    """DON-17: 19 chips do not make the round the last."""
    match = table(rows=["3", "2 1", "L 4"], hands=["5", "4", ""], chips=(18, 5, 5))
    match.play("5>A")
    assert match.state.last == 0


def test_an_empty_bank_makes_the_round_the_last():
    """DON-17: the moment the bank is empty this round is the last, though it gets chips again."""
    match = table(rows=["3", "5 4", "L"], hands=["1", "2", "2"], chips=(16, 16, 16), bank=1)
    assert ("last_round",) in told(match.play("1>A"))
    assert match.state.bank == 0
    match.play("take B")  # 9: pays 3
    assert match.state.bank == 3
    assert match.state.last == 1


def test_the_moment_inside_a_take():
    """DON-17: ruling: 20 between gathering the chips and paying for a bust counts: 18 and 2, then 3 to pay."""
    match = table(rows=["5 (2)1 (2)2", "3", "L"], hands=["", "4", "4"], chips=(18, 5, 5))
    events = match.play("take A")
    assert told(events, "gathered", "last_round", "paid") == [("gathered", 0, 2), ("last_round",), ("paid", 0, 9, 3)]
    assert match.state.chips[0] == 17
    assert match.state.last == 1


def test_twenty_by_a_score():
    """DON-17: a row's points count, a Donburiko's too, and the round then ends the game."""
    match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(14, 5, 5))
    match.play("take A")
    assert match.over
    assert match.winners == [0]


def test_the_last_round_is_told_once():
    """DON-17: the last round is announced once, by whatever comes first."""
    for match in random_games(15):
        if match.over:
            assert len(told(match.events, "last_round")) == 1
            assert told(match.events)[-1] == ("ended",)


def test_round_one_hundred_is_the_last():
    """DON-17: ruling: round 100 is the last, and is told to be so at its start; round 99 is not."""
    for before, last in ((97, 0), (98, 0), (99, 1)):
        match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(5, 5, 5))
        match.state.round_no = before
        events = match.play("take A")
        assert match.state.round_no == before + 1
        assert match.state.last == last
        assert (("last_round",) in told(events)) == bool(last)
        assert not match.over
    match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(5, 5, 5), last=1)
    match.state.round_no = 100
    match.play("take A")
    assert match.over


def test_a_short_bank_credits():
    """DON-18: a bank that cannot pay in full pays nothing; the score is credited, and the round is the last."""
    match = table(rows=["4 1", "3", "L"], hands=["", "4", "5"], chips=(10, 18, 0), bank=3)
    events = match.play("take A")
    s = match.state
    assert told(events, "credited", "last_round", "scored") == [("credited", 0, 5), ("last_round",)]
    assert s.chips[0] == 10
    assert s.credit[0] == 5
    assert s.bank == 3
    assert s.last == 1
    assert match.scores[0] == 15


def test_a_bank_that_can_just_pay():
    """DON-18: a bank with exactly the points pays them; empty, it makes the round the last all the same."""
    match = table(rows=["4 1", "3", "L"], hands=["", "4", "5"], chips=(10, 17, 0), bank=5)
    match.play("take A")
    assert match.state.chips[0] == 15
    assert match.state.credit[0] == 0
    assert match.state.bank == 0
    assert match.state.last == 1


def test_a_credited_donburiko():
    """DON-18: exactly 6 from a short bank is credited, and still ends the round."""
    match = table(rows=["4 2", "3", "L"], hands=["", "4", "5"], chips=(10, 18, 18), bank=4)
    events = match.play("take A")
    assert ("credited", 0, 6) in told(events)
    assert ("donburiko", 0) in told(events)
    assert match.over
    assert match.scores[0] == 16


def test_nothing_from_an_empty_bank_is_no_credit():
    """DON-18: a row of 0 needs no chips: an empty bank pays it."""
    match = table(rows=["1 -1", "3", "L"], hands=["", "4", "5"], chips=(10, 20, 20), bank=0, last=1)
    assert told(match.play("take A"), "scored", "credited") == [("scored", 0, 0)]


def finished(chips, credit=(0, 0, 0)):
    match = table(rows=["", "", "L L"], done=(1, 1, 0), chips=chips, last=1, to_move=2)
    match.state.credit[:3] = credit
    match.play("take C")
    assert match.over
    return match


def test_the_highest_score_wins():
    """DON-19: chips and credit together decide; not who reached 20 first."""
    assert finished((20, 12, 5)).winners == [0]
    match = finished((18, 15, 5), (0, 5, 0))
    assert match.scores == [18, 20, 5]
    assert match.ranks == [2, 1, 3]
    assert match.winners == [1]
    assert match.legal() == []
    with pytest.raises(GameOver):
        match.play("take A")


def test_ties_share():
    """DON-19: equal scores share the win."""
    match = finished((15, 20, 3), (5, 0, 0))
    assert match.winners == [0, 1]
    assert match.ranks == [1, 1, 3]


# Options, texts, words


def test_who_starts():
    """DON-16: the option `first` names who starts the first round; without it the seed draws a seat."""
    for players in (2, 3, 4):
        for seat in range(players):
            assert GAME.new(players=players, seed=9, first=seat).seat == seat
    drawn = Counter(GAME.new(players=4, seed=seed).seat for seed in range(400))
    assert all(70 < drawn[seat] < 130 for seat in range(4))
    assert GAME.new(players=4, seed=9, first="drawn").to_bytes() == GAME.new(players=4, seed=9).to_bytes()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 2, "first": 2}, "a seat from 0 to 1, or 'drawn'"),
        ({"players": 3, "first": -1}, "a seat from 0 to 2, or 'drawn'"),
        ({"players": 3, "wild": 1}, "its options are first"),
        ({"players": 5}, "donburiko is for 2, 3, 4 players, not 5"),
        ({"players": 1}, "donburiko is for 2, 3, 4 players, not 1"),
    ],
)
def test_refused_options(settings, message):
    with pytest.raises(BadOption, match=message):
        GAME.new(seed=1, **settings)


def test_action_texts():
    """Every action has a text of the written form, and is read back from it."""
    setup = GAME.setup(4)
    texts = [str(a) for a in setup.actions]
    assert {"4>B", "(4)>B", "-2>D", "(W)>A", "L>C", "take A", "take D", "fives 0", "fives 2"} <= set(texts)
    assert all(setup.action(text) == a for a, text in enumerate(texts))
    assert texts[FIVES:] == ["fives 0", "fives 1", "fives 2"]
    with pytest.raises(UnknownAction):
        setup.action("take E")


def test_every_text_is_used():
    """No text lies unused: labels are drawn, rules are given as reasons, pieces are written."""
    labels = set()

    class Noting:
        def label(self, key, **values):
            labels.add(key)
            return GAME.words("ja").label(key, **values)

    reasons = set()
    for match in random_games(45):
        GAME.picture.draw(match.view(0).show(), Noting(), ["a", "b", "c", "d"])
        if not match.over:
            view = match.view(match.seat).state
            allowed = {int(a) for a in match.legal()}
            reasons |= {GAME.why.why(view, a) for a in range(GAME.actions) if a not in allowed}
    credited = table(rows=["1 -1", "3", "L"], chips=(5, 5, 5))
    credited.state.credit[0] = 4
    GAME.picture.draw(credited.view(0).show(), Noting(), ["a", "b", "c"])
    reasons.add(refused(table(rows=["1 2 3 4 L L 5", "3", "2"], hands=["-1"], chips=(1,)), "-1>A"))
    for lang in ("en", "ja"):
        tables = GAME.words(lang).tables
        assert set(tables["label"]) - {"seat", "unseen"} == labels
        assert set(tables["rule"]) == reasons
        assert set(tables["card"]) == set(CARDS)
        assert set(tables["event"]) == {kind.name for kind in GAME.events.values()} | {"laid_unseen"}


# What is known


def test_views():
    """DON-7, DON-14: a view shows one's own hand and face-down cards and never more; what was taken all have seen."""
    for match in random_games(6):
        s = match.state
        for viewer in (*range(match.players), None):
            v = match.view(viewer).state
            for p in range(4):
                own = p == viewer
                assert v.hands[p] == (s.hands[p] if own else [UNKNOWN] * KINDS)
                assert v.laid[p] == (s.laid[p] if own else [[UNKNOWN] * 7] * 4)
            assert v.aside == [UNKNOWN] * KINDS
            assert (v.gone, v.row, v.cards, v.chips) == (s.gone, s.row, s.cards, s.chips)


def test_imagined_states_fit():
    """What is imagined fits the view and is sound, and is not always the truth."""
    rng = random.Random(8)
    others = 0
    for match in random_games(6):
        for seat in range(match.players):
            s = match.view(seat).imagine(rng)
            assert GAME.why.broken(s) is None
            again = s.copy()
            GAME.plain.hide(again, seat)
            assert again == match.view(seat).state
            others += (s.hands, s.laid, s.aside) != (match.state.hands, match.state.laid, match.state.aside)
    assert others > 300


def test_imagined_deals_are_alike():
    """Unseen cards are as likely in a hand as face down or aside."""
    match = table(players=2, rows=["1 (2)1", "3"], hands=["4", "5"], chips=(5, 5))
    s = match.state
    s.aside[KIND["L"]], s.gone[KIND["L"]] = 1, s.gone[KIND["L"]] - 1  # unseen by seat 0: 2 5 L
    rng = random.Random(5)
    found = Counter()
    for _ in range(600):
        t = match.view(0).imagine(rng)
        found[t.laid[1][0][1], t.hands[1].index(1), t.aside.index(1)] += 1
    assert len(found) == 6
    assert all(60 < n < 140 for n in found.values())


def test_the_observation():
    """The observation shows what is known, seats counted from the observer."""
    match = table(rows=["1 (2)1", "3 (W)0 (5)2", "4"], hands=["4 L", "L", "-1 -1"], chips=(5, 6, 7), to_move=1)
    match.state.credit[2] = 3
    for me in range(3):
        x = match.view(me).observation().astype(int).tolist()
        full = [0] * OBSERVATION
        GAME.knowledge.observe(match.state, me, full)
        assert x == full
        assert x[:KINDS] == match.state.hands[me]
        assert x[GONE_AT : GONE_AT + KINDS] == match.state.gone
        row_b = x[ROW_AT + ROW_SIZE : ROW_AT + 2 * ROW_SIZE]
        assert row_b[KIND["3"]] == 1
        assert row_b[KIND["W"]] == (me == 0)
        assert row_b[KIND["5"]] == (me == 2)
        assert [row_b[KINDS + (p - me) % 3] for p in range(3)] == [1, 0, 1]
        assert row_b[-1] == 3
        for p in range(3):
            at = SEAT_AT + (p - me) % 3 * SEAT_SIZE
            assert x[at : at + SEAT_SIZE] == [5 + p, 3 * (p == 2), [2, 1, 2][p], 0, int(p == 1)]
        assert x[TABLE_AT : TABLE_AT + 6] == [match.state.bank, 0, 1, 0, 0, 32]


def test_only_a_face_down_card_is_secret():
    """Of all events only the card laid face down has a secret, and only cards turned up or dealt reveal."""
    secret = {(kind.name, arg.name) for kind in GAME.events.values() for arg in kind.args if arg.secret}
    assert secret == {("laid", "card")}
    assert {kind.name for kind in GAME.events.values() if kind.reveals} == {"round", "opened", "turned_up"}


def test_the_picture():
    match = table(rows=["1 (2)1", "3", "4 L"], hands=["4", "L", "-1"], chips=(5, 1, 7), done=(0, 0, 1), last=1)
    match.state.credit[1] = 3
    assert match.view(1).draw("en", ["Ann", "Bob", "Cho"]).splitlines() == [
        "Round 1   bank 36 chips   (last round)",
        "  A: 1 (2)",
        "  B: 3",
        "  C: 4 L",
        "* Ann: 5 chips [?]",
        "  Bob: 1 chip +3 credit [L]",
        "  Cho: 7 chips [?] (has taken)",
    ]
    assert "  A: 1 (?)" in match.view(None).draw("ja").splitlines()


def test_games_end_within_the_bound():
    """Every game ends within its bound."""
    for match in random_games(9):
        assert len(match.actions) <= match.setup.bound


SPOILT = {
    "a chip too many": lambda s: s.chips.__setitem__(0, 6),
    "chips from nowhere": lambda s: (setattr(s, "bank", -1), s.chips.__setitem__(1, 40)),
    "a card too many": lambda s: s.gone.__setitem__(0, s.gone[0] + 1),
    "a hand that is not as told": lambda s: s.cards.__setitem__(1, 2),
    "another card face down": lambda s: s.laid[1][0].__setitem__(1, KIND["5"]),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_broken_state_is_noticed(how):
    """The invariants hold in a sound state and catch a spoilt one."""
    match = table(rows=["1 (2)1", "3", "4"], hands=["4", "L", "-1"], chips=(5, 5, 5))
    SPOILT[how](match.state)
    assert GAME.why.broken(match.state) is not None
