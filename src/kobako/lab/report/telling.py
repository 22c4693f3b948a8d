"""The report's words in one language: titles, numbers as one reads them, findings as sentences.

`words.LANG.toml` beside this file has a title, what it is and how it was measured for every metric, and a sentence for
every finding. A sentence says how to read each of its values: `{share:percent}`, `{kind:action}`, `{seat:seat}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from kobako.core.words import Words, read_catalogue
from kobako.lab.metrics.names import METRICS
from kobako.lab.plan import VERSUS

if TYPE_CHECKING:
    from kobako.core.game import Game

HOLE = re.compile(r"\{(\w+):?([^}]*)\}")
KEYS = {  # what METRICS calls the keys, and what they are called here
    "kind of action": "action",
    "kind of event": "event",
    "EVENT.NUMBER": "number",
    "EVENT.ARG TEXT": "piece",
    "EVENT.NUMBER ARG TEXT": "piece",
}
Say = Callable[[float], str]


def key_kind(name: str) -> str:
    """What a metric's keys are, as `Telling.key` knows them; nothing if it has none."""
    kind = METRICS[name][1]
    return KEYS.get(kind, kind)


class Telling:
    """What the report says, of one game, in one language."""

    def __init__(self, game: Game, players: int, lang: str) -> None:
        self.game, self.players, self.lang = game, players, lang
        self.words = Words(catalogue(lang), lang)
        self.of_game = game.words(lang)

    def label(self, key: str, **values: Any) -> str:
        """A label of the page, filled in."""
        return self.words.label(key, **values)

    def metric(self, name: str, part: str) -> str:
        """Of a metric its `title`, `what` it is, or `how` it was measured."""
        texts = self.words.tables["metric"].get(name, {})
        return str(texts.get(part, name.rpartition(".")[2].replace("_", " ").capitalize() if part == "title" else ""))

    def sentence(self, code: str, values: Mapping[str, Any], part: str = "says") -> str:
        """A finding in words; or, as its part `so`, what one may do about it."""
        texts = self.words.tables["finding"].get(code, {})
        unit = str(values.get("unit", ""))
        return str(texts.get(part, "")).format(**{name: Told(self, value, unit) for name, value in values.items()})

    def compared(self, name: str, key: str = "") -> str:
        """A metric, or what it is for one key, as the subject of a sentence."""
        return self.words.get("compared", name, self.metric(name, "title")).format(key=self.key(key_kind(name), key))

    # Names

    def table(self, name: str) -> str:
        """What a line-up of bots is called."""
        if VERSUS in name:
            return self.key("bot>bot", name.replace(VERSUS, ">"))
        return self._players("table", name)

    def bot(self, name: str) -> str:
        """One player of a kind, in a sentence."""
        return self._players("bot", name)

    def among(self, name: str) -> str:
        """Players of a kind, in a sentence."""
        return self._players("among", name)

    def _players(self, section: str, name: str) -> str:
        """What the words call a bot, such as `random` or `search:100`; without words for it, its name."""
        kind, _, thought = name.partition(":")
        found = self.words.get(section, kind if thought.isdecimal() else name, name)
        return found.format(n=thought)

    def seat(self, seat: int) -> str:
        """A seat: people count from 1."""
        return self.label("seat", seat=seat + 1)

    def turn(self, turn: int) -> str:
        """The seat that comes first, second, … in turn."""
        return self.label("last_turn") if turn == self.players - 1 else self.words.get("turn", str(turn))

    def distance(self, seats: int) -> str:
        """Where somebody sits who is so many seats on, at a table of four or fewer."""
        if self.players == 2:
            return "other"
        return {1: "next", self.players - 1: "previous"}.get(seats, "opposite")

    def action(self, kind: str) -> str:
        """A kind of action, in the game's own words."""
        return self.of_game.get("kind", kind, kind.replace("_", " "))

    def event(self, kind: str, **named: str) -> str:
        """A kind of event: the game's sentence for it, with dots for who and what that is not named."""
        said = self.of_game.get("event", kind, kind.replace("_", " "))

        def filled(hole: re.Match[str]) -> str:
            counted = hole[2].partition("|")[2]
            return f"{named.get(hole[1], '…')}{' ' if counted else ''}{counted}"

        return HOLE.sub(filled, said).strip(" .。")

    def event_piece(self, key: str) -> str:
        """The event of a key such as `took.card 7`, with the piece in it; of `scored.rows`, with the number's name."""
        place, _, text = key.partition(" ")
        kind, _, arg = place.partition(".")
        if not text:
            return f"{self.number(arg)}: {self.event(kind)}"
        if text.startswith(tuple(f"{name} " for name in self._args(kind))):  # a number that comes with a piece
            number = self.number(arg)
            arg, _, text = text.partition(" ")
            return f"{number}: {self.event(kind, **{arg: self.piece(kind, arg, text)})}"
        return self.event(kind, **{arg: self.piece(kind, arg, text)})

    def number(self, name: str) -> str:
        """A number of an event: it has a name only, which the game may have words for."""
        return self.of_game.get("number", name, name.replace("_", " "))

    def _args(self, kind: str) -> dict[str, str]:
        """The names of an event's numbers, and of what kind of thing each is."""
        found = next((event for event in self.game.events.values() if event.name == kind), None)
        return {arg.name: arg.kind for arg in found.args} if found else {}

    def piece(self, kind: str, arg: str, text: str) -> str:
        """A card, a colour, … that an event names, in the game's own words."""
        return self.of_game.get(self._args(kind).get(arg, arg), text, text)

    def key(self, kind: str, key: str) -> str:
        """What a metric's key is called: a seat, a kind of action, a round, …"""
        match kind:
            case "seat" | "turn":
                return self.seat(int(key)) if kind == "seat" else self.turn(int(key))
            case "action":
                return self.action(key)
            case "kind|kind@seat":
                kind, _, seat = key.partition("@")
                return f"{self.action(kind)}: {self.seat(int(seat))}" if seat else self.action(kind)
            case "event":
                return self.event(key)
            case "number" | "piece":
                return self.event_piece(key)
            case "phase":
                return self.of_game.view_value(key, "phase")
            case "round":
                return self.label("round", round=key)
            case "bot>bot":
                return self.label(
                    "against", **dict(zip(("one", "other"), map(self.table, key.split(">")), strict=True))
                )
            case "distance":
                return self.words.get("key distance", self.distance(int(key)))
            case "thought":
                return plain(float(key))
        return self.words.get(f"key {kind}", key, key.replace("_", " "))

    # Numbers

    def say(self, unit: str) -> Say:
        """How numbers of a unit are written."""
        shape = self.words.get("unit", unit, "{}")
        if unit in PARTS:
            return lambda value: shape.format(plain(100 * value, unit))
        return lambda value: shape.format(plain(value, unit))

    def percent(self, value: float) -> str:
        """`37 %`."""
        return self.say("share")(value)


