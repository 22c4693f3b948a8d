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
    told_of_both = ("sum", "risk", "bursts", "ends_game")
    bid = {"sum": 17, "risk": {"hits": 2, "cards": 4, "percent": 50}, "bursts": ["3", "5", "9"], "ends_game": False}
    assert {key: would(match, "bid")[key] for key in told_of_both} == bid
    passing = {"sum": 8, "risk": None, "bursts": [], "ends_game": False}
    assert {key: would(match, "pass")[key] for key in told_of_both} == passing
    assert match.view(0).show()["next_treetop_from"] == "deck"


def test_the_last_card_of_the_first_deck_counts_the_discards():
    """KOT-10: they are shuffled the moment it is taken."""
    match = table(rows=[(3,)], deck=(9,), field=(10,))
    discards = match.view(0).show()["discards"]
    risk = would(match, "bid")["risk"]
    assert match.view(0).show()["next_treetop_from"] == "discards"
    assert match.view(0).show()["next_treetop"] == discards
    assert (risk["hits"], risk["cards"]) == (sum(card in ("3", "9") for card in discards), len(discards))


def test_the_last_card_of_the_second_deck_ends_the_game():
    """KOT-11."""
    match = table(rows=[(3,)], deck=(9,), outs=1)
    bid = would(match, "bid")
    assert (bid["sum"], bid["risk"], bid["bursts"], bid["ends_game"]) == (12, None, [], True)
    assert match.view(0).show()["next_treetop_from"] is None
    assert match.view(0).show()["next_treetop"] == []
    match.play("bid")
    assert match.over


def test_who_leads():
    """KOT-6: the highest sum, and of equal ones the first from the dealer; nobody with nothing."""
    match = table(players=3, rows=[(4, 8), (5,), (6,)], dealer=2, deck=(7, 9))
    assert match.view(0).show()["leader"] == 0
    assert [would(match, move)["leader"] for move in ("bid", "pass")] == [2, 0]
    assert [would(match, move)["best"] for move in ("bid", "pass")] == [13, 12]
    tied = table(players=3, rows=[(4, 8), (2, 10), ()], dealer=1, to_move=2, deck=(7, 9))
    assert tied.view(0).show()["leader"] == 1
    assert table(players=3, deck=(7, 9)).view(0).show()["leader"] is None


def test_what_it_is_all_about():
    """What is to be beaten, as a pass leaves it; what the birds would bring; and the risk that only a bid runs."""
    match = table(players=3, rows=[(4, 8), (7, 9), (3, 10)], cages=[(10,)], field=(10, 2, 5), deck=(7, 9, 7, 1))
    about = ("beat", "gain", "spares")
    assert {key: would(match, "bid")[key] for key in about} == {"beat": 16, "gain": 1, "spares": 0}
    assert {key: would(match, "pass")[key] for key in about} == {"beat": 13, "gain": 1, "spares": 33}
    assert would(match, "bid")["risk"]["percent"] == 33
    assert would(table(rows=[(3,)], deck=(9,), outs=1), "pass")["spares"] == 0


def test_what_passing_comes_to():
    """KOT-5, KOT-6: who would burst at once by what is left, and who wins where nobody is left to bid."""
    match = table(players=3, rows=[(4, 8), (7, 9), (3, 10)], dealer=0, deck=(7, 9))
    passing = would(match, "pass")
    assert (passing["bursts_next"], passing["ends_round"]) == ([1], False)
    assert (passing["leader"], passing["best"]) == (2, 13), "16 - 7 = 9 is left to the second"
    last = table(players=3, rows=[(4, 8), (2, 10), (3,)], dealer=0, to_move=2, deck=(7, 9))
    passing = would(last, "pass")
    assert (passing["bursts_next"], passing["ends_round"], passing["leader"], passing["best"]) == ([], True, 0, 12)
    both = table(players=3, rows=[(4,), (7, 9), (7, 10)], dealer=0, deck=(7, 9))
    passing = would(both, "pass")
    assert (passing["bursts_next"], passing["ends_round"], passing["leader"], passing["best"]) == ([1, 2], True, 2, 10)


def test_what_the_field_would_be_to_each():
    """KOT-8: what comes in, less what would quarrel, with its like in the cage."""
    match = table(players=2, rows=[(3,)], cages=[(5, 7, 8), (1,)], field=(5, 8, 2), deck=(7, 9))
    mine, theirs = (seat["if_won"] for seat in match.view(0).show()["seats"])
    assert mine == {"gain": -1, "quarrels": ["5", "8"]}
    assert theirs == {"gain": 3, "quarrels": []}


def test_the_round_goes_on_as_it_was_told():
    ends = bursts = 0
    for match in random_games(40):
        if match.over or "pass" not in map(str, match.legal()):
            continue
        passing, cages = would(match, "pass"), [seat["if_won"]["gain"] for seat in match.view(0).show()["seats"]]
        before = [sum(cage) for cage in match.state.cage]
        branch = match.copy()
        events = branch.play("pass")
        kinds = [event.kind.name for event in events]
        till = kinds.index("won") if "won" in kinds else len(kinds)
        assert [event[1] for event in told(events[:till], "burst")] == passing["bursts_next"]
        assert passing["ends_round"] == ("won" in kinds)
        ends, bursts = ends + passing["ends_round"], bursts + len(passing["bursts_next"])
        for _, seat, best, _ in told(events, "won"):
            assert (seat, best) == (passing["leader"], passing["best"])
            assert sum(branch.state.cage[seat]) - before[seat] == cages[seat]
    assert min(ends, bursts) > 50


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
