"""Words: one catalogue per game and language, from which the log, the terminal and the browser speak.

A catalogue is a TOML file beside the game: names of pieces, a sentence for each event and for each rule that can forbid
a move, labels. Sentences have `{name}` where an event's number stands; `{n:chip|chips}` writes "1 chip", "2 chips",
and `{n:none|# chips}` with a `#` for the number says something else, or nothing, of 0.
A name of many pieces is written once: `"{} pass" = "{} (pass)"` speaks for every card that ends so and has no name of
its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from kobako.core.errors import BadGame, BadSeat, KobakoError
from kobako.core.events import EventKind
from kobako.core.shown import MadePart

LANGUAGES = ("en", "ja")


class Number(int):
    """A whole number that knows how to be counted: f"{Number(2):chip|chips}" is "2 chips"."""

    def __format__(self, spec: str) -> str:
        said = minus(int(self))
        if "|" not in spec:
            return said
        one, many = spec.split("|")
        if "#" in many:
            return many.replace("#", said) if self else one
        return f"{said} {one if abs(self) == 1 else many}"


def minus(number: float | str) -> str:
    """A number as people read it: its minus is as wide as a digit. Notation keeps the hyphen, which can be typed."""
    return str(number).replace("-", "−")


class Words:
    """A catalogue in one language, of a game or of a screen, and the sentences that are made from it.

    web/src/lib/words.svelte.ts makes the same sentences from the same catalogues.
    """

    def __init__(self, tables: dict[str, Any], lang: str) -> None:
        self.tables, self.lang = tables, lang

    def get(self, section: str, key: str, default: str | None = None) -> str:
        """A text of the catalogue; without a default, a missing one is an error of the game's."""
        entry = self.entry(section, key)
        if entry is None and default is None:
            raise BadGame(f"no {self.lang} text for {section}.{key}")
        if entry is None:
            return str(default)
        text = str(self.tables[section][entry])
        if entry == key:
            return text
        before, _, after = entry.partition("{}")
        return text.replace("{}", key[len(before) : len(key) - len(after)])

    def line(self, key: str) -> str:
        """A text that is in no section: `title`, `about`."""
        if not isinstance(self.tables.get(key), str):
            raise BadGame(f"no {self.lang} text for {key!r}: it stands at the top of words.{self.lang}.toml")
        return str(self.tables[key])

    def has(self, section: str, key: str) -> bool:
        """Whether the catalogue has this text."""
        return self.entry(section, key) is not None

    def entry(self, section: str, key: str) -> str | None:
        """The key under which the catalogue has a text: itself, or one with `{}` that speaks for it."""
        table = self.tables.get(section, {})
        if key in table:
            return key
        for shape in table:
            before, hole, after = shape.partition("{}")
            if hole and len(key) > len(before) + len(after) and key.startswith(before) and key.endswith(after):
                return str(shape)
        return None

    def label(self, key: str, **values: Any) -> str:
        """A label, filled in."""
        return self.get("label", key).format(**{k: number(v) for k, v in values.items()})

    def option(self, name: str) -> str:
        """What an option is called."""
        return self.get("option", name, name.replace("_", " ").capitalize())

    def option_value(self, name: str, text: str) -> str:
        """What a value of an option, written as in a kifu, is called."""
        texts = self.tables.get("option", {})
        if name == "first" and text.isdigit():
            return self.seat(int(text))
        return str(texts.get(f"{name}={text}", texts.get(text, text)))

    def view_key(self, key: str) -> str:
        """What a part of a shown view is called: the section [view] of the words."""
        return self.get("view", key, key.replace("_", " ").capitalize())

    def view_value(self, text: str, key: str = "") -> str:
        """What a value in a shown view is called: in [view] by "key=text" or "=text", or in the section of the key."""
        own = next((name for name in (f"{key}={text}", f"={text}") if self.has("view", name)), None)
        return self.get("view", own) if own else self.get(key, text, text)

    def seat(self, seat: int, names: Sequence[str] | None = None) -> str:
        """A player's name, or the number of their seat: counted from 1, as people do; programs and kifu begin at 0."""
        if names and not seat < len(names):
            raise BadSeat(f"no name for seat {seat}: names are one for every seat, not {len(names)}")
        return names[seat] if names and names[seat] else self.get("label", "seat").format(seat=seat + 1)

    def sentence(self, kind: EventKind, shown: Mapping[str, Any], names: Sequence[str] | None = None) -> str:
        """An event in words, its pieces as `Event.show` writes them: what is not seen is None."""
        pieces = {arg.name: self.piece(arg.kind, shown[arg.name], names) for arg in kind.args}
        unseen = f"{kind.name}_unseen"
        hidden = any(shown[arg.name] is None for arg in kind.args) and self.has("event", unseen)
        return self.get("event", unseen if hidden else kind.name).format(**pieces)

    def move(self, kind: str, pieces: Mapping[str, Any], names: Sequence[str] | None = None) -> str | None:
        """A move in words, by the sentence that [move] has for its kind; None where it has none."""
        if not self.has("move", kind):
            return None
        return self.get("move", kind).format(**{name: self.piece(name, value, names) for name, value in pieces.items()})

    def made(self, part: MadePart) -> str:
        """A part of what made a score: by the section [made] of the words, or by the name of its event."""
        kind, gain = part["kind"], minus(f"{part['points']:+d}")
        text = self.get("made", kind, f"{kind.replace('_', ' ').capitalize()} {{gain}}")
        sums = {name: number(value) for name, value in part["sums"].items()}
        return text.format(**{**sums, "gain": gain, "times": number(part["times"])})

    def piece(self, kind: str, value: Any, names: Sequence[str] | None = None) -> Any:
        """What an event or a move names: a player, a card by its name, a number to be counted."""
        if value is None:
            return self.label("unseen")
        if kind == "seat":
            return self.seat(int(value), names)
        return self.get(kind, value, value) if isinstance(value, str) else number(value)

    def refusal(self, code: str, values: Mapping[str, Any], game: Words | None = None) -> str:
        """Why something was refused, by its code and what belongs to it; "" if there are no words for it.

        A game may have words of its own for what is wrong with its options.
        """
        home = game if game and game.has("refusal", code) else self
        told = {name: self._told(name, value, values, game) for name, value in values.items()}
        if game and "rule" in values:
            told["why"] = game.get("rule", values["rule"], "")
        try:
            return home.get("refusal", code, "").format(**told)
        except KeyError:  # another version than this one told it, with other values
            return ""

    def _told(self, name: str, value: Any, values: Mapping[str, Any], game: Words | None) -> Any:
        """A value of a refusal, in words where there are any."""
        if isinstance(value, list):
            named = map(game.option, value) if game and name == "options" else map(str, value)
            return self.label("comma").join(named)
        if game and name == "game":
            return game.line("title")
        if game and name == "option":
            return game.option(value)
        if game and name == "value":
            return game.option_value(str(values.get("option")), value)
        return self.seat(value) if name == "seat" else number(value)


