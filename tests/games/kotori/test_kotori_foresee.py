"""What a bid would do: the sum, and how likely the next card bursts the row."""

from fractions import Fraction

import pytest

from kobako.games.kotori.rules import row_sum
from tests.games.kotori.table import random_games, table, told


def would(match, text):
    return match.view(match.seat).foresee(match.setup.action(text))


def test_the_sum_and_the_risk():
    """KOT-5: any card of the row, the treetop just bid included, bursts it."""
    match = table(rows=[(3, 5)], deck=(9, 3, 9, 10, 1))
    bid = {"sum": 17, "risk": {"hits": 2, "cards": 4}, "bursts": ["3", "5", "9"], "ends_game": False}
    assert would(match, "bid") == bid
    assert would(match, "pass") == {"sum": 8, "risk": None, "bursts": [], "ends_game": False}
    assert match.view(0).show()["next_treetop_from"] == "deck"


def test_the_last_card_of_the_first_deck_counts_the_discards():
    """KOT-10: they are shuffled the moment it is taken."""
    match = table(rows=[(3,)], deck=(9,), field=(10,))
    discards = match.view(0).show()["discards"]
    risk = would(match, "bid")["risk"]
    assert match.view(0).show()["next_treetop_from"] == "discards"
    assert risk == {"hits": sum(card in ("3", "9") for card in discards), "cards": len(discards)}


def test_the_last_card_of_the_second_deck_ends_the_game():
    """KOT-11."""
    match = table(rows=[(3,)], deck=(9,), outs=1)
    assert would(match, "bid") == {"sum": 12, "risk": None, "bursts": [], "ends_game": True}
    assert match.view(0).show()["next_treetop_from"] is None
    match.play("bid")
    assert match.over


def test_it_comes_as_it_was_told():
    """The sum for certain, a burst where it is certain or out of the question; and as often as was said, nearly."""
    expected, bursts = Fraction(), 0
    for match in random_games(60):
        if match.over:
            continue
        for text in map(str, match.legal()):
            foreseen, branch = would(match, text), match.copy()
            seat = branch.seat
            events = branch.play(text)
            if text == "pass":
                assert told(events, "passed") == [("passed", seat, foreseen["sum"])]
                continue
            assert branch.over or not foreseen["ends_game"]
            if foreseen["risk"] is None:
                continue
            hits, cards = foreseen["risk"]["hits"], foreseen["risk"]["cards"]
            burst = any(event[1] == seat for event in told(events, "burst")[:1])
            assert burst or hits < cards
            assert not burst or hits > 0
            assert not burst or str(told(events, "burst")[0][2]) in foreseen["bursts"]
            if not burst and not branch.over:
                assert row_sum(branch.state, seat) == foreseen["sum"]
            expected, bursts = expected + Fraction(hits, cards), bursts + burst
    assert bursts == pytest.approx(float(expected), rel=0.1)
