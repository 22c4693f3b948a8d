"""What can be wrong with a request, said so that the reader knows what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kobako.core.game import Game


class KobakoError(Exception):
    """The base of every error that Kobako raises on purpose."""


class BadGame(KobakoError):
    """A game's own definition is at fault: an unmarked field, a missing word, two names for one thing."""


class UnknownGame(KobakoError, LookupError):
    """There is no game of that name."""


class BadOption(KobakoError, ValueError):
    """An option, or its value, or the number of players, is not one this game has."""


class BadSeed(KobakoError, ValueError):
    """A seed is not a whole number of at most 128 bits, nor its hexadecimal digits."""


class BadSeat(KobakoError, ValueError):
    """There is no such seat at this table."""


class BadKifu(KobakoError, ValueError):
    """A kifu cannot be read or does not replay. `line` is the line at fault, counted from 1."""

    def __init__(self, why: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"kifu line {line}: {why}" if line else f"kifu: {why}")


class OtherRules(BadKifu):
    """A kifu was played under rules of another version than the ones here."""


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
        super().__init__(f"{where}{self._worded(repr(action), 'en')} Allowed now: {', '.join(legal)}.")

    def words(self, lang: str = "en") -> str:
        """That the action is not allowed, by which rule, and what it says: for a person."""
        return self._worded(self.action, lang)

    def _worded(self, action: str, lang: str) -> str:
        words = self.game.words(lang)
        return words.label("refused", action=action, rule=self.rule, why=words.get("rule", self.rule))

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.game, self.action, self.rule, self.legal, self.where)
