"""Non-interference: two games that differ only in what a viewer cannot see are byte for byte the same to it."""

import random

import pytest

from kobako.table.frame import shown_stills
from kobako.table.table import SPECTATOR
from tests.soaking import long
from tests.table.sitting import SETUPS, fold, frames, seated, step

CLOCK = (50, 5)


def twins(setup, seed, viewer, rng):
    """Two tables played alike up to a random ply; from there the second is one that the viewer imagines."""
    table = seated(setup, seed, CLOCK)
    for _ in range(rng.randrange(25)):
        if table.status == "playing":
            step(table, rng, table.updated + 1)
    while table._chosen:  # a twin is made between choices
        step(table, rng, table.updated + 1)
    if table.status != "playing":
        return None
    other = fold(table.terms, table.kept)
    other._parts.settle()
    table._parts.settle()
    other.match.state = table.match.view(viewer).imagine(rng)
    return table, other


def look_alike(table, other, viewer):
    """Whether the rules themselves show the viewer the same: the view, and the events as it reads them."""
    told = [[event.seen_by(viewer).show() for event in t.match.events] for t in (table, other)]
    return told[0] == told[1] and table.match.view(viewer).state == other.match.view(viewer).state


def act_alike(table, other, viewer, rng):
    """One decision in both: the same by the viewer, and by others one that may differ where it is unseen."""
    now, hold = table.updated + rng.random() * 9, rng.random() < 0.3
    seat = rng.choice(table.owing)
    if table.held is not None:
        for t in (table, other):
            t.confirm(seat, t.turn, now)
        return
    first = rng.choice(table.legal(seat))
    choices = other.legal(seat)
    second = first if first in choices else rng.choice(choices)
    if seat == viewer:
        assert choices == table.legal(seat), "what the viewer may do depends on what it cannot see"
    elif seat in table.together:
        second = rng.choice(choices)
    table.act(seat, first, table.turn, hold, now)
    other.act(seat, second, other.turn, hold, now)
    if table.can_undo(seat) and other.can_undo(seat) and rng.random() < 0.2:
        for t in (table, other):
            t.undo(seat, t.turn, now)


def compare(setup, seed):
    """How many pairs of frames were compared before the rules themselves told the games apart."""
    rng, compared = random.Random(seed), 0
    viewer = seed % setup.players
    pair = twins(setup, seed, viewer, rng)
    seen = len(pair[0].log) if pair else 0
    while pair and pair[0].status == pair[1].status == "playing" and look_alike(*pair, viewer):
        table, other = pair
        now = table.updated + 3
        shown = [frames(t, now) for t in pair]
        for who in (viewer, SPECTATOR):  # a spectator sees nothing that a seat does not
            assert shown[0][who] == shown[1][who], (seed, len(table.match.actions))
            stills = [shown_stills(t, None if who == SPECTATOR else who, seen) for t in pair]
            assert stills[0] == stills[1], (seed, len(table.match.actions))
        seen = len(table.log)
        compared += 1
        if table.owing != other.owing or table.held != other.held:
            break  # others are in different straits, which the viewer is not shown
        act_alike(*pair, viewer, rng)
    return compared


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_what_a_viewer_cannot_see_changes_no_byte(setup):
    assert sum(compare(setup, seed) for seed in range(8)) >= 8


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_what_a_viewer_cannot_see_changes_no_byte_in_many_games(setup):
    games = long(200)
    assert sum(compare(setup, seed) for seed in range(100, 100 + games)) >= games
