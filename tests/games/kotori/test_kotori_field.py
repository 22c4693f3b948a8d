"""Kotori Atsume, rule by rule (src/kobako/games/kotori/rulebook.en.md): the deck and the field."""

from collections import Counter

import pytest

from kobako.games.kotori import GAME
from tests.games.kotori.table import field, random_games, table, told

DECK = [number for number in range(1, 11) for _ in range(number)]


def test_the_deck():
    """KOT-1: n cards of each number n, 55 in all, the top one face up: the treetop."""
    match = GAME.new(players=3, seed=5)
    s = match.state
    everything = [*s.deck[: s.deck_size], s.treetop, *field(match)]
    everything += [number for number in range(11) for _ in range(s.discards[number])]
    assert sorted(everything) == DECK
    assert len(DECK) == 55
    assert s.deck_size + 1 == 55 - 3
    assert match.view(0).state.treetop == s.treetop


def test_the_treetop_is_always_there():
    """KOT-1: all through the game a card lies face up on the deck."""
    for match in random_games(9):
        assert match.over or 1 <= match.state.treetop <= 10


def test_the_deal_is_a_shuffle():
    """KOT-1: every card is as likely to come first: 10 about ten times as often as 1."""
    tops = Counter(GAME.new(players=2, seed=seed).events[1].record[2] for seed in range(1100))
    assert 150 < tops[10] < 250  # 200 expected
    assert 5 < tops[1] < 40  # 20 expected


def test_the_field_is_three_cards_with_the_treetop():
    """KOT-2: the dealer turns up the treetop and the next two; the next becomes the treetop."""
    match = table(rows=[(2,), ()], to_move=1, deck=(9, 3, 5, 7, 6, 4))
    events = [*match.play("bid"), *match.play("pass")]  # seat 1 has 9, wins, and deals 3 5 7
    assert told(events, "field") == [("field", 1, "3"), ("field", 1, "5"), ("field", 1, "7")]
    assert field(match) == [3, 5, 7]
    assert match.state.treetop == 6
    assert told(events)[-1] == ("treetop", "6")


@pytest.mark.parametrize(
    ("drawn", "kept", "thrown"),
    [
        ((7, 4, 7), {4, 7}, ["7"]),
        ((7, 7, 4), {4, 7}, ["7"]),
        ((4, 7, 7), {4, 7}, ["7"]),
        ((9, 9, 9), {9}, ["9", "9"]),
        ((4, 5, 6), {4, 5, 6}, []),
    ],
)
def test_doubles_in_the_field_are_discarded(drawn, kept, thrown):
    """KOT-2: equal numbers in the field are discarded down to one of each; the field is 1 to 3 cards."""
    match = table(rows=[(2,), ()], to_move=1, deck=(10, *drawn, 8, 3))
    match.play("bid")
    before = match.state.discards[:]
    events = match.play("pass")
    assert set(field(match)) == kept
    assert match.state.field_size == len(kept)
    assert told(events, "double") == [("double", card) for card in thrown]
    for number in {*drawn}:
        assert match.state.discards[number] - before[number] == thrown.count(str(number))
    assert GAME.why.broken(match.state) is None
