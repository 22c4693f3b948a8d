"""Donburiko! set up for a test: positions, and what is told."""

import random
from collections import Counter

import pytest

from kobako.core.errors import IllegalAction
from kobako.core.fields import NONE
from kobako.games.donburiko import GAME
from kobako.games.donburiko.notation import CARDS
from kobako.games.donburiko.rules import FACE_DOWN, KINDS, copies

KIND = {text: kind for kind, text in enumerate(CARDS)}


def table(players=3, rows=(), hands=(), chips=(), done=(), bank=None, to_move=0, last=0):
    """A match set up as told. A row is a text such as "3 -1 (4)2": the 4 lies face down, laid by seat 2.

    Cards that are not named have gone with rows taken before. Chips that are not named are in the bank,
    or, where the bank is named, with the last seat.
    """
    match = GAME.new(players=players, seed=1, first=0)
    s = match.state
    s.to_move, s.last = to_move, last
    used, on_cards = Counter(), 0
    for r in range(4):
        s.row[r], s.laid_by[r], s.length[r] = [NONE] * 7, [NONE] * 7, 0
        for p in range(4):
            s.laid[p][r] = [NONE] * 7
        for place, text in enumerate(rows[r].split() if r < len(rows) else ()):
            s.length[r] += 1
            card, _, layer = text.removeprefix("(").partition(")")
            used[card] += 1
            s.row[r][place] = FACE_DOWN if layer else KIND[card]
            if layer:
                on_cards += 1
                s.laid_by[r][place], s.laid[int(layer)][r][place] = int(layer), KIND[card]
    for p in range(players):
        hand = hands[p].split() if p < len(hands) else []
        used.update(hand)
        s.hands[p] = [hand.count(text) for text in CARDS]
        s.cards[p] = len(hand)
        s.done[p] = done[p] if p < len(done) else 0
        s.chips[p] = chips[p] if p < len(chips) else 0
    s.aside = [0] * KINDS
    s.gone = [copies(s, k) - used[CARDS[k]] for k in range(KINDS)]
    if bank is not None:
        s.chips[players - 1] += 50 - bank - on_cards - sum(s.chips)
    s.bank = 50 - on_cards - sum(s.chips)
    assert min(s.gone) >= 0
    assert GAME.why.broken(s) is None
    return match


def legal(match):
    return [str(action) for action in match.legal()]


def told(events, *names):
    """What the events say, those of the given kinds only, as tuples that start with the kind."""
    shown = [e.show() for e in events]
    return [tuple(e.values()) for e in shown if not names or e["event"] in names]


def refused(match, action):
    """The rule that refuses an action; the match must not change, and both languages must have a text for it."""
    before = match.to_bytes()
    with pytest.raises(IllegalAction) as caught:
        match.play(action)
    assert match.to_bytes() == before
    for lang in ("en", "ja"):
        assert GAME.words(lang).get("rule", caught.value.rule)
    assert f"({caught.value.rule})" in str(caught.value)
    return caught.value.rule


def random_games(games):
    """Matches at every position of random games, with 2, 3 and 4 players in turn."""
    for seed in range(games):
        rng = random.Random(seed)
        match = GAME.new(players=2 + seed % 3, seed=seed)
        yield match
        while not match.over:
            match.play(rng.choice(match.legal()))
            yield match
