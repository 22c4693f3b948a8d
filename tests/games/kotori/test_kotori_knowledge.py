"""Kotori Atsume: what is known."""

import random
from collections import Counter

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
from tests.games.kotori.table import cage, random_games, table


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
