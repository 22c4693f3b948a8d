"""Kotori Atsume, rule by rule (docs/rules/kotori.md)."""

import random
from collections import Counter

import pytest

from kobako.core.errors import BadOption, GameOver, IllegalAction, UnknownAction
from kobako.core.fields import UNKNOWN
from kobako.games.kotori import GAME
from kobako.games.kotori.knowledge import (
    CAGE_AT,
    DECK_AT,
    DISCARDS_AT,
    FACE_DOWN_AT,
    FIELD_AT,
    OBSERVATION,
    ROW_AT,
    SEAT_AT,
    SEAT_SIZE,
    STANDING_AT,
    TABLE_AT,
    TREETOP_AT,
)

DECK = [number for number in range(1, 11) for _ in range(number)]


def table(
    players=2, rows=(), cages=(), field=(10,), deck=(9, 10), dealer=0, to_move=None, face_down=(), outs=0, aside=None
):
    """A match set up as told. `deck` is from the treetop down; all cards not named lie in the discards.

    Seats from the dealer up to the one to move have had their turn. `aside` takes the spare cards out of the game.
    """
    match = GAME.new(players=players, seed=1, first=dealer)
    s = match.state
    s.dealer, s.deck_outs, s.round_no = dealer, outs, 5
    s.to_move = dealer if to_move is None else to_move
    for p in range(players):
        cards = rows[p] if p < len(rows) else ()
        s.row[p] = [*cards, *[0] * (10 - len(cards))]
        s.length[p] = len(cards)
        s.face_down[p] = face_down[p] if p < len(face_down) else 0
        s.done[p] = int((p - dealer) % players < (s.to_move - dealer) % players)
        s.cage[p] = [int(p < len(cages) and number in cages[p]) for number in range(11)]
    s.field_card = [*field, *[0] * (3 - len(field))]
    s.field_size = len(field)
    s.treetop = deck[0]
    below = list(reversed(deck[1:]))
    s.deck = below + [0] * (55 - len(below))
    s.deck_size = len(below)
    s.in_deck = [below.count(number) for number in range(11)]
    named = Counter([*deck, *field, *(c for row in rows for c in row), *(c for cage in cages for c in cage)])
    s.discards = [0] + [number - named[number] for number in range(1, 11)]
    assert GAME.why.broken(s) is None
    if aside:
        s.discards = [0] * 11
    return match


def row(match, p):
    return match.state.row[p][: match.state.length[p]]


def cage(match, p):
    return [number for number in range(11) if match.state.cage[p][number]]


def field(match):
    return match.state.field_card[: match.state.field_size]


def told(events, *names):
    """What the events say, those of the given kinds only, as tuples that start with the kind."""
    shown = [e.show() for e in events]
    return [tuple(e.values()) for e in shown if not names or e["event"] in names]


def random_games(games, players=(2, 3, 4), chance=0.5):
    """Matches at every position of random games; `chance` is how often a seat that may pass bids."""
    for seed in range(games):
        rng = random.Random(seed)
        match = GAME.new(players=players[seed % len(players)], seed=seed)
        yield match
        while not match.over:
            may_pass = len(match.legal()) == 2
            match.play("bid" if not may_pass or rng.random() < chance else "pass")
            yield match


# The deck and the field


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


# Turns