def number(value: Any) -> Any:
    return Number(value) if isinstance(value, int) and not isinstance(value, bool) else value


def check_lang(lang: str) -> str:
    """The language, if it is one we speak."""
    if lang not in LANGUAGES:
        raise KobakoError(f"no language {lang!r}: there are {', '.join(LANGUAGES)}")
    return lang


@cache
def load_words(package: str, lang: str) -> Words:
    """The catalogue `words.LANG.toml` of a game's package, over the words of core."""
    check_lang(lang)
    tables: dict[str, Any] = {}
    for home in ("kobako.core", package):
        for section, content in read_catalogue(home, lang).items():
            if isinstance(content, dict):
                tables[section] = {**tables.get(section, {}), **content}
            else:
                tables[section] = content
    return Words(tables, lang)


def read_catalogue(package: str, lang: str) -> dict[str, Any]:
    """The file of one package; another language's where it has none in this one."""
    for known in dict.fromkeys((lang, *LANGUAGES)):
        path = files(package).joinpath(f"words.{known}.toml")
        if path.is_file():
            try:
                return tomllib.loads(path.read_text(encoding="utf-8"))
            except ValueError as wrong:  # no TOML, or no UTF-8
                raise BadGame(f"words.{known}.toml of {package} cannot be read: {wrong}") from None
    raise BadGame(f"{package} has no words: its words.{LANGUAGES[0]}.toml is missing")
