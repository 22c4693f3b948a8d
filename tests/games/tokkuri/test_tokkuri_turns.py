"""Tokkuri Taking: laying, drinking, and flasks taken."""

import random

import pytest

from kobako.core.fields import NONE
from kobako.games.tokkuri.state import DISCARDED, DUMMY
from tests.games.tokkuri.table import hand, kind_of, levels, names, play, position, refused, texts

# Turns


def test_lay():
    """TOK-4: a card laid face down is a flask at level 10 in front of the layer, and the turn goes clockwise."""
    match = position(["5, 9+4", "3", "4"], [(1, "2", 4)])
    assert play(match, "lay 5") == [{"event": "laid", "seat": 0, "card": "5", "flask": "f2"}]
    assert levels(match) == [4, 10]
    assert match.state.laid_by[1] == 0
    assert hand(match, 0) == ["9+4"]
    assert match.seat == 1


def test_a_card_must_be_in_hand():
    """TOK-4: only a card of one's hand is laid or played."""
    match = position(["5, dummy", "3"], [(1, "2", 4)])
    assert refused(match, "lay 3") == refused(match, "play 3") == refused(match, "play troublesome") == "TOK-4"


def test_drinking():
    """TOK-5: the number is drunk from one flask, anyone's; the card is discarded face up."""
    match = position(["5, 2", "3"], [(0, "2", 10), (1, "4", 9)])
    assert texts(match) == ["lay 2", "lay 5", "play 2", "play 5"]
    assert names(play(match, "play 5")) == ["played"]
    assert texts(match) == ["from f1", "from f2"]
    assert match.state.discards[kind_of(match.state, "5")] == 1
    assert play(match, "from f2") == [{"event": "drank", "seat": 0, "sake": 5, "flask": "f2", "level": 4, "owner": 1}]
    assert levels(match) == [10, 4]
    assert match.state.discards[kind_of(match.state, "5")] == 2
    assert match.seat == 1


def test_never_below_0():
    """TOK-5: the rulebook's case: a 5 cannot drink from a flask at 4."""
    match = position(["5, 4", "3"], [(0, "2", 4)])
    assert texts(match) == ["lay 4", "lay 5", "play 4"]
    assert refused(match, "play 5") == "TOK-5"
    assert refused(match, "from f1") == "TOK-5"


@pytest.mark.parametrize(
    ("card", "flasks", "can"),
    [
        ("9+4", [10, 4], True),
        ("9+4", [10, 3], False),
        ("9+4", [10], False),
        ("9+4", [4, 4], False),
        ("9+4", [3, 4, 9], True),
        ("8+5", [8, 8], True),
        ("4+4+4", [4, 4, 3, 3], False),
        ("4+4+4", [1, 4, 10, 4], True),
        ("2+2+2+2", [2, 2, 2, 1], False),
        ("2+2+2+2", [2, 2, 10, 2], True),
        ("8+8+8*", [8, 7, 10, 9], True),
    ],
)
def test_all_numbers_or_none(card, flasks, can):
    """TOK-5: a card is played only if each of its numbers has a different flask with enough in it."""
    cards = ["2", "3", "6", "7"]
    match = position([f"{card}, 5", "3"], [(1, cards[i], level) for i, level in enumerate(flasks)])
    assert (f"play {card}" in texts(match)) == can
    if not can:
        assert refused(match, f"play {card}") == "TOK-5"


def test_flasks_that_are_gone_give_nothing():
    """TOK-5: only what stands on the table is drunk from."""
    match = position(["5, 4, 2", "3, 3"], [(0, "2", 5), (1, "4", 10)])
    play(match, "play 5", "from f1", "lay 3")
    assert refused(match, "from f1") == "TOK-5"
    play(match, "play 4")
    assert texts(match) == ["from f2", "from f3"]
    assert refused(match, "from f1") == "TOK-5"
    assert refused(match, "from f4") == "TOK-5"
    assert refused(match, "lay 2") == "TOK-5"


def test_numbers_choose_their_flasks_high_to_low():
    """TOK-5: each number chooses a flask; nothing is drunk before the last has; the same flask does not give twice."""
    match = position(["9+4, 5", "3"], [(1, "2", 10), (1, "3", 10), (0, "4", 4)])
    play(match, "play 9+4")
    assert texts(match) == ["from f1", "from f2"]
    assert play(match, "from f2") == []
    assert levels(match) == [10, 10, 4]
    assert match.view(1).state.picks[0] == 1
    assert texts(match) == ["from f1", "from f3"]
    assert refused(match, "from f2") == "TOK-5"
    events = play(match, "from f3")
    assert names(events) == ["drank", "drank", "took"]
    assert levels(match) == [10, 1, 0]


