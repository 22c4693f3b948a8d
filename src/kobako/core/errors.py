"""What can be wrong with a request, said so that the reader knows what would be right."""

from __future__ import annotations

from collections.abc import Sequence


class KobakoError(Exception):
    """The base of every error that Kobako raises on purpose."""


class BadGame(KobakoError):
    """A game's own definition is at fault: an unmarked field, a missing word, two names for one thing."""


class NotCompiled(KobakoError, RuntimeError):
    """A kernel of a game does not compile, and what was asked for cannot do without."""


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
    """An action of the game that may not be played now. `rule` is the rule that forbids it."""

    def __init__(self, action: str, rule: str, why: str, legal: Sequence[str]) -> None:
        self.action, self.rule, self.why, self.legal = action, rule, why, tuple(legal)
        super().__init__(f"{action!r} is not allowed ({rule}): {why} Allowed now: {', '.join(legal)}.")