def test_one_turn_each_clockwise_from_the_dealer():
    """KOT-3: from the dealer, clockwise, each has one turn a round and bids as often as they like."""
    match = table(players=4, dealer=2, deck=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    order = []
    for bids in (3, 1, 1, 1):
        order.append(match.seat)
        for _ in range(bids):
            match.play("bid")
        if bids == 3:
            assert match.seat == 2  # still the same turn
            assert row(match, 2) == [1, 2, 3]
            assert match.state.treetop == 4
        match.play("pass")
    assert order == [2, 3, 0, 1]
    assert match.state.round_no == 6


def test_a_bid_takes_the_treetop():
    """KOT-3: to bid is to take the treetop; the next card becomes the treetop."""
    match = table(rows=[(3,)], deck=(8, 5, 6))
    events = match.play("bid")
    assert row(match, 0) == [3, 8]
    assert match.state.treetop == 5
    assert match.seat == 0
    assert told(events) == [("took", 0, "8"), ("treetop", "5")]
    assert match.legal() == [0, 1]


def test_passing_ends_the_turn():
    """KOT-3: passing ends the turn, takes no card and leaves the treetop."""
    match = table(players=3, rows=[(3, 4)], deck=(8, 5, 6))
    events = match.play("pass")
    assert match.seat == 1
    assert row(match, 0) == [3, 4]
    assert match.state.treetop == 8
    assert told(events) == [("passed", 0, 7)]


def test_a_kept_row_may_pass_at_once():
    """KOT-3: who has kept a bid row from earlier rounds may pass without bidding."""
    match = table(rows=[(2,), (3, 5)], to_move=1, deck=(8, 4, 6, 7, 9))
    match.play("pass")
    assert match.state.round_no == 6
    assert match.state.dealer == 1


def test_no_passing_with_an_empty_row():
    """KOT-4: with an empty bid row one must bid; the refusal says so in both languages and changes nothing."""
    match = GAME.new(players=2, seed=3)
    assert [str(a) for a in match.legal()] == ["bid"]
    before = match.to_bytes()
    with pytest.raises(IllegalAction, match=r"'pass' is not allowed \(KOT-4\): you cannot pass") as refused:
        match.play("pass")
    assert refused.value.rule == "KOT-4"
    assert refused.value.legal == ("bid",)
    assert match.to_bytes() == before
    assert "パスできません" in match.refusal(match.setup.action("pass"), match.legal(), "ja").why
    match.play("bid")
    assert match.state.over or match.seat != match.state.dealer or match.legal() == [0, 1]


def test_the_only_move_is_still_asked_for():
    """KOT-4: where only `bid` is left the turn's move is asked for, not made by the rules."""
    match = table(players=2, rows=[(3,), ()], deck=(8, 5, 6, 7, 9))
    match.play("pass")
    assert match.seat == 1
    assert [str(a) for a in match.legal()] == ["bid"]
    assert row(match, 1) == []


# Bursting


def test_burst_after_a_bid():
    """KOT-5: the rulebook's example 1: row 3 8, treetop 4; bids, the next treetop is 8: burst, and the sum is 7."""
    match = table(players=3, rows=[(3, 8)], deck=(4, 8, 6))
    events = match.play("bid")
    assert row(match, 0) == [3, 8, 4]
    assert match.state.face_down[0] == 8
    assert GAME.rules.row_sum(match.state, 0) == 7
    assert match.state.done[0] == 1
    assert match.seat == 1
    assert match.state.treetop == 8  # it stays for the next player
    assert told(events) == [("took", 0, "4"), ("treetop", "8"), ("burst", 0, "8", 7)]


def test_burst_on_the_card_just_bid():
    """KOT-5: the card just bid can be the one that bursts, and leave nothing face up."""
    match = table(players=2, rows=[(), (3,)], deck=(8, 8, 6))
    match.play("bid")
    assert match.state.face_down[0] == 8
    assert GAME.rules.row_sum(match.state, 0) == 0
    assert match.seat == 1


def test_burst_at_the_start_of_a_turn():
    """KOT-5: the rulebook's example 2: treetop 8, B passes with 6 7 9, and C with 8 9 10 bursts at once, 27 to 19."""
    match = table(players=4, rows=[(1,), (6, 7, 9), (8, 9, 10), ()], to_move=1, deck=(8, 5, 6))
    events = match.play("pass")
    assert told(events) == [("passed", 1, 22), ("burst", 2, "8", 19)]
    assert match.state.face_down[2] == 8
    assert GAME.rules.row_sum(match.state, 2) == 19
    assert row(match, 2) == [8, 9, 10]
    assert match.seat == 3  # no decision of seat 2 in between
    assert match.state.treetop == 8


def test_one_treetop_can_burst_several():
    """KOT-5: the treetop stays after a burst, and bursts the next player too; then the round ends by itself."""
    rows = [(), (8, 9), (8, 10), (8,)]
    match = table(players=4, rows=rows, deck=(5, 8, 2, 3, 4))
    match.play("bid")
    assert match.state.treetop == 8
    events = match.play("pass")
    assert told(events, "burst") == [("burst", 1, "8", 9), ("burst", 2, "8", 10), ("burst", 3, "8", 0)]
    assert told(events, "won") == [("won", 2, 10, 1)]


def test_a_treetop_bursts_only_on_ones_own_turn():
    """KOT-5: a treetop that equals a card of someone whose turn it is not does nothing to them."""
    match = table(players=3, rows=[(8,), (), (5,)], to_move=1, deck=(4, 5, 6))
    match.play("bid")  # the treetop is now 5, as in the row of seat 2, and nobody's turn ends
    assert match.seat == 1
    assert match.state.face_down == [0, 0, 0, 0]
    match.play("bid")  # seat 1 takes the 5 away: seat 2 is safe
    events = match.play("pass")
    assert told(events, "burst") == []
    match = table(players=3, rows=[(8,), (), (5,)], to_move=1, deck=(4, 8, 6))
    match.play("bid")  # the treetop is now 8, as in the row of seat 0, who has passed
    assert match.state.face_down == [0, 0, 0, 0]


def test_rows_never_hold_a_number_twice():
    """KOT-5: as equal treetops burst, no row holds a number twice, not even in long rows."""
    longest = 0
    for match in random_games(12, chance=0.9):
        for p in range(match.players):
            assert len(set(row(match, p))) == len(row(match, p))
            longest = max(longest, len(row(match, p)))
    assert longest >= 6


def test_a_full_row_bursts():
    """KOT-5: with all ten numbers in the row any treetop bursts, so there is always room for a bid."""
    match = table(players=2, rows=[(1, 2, 3, 4, 5, 6, 7, 8, 9)], field=(3,), deck=(10, 7, 6))
    match.play("bid")
    assert row(match, 0) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert match.state.face_down[0] == 7
    assert match.seat == 1


# The field is won


def test_the_highest_sum_wins():
    """KOT-6: the highest sum of bid cards wins the whole field, though another has more cards."""
    match = table(players=3, rows=[(1, 2, 3), (9,), (4,)], field=(5, 6), to_move=2, deck=(7, 8, 2, 3, 4))
    events = match.play("pass")
    assert told(events, "counted") == [("counted", 0, 6), ("counted", 1, 9), ("counted", 2, 4)]
    assert told(events, "won") == [("won", 1, 9, 2)]
    assert [cage(match, p) for p in range(3)] == [[], [5, 6], []]


def test_face_down_cards_do_not_count_and_the_burst_can_win():
    """KOT-6: face-down cards are not counted; who has burst can win with the rest."""
    rows = [(10, 5), (9, 8), (3,)]
    match = table(players=3, rows=rows, face_down=(10,), to_move=2, deck=(7, 8, 2, 3, 4))
    assert told(match.play("pass"), "won") == [("won", 1, 17, 1)]
    match = table(players=3, rows=rows, face_down=(5, 9), to_move=2, deck=(7, 8, 2, 3, 4))
    assert told(match.play("pass"), "won") == [("won", 0, 10, 1)]


@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_ties_go_to_the_first_from_the_dealer(dealer, winner):
    """KOT-6: tied sums: the first clockwise from the dealer, the dealer first of all."""
    rows = [(4,), (9, 6), (5,), (10, 5)]  # seats 1 and 3 have 15
    match = table(players=4, rows=rows, dealer=dealer, to_move=(dealer + 3) % 4, deck=(7, 8, 2, 3, 1))
    events = match.play("pass")
    assert told(events, "won") == [("won", winner, 15, 1)]
    assert [e[1] for e in told(events, "counted")] == [(dealer + i) % 4 for i in range(4)]


def test_nobody_has_a_face_up_card():
    """KOT-6: where every sum is 0 that is a tie as well, and the dealer wins."""
    match = table(players=3, rows=[(), (8,), (8,)], deck=(8, 8, 2, 3, 4))
    events = match.play("bid")
    assert told(events, "burst") == [("burst", 0, "8", 0), ("burst", 1, "8", 0), ("burst", 2, "8", 0)]
    assert told(events, "won") == [("won", 0, 0, 1)]
    assert [row(match, p) for p in range(3)] == [[], [], []]


def test_the_winner_discards_all_bid_cards():
    """KOT-7: the winner discards the whole row, a face-down card included; the others only a face-down one."""
    rows = [(10, 6, 9), (4, 8, 3), (2, 5)]
    match = table(players=3, rows=rows, face_down=(6, 8), to_move=2, field=(1,), deck=(7, 10, 9, 8, 6))
    before = match.state.discards[:]
    events = match.play("pass")
    assert [row(match, p) for p in range(3)] == [[], [4, 3], [2, 5]]
    assert match.state.face_down == [0, 0, 0, 0]
    gained = [after - b for after, b in zip(match.state.discards, before, strict=True)]
    assert [number for number in range(11) if gained[number]] == [6, 8, 9, 10]
    assert told(events, "dropped") == [("dropped", 1, "8")]
    assert GAME.why.broken(match.state) is None


def test_kept_cards_count_in_later_rounds():
    """KOT-7: a kept row counts, and can be added to, in the next round."""
    match = table(players=2, rows=[(10,), (9,)], to_move=1, deck=(1, 2, 3, 4, 6, 7))
    match.play("pass")  # seat 0 wins with 10 and deals 1 2 3
    match.play("bid")
    assert match.state.treetop == 6
    match.play("pass")
    match.play("bid")
    assert row(match, 1) == [9, 6]
    assert GAME.rules.row_sum(match.state, 1) == 15


def test_the_cage_example():
    """KOT-8: the rulebook's example: cage 6 8 9 10 wins 6 9: both pairs are discarded, the cage is 8 10."""
    match = table(players=2, rows=[(10,), (5,)], cages=[(6, 8, 9, 10)], field=(6, 9), to_move=1, deck=(1, 2, 3, 4, 7))
    before = match.state.discards[:]
    events = match.play("pass")
    assert cage(match, 0) == [8, 10]
    assert told(events, "quarrelled", "caged") == [("quarrelled", 0, "6"), ("quarrelled", 0, "9")]
    assert match.state.discards[6] - before[6] == 2
    assert match.state.discards[9] - before[9] == 2
    assert match.scores == [2, 0]


def test_new_numbers_stay_and_pairs_go_together():
    """KOT-8: of one field some can stay and some go; other players' cages do not matter."""
    match = table(
        players=2, rows=[(10,), (5,)], cages=[(2, 4), (3, 7)], field=(3, 4, 7), to_move=1, deck=(1, 2, 6, 8, 9)
    )
    events = match.play("pass")
    assert cage(match, 0) == [2, 3, 7]
    assert cage(match, 1) == [3, 7]
    assert told(events, "quarrelled", "caged") == [("caged", 0, "3"), ("quarrelled", 0, "4"), ("caged", 0, "7")]


def test_a_number_can_come_back_to_the_cage():
    """KOT-8: once a pair has gone the number can be won anew."""
    match = table(players=2, rows=[(10,), (5,)], cages=[(4,)], field=(4,), to_move=1, deck=(1, 2, 4, 8, 9, 3))
    match.play("pass")  # the 4s are gone; seat 0 deals 1 2 4
    assert cage(match, 0) == []
    match.play("bid")
    match.play("pass")  # with 8
    match.play("pass")  # with 5
    assert cage(match, 0) == [1, 2, 4]


def test_the_winner_deals_next():
    """KOT-9: the winner is the next dealer, and has the first turn."""
    match = table(players=4, rows=[(3,), (4,), (9,), (5,)], to_move=3, deck=(1, 2, 6, 7, 8))
    events = match.play("pass")
    assert match.state.dealer == 2
    assert match.seat == 2
    assert ("round", 6, 2) in told(events)


# The deck runs out


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
    GAME.rules.advance(match.state)
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
    """KOT-11: a deck made in the middle of a deal can run out in the same deal; one that is just enough does not."""
    match = table(players=2, rows=[(10,), (5,)], field=(1,), to_move=1, deck=(7,), aside=True)
    match.state.discards[9] = discards - 1  # and the 10
    events = match.play("pass")
    assert match.over == (discards < 3)
    assert len(told(events, "field")) == min(1 + discards, 3)
    assert len(told(events, "reshuffled")) == 1
    assert cage(match, 0) == [1]  # what was won before stays won
    if match.over:
        assert sum(match.state.discards) == 1 + discards + 1  # the 7, the new deck, the row of seat 1


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


# The end


def final(cages):
    match = table(players=len(cages), cages=cages, deck=(7,), outs=1)
    match.play("bid")
    return match


def test_final_ranks():
    """KOT-12: the rulebook's example: ranks 2, 3, 1, 4."""
    match = final([(2, 4, 5, 6, 9), (1, 3, 4, 10), (5, 6, 7, 8, 10), (2, 5, 8, 7)])
    assert match.ranks == [2, 3, 1, 4]
    assert match.scores == [5, 4, 5, 4]
    assert match.winners == [2]


def test_more_cards_beat_a_higher_number():
    """KOT-12: the number of cards comes first."""
    assert final([(9, 10), (2, 3, 4)]).ranks == [2, 1]


def test_equal_cages_share():
    """KOT-12: as many cards and the same highest number: the same rank, whatever the other cards."""
    match = final([(9, 10), (2, 10), (8, 9), ()])
    assert match.ranks == [1, 1, 3, 4]
    assert match.winners == [0, 1]
    assert final([(), ()]).winners == [0, 1]


def test_scores_at_any_time():
    """KOT-12: score and result can be asked for during the game."""
    match = table(cages=[(2, 9), (3,)])
    assert match.scores == [2, 1]
    assert match.ranks == [1, 2]
    assert match.winners == []


# Options, texts, words


def test_who_deals_first():
    """KOT-3: the option `first` names the first dealer; without it the seed draws one, each seat as likely."""
    for players in (2, 3, 4):
        for seat in range(players):
            match = GAME.new(players=players, seed=9, first=seat)
            assert match.state.dealer == match.seat == seat
    drawn = Counter(GAME.new(players=4, seed=seed).state.dealer for seed in range(400))
    assert all(70 < drawn[seat] < 130 for seat in range(4))
    assert GAME.new(players=4, seed=9, first="drawn").to_bytes() == GAME.new(players=4, seed=9).to_bytes()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 2, "first": 2}, "a seat from 0 to 1, or 'drawn'"),
        ({"players": 4, "first": "me"}, "a seat from 0 to 3, or 'drawn'"),
        ({"players": 4, "hand": 5}, "its options are first"),
        ({"players": 5}, "kotori is for 2, 3, 4 players, not 5"),
        ({"players": 1}, "kotori is for 2, 3, 4 players, not 1"),
    ],
)
def test_refused_options(settings, message):
    with pytest.raises(BadOption, match=message):
        GAME.new(seed=1, **settings)


