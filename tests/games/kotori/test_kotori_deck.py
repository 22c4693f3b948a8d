"""Kotori Atsume: the deck runs out."""

from collections import Counter

import pytest

from kobako.core.errors import GameOver
from kobako.games.kotori import GAME
from kobako.games.kotori.rules import advance
from tests.games.kotori.table import cage, field, random_games, row, table, told


def test_reshuffle_on_a_bid():
    """KOT-10: a bid that takes the last card: the discards, and nothing else, make a new deck at that moment."""
    match = table(players=2, rows=[(3,), (9,)], cages=[(8,), (2,)], field=(1, 5), deck=(4,))
    discards = match.state.discards[:]
    events = match.play("bid")
    s = match.state
    assert s.deck_outs == 1
    assert not match.over
    assert s.discards == [0] * 11
    assert row(match, 0) == [3, 4]
    whole = [*s.deck[: s.deck_size], s.treetop]
    assert sorted(whole) == [number for number in range(11) for _ in range(discards[number])]
    assert told(events)[:3] == [("took", 0, "4"), ("reshuffled", sum(discards)), ("treetop", str(s.treetop))]
    assert GAME.why.broken(s) is None


def test_the_last_card_is_not_yet_taken():
    """KOT-10: as long as the last card lies there as the treetop the deck is not out."""
    match = table(players=2, rows=[(3,)], deck=(4, 7))
    match.play("bid")
    assert match.state.treetop == 7
    assert match.state.deck_size == 0
    assert match.state.deck_outs == 0
    match.play("pass")
    assert match.state.deck_outs == 0
    match.play("bid")
    assert match.state.deck_outs == 1


def test_the_new_treetop_can_burst_the_bidder():
    """KOT-10: the treetop of the new deck bursts the bidder like any other."""
    match = table(players=3, rows=[(3,)], deck=(4,), aside=True)
    match.state.discards[3] = 2  # the new deck is 3 3
    events = match.play("bid")
    assert told(events) == [("took", 0, "4"), ("reshuffled", 2), ("treetop", "3"), ("burst", 0, "3", 4)]
    assert match.seat == 1
    assert match.state.deck_size == 1


@pytest.mark.parametrize("drawn", [1, 2, 3])
def test_reshuffle_in_a_deal(drawn):
    """KOT-10: the deck runs out on the first, second or third card of a field; the deal goes on from the new deck."""
    deck = (4, 6, 7)[:drawn]
    match = table(players=2, rows=[(10, 2), (5,)], field=(1,), to_move=1, deck=deck)
    expected = Counter({number: match.state.discards[number] for number in range(1, 11)})
    expected += Counter({10: 1, 2: 1})  # the winner's row is discarded before the deal
    events = match.play("pass")
    s = match.state
    kinds = [e[0] for e in told(events) if e[0] in ("field", "reshuffled", "treetop")]
    assert kinds == ["field"] * drawn + ["reshuffled"] + ["field"] * (3 - drawn) + ["treetop"]
    assert told(events, "reshuffled") == [("reshuffled", expected.total())]
    shown = [int(e[2]) for e in told(events, "field")]
    assert shown[:drawn] == list(deck)
    rest = Counter(s.deck[: s.deck_size]) + Counter([s.treetop]) + Counter(shown[drawn:])
    assert rest == expected
    assert s.deck_size == expected.total() - 1 - (3 - drawn)
    assert GAME.why.broken(s) is None


def test_doubles_are_not_in_the_shuffle():
    """KOT-10: ruling: a field's doubles are discarded after its three cards are drawn, so they miss that shuffle."""
    match = table(players=2, rows=[(10,), (5,)], to_move=1, deck=(7, 7, 4), aside=True)
    match.state.discards[8] = 2
    events = match.play("pass")  # 10 8 8 are shuffled
    s = match.state
    assert told(events, "reshuffled") == [("reshuffled", 3)]
    assert sorted([*s.deck[: s.deck_size], s.treetop]) == [8, 8, 10]
    assert s.discards[7] == 1
    assert sum(s.discards) == 1
    kinds = [e[0] for e in told(events)]
    assert kinds.index("reshuffled") < kinds.index("treetop") < kinds.index("double")


def test_doubles_are_not_in_a_shuffle_in_mid_deal():
    """KOT-10: ruling: not in a shuffle after the second card either."""
    match = table(players=2, rows=[(10,), (5,)], to_move=1, deck=(7, 7), aside=True)
    match.state.discards[8] = 2
    match.play("pass")
    s = match.state
    assert s.discards == [0] * 7 + [1, 0, 0, 0]
    assert sorted([*s.deck[: s.deck_size], s.treetop, *field(match)]) == [7, 8, 8, 10]


