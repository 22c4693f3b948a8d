"""Umbradeco set up for a test: positions, and what is told."""

import random
from collections import Counter

import pytest

from kobako.core.errors import IllegalAction
from kobako.core.fields import NONE
from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.mat import COLUMN, FALLING, NAMES, SIZES
from kobako.games.umbradeco.placing import lay
from kobako.games.umbradeco.rules import clear_mat
from kobako.games.umbradeco.why import broken

COLOURS = "RYGBP"

RING_OF_SIX = {"d3": "G", "e3": "B", "e4": "G", "d5": "B", "c4": "G", "c3": "B"}


def counts(tiles):
    return [tiles.count(colour) for colour in COLOURS]


def position(mat, hands, opened="", deck=None, known="", **options):
    """A match, seat 0 to move, with these piles on the mat (bottom to top), hands, open tiles and deck (top first).

    Tiles that are nowhere named are in the deck or, where the deck is given, have been discarded.
    """
    match = GAME.new(players=len(hands), seed=1, first=0, **options)
    s = match.state
    clear_mat(s)
    for name, pile in mat.items():
        cell = NAMES[s.side].index(name)
        for tile in pile:
            s.under[cell] = s.top[cell]
            lay(s, cell, COLOURS.index(tile))
    rest = Counter(dict.fromkeys(COLOURS, 8))
    rest.subtract("".join(mat.values()) + "".join(hands) + opened + (deck or ""))
    left = "".join(rest.elements())
    assert min(rest.values()) >= 0
    if len(hands) > 2:
        s.removed[0], s.removed[1] = COLOURS.index(left[0]), COLOURS.index(left[-1])
        left = left[1:-1]
    s.discarded[:] = counts(left if deck is not None else "")
    pile = (left if deck is None else deck)[::-1]
    s.deck[:] = [COLOURS.index(tile) for tile in pile] + [NONE] * (40 - len(pile))
    s.deck_left = len(pile)
    s.open_tiles[:] = counts(opened)
    for seat, hand in enumerate(hands):
        s.hands[seat][:] = counts(hand)
        s.known[seat][:] = counts(known if seat == 0 else "")
        s.tiles[seat], s.dealt[seat] = len(hand), len(hand) - len(known if seat == 0 else "")
    public = [*mat.values(), opened, known, left if deck is not None else ""]
    s.shown[:] = counts("".join(public))
    assert broken(s) is None
    return match


def shown(match):
    return match.view(None).show()


def top(match, cell):
    pile = match.game.notation.show(match.state)["mat_bottom_to_top"].get(cell)
    return pile[-1] if pile else None


def texts(match):
    return {str(action) for action in match.legal()}


def events(match, name):
    return [event.show() for event in match.events if event.kind.name == name]


def last_score(match):
    scored = events(match, "scored")[-1]
    return scored["rows"], scored["four_colours"], scored["push_or_stack"], scored["total"]


def rule_of(match, action):
    with pytest.raises(IllegalAction) as refused:
        match.play(action)
    rule = refused.value.rule
    for lang in ("en", "ja"):
        assert GAME.words(lang).get("rule", rule) in refused.value.words(lang)
    return rule


def play_out(match, seed=0):
    rng = random.Random(seed)
    return match.run(lambda m: rng.choice(m.legal()))


def three_coloured():
    """The whole mat of side 3 in three colours, R 7 times, G and B 6 times: only Y and P can be stacked."""
    return {NAMES[3][cell]: "RGB"[(COLUMN[cell] - FALLING[cell]) % 3] for cell in range(SIZES[3])}