def test_action_texts():
    match = GAME.new(players=2, seed=1)
    assert [str(a) for a in match.setup.actions] == ["bid", "pass"]
    assert match.setup.action("ＢＩＤ ") == 0
    with pytest.raises(UnknownAction, match="'bid', 'pass'"):
        match.play("raise")


def test_words_of_events():
    """Sentences in both languages, with the cards as written."""
    match = table(players=3, rows=[(3, 8)], deck=(4, 8, 6))
    took, _, burst = match.play("bid")
    assert str(took) == "Seat 0 bids and takes 4."
    assert str(burst) == "The treetop is 8: Seat 0 bursts, turns 8 face down and is out with 7."
    assert took.words("ja", ["花", "月", "雪"]) == "花が値付け。4を競りカードに加えました。"
    assert "バースト" in burst.words("ja")


def test_every_text_is_used():
    """No label or rule text lies unused, and each that is used is there."""
    seen = set()

    class Noting:
        def label(self, key, **values):
            seen.add(key)
            return GAME.words("ja").label(key, **values)

    for match in random_games(6):
        GAME.picture.draw(match.view(0).show(), Noting(), ["a", "b", "c", "d"])
    for lang in ("en", "ja"):
        tables = GAME.words(lang).tables
        assert set(tables["label"]) - {"seat", "unseen"} == seen
        assert set(tables["rule"]) == {"KOT-4"}
        assert set(tables["event"]) == {kind.name for kind in GAME.events.values()}
        assert set(tables["kind"]) == {"bid", "pass"}


