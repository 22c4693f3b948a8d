"""What can be wrong with a request, said so that the reader knows what would be right."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kobako.core.game import Game


class KobakoError(Exception):
    """The base of every error that Kobako raises on purpose: its message is English, and says what would be right.

    One that a player may meet has a `code` with its `values`: from these the catalogues have words in every language.
    """

    code = ""

    def __init__(self, message: str = "", code: str = "", **values: Any) -> None:
        super().__init__(message)
        self.code, self.values = code or self.code, values


class BadGame(KobakoError):
    """A game's own definition is at fault: an unmarked field, a missing word, two names for one thing."""


class NotCompiled(KobakoError, RuntimeError):
    """A kernel of a game does not compile, and what was asked for cannot do without."""


class UnknownGame(KobakoError, LookupError):
    """There is no game of that name."""

    code = "no_game"


class BadOption(KobakoError, ValueError):
    """An option, or its value, or the number of players, is not one this game has."""


class BadSeed(KobakoError, ValueError):
    """A seed is not a whole number of at most 128 bits, nor its hexadecimal digits."""


class BadSeat(KobakoError, ValueError):
    """There is no such seat at this table."""


class BadPosition(KobakoError, ValueError):
    """No game of this setup can begin at such a position."""


class BadKifu(KobakoError, ValueError):
    """A kifu cannot be read or does not replay. `line` is the line at fault, counted from 1."""

    code = "bad_kifu"

    def __init__(self, why: str, line: int | None = None, code: str = "", **values: Any) -> None:
        self.why, self.line = why, line
        where = {"line": line} if line else {}
        super().__init__(f"kifu line {line}: {why}" if line else f"kifu: {why}", code, **where, **values)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.why, self.line), self.__dict__


class OtherRules(BadKifu):
    """A kifu was played under rules of another version than the ones here."""

    code = "kifu_rules"


class UnknownAction(KobakoError, ValueError):
    """A text or number that names no action of the game at all."""


class GameOver(KobakoError, ValueError):
    """The game has ended: nothing more can be played."""


class IllegalAction(KobakoError, ValueError):
    """An action of the game that may not be played now: `rule` is the rule that forbids it, `why` its words.

    `words("ja")` says so in another language; `where` names the game at fault, of many.
    """

    def __init__(self, game: Game, action: str, rule: str, legal: Sequence[str], where: str = "") -> None:
        self.game, self.action, self.rule, self.legal, self.where = game, action, rule, tuple(legal), where
        self.why = game.words().get("rule", rule)
        message = f"{where}{self._worded(repr(action), 'en')} Allowed now: {', '.join(legal)}."
        super().__init__(message, "illegal", action=action, rule=rule)

    def words(self, lang: str = "en") -> str:
        """That the action is not allowed, by which rule, and what it says: for a person."""
        return self._worded(self.action, lang)

    def _worded(self, action: str, lang: str) -> str:
        words = self.game.words(lang)
        return words.refusal("illegal", {"action": action, "rule": self.rule}, words)

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.game, self.action, self.rule, self.legal, self.where)


def describe(wrong: BaseException) -> str:
    """An exception in one line: its kind, what it says, and where it was raised."""
    said = " ".join(str(wrong).split())
    if isinstance(wrong, KobakoError):
        return said  # said on purpose: where it was raised tells nothing more
    frames = [at for at in traceback.extract_tb(wrong.__traceback__) if not at.filename.startswith("<frozen")]
    known = frames and not isinstance(wrong, SyntaxError)  # which says itself where it is
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if known else ""
    return f"{type(wrong).__name__}: {said}{where}" if said else f"{type(wrong).__name__}{where}"
