"""Donburiko!: who knows what."""

import random
from collections import Counter

from kobako.core.fields import UNKNOWN
from kobako.games.donburiko import GAME
from kobako.games.donburiko.knowledge import GONE_AT, OBSERVATION, ROW_AT, ROW_SIZE, SEAT_AT, SEAT_SIZE, TABLE_AT
from kobako.games.donburiko.rules import KINDS
from tests.games.donburiko.table import KIND, random_games, table


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
