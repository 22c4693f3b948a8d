"""Tables for the tests: people on every seat, a random one to play, and everything about a table as one value."""

import json
import random
from dataclasses import asdict

import pytest

import kobako
from kobako.table import Clock, Entry, Refused, Sit, Table, Terms
from kobako.table.frame import frame
from kobako.table.table import SPECTATOR

SETUPS = [kobako.game(name).setup(players) for name in kobako.game_names() for players in kobako.game(name).players]


class Kept(Table):
    """A table whose entries are kept, as a server keeps them: by way of JSON."""

    def __init__(self, terms):
        super().__init__(terms)
        self.kept = []

    def take(self, entry):
        super().take(entry)
        self.kept.append(json.dumps([entry.seq, entry.at, entry.kind, entry.data()]))


def key_of(seat):
    return f"key-of-seat-{seat}"


def seated(setup, seed=1, clock=None, now=0.0, **terms):
    """A table at which a person sits on every seat."""
    table = Kept(Terms(setup, seed, clock=Clock(*clock) if clock else None, **terms))
    for seat in range(setup.players):
        table.do(Sit(seat, key_of(seat), f"Name {seat}"), now)
    return table


def viewers(table):
    return range(SPECTATOR, len(table.seats))


def frames(table, now=0.0):
    """What everyone is shown, as the bytes that would be sent."""
    return {viewer: json.dumps(frame(table, viewer, now)).encode() for viewer in viewers(table)}


def fold(terms, kept):
    """The table that stored entries make."""
    table = Kept(terms)
    for text in kept:
        table.take(Entry.read(*json.loads(text)))
    return table


def match_dump(match):
    events = [(event.ply, event.record) for event in match.events]
    return match.to_bytes(), list(map(int, match.actions)), list(match.seats), events


def dump(table, now=0.0):
    """All there is in a table."""
    clocks = table.clocks
    return {
        "match": table.match and match_dump(table.match),
        "seats": [asdict(seat) for seat in table.seats],
        "clocks": clocks and (list(clocks.bank), list(clocks.since), list(clocks._before)),
        "plain": (table.entries, table.turn, table.held, table.next, table.updated),
        "log": [item if isinstance(item, dict) else (item.ply, item.record) for item in table.log],
        "cuts": list(table.cuts),
        "said": dict(table.said),
        "chosen": {seat: int(action) for seat, action in table._chosen.items()},
        "parts": [(part.seat, list(part.numbers), part.events) for part in table._parts._parts],
        "answers": dict(table._answers),
        "frames": frames(table, now),
    }


def refused(table, request, now=0.0):
    """The refusal of a request, which must have changed nothing."""
    before = dump(table, now)
    with pytest.raises(Refused) as refusal:
        table.do(request, now)
    assert dump(table, now) == before
    return refusal.value


def step(table, rng, now=0.0, hold=False):
    """One of those who owe a decision makes a random one."""
    seat = rng.choice(table.owing)
    if table.held is not None:
        table.confirm(seat, table.turn, now)
    else:
        table.act(seat, rng.choice(table.legal(seat)), table.turn, hold, now)
    return seat


def played(setup, seed, until, rng=None):
    """A table played at random until something is the case; None if it never was."""
    table, rng = seated(setup, seed), rng or random.Random(seed)
    while table.status == "playing":
        if until(table):
            return table
        step(table, rng)
    return None


def found(setup, until, seeds=200):
    """The first table of many at which something is the case."""
    for seed in range(seeds):
        if table := played(setup, seed, until):
            return table
    raise AssertionError(f"never the case in {seeds} games of {setup!r}")
