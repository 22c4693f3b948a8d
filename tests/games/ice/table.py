"""Dokitto! Ice set up for a test: hands, cones, and what is told."""

import random

import pytest

from kobako.core.errors import IllegalAction
from kobako.games.ice import GAME
from kobako.games.ice.notation import LETTERS

S, C, M, V = range(4)

LEFT, RIGHT = 0, 1


def card(text):
    return LETTERS.index(text[0]) * 10 + int(text[1:]) - 1


def masks(texts):
    """Ranks as bits by colour, from a text such as "S1 S10 V3"."""
    found = [0] * 4
    for text in texts.split():
        found[card(text) // 10] |= 1 << card(text) % 10
    return found


def table(*hands, leader=0, **options):
    """A match with these hands, the leader to play; the cards of nobody count as aside."""
    match = GAME.new(players=len(hands), seed=1, first=leader, **options)
    s = match.state
    rest = [(1 << s.ranks) - 1 if s.colours >> c & 1 else 0 for c in range(4)]
    for p, hand in enumerate(hands):
        for c, held in enumerate(masks(hand)):
            s.hands[p][c] = held
            rest[c] &= ~held
    s.aside[:] = rest
    s.tricks_left = len(hands[0].split())
    return match


def put(match, seat, tiles, cone=LEFT):
    """Put tiles such as "S1 S2 C1" (colour and points) on a cone, out of the stock."""
    for tile in tiles.split():
        colour = LETTERS.index(tile[0])
        match.state.scoops[seat][cone][colour] += 1
        match.state.stock[colour] -= 1
        if tile[1] == "2":
            match.state.topping[colour] = seat * 2 + cone


def play(match, actions):
    """Play a text such as "S1 S2, take S"; gives all that happened."""
    return [event for text in split(actions) for event in match.play(text)]


def split(actions):
    return [text for part in actions.split(",") for text in ([part] if "take" in part else part.split())]


def names(events):
    return [event.kind.name for event in events]


def told(events, name):
    """The numbers of the events of a kind."""
    return [event.record[1 : 1 + len(event.kind.args)] for event in events if event.kind.name == name]


def texts(match):
    return [str(action) for action in match.legal()]


def refused(match, action):
    """The rule that forbids an action; its sentence is there in both languages, and nothing changed."""
    before = match.to_bytes()
    with pytest.raises(IllegalAction) as error:
        match.play(action)
    assert match.to_bytes() == before
    for lang in ("en", "ja"):
        assert GAME.words(lang).get("rule", error.value.rule) in error.value.words(lang)
    return error.value.rule


def positions(players, games=6, **options):
    """Positions of random games, every one of them."""
    for seed in range(games):
        rng = random.Random(seed)
        match = GAME.new(players=players, seed=seed, **options)
        while not match.over:
            yield match, rng
            match.play(rng.choice(match.legal()))
        yield match, rng
