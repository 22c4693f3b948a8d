"""What a card would drink, and what would be left in the flasks."""

import random

from kobako.games.tokkuri import GAME
from tests.games.tokkuri.table import play, position


def would(match, text):
    return match.view(match.seat).foresee(match.setup.action(text))


def test_a_flask_that_is_emptied_exactly():
    """TOK-5, TOK-6: which of several flasks is chosen later; that one can be emptied is known."""
    match = position(["5, 9+4", "3"], [(0, "6", 10), (1, "dummy", 5)])
    flasks = [{"flask": "f1", "level": 5, "card": "6"}, {"flask": "f2", "level": 0, "card": "?"}]
    asked = {"number": 5, "times": 1, "flasks": flasks}
    assert would(match, "play 5") == {"drinks": [], "can_empty": 1, "following": asked}
    forced = would(match, "play 9+4")
    assert forced["drinks"] == [{"flask": "f1", "level": 1, "card": "6"}, {"flask": "f2", "level": 1, "card": "?"}]
    assert forced["can_empty"] == 0
    play(match, "play 5")
    assert would(match, "from f2") == {
        "drinks": [{"flask": "f2", "level": 0, "card": "?"}],
        "can_empty": 1,
        "following": None,
    }
    assert would(match, "from f1") == {
        "drinks": [{"flask": "f1", "level": 5, "card": "6"}],
        "can_empty": 0,
        "following": None,
    }


def test_one_s_own_dummy_is_known():
    """TOK-6, TOK-12."""
    match = position(["5, 3", "3"], [(0, "dummy", 5)])
    assert would(match, "play 5")["drinks"] == [{"flask": "f1", "level": 0, "card": "dummy"}]


def test_the_flasks_that_could_be_chosen_are_told_with_the_card():
    """TOK-5: at each step, and numbers alike as one question."""
    match = position(["5, 9+4, 4+4+4", "3"], [(0, "6", 10), (1, "dummy", 5), (1, "2", 4), (0, "7", 9), (0, "3", 3)])

    def asked(text):
        then = would(match, text)["following"]
        return then and (then["number"], then["times"], {one["flask"]: one["level"] for one in then["flasks"]})

    assert asked("play 5") == (5, 1, {"f1": 5, "f2": 0, "f4": 4})
    assert asked("play 9+4") == (9, 1, {"f1": 1, "f4": 0})
    assert asked("play 4+4+4") == (4, 3, {"f1": 6, "f2": 1, "f3": 0, "f4": 5})
    play(match, "play 4+4+4")
    assert asked("from f1") == (4, 2, {"f2": 1, "f3": 0, "f4": 5})
    assert asked("from f2") is None


def test_one_to_three():
    """TOK-9."""
    match = position(["1~3 draw, 3", "3"], [(0, "6", 2), (1, "4", 10)])
    foreseen = would(match, "play 1~3 draw")
    assert (foreseen["drinks"], foreseen["can_empty"]) == ([], 1)
    flasks = [{"flask": "f1", "level": 0, "card": "6"}, {"flask": "f2", "level": 7, "card": "?"}]
    assert foreseen["following"] == {"number": None, "times": 1, "flasks": flasks}
    play(match, "play 1~3 draw")
    assert [would(match, f"as {sake}")["can_empty"] for sake in (1, 2, 3)] == [0, 1, 0]
    assert would(match, "as 3")["drinks"] == [{"flask": "f2", "level": 7, "card": "?"}]
    assert [one["flask"] for one in would(match, "as 1")["following"]["flasks"]] == ["f1", "f2"]


def test_of_laying_there_is_nothing_to_say():
    match = position(["5, 3", "3"], [(0, "dummy", 5)])
    assert would(match, "lay 5") is None


def test_it_comes_as_it_was_told():
    """What is said of a flask is what is then drunk; and as many can be emptied as somebody who tries empties."""
    drunk = 0
    for seed in range(12):
        rng, match = random.Random(seed), GAME.new(players=2 + seed % 3, seed=seed, rounds=2)
        while not match.over:
            view = match.deciding_view(match.seat)
            foreseen = {action: view.foresee(action) for action in match.legal()}
            told = {action: would for action, would in foreseen.items() if would}
            most = max((would["can_empty"] for would in told.values()), default=0)
            action = rng.choice([a for a in told if told[a]["can_empty"] == most] or list(foreseen))
            events = [event.show() for event in match.play(action)]
            levels = {event["flask"]: event["level"] for event in events if event["event"] == "drank"}
            if levels and foreseen[action]["drinks"]:
                assert levels == {one["flask"]: one["level"] for one in foreseen[action]["drinks"]}
                assert sum(level == 0 for level in levels.values()) == foreseen[action]["can_empty"]
                drunk += 1
            elif not levels and told.get(action, {}).get("following"):
                asked = {str(move).removeprefix("from ") for move in match.legal() if str(move).startswith("from")}
                assert asked <= {one["flask"] for one in told[action]["following"]["flasks"]}
    assert drunk > 50
