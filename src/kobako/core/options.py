"""Options: the choices a table makes before the deal. Each is checked, kept in the state, and written into the kifu."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kobako.core.errors import BadOption
from kobako.core.fields import NONE, State

ANY_TABLE = (2, 3, 4)
QUOTED = 60  # so much of a wrong value is told again


@dataclass(frozen=True)
class Counted:
    """What a value counts out, where it is a list with numbers: `5 x2, 9+4`, so many things in all."""

    kind: str  # what they are: their names are in the game's words under it
    usual: Mapping[str, int]  # how many of each by default
    others: Sequence[str]  # what else there is to choose from
    fixed: Mapping[str, int]  # what must be there besides
    total: int  # how many are to be chosen


class Option:
    """One option. `read` takes what a person or program gives; `text` writes it so that `read` gives it back."""

    listed = True  # whether it is among the options that a table is offered; a house rule must be named
    free = False  # whether other values can be given than there are to choose from, as a text
    by_house = ""  # what else is allowed as a house rule, to who names it
    several: Sequence[str] = ()  # the things of which a value names some, if it does: each can be chosen by itself

    counted: Counted | None = None  # the things of which a value says how many, if it does

    def __init__(self, name: str, default: Any, allowed: str, players: Sequence[int] = ANY_TABLE) -> None:
        self.name, self.default, self.allowed, self.players = name, default, allowed, tuple(players)

    def read(self, value: Any, players: int) -> Any:
        """The option's value, or BadOption."""
        raise self.refusal(value)

    def parse(self, text: str, players: int) -> Any:
        """The value that a kifu or a message from elsewhere gives: as `read`, but nothing outside is ever opened."""
        return self.read(text, players)

    def text(self, value: Any) -> str:
        """The value as it stands in a kifu."""
        return str(value)

    def store(self, s: State, value: Any) -> None:
        """Put the value into the state's field of the option's name."""
        setattr(s, self.name, value)

    def default_for(self, players: int) -> Any:
        """What holds with so many players where nothing is said."""
        return self.default

    def is_house(self, value: Any, players: int) -> bool:
        """Whether this value is no rule of the rulebook's, but of the house."""
        return False

    def choices(self, players: int) -> Sequence[Any]:
        """The values to choose from with so many players, where they are few; else none."""
        return ()

    def house_choices(self, players: int) -> Sequence[Any]:
        """What a table may have besides, by naming it as a house rule."""
        return ()

    def samples(self, players: int) -> Sequence[Any]:
        """Values that stand for all: what the laws try."""
        return tuple(self.choices(players)) or (self.default,)

    def house_samples(self, players: int) -> Sequence[Any]:
        """The same of values that are no rule of the rulebook's."""
        return ()

    def refusal(self, value: Any, allowed: str = "") -> BadOption:
        return BadOption(
            f"option {self.name!r} cannot be {value!r}: allowed is {allowed or self.allowed}",
            "bad_option",
            option=self.name,
            value=str(value)[:QUOTED],
        )


class Whole(Option):
    """One of some whole numbers. Those of `house` can be had by who names them, and are not among the choices."""

    def __init__(
        self,
        name: str,
        values: Sequence[int],
        default: int,
        players: Sequence[int] = ANY_TABLE,
        house: Sequence[int] = (),
    ) -> None:
        near = len(values) > 2 and list(values) == list(range(values[0], values[-1] + 1))
        allowed = f"{values[0]} to {values[-1]}" if near else " or ".join(map(str, values))
        super().__init__(name, default, f"{allowed} (default {default})", players)
        self.values, self.house = tuple(values), tuple(house)
        self.by_house = f"{house[0]} to {house[-1]}" if house else ""

    def read(self, value: Any, players: int) -> int:
        number = whole(value)
        if number is None or number not in (*self.values, *self.house):
            raise self.refusal(value, f"{self.allowed}{self.by_house and f', or as a house rule {self.by_house}'}")
        return number

    def is_house(self, value: Any, players: int) -> bool:
        return value not in self.values

    def choices(self, players: int) -> Sequence[int]:
        return self.values

    def house_choices(self, players: int) -> Sequence[int]:
        return [value for value in self.house if value not in self.values]

    def samples(self, players: int) -> Sequence[int]:
        return sorted({self.values[0], self.default, self.values[-1]})

    def house_samples(self, players: int) -> Sequence[int]:
        return [value for value in (*self.house[:1], *self.house[-1:]) if value not in self.values]


