"""Umbradeco: a broken state is noticed."""

from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.mat import beside
from kobako.games.umbradeco.why import broken


def test_broken_finds_faults():
    """What must hold in every state is really looked at."""
    faults = {
        "touches one of its own colour": lambda s: s.top.__setitem__(0, s.top[beside(0, 3)]),
        "empty cells": lambda s: s.free.__setitem__(0, 6),
        "not those noted": lambda s: s.near.__setitem__(0, 0),
        "hand 0 has another number": lambda s: s.tiles.__setitem__(0, 1),
        "have seen": lambda s: s.shown.__setitem__(0, 7),
        "tiles of colour": lambda s: s.deck.__setitem__(0, (s.deck[0] + 1) % 5),
        "another number of tiles than all are told": lambda s: setattr(s, "deck_left", 3),
        "what all know": lambda s: s.dealt.__setitem__(0, 1),
        "cannot": lambda s: s.cannot[0].__setitem__(slice(0, 5), [1] * 5),
        "nobody's turn": lambda s: setattr(s, "round_no", 0),
        "wrong phase": lambda s: setattr(s, "phase", 1),
    }
    for said, spoil in faults.items():
        s = GAME.new(players=3, seed=2).state
        assert broken(s) is None
        spoil(s)
        assert said in (broken(s) or "")