def test_equal_numbers_choose_in_order():
    """TOK-5: equal numbers choose in ascending order, each leaving enough for the rest: equal choices are one."""
    match = position(["4+4+4, 5", "3"], [(1, "2", 10), (1, "3", 3), (0, "4", 4), (0, "6", 4), (0, "6", 4)])
    play(match, "play 4+4+4")
    assert texts(match) == ["from f1", "from f3"]
    play(match, "from f1")
    assert texts(match) == ["from f3", "from f4"]
    play(match, "from f4")
    assert levels(match) == [6, 3, 4, 0, 0]
    match = position(["4+4+4, 5", "3"], [(1, "2", 10), (1, "3", 3), (0, "4", 4), (0, "6", 4), (0, "6", 4)])
    play(match, "play 4+4+4", "from f3")
    assert levels(match) == [10, 3, 0, 0, 0]
    match = position(["4+4+4, 5", "3"], [(1, "2", 10), (1, "3", 3), (0, "4", 4), (0, "6", 4), (0, "6", 4)])
    play(match, "play 4+4+4", "from f1")
    assert refused(match, "from f5") == "TOK-5"


def test_the_only_flasks_are_drunk_from_unasked():
    """TOK-5: where all can see that a number has one flask only, it is not asked for."""
    match = position(["9+4, 5", "3"], [(1, "2", 10), (1, "3", 4)])
    assert names(play(match, "play 9+4")) == ["played", "drank", "drank", "took"]
    assert levels(match) == [1, 0]
    match = position(["9+4, 5", "3"], [(1, "2", 10), (1, "3", 4), (0, "4", 4)])
    play(match, "play 9+4")
    assert match.state.picks[:2] == [0, NONE]
    assert texts(match) == ["from f2", "from f3"]


def test_every_choice_of_flasks_can_be_completed():
    """TOK-5: each full choice of flasks is offered exactly once, and no choice leads nowhere."""

    def ways(match):
        if match.state.playing == NONE:
            return [tuple(match.state.level[: match.state.flasks])]
        found = []
        for action in match.legal():
            branch = match.copy()
            branch.play(action)
            found += ways(branch)
        return found

    rng = random.Random(5)
    for card, numbers in (("4+4+4", (4, 4, 4)), ("9+4", (9, 4)), ("2+2+2+2", (2, 2, 2, 2)), ("5+5", (5, 5))):
        for _ in range(15):
            full = [rng.randint(1, 10) for _ in range(5)]
            cards = ["3", "6", "7", "8", "6+4"]
            match = position([f"{card}, 2", "3"], [(1, c, n) for c, n in zip(cards, full, strict=True)])
            expected = outcomes(tuple(full), numbers)
            if not expected:
                assert f"play {card}" not in texts(match)
                continue
            match.play(f"play {card}")
            found = ways(match)
            assert len(found) == len(set(found)) or len(set(full)) < len(full)
            assert set(found) == expected


def outcomes(full, numbers, used=()):
    """All ways to drink the numbers from different flasks, worked out plainly."""
    if not numbers:
        return {full}
    found = set()
    for f, level in enumerate(full):
        if f not in used and level >= numbers[0]:
            after = (*full[:f], level - numbers[0], *full[f + 1 :])
            found |= outcomes(after, numbers[1:], (*used, f))
    return found


# Flasks taken


def test_take():
    """TOK-6: a flask brought to exactly 0 is taken by who drank it, whoever laid it."""
    match = position(["5, 2", "3"], [(1, "4", 5), (1, "6", 4)])
    events = play(match, "play 5")
    assert events[-1] == {"event": "took", "seat": 0, "flask": "f1", "card": "4", "owner": 1}
    assert match.state.taken_by[:2] == [0, NONE]


def test_dummy_taken():
    """TOK-6: a Dummy taken is revealed and discarded: it is nobody's, and no point."""
    match = position(["5", ""], [(1, "dummy", 5)])
    dummies = match.state.discards[DUMMY]
    match.state.rounds = 1
    events = play(match, "play 5")
    assert events[2] == {"event": "was_dummy", "seat": 0, "flask": "f1", "card": "dummy", "owner": 1}
    assert match.state.taken_by[0] == DISCARDED
    assert match.state.discards[DUMMY] == dummies + 1
    assert match.state.points[:2] == [0, 0]
