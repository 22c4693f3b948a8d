"""Tokkuri Taking set up for a test: positions, and what is told."""

import random
from collections import Counter

import pytest

from kobako.core.errors import IllegalAction
from kobako.core.fields import NONE
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.notation import card_text
from kobako.games.tokkuri.rounds import clear
from kobako.games.tokkuri.state import BITS, KINDS, TURN, put_in

broken = GAME.why.broken


def kind_of(s, text):
    return next(kind for kind in range(KINDS) if s.deck[kind] and card_text(s, kind) == text)


def position(hands, flasks=(), pile="", turn=0, **options):
    """A match in a turn: hands as texts with commas, flasks as (laid by, card, level), the pile from the next card on.

    All other cards are discarded, so that the state is sound.
    """
    match = GAME.new(players=len(hands), seed=1, **options)
    s = match.state
    clear(s)
    rest = Counter({kind: s.deck[kind] for kind in range(KINDS)})

    def kinds(text):
        found = [kind_of(s, card.strip()) for card in text.split(",") if card.strip()]
        rest.subtract(found)
        return found

    for p, hand in enumerate(hands):
        for kind in kinds(hand):
            put_in(s, p, kind)
    for f, (layer, card, level) in enumerate(flasks):
        (s.laid[layer][f],) = kinds(card)
        s.laid_by[f], s.level[f] = layer, level
        for sake in range(level + 1):
            s.having[sake] += 1
        s.last[f // BITS] += (card == "troublesome") << f % BITS
        s.flasks += 1
    drawn = kinds(pile)[::-1]
    s.pile[:] = drawn + [NONE] * (len(s.pile) - len(drawn))
    s.pile_left = len(drawn)
    assert min(rest.values()) >= 0, "the deck has no such cards"
    for kind in range(KINDS):
        s.discards[kind] = rest[kind]
    s.turn = s.to_move = turn
    s.phase, s.together = TURN, 0
    assert broken(s) is None
    return match


def play(match, *actions):
    """Play actions; gives the events as they are shown."""
    shown = []
    for action in actions:
        shown += [event.show() for event in match.play(action)]
        assert broken(match.state) is None
    return shown


def names(events):
    return [event["event"] for event in events]


def texts(match):
    return [str(action) for action in match.legal()]


def hand(match, seat):
    s = match.state
    return [card_text(s, kind) for kind in s.hands[seat][: s.cards[seat]]]


def levels(match):
    return match.state.level[: match.state.flasks]


def refused(match, action):
    """The rule that forbids an action, checked to be said in both languages."""
    before = match.to_bytes()
    with pytest.raises(IllegalAction) as refusal:
        match.play(action)
    assert match.to_bytes() == before
    for lang in ("en", "ja"):
        assert GAME.words(lang).get("rule", refusal.value.rule) in refusal.value.words(lang)
    return refusal.value.rule


def random_games(count, **options):
    """Random games, as (match, rng), to be played on by the caller."""
    for seed in range(count):
        yield GAME.new(players=2 + seed % 3, seed=seed, **options), random.Random(seed)


def random_positions(count, **options):
    """Positions of random games, some five plies apart."""
    for match, rng in random_games(1000, **options):
        while not match.over:
            if rng.random() < 0.2:
                yield match, rng
                count -= 1
                if count == 0:
                    return
            match.play(rng.choice(match.legal()))


PASS_FLASKS = [(0, "6", 10), (1, "6", 10), (2, "7", 10)]


def passed_position(second="2, 8"):
    """Seat 0 has passed a 5 to seat 1, 1 a 2 to seat 2, 2 a 3 to seat 0; it is the turn of seat 1."""
    match = position(["5, 9+4, 1+1+1 pass", second, "3, 4"], PASS_FLASKS, pile="2, 3, 4")
    play(match, "play 1+1+1 pass", "pass 5", "pass 2", "pass 3")
    return match
