"""What a move would make of a row, and of one's chips."""

import random

from kobako.games.donburiko import GAME
from tests.games.donburiko.table import table, told


def would(match, text):
    return match.view(match.seat).foresee(match.setup.action(text))


def at_once(foreseen, **wanted):
    """Whether it is so, and all that it brings is told alike."""
    brings = wanted["brings"]
    return foreseen == {"full": False, "score": None, "six": False, "total": span(brings), **wanted}


def span(least, most=None):
    return {"least": least, "most": least if most is None else most}


def test_a_card_face_up_and_face_down():
    """DON-6, DON-7: a chip from the bank; one's own onto the card."""
    match = table(rows=["3", "L", "4"], hands=["2 -1", "5"], chips=(2, 3, 4))
    assert at_once(would(match, "2>A"), row=span(5), chips=1, score=None, brings=1)
    assert at_once(would(match, "(-1)>A"), row=span(2), chips=-1, score=None, brings=-1)
    assert would(match, "-1>B")["row"] == span(1), "a loach turns the pond (DON-10)"


def test_an_empty_bank_gives_no_chip():
    """DON-6."""
    match = table(rows=["3", "L", "4"], hands=["2 -1", "5"], chips=(2, 3, 4), bank=0)
    assert would(match, "2>A")["chips"] == 0


def test_what_is_face_down_is_a_range_but_for_one_s_own():
    """DON-9: of another's card all that are not seen elsewhere are possible; one's own is known."""
    match = table(rows=["3 (2)0", "3 (2)1", "4"], hands=["1", "5 -2"], chips=(2, 3, 4))
    assert at_once(would(match, "take A"), row=span(5), chips=1, score=span(5), brings=6)
    hidden = would(match, "take B")
    assert hidden["row"] == span(1, 8), "a pond 2 makes 1, a 5 makes 8: seen by nobody but their owner"
    assert hidden["score"] == span(-2, 5), "8 costs 2; no card makes more than 5"
    assert hidden["total"] == span(-1, 6), "with the chip on the card"
    assert hidden["brings"] is None
    assert not hidden["six"]


def test_a_donburiko_is_foreseen():
    """DON-12: whether a card makes it, or the row is taken so; not where it depends on what is not seen."""
    match = table(rows=["3 1", "L (2)1", "4"], hands=["2", "5"], chips=(2, 3, 4))
    assert would(match, "2>A")["six"]
    assert not would(match, "2>B")["six"]
    assert not would(match, "take A")["six"]


def test_wild_acorns_count_as_is_best():
    """DON-10, DON-11."""
    match = table(rows=["W W", "L 4", "5 4"], hands=["1", "2"], chips=(2, 3, 4))
    assert at_once(would(match, "take A"), row=span(2, 10), chips=0, score=span(6), brings=6, six=True)
    assert would(match, "take C")["score"] == span(-2), "9 would cost 3, and there are but 2 chips"
    match.play("take A")
    assert at_once(would(match, "fives 1"), row=span(6), chips=0, score=span(6), brings=6, six=True)
    assert would(match, "fives 2")["score"] == span(-2)


def test_a_full_row_counts_nothing():
    """DON-8, DON-13."""
    match = table(rows=["3 1 2 2 4 4", "L L", "3"], hands=["5", ""], chips=(2, 3, 4))
    assert at_once(would(match, "5>A"), row=span(21), full=True, chips=1, score=None, brings=1)
    match = table(rows=["3 1 2 2 4 4 5", "L L", "3"], hands=["W", ""], chips=(2, 3, 4))
    assert would(match, "take A")["score"] == span(0)


def test_it_comes_as_it_was_told():
    """Within the range in any case, and so exactly where nothing is left open."""
    exact = 0
    for seed in range(40):
        rng, match = random.Random(seed), GAME.new(players=2 + seed % 3, seed=seed)
        while not match.over:
            action, seat = rng.choice(match.legal()), match.seat
            foreseen, events = match.view(seat).foresee(action), match.play(action)
            if foreseen["score"] is None:
                chips = [event[4] for event in told(events, "added")] or [-1]
                assert chips == [foreseen["chips"]]
                continue
            for _, _, _, points in told(events, "summed"):
                assert foreseen["row"]["least"] <= points <= foreseen["row"]["most"]
            assert sum(event[2] for event in told(events, "gathered")) == foreseen["chips"]
            came = [event[2] for event in told(events, "scored", "credited")]
            came += [-event[3] for event in told(events, "paid")]
            if came and foreseen["brings"] is not None:
                assert foreseen["chips"] + sum(came) == foreseen["brings"]
            for points in came:
                assert foreseen["score"]["least"] <= points <= foreseen["score"]["most"]
                exact += foreseen["score"]["least"] == foreseen["score"]["most"]
    assert exact > 100
