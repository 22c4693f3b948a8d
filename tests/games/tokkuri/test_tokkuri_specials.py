"""Tokkuri Taking: stars, Dummies, the Troublesome."""

import pytest

from kobako.core.fields import NONE
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.state import DISCARDED, TROUBLESOME, was_last
from tests.games.tokkuri.table import hand, kind_of, levels, names, play, position, refused, texts

STAR_FLASKS = [(0, "6", 10), (1, "7", 7), (1, "8", 7)]


def test_star():
    """TOK-11: emptying two flasks keeps the card as one more point."""
    match = position(["7+7+7*", ""], STAR_FLASKS, rounds=1)
    events = play(match, "play 7+7+7*")
    assert names(events)[:7] == ["played", "drank", "drank", "drank", "took", "took", "kept_star"]
    scored = next(e for e in events if e["event"] == "scored")
    assert scored == {"event": "scored", "seat": 0, "taken": 2, "stars": 1, "unfinished": 1, "points": 1}
    s = match.state
    assert (s.stars, s.kept[0], s.kept_by[0]) == (1, kind_of(s, "7+7+7*"), 0)
    assert s.discards[kind_of(s, "7+7+7*")] == 0


def test_star_with_one_flask():
    """TOK-11: one flask is not enough."""
    match = position(["7+7+7*, 2", "3"], [(0, "6", 10), (1, "7", 7), (1, "8", 8)])
    events = play(match, "play 7+7+7*")
    assert names(events)[4:] == ["took"]
    assert match.state.stars == 0
    assert match.state.discards[kind_of(match.state, "7+7+7*")] == 1


@pytest.mark.parametrize("first", [7, 10])
def test_star_with_a_dummy(first):
    """TOK-11: not if one of the emptied flasks was a Dummy, even if two others were none."""
    match = position(["7+7+7*, 2", "3"], [(0, "6", first), (1, "7", 7), (1, "dummy", 7)])
    events = play(match, "play 7+7+7*")
    assert names(events)[-2:] == ["was_dummy", "lost_star"]
    assert match.state.stars == 0
    assert match.state.taken_by[:3] == [0 if first == 7 else NONE, 0, DISCARDED]


def test_dummy_is_only_laid():
    """TOK-12: a Dummy is never played face up; it can be laid at any time."""
    match = position(["dummy, 5", "3"], [(1, "2", 10)])
    assert texts(match) == ["lay 5", "lay dummy", "play 5"]
    assert refused(match, "play dummy") == "TOK-12"
    play(match, "lay dummy")
    assert levels(match) == [10, 10]


def test_dummy_left_costs():
    """TOK-12: a Dummy left at 3 or more costs as any flask."""
    match = position(["2", ""], [(0, "dummy", 3), (1, "dummy", 4), (1, "dummy", 2)], rounds=1)
    play(match, "lay 2")
    assert match.state.points[:2] == [-4, -2]


def test_troublesome_is_laid_last():
    """TOK-13: only face down, and only as the last card of a hand."""
    match = position(["troublesome, 5", "3"], [(1, "2", 10)])
    assert texts(match) == ["lay 5", "play 5"]
    assert refused(match, "lay troublesome") == refused(match, "play troublesome") == "TOK-13"
    match = position(["troublesome", "3"], [(1, "2", 10)])
    assert texts(match) == ["lay troublesome"]
    assert refused(match, "play troublesome") == "TOK-13"
    play(match, "lay troublesome")
    assert was_last(match.state, 1) == 1
    assert was_last(match.state, 0) == 0


def test_troublesome_is_no_first_flask():
    """TOK-13: so never in TOK-3."""
    match = next(m for m in (GAME.new(2, seed=i) for i in range(50)) if TROUBLESOME in m.state.hands[m.seat])
    assert "lay troublesome" not in texts(match)
    assert refused(match, "lay troublesome") == "TOK-13"


def test_troublesome_is_passed_on_and_stolen():
    """TOK-13: by another card's effect it can leave a hand that has others."""
    flasks = [(0, "6", 10), (1, "6", 10), (1, "7", 10)]
    match = position(["3+3+3 pass, troublesome, 5", "2"], flasks)
    play(match, "play 3+3+3 pass")
    assert texts(match) == ["pass 5", "pass troublesome"]
    play(match, "pass troublesome")
    assert hand(match, 1) == ["troublesome"]
    match = position(["9 steal, 5", "troublesome"], flasks)
    events = play(match, "play 9 steal", "from f1")
    assert {"event": "stole", "seat": 0, "card": "troublesome", "victim": 1} in events
    assert match.state.discards[TROUBLESOME] == 1


def test_troublesome_taken():
    """TOK-13: taken as a flask it is 1 point."""
    match = position(["5", ""], [(1, "troublesome", 5)], rounds=1)
    play(match, "play 5")
    assert match.state.points[:2] == [1, 0]
