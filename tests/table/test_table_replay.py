"""A replay through one pair of eyes: what was seen and told at the table, no more and no less."""

import random

import pytest

from kobako.table.frame import frame
from kobako.table.replay import replay
from kobako.table.table import SPECTATOR
from tests.table.sitting import SETUPS, seated, step, viewers


def eyes_of(viewer):
    return "none" if viewer == SPECTATOR else str(viewer)


def watched(table, rng):
    """Play to the end; for every viewer, what its frames told and showed after each action."""
    told, shown = {viewer: [] for viewer in viewers(table)}, {viewer: {} for viewer in viewers(table)}
    heard = 0
    while True:
        ply = len(table.match.actions)
        for viewer in viewers(table):
            sent = frame(table, viewer, 0.0, heard)
            told[viewer] += [item for item in sent["log"]["items"] if item["event"] != "sat"]
            shown[viewer][ply] = sent["view"]
        heard = len(table.log)
        if table.status == "over":
            return told, shown
        step(table, rng)


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_each_pair_of_eyes_reads_in_the_replay_what_it_was_told_at_the_table(setup):
    table = seated(setup, seed=3)
    told, shown = watched(table, random.Random(3))
    again = replay(table.kifu())["positions"]
    assert len(again) == len(table.match.actions) + 1
    for viewer in viewers(table):
        eyes = eyes_of(viewer)
        assert [item for position in again for item in position["events"][eyes]] == told[viewer]
        for ply, view in shown[viewer].items():
            assert again[ply]["views"][eyes] == view
            assert all(item["ply"] == ply for item in again[ply]["events"][eyes])


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_with_everything_open_nothing_is_unknown(setup):
    table = seated(setup, seed=4)
    watched(table, random.Random(4))
    for position in replay(table.kifu())["positions"]:
        items = position["events"]["all"]
        assert all(value is not None for item in items for value in item.values())
        # What is secret to a seat is the same event, with the secret left out.
        for eyes, seen in position["events"].items():
            for item, full in zip(seen, items, strict=True):
                assert {name: full[name] if value is None else value for name, value in item.items()} == full, eyes