def test_the_picture():
    rows = [(10, 6, 9), (4, 8), ()]
    match = table(players=3, rows=rows, face_down=(6,), cages=[(1, 2), (), (7,)], field=(3, 5), to_move=2, deck=(7, 9))
    lines = match.view(0).draw("en", ["Ann", "Bob", "Cho"]).splitlines()
    assert lines[:3] == ["Round 5   deck of 1 under the treetop, to be reshuffled once", "  treetop [7]", "  field 3 5"]
    assert lines[3:6] == ["  Ann (dealer)", "    bid 10 (6) 9 = 19 (burst)", "    cage 1 2 = 2 birds"]
    assert lines[6:9] == ["  Bob", "    bid 4 8 = 12 (passed)", "    cage - = 0 birds"]
    assert lines[9:12] == ["* Cho", "    bid - = 0", "    cage 7 = 1 bird"]
    assert lines[12] == "In the deck: 9"
    assert lines[13].startswith("Discards: 2 3x2 4x3 ")
    assert "こずえカード [7]" in match.view(None).draw("ja")


# What is known


def test_views_hide_the_order_of_the_deck_alone():
    """Everything but the deck's order is known to all; a spectator sees what a seat sees."""
    match = GAME.new(players=3, seed=2)
    for viewer in (0, 1, 2, None):
        s = match.view(viewer).state
        for name in GAME.fields:
            if name == "deck":
                assert s.deck == [UNKNOWN] * 55
            elif name == "rng":
                assert not any(s.rng)
            else:
                assert getattr(s, name) == getattr(match.state, name)
    shown = match.view(0).show()
    assert shown["deck_from_the_top"] == ["?"] * 51
    true = GAME.notation.show(match.state)["deck_from_the_top"]
    assert true[0] == str(match.state.deck[50])
    assert sorted(true, key=int) == shown["cards_in_deck"]


