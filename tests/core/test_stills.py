"""Stills: how the table stood at a moment, kept with the event that tells of it."""

import copy
import pickle
import random

import pytest

import kobako
from kobako.core.kifu import replay
from kobako.table.frame import frame
from tests.table.sitting import seated

GAMES = kobako.game_names()


def played(game, seed=3, players=3):
    rng = random.Random(seed)
    return kobako.game(game).new(players=players, seed=seed).run(lambda match: rng.choice(match.legal()))


def stills(match, name):
    return [event for event in match.events if event.kind.name == name]


@pytest.mark.parametrize("game", GAMES)
def test_every_round_and_the_game_end_with_a_still(game):
    match = played(game)
    (end,) = stills(match, "ended")
    assert end.still_view(0).show() == match.view(0).show()
    if game == "umbradeco":  # it has no rounds: nothing is cleared away before its end
        return
    ends = stills(match, "round_ended")
    assert len(ends) >= max(1, match.state.round_no - 1)
    for number, event in enumerate(ends, start=1):
        assert event.still_view(None).state.round_no == number, "taken before the next round begins"
        assert event.kind.still
    assert [event for event in match.events if event.still is not None and not event.kind.still] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_still_is_no_part_of_what_an_event_says(game):
    match = played(game)
    for event in match.events:
        assert event.seen_by(0).still is None, "what is read by a seat holds no secret"
        assert event.still is None or "still" not in repr(event)
    for again in (copy.deepcopy(match), pickle.loads(pickle.dumps(match)), replay(match.kifu())):
        assert [event.still for event in again.events] == [event.still for event in match.events]
    assert match.state.log is None


def test_a_row_lies_open_when_it_is_taken():
    """DON-9: all its cards are seen, and nobody's hand is."""
    match = kobako.game("donburiko").new(players=2, seed=1)
    while "take A" not in map(str, match.legal()) or not any(
        "face_down_by" in lying for lying in match.view(None).show()["rows"]["A"]
    ):
        down = [action for action in match.legal() if str(action).startswith("(") and str(action).endswith(">A")]
        match.play(down[0])
    cards = [lying["card"] for lying in match.game.notation.show(match.state)["rows"]["A"]]
    (summed,) = [event for event in match.play("take A") if event.kind.name == "summed"]
    for seat in (0, 1, None):
        seen = summed.still_view(seat).show()
        assert seen["rows"]["A"] == [{"card": card} for card in cards]
        assert all(set(seen["seats"][other]["hand"]) <= {"?"} for other in range(2) if other != seat)
    assert "A" not in match.view(0).show()["rows"]


def test_a_frame_brings_the_stills_of_what_it_adds_and_no_others():
    table = seated(kobako.game("ice").setup(3), seed=5)
    rng = random.Random(1)
    while not any(item["event"] == "round_ended" for item in frame(table, 0, 0.0)["log"]["items"]):
        before = len(table.log)
        seat = table.acting[0]
        table.act(seat, rng.choice(table.legal(seat)), table.turn, now=0.0)
    shown = frame(table, 1, 0.0, before)
    (still,) = shown["stills"]
    assert shown["log"]["items"][still["at"] - before]["event"] == "round_ended"
    assert (still["view"]["round"], shown["view"]["round"]) == (1, 2)
    assert still["view"] == table.log[still["at"]].still_view(1).show()
    assert frame(table, 1, 0.0)["stills"] == frame(table, 1, 0.0, len(table.log))["stills"] == []