class Flag(Option):
    """On or off."""

    WORDS: Mapping[Any, int] = {"on": 1, "off": 0, "true": 1, "false": 0, "yes": 1, "no": 0, "1": 1, "0": 0}

    def __init__(self, name: str, default: bool, players: Sequence[int] = ANY_TABLE) -> None:
        super().__init__(name, int(default), f"on or off (default {'on' if default else 'off'})", players)

    def read(self, value: Any, players: int) -> int:
        number = self.WORDS.get(str(value).strip().lower())
        if number is None:
            raise self.refusal(value)
        return number

    def text(self, value: Any) -> str:
        return "on" if value else "off"

    def choices(self, players: int) -> Sequence[int]:
        return (0, 1)

    samples = choices


class First(Option):
    """Who starts: a seat, or drawn from the seed. Every game has this option, unless it says otherwise."""

    def __init__(self) -> None:
        super().__init__("first", NONE, "a seat, or 'drawn' (default: drawn from the seed)")

    def read(self, value: Any, players: int) -> int:
        if value is None or (isinstance(value, str) and value.strip().lower() == "drawn"):
            return NONE
        number = whole(value)
        if number is None or not 0 <= number < players:
            raise self.refusal(value, f"a seat from 0 to {players - 1}, or 'drawn' (default: drawn from the seed)")
        return number

    def text(self, value: Any) -> str:
        return "drawn" if value == NONE else str(value)

    def choices(self, players: int) -> Sequence[int]:
        return (NONE, *range(players))

    def samples(self, players: int) -> Sequence[int]:
        return (NONE, players - 1)


def listed(option: str, text: str) -> list[str]:
    """The names of a text with commas between them. One that has commas itself stands in quotes."""
    try:
        text.encode()  # what a shell hands over may be no text
        return next(csv.reader([text], strict=True), [])
    except (csv.Error, UnicodeEncodeError):
        what = "names in UTF-8 with commas between them, each in double quotes from end to end or not at all"
        raise BadOption(f"{option} takes {what}, not {text!r}") from None


def whole(value: Any) -> int | None:
    """The whole number that a value is or spells, else None. True, 1.5 and "1_2" are none."""
    if isinstance(value, bool) or (isinstance(value, str) and "_" in value):
        return None
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isinstance(value, str) or number == value else None


def read_options(
    game: str,
    table: Sequence[Option],
    counts: Sequence[int],
    players: Any,
    given: Mapping[str, Any],
    from_elsewhere: bool = False,
) -> tuple[int, dict[str, Any]]:
    """Check the number of players and all options; fill in the defaults of those that apply.

    Values from elsewhere are texts, and are parsed, not read: they open no file.
    """
    number = whole(players)
    if number is None or number not in counts:
        told = f"{game} is for {', '.join(map(str, counts))} players, not {players!r}"
        raise BadOption(told, "bad_players", game=game, players=str(players)[:QUOTED], allowed=list(counts))
    known = {option.name: option for option in table if number in option.players}
    for name in given:
        if name not in known:
            raise unknown_option(game, table, name, number)
    values = {}
    for name, option in known.items():
        take = option.parse if from_elsewhere else option.read
        with naming(game):
            values[name] = take(given[name], number) if name in given else option.default_for(number)
    return number, values


def unknown_option(game: str, table: Sequence[Option], name: str, players: int) -> BadOption:
    """There is no such option, or not with so many players."""
    counts = sorted({n for option in table if option.name == name for n in option.players})
    if counts:
        only = " or ".join(map(str, counts))
        told = f"option {name!r} does not apply to {players} players: it is for {only} players only"
        return BadOption(told, "option_players", game=game, option=name, players=players)
    offered = sorted({option.name for option in table if option.listed})
    house = sorted({option.name for option in table} - {*offered})
    told = f"{game} has no option {name!r}: its options are {', '.join(offered)}"
    told += f"; its house rules are {', '.join(house)}" if house else ""
    return BadOption(told, "no_option", game=game, option=name[:QUOTED])


@contextmanager
def naming(game: str) -> Iterator[None]:
    """What is wrong with an option is told with the name of its game, which has the words for it."""
    try:
        yield
    except BadOption as wrong:
        wrong.values["game"] = game
        raise