def test_imagined_decks_fit_and_differ():
    """What is imagined has the cards that all can count, in another order, and every order is as likely."""
    rng = random.Random(8)
    others = 0
    for match in random_games(3):
        for seat in range(match.players):
            s = match.view(seat).imagine(rng)
            assert GAME.why.broken(s) is None
            again = s.copy()
            GAME.plain.hide(again, seat)
            assert again == match.view(seat).state
            others += s.deck != match.state.deck
    assert others > 300
    match = table(deck=(4, 1, 2, 3))
    orders = Counter(tuple(match.view(0).imagine(rng).deck[:3]) for _ in range(600))
    assert len(orders) == 6
    assert all(60 < n < 140 for n in orders.values())


def test_the_observation():
    """The observation shows what is known, seats counted from the observer."""
    rows = [(10, 6, 9), (4, 8), (2,)]
    match = table(
        players=3, rows=rows, face_down=(6,), cages=[(1, 2), (), (7,)], field=(3, 5), to_move=2, deck=(7, 9, 9)
    )
    s = match.state

    def numbers(x, at):
        return [i + 1 for i in range(10) if x[at + i]]

    for me in range(3):
        x = match.view(me).observation().astype(int).tolist()
        assert len(x) == OBSERVATION
        assert x[DECK_AT + 8] == 2
        assert sum(x[DECK_AT : DECK_AT + 10]) == 2
        assert x[DISCARDS_AT : DISCARDS_AT + 10] == s.discards[1:]
        assert numbers(x, FIELD_AT) == [3, 5]
        assert numbers(x, TREETOP_AT) == [7]
        assert x[TABLE_AT : TABLE_AT + 3] == [2, 0, 5]
        for p in range(3):
            at = SEAT_AT + (p - me) % 3 * SEAT_SIZE
            assert numbers(x, at + ROW_AT) == sorted(rows[p])
            assert numbers(x, at + FACE_DOWN_AT) == ([6] if p == 0 else [])
            assert numbers(x, at + CAGE_AT) == cage(match, p)
            assert (
                x[at + STANDING_AT : at + SEAT_SIZE]
                == [
                    [19, 2, 1, 1, 0],
                    [12, 0, 1, 0, 0],
                    [2, 1, 0, 0, 1],
                ][p]
            )
        assert not any(x[SEAT_AT + 3 * SEAT_SIZE :])


