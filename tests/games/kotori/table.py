"""Kotori Atsume set up for a test: positions, and what is told."""

import random
from collections import Counter

from kobako.games.kotori import GAME


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
