"""What the referees share: strict comparison, and the lines of a replay as docs/kifu.md describes them."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import orjson

LINE = ("ply", "seat", "action", "legal", "events", "state", "scores", "winners")
HEADING = ("game", "rules", "players", "options", "seed", "names")
text = partial(orjson.dumps, option=orjson.OPT_SORT_KEYS)  # tells true from 1, and 1 from 1.0


def same(what: str, got: Any, expected: Any) -> None:
    """Equal in value, type and every key, or an AssertionError that says where not."""
    if got == expected and text(got) == text(expected):
        return
    if isinstance(expected, dict) and isinstance(got, dict):
        keys(what, got, expected)
        for key in expected:
            same(f"{what}.{key}", got[key], expected[key])
    elif isinstance(expected, list) and isinstance(got, list) and len(got) == len(expected):
        for i, pair in enumerate(zip(got, expected)):
            same(f"{what}[{i}]", *pair)
    raise AssertionError(f"{what}: the replay has {got!r}, the referee {expected!r}")


def keys(what: str, got: dict[str, Any], expected: Any) -> None:
    """The very keys that are expected, no more and no less."""
    missing, strange = set(expected) - set(got), set(got) - set(expected)
    assert not missing, f"{what}: lacks {sorted(missing)}"
    assert not strange, f"{what}: has unknown keys {sorted(strange)}"


def follow(referee: Any, lines: Iterable[dict[str, Any]]) -> Any:
    """Have a referee of that class follow a replay, and say at which line it objects; gives the referee."""
    found = None
    for number, line in enumerate(lines):
        with objecting(f"ply {number} ({line.get('action')})"):
            if found is None:
                found = referee(line)
            else:
                found.step(line, number)
    assert found is not None, "no lines"
    return found


@contextmanager
def objecting(where: str) -> Iterator[None]:
    """Say where; a line that cannot be read at all is objected to as well."""
    try:
        yield
    except AssertionError as objection:
        raise AssertionError(f"{where}: {objection}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as unreadable:
        raise AssertionError(f"{where}: unreadable, {unreadable!r}") from unreadable


def check_heading(line: dict[str, Any], game: str, options: set[str]) -> None:
    """The first line's own keys; `options` are those that apply to the game."""
    keys("line 0", line, LINE + HEADING)
    same("game", line["game"], game)
    same("rules", line["rules"], 1)
    assert type(line["players"]) is int, f"players: {line['players']!r}"
    assert line["players"] in (2, 3, 4), f"players: {line['players']!r}"
    keys("options", line["options"], options)
    assert re.fullmatch("[0-9a-f]{32}", line["seed"]), f"seed: {line['seed']!r}"
    assert [type(name) for name in line["names"]] == [str] * line["players"], f"names: {line['names']!r}"
    for key, value in (("ply", 0), ("seat", None), ("action", None), ("legal", [])):
        same(f"line 0 {key}", line[key], value)


def first_seat(line: dict[str, Any]) -> int:
    """Who starts: the seat that the option `first` names, else one that the seed drew (README: Seats)."""
    named, starter = line["options"]["first"], line["state"]["to_move"]
    allowed = [str(seat) for seat in range(line["players"])]
    assert named in ["drawn", *allowed], f"option first: {named!r}"
    assert type(starter) is int, f"to_move: {starter!r}"
    assert str(starter) in (allowed if named == "drawn" else [named]), f"seat {starter} starts, first is {named}"
    return starter


def check_pile(what: str, pile: Any, size: int, order: Any) -> list[str]:
    """A pile of so many cards, shown in the order of the box."""
    assert isinstance(pile, list), f"{what}: {pile!r}"
    assert len(pile) == size, f"{what}: {len(pile)} cards, not {size}"
    assert set(pile) <= set(order), f"{what}: strange cards in {pile}"
    same(f"{what}, in order", pile, sorted(pile, key=order.index))
    return list(pile)