def test_events_are_for_all_and_say_what_reveals():
    """Nothing happens in secret. Only cards turned up show something new."""
    assert not any(arg.secret for kind in GAME.events.values() for arg in kind.args)
    assert {kind.name for kind in GAME.events.values() if kind.reveals} == {"field", "treetop"}
    match = GAME.new(players=2, seed=4)
    for event in match.events:
        assert event.seen_by(None).record == event.seen_by(0).record == event.record


def test_games_end_within_the_bound():
    """Every game ends within its bound, however it is played."""
    for chance in (0.0, 0.5, 1.0):
        for match in random_games(9, chance=chance):
            assert len(match.actions) <= match.setup.bound
    assert [GAME.setup(players).bound for players in (2, 3, 4)] == [108, 109, 136]


# An outsider's check: every move of whole games, foretold from what is shown.


class Outsider:
    """The rules once more, on the shown texts: cards as a list from the treetop down, all else as people see it."""

    def __init__(self, shown):
        self.deck = [int(c) for c in ([shown["treetop"]] if shown["treetop"] else []) + shown["deck_from_the_top"]]
        self.field = sorted(int(c) for c in shown["field"])
        self.rows = [[int(c) for c in seat["bid_row"]] for seat in shown["seats"]]
        self.down = [int(seat["face_down"] or 0) for seat in shown["seats"]]
        self.cages = [{int(c) for c in seat["cage"]} for seat in shown["seats"]]
        self.dealer, self.turn = shown["dealer"], shown["to_move"]
        self.outs = shown["times_deck_ran_out"]
        self.n = len(self.rows)

    def draw(self, into):
        into.append(self.deck.pop(0))
        if not self.deck:
            raise EOFError  # the deck is out: the foretelling stops here

    def play(self, action):
        me = self.turn
        if action == "bid":
            self.draw(self.rows[me])
            if self.deck[0] not in self.rows[me]:
                return
            self.down[me] = self.deck[0]
        while True:
            self.turn = (self.turn + 1) % self.n
            if self.turn == self.dealer:
                self.end_round()
                return
            if self.deck[0] not in self.rows[self.turn]:
                return
            self.down[self.turn] = self.deck[0]

    def end_round(self):
        sums = {(self.dealer + i) % self.n: 0 for i in range(self.n)}
        for p in sums:
            sums[p] = sum(self.rows[p]) - self.down[p]
        winner = max(sums, key=sums.get)  # the first of the highest
        self.rows = [[] if p == winner else [c for c in self.rows[p] if c != self.down[p]] for p in range(self.n)]
        self.down = [0] * self.n
        self.cages[winner] ^= set(self.field)
        self.dealer = self.turn = winner
        self.field = []
        for _ in range(3):
            self.draw(self.field)
        self.field = sorted(set(self.field))