PARTS = ("share", "chance", "difference")  # written as so many of a hundred


def plain(value: float, unit: str = "") -> str:
    """A number with as many digits as one wants to read, and a minus as wide as a digit."""
    size = abs(value)
    digits = (
        0 if size >= 20 or (unit in (*PARTS, "minutes") and size >= 9.95) else 1 if size >= 0.95 or unit in PARTS else 2
    )
    said = f"{value:.{digits}f}"
    if "." in said:
        said = said.rstrip("0").rstrip(".")
    if float(said) == 0:
        return "0"
    if unit in ("difference", "gain") and value > 0:
        said = f"+{said}"
    return said.replace("-", "−")


class Told:
    """A value in a sentence: the word after the colon says what it is."""

    def __init__(self, telling: Telling, value: Any, unit: str = "") -> None:
        self.telling, self.value, self.unit = telling, value, unit

    def __format__(self, spec: str) -> str:
        telling, value = self.telling, self.value
        match spec:
            case "percent":
                return telling.percent(float(value))
            case "points":  # of a hundred, as a size
                return plain(100 * abs(float(value)), "share")
            case "signed":
                return plain(100 * float(value), "difference")
            case "number":
                return plain(float(value))
            case "about":  # so many whole ones, where that is near enough
                return plain(round(float(value)) if float(value) >= 9.5 else float(value))
            case "minutes":
                return plain(float(value), "minutes")
            case "unit":
                return telling.say(self.unit)(float(value))
            case "table":
                return telling.table(str(value))
            case "among":
                return telling.among(str(value))
            case "bot":
                return telling.bot(str(value))
            case "seat_no" | "turn_no":
                return telling.key(spec.removesuffix("_no"), str(int(value) - 1))
            case "":
                return str(value)
        return telling.key(spec, str(value))


@cache
def catalogue(lang: str) -> dict[str, Any]:
    """The report's own catalogue."""
    return read_catalogue("kobako.lab.report", lang)
