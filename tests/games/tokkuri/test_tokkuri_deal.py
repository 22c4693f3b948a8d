"""Tokkuri Taking: the deck, the deal, the first flasks."""

import random
from collections import Counter

import pytest

from kobako.core.fields import NONE, SEATS
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.deck import RECONSTRUCTION
from kobako.games.tokkuri.notation import card_text
from kobako.games.tokkuri.state import DUMMY, TROUBLESOME
from tests.games.tokkuri.table import broken, hand, kind_of, levels, names, position, refused, texts

# The deck and the deal


def test_deck():
    """TOK-1: 32 cards, 28 with numbers, 3 Dummies, 1 Troublesome; the reconstruction is the list of the rules page."""
    assert len(RECONSTRUCTION) == 32
    once = "7, 8, 9+4, 8+5, 7+6, 5+5, 6+4, 4+4+4, 1+1+1 pass, 3+3+3 pass, 7+7+7*, 8+8+8*, 2+2+2+2, troublesome"
    expected = dict.fromkeys(once.split(", "), 1) | dict.fromkeys(["2", "3", "4", "5", "6", "9 steal"], 2)
    assert Counter(RECONSTRUCTION) == expected | {"1~3 draw": 3, "dummy": 3}
    s = GAME.setup(4).template
    assert sum(s.deck) == 32
    assert (s.deck[DUMMY], s.deck[TROUBLESOME]) == (3, 1)
    assert s.numbers[kind_of(s, "9+4")] == [9, 4, 0, 0]
    assert s.numbers[kind_of(s, "2+2+2+2")] == [2, 2, 2, 2]


@pytest.mark.parametrize(("players", "pile"), [(2, 18), (3, 11), (4, 4)])
def test_deal(players, pile):
    """TOK-2: 10 points each, 7 cards each, the rest is the deck."""
    match = GAME.new(players=players, seed=3)
    s = match.state
    assert s.totals[:players] == [10] * players
    assert s.cards[:players] == [7] * players
    assert s.pile_left == pile
    assert broken(s) is None
    assert names(e.show() for e in match.events) == ["round"]
    assert GAME.new(players=players, seed=4).state.hands != s.hands


def test_first_player():
    """TOK-17: the seed draws the first start player, unless `first` names one; the next round's is to the left."""
    assert {GAME.new(players=4, seed=seed).state.start for seed in range(40)} == {0, 1, 2, 3}
    match = GAME.new(players=3, seed=1, first=2)
    assert match.seat == 2
    rng = random.Random(1)
    while match.state.round_no == 1:
        match.play(rng.choice(match.legal()))
    assert match.state.start == match.seat == 0


# First flasks


def test_first_flasks_are_chosen_unseen():
    """TOK-3: all choose at the same time: nothing is seen until all have, then all flasks are there at level 10."""
    match = GAME.new(players=3, seed=1, first=1)
    s = match.state
    assert all(text.startswith("lay ") for text in texts(match))
    assert s.together == 0b111
    before = match.view(0).state
    chosen = {}
    for seat in (1, 2):
        assert match.seat == seat
        chosen[seat] = match.legal()[0]
        assert match.play(chosen[seat]) == []
        assert s.chosen[seat] == int(chosen[seat])
    for seat in (1, 2):
        assert match.view(seat).state.chosen[seat] == int(chosen[seat])
    after = match.view(0).state
    after.to_move = before.to_move
    assert after == before
    chosen[0] = match.legal()[-1]
    events = match.play(chosen[0])
    assert [(e.kind.name, e.record[1]) for e in events] == [("laid", 1), ("laid", 2), ("laid", 0)]
    assert levels(match) == [10, 10, 10]
    assert s.laid_by[:3] == [1, 2, 0]
    assert [s.laid[p][f] for f, p in enumerate((1, 2, 0))] == [int(chosen[p]) for p in (1, 2, 0)]
    assert s.cards[:3] == [6, 6, 6]
    assert (s.together, s.chosen, match.seat) == (0, [NONE] * SEATS, 1)


def test_equal_choices_are_one():
    """TOK-3: seven cards of few kinds give one choice a kind, and one kind is still asked for."""
    match = position(["5, 5, 1~3 draw, 1~3 draw, 1~3 draw, 2", "3"])
    assert texts(match) == ["lay 1~3 draw", "lay 2", "lay 5"]
    match = position(["5, 5", "3"])
    assert texts(match) == ["lay 5"]


def test_refusals_at_the_beginning():
    """TOK-3: nothing else than laying a card of one's hand is the first move."""
    match = GAME.new(players=4, seed=1)
    s = match.state
    absent = next(k for k in range(DUMMY) if s.deck[k] and k not in s.hands[match.seat])
    for action in (f"lay {card_text(s, absent)}", "from f1", "as 1", "steal 0", f"play {hand(match, match.seat)[0]}"):
        assert refused(match, action) == "TOK-3"