def test_an_outsider_can_foretell_every_move():
    """KOT-2 to KOT-9 by another hand: from each shown state and the move, the next shown state."""
    foretold = outs = 0
    before = None
    for match in random_games(30, chance=0.6):
        shown = GAME.notation.show(match.state)
        if match.actions:
            try:
                before.play(str(match.actions[-1]))
            except EOFError:
                outs += 1
                assert shown["times_deck_ran_out"] == before.outs + 1
            else:
                assert vars(before) == vars(Outsider(shown))
                foretold += 1
        before = Outsider(shown)
    assert foretold > 1500
    assert outs == 60


SPOILT = {
    "a card too many": lambda s: s.discards.__setitem__(10, s.discards[10] + 1),
    "two in a cage": lambda s: s.cage[0].__setitem__(10, 2),
    "a wrong count of the deck": lambda s: s.in_deck.__setitem__(9, 1),
    "a gap in a row": lambda s: s.row[0].__setitem__(0, 0),
    "a short length": lambda s: s.length.__setitem__(0, 1),
    "a turn left out": lambda s: s.done.__setitem__(1, 1),
    "a burst that was none": lambda s: s.face_down.__setitem__(0, 6),
    "no treetop": lambda s: setattr(s, "treetop", 0),
    "over too early": lambda s: setattr(s, "over", 1),
    "a dealer from elsewhere": lambda s: setattr(s, "dealer", 2),
    "a third deck": lambda s: setattr(s, "deck_outs", 2),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_broken_state_is_noticed(how):
    """The invariants hold in a sound state and catch a spoilt one."""
    match = table(players=2, rows=[(6, 9), (3,)], cages=[(2, 10)], deck=(4, 7))
    assert GAME.why.broken(match.state) is None
    SPOILT[how](match.state)
    assert GAME.why.broken(match.state) is not None
