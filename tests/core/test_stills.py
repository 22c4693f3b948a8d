"""Stills: how the table stood at a moment, kept with the event that tells of it."""

import copy
import pickle
import random

import pytest

import kobako
from kobako.core.kifu import replay
from kobako.table.frame import frame
from kobako.testing.broken import LawBroken
from kobako.testing.laws import check_same_stills, stills_seen
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


@pytest.mark.parametrize("game", GAMES)
def test_who_shows_a_game_gets_the_steps_to_a_still(game):
    """Each step is how the table stood after it; where no still follows, and for who does not ask, nothing is kept."""
    rng, plain = random.Random(2), kobako.game(game).new(players=3, seed=2)
    match = plain.copy()
    match.steps = True
    stepped = 0
    while not match.over:
        action = rng.choice(match.legal())
        plain.play(action)
        events = match.play(action)
        kept = [event for event in events if event.still is not None]
        last = max((i for i, event in enumerate(events) if event.kind.still), default=-1)
        assert kept == [event for event in events[: last + 1] if event.kind.still or event.kind.step]
        stepped += sum(event.kind.step for event in kept)
    assert stepped > 0
    assert [event.still for event in plain.events] == [e.still if e.kind.still else None for e in match.events]


@pytest.mark.parametrize("game", GAMES)
def test_the_law_of_twins_looks_at_every_step(game):
    """What a seat sees at a step is compared as at a still, and a difference is told by the event it stood at."""
    rng, match = random.Random(1), kobako.game(game).new(players=2, seed=1)
    match.steps = True
    while not match.over:
        seen = list(stills_seen(match.play(rng.choice(match.legal())), 0))
        stepped = [i for i, (told, _) in enumerate(seen) if told[-1]["event"] in steps(match.game)]
        if stepped:
            told, _ = seen[stepped[0]]
            other = kobako.game(game).new(players=2, seed=2).view(0).state
            check_same_stills([seen, seen], "seat 0")
            with pytest.raises(LawBroken, match=f"as it stood at '{told[-1]['event']}' shows what the seat cannot see"):
                check_same_stills([seen, [*seen[: stepped[0]], (told, other)]], "seat 0")
            return
    raise AssertionError("no step in a whole game")


def steps(game):
    return {kind.name for kind in game.events.values() if kind.step}


def test_the_last_scoop_lands_before_it_is_counted():
    """ICE-9: as the table stood at each step, whoever looks."""
    table = seated(kobako.game("ice").setup(3), seed=5)
    rng = random.Random(1)
    news = []
    while not {"took", "round_ended"} <= {item["event"] for item in news}:
        before = len(table.log)
        seat = table.acting[0]
        table.act(seat, rng.choice(table.legal(seat)), table.turn, now=0.0)
        news = frame(table, 0, 0.0, before)["log"]["items"]
    shown = frame(table, 1, 0.0, before)
    still = shown["stills"][0]
    at = {shown["log"]["items"][step["at"] - before]["event"]: step["view"] for step in still["steps"]}
    took, gathered, trophy = at["took"], at["gathered"], at["trophy"]
    assert (len(took["trick"]), len(gathered["trick"])) == (3, 0)
    assert took["stock"] == gathered["stock"] != frame(table, 1, 0.0)["view"]["stock"], "the scoop is on its cone"
    trophies = [sum(seat["trophies"] for seat in view["seats"]) for view in (took, gathered, trophy)]
    assert trophies[0] == trophies[1] < trophies[2]
    assert trophies[2] == sum(seat["trophies"] for seat in still["view"]["seats"])


def test_a_cage_fills_bird_by_bird():
    """KOT-8: what has left the field is in the cage, and nothing is in both."""
    match = kobako.game("kotori").new(players=2, seed=4)
    match.steps = True
    rng = random.Random(4)
    while not match.over:
        events = match.play(rng.choice(match.legal()))
        caged = [event.still_view(0).show() for event in events if event.kind.name == "caged"]
        for k, view in enumerate(caged):
            assert "0" not in view["field"]
            assert len(view["field"]) <= 4
            if k:
                assert len(view["field"]) < len(caged[k - 1]["field"])


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