def test_nothing_to_shuffle():
    """KOT-10: ruling: the game ends if there is nothing to shuffle, on a bid as in a deal."""
    match = table(players=2, rows=[(3,), (6,)], cages=[(2, 9)], deck=(4,), aside=True)
    events = match.play("bid")
    assert match.over
    assert match.state.deck_outs == 1
    assert told(events)[:2] == [("took", 0, "4"), ("deck_out",)]
    assert match.scores == [2, 0]
    assert [row(match, p) for p in range(2)] == [[], []]
    match = table(players=2, rows=[(10,), (5,)], to_move=1, deck=(7,), aside=True)
    match.state.row[0], match.state.length[0] = [0] * 10, 0  # else the winner's row could be shuffled
    match.state.row[1], match.state.length[1] = [0] * 10, 0
    match.state.done[1] = 1
    advance(match.state)
    assert match.over


def test_a_new_deck_of_one_card():
    """KOT-11: a new deck of one card is all treetop: taking it is the second time."""
    match = table(players=2, rows=[(3,)], deck=(4,), aside=True)
    match.state.discards[9] = 1
    match.play("bid")
    assert match.state.treetop == 9
    assert match.state.deck_size == 0
    assert not match.over
    match.play("bid")
    assert match.over
    assert match.state.deck_outs == 2


@pytest.mark.parametrize("discards", [1, 2, 3])
def test_a_new_deck_too_small_for_the_deal(discards):
    """KOT-11: were there so few discards (there are not, see below), the game would end in the middle of the deal."""
    match = table(players=2, rows=[(10,), (5,)], field=(1,), to_move=1, deck=(7,), aside=True)
    match.state.discards[9] = discards - 1  # and the 10
    events = match.play("pass")
    assert match.over == (discards < 3)
    assert len(told(events, "field")) == min(1 + discards, 3)
    assert len(told(events, "reshuffled")) == 1
    assert cage(match, 0) == [1]  # what was won before stays won
    if match.over:
        assert sum(match.state.discards) == 1 + discards + 1  # the 7, the new deck, the row of seat 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_deck_outlasts_its_deal(players):
    """KOT-10, KOT-11: in play there always are discards to shuffle, in a deal enough for all of it.

    A cage or a row holds a number once. In a deal the dealer's row is empty: who deals has just won, or nobody has bid.
    """
    in_a_deal = sum(max(0, number - (2 * players - 1)) for number in (8, 9, 10))
    assert in_a_deal - 3 >= 3  # the field takes three of them, those it has taken before the shuffle included
    on_a_bid = 10 - 2 * players - 1  # of the 10s alone, one of them in the field
    assert on_a_bid >= 1
    for lang, gone in (("en", "in the same deal"), ("ja", "その途中でまた")):
        assert gone not in GAME.rulebook(lang)


def test_second_time_on_a_bid():
    """KOT-11: the game ends at once on the bid that takes the last card; field and rows count for nothing."""
    match = table(
        players=3, rows=[(10, 9), (3,), (8,)], cages=[(1,), (2, 4), ()], field=(5, 6), to_move=1, deck=(7,), outs=1
    )
    events = match.play("bid")
    s = match.state
    assert match.over
    assert s.deck_outs == 2
    assert match.scores == [1, 2, 0]
    assert s.field_size == 0
    assert s.length == [0, 0, 0, 0]
    assert s.treetop == 0
    assert told(events) == [
        ("took", 1, "7"),
        ("deck_out",),
        ("swept", 7),
        ("scored", 0, 1),
        ("scored", 1, 2),
        ("scored", 2, 0),
        ("ended",),
    ]
    assert sum(s.discards) == 55 - 3
    assert GAME.why.broken(s) is None
    assert match.legal() == []
    with pytest.raises(GameOver):
        match.play("pass")


@pytest.mark.parametrize("drawn", [1, 2, 3])
def test_second_time_in_a_deal(drawn):
    """KOT-11: the game ends at once on the first, second or third card of a field's deal."""
    match = table(players=2, rows=[(10,), (5,)], field=(1,), to_move=1, deck=(4, 6, 7)[:drawn], outs=1)
    events = match.play("pass")
    assert match.over
    assert len(told(events, "field")) == drawn
    assert told(events, "reshuffled", "treetop", "double") == []
    assert told(events, "swept") == [("swept", drawn + 1)]  # and the kept row of seat 1
    assert cage(match, 0) == [1]
    assert match.state.field_size == 0
    assert GAME.why.broken(match.state) is None


def test_the_deck_is_made_anew_once():
    """KOT-11: in play every game has just one reshuffle and ends when the second deck is out."""
    for match in random_games(12):
        if match.over:
            assert len(told(match.events, "reshuffled")) == 1
            assert match.state.deck_outs == 2
            assert told(match.events)[-1] == ("ended",)
