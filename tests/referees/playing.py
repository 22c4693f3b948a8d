"""Games for the referees to follow, by players who choose at random or lean to what is rare; and slips to be found."""

import json
import pickle
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import kobako
from kobako.terminal.retell import json_lines
from tests.referees.compare import objecting

Line = dict[str, Any]
Leaning = Callable[[dict[str, Any], str], float]

# No slips, where cards are dealt: another seed, other names, the hands of two seats exchanged.
CHANCE = re.compile(r"\.(seed is not|names\[\d\] is not|state\.seats\[\d\] before) .*")


def game_lines(game: str, players: int, seed: int, leaning: Leaning | None = None, **options: Any) -> list[Line]:
    """A whole game as the lines of its replay.

    A leaning gives each action, from the state with all hidden shown, a worth: the highest is mostly played.
    """
    match = kobako.game(game).new(players=players, seed=seed, **options)
    rng = random.Random(seed)

    def choose(match: Any) -> Any:
        legal = match.legal()
        if leaning is None or rng.random() < 0.05:
            return rng.choice(legal)
        state = match.game.notation.show(match.state)
        return max(legal, key=lambda action: (leaning(state, str(action)), rng.random()))

    return list(json_lines(match.run(choose).kifu()))


def fresh(lines: Any) -> Any:
    """A copy, by way of the JSON that an outsider would read."""
    return json.loads(json.dumps(lines))


def slips(value: Any) -> Iterator[tuple[str, Any]]:
    """The same JSON with one thing wrong: a value, a key too few or too many, an entry lost, doubled or misplaced."""
    if isinstance(value, dict):
        yield ".strange", {**value, "strange": 0}
        for key in value:
            yield f" without {key}", {k: v for k, v in value.items() if k != key}
            yield from ((f".{key}{path}", {**value, key: wrong}) for path, wrong in slips(value[key]))
    elif isinstance(value, list):
        yield from slips_of_list(value)
    else:
        yield f" is not {value!r}", wrong_for(value)


def slips_of_list(value: list[Any]) -> Iterator[tuple[str, Any]]:
    yield " with one more", [*value, value[-1] if value else 0]
    for i, entry in enumerate(value):
        yield f" without [{i}]", value[:i] + value[i + 1 :]
        yield from ((f"[{i}]{path}", [*value[:i], wrong, *value[i + 1 :]]) for path, wrong in slips(entry))
        if i and entry != value[i - 1]:
            yield f"[{i}] before its neighbour", [*value[: i - 1], entry, value[i - 1], *value[i + 1 :]]


def wrong_for(value: Any) -> Any:
    """Another value of the same kind, or of the kind most easily taken for it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return 0 if value is None else value + "1"


def missed(referee: Any, lines: list[Line], numbers: set[int]) -> Iterator[str]:
    """The slips in the lines of these numbers that a referee of that class does not object to: there should be none."""
    follower = referee(lines[0])
    for number, line in enumerate(lines):
        before = pickle.dumps(follower)
        dealt = any(event["event"] == "round" for event in line["events"])
        for where, wrong in slips(line) if number in numbers else ():
            if dealt and CHANCE.fullmatch(where):
                continue
            if not (objects(pickle.loads(before).step, wrong, number) if number else objects(referee, wrong)):
                yield f"line {number}{where}"
        if number:
            follower.step(line, number)


def objects(check: Callable[..., Any], *args: Any) -> bool:
    try:
        with objecting("slip"):
            check(*args)
    except AssertionError:
        return True
    return False


def kinds(lines: list[Line]) -> dict[str, int]:
    """For each kind of event, the first line that has it."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines):
        for event in line["events"]:
            if number or event["event"] == "round":
                found.setdefault(event["event"], number)
    return found
