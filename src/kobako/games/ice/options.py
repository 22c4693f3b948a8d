"""The option `colours` of three players: which three of the four are in play (ICE-2)."""

from collections.abc import Sequence, Set
from itertools import combinations
from typing import Any

from kobako.core.fields import State
from kobako.core.options import Option
from kobako.games.ice.notation import COLOUR_NAMES, LETTERS

ALL = (1 << len(COLOUR_NAMES)) - 1


class Colours(Option):
    """Three colours, by name or letter, in any order. The value is their names in the order of the box."""

    several = COLOUR_NAMES

    def __init__(self) -> None:
        default = COLOUR_NAMES[:3]
        allowed = f"three of {', '.join(COLOUR_NAMES)} (default {' '.join(default)})"
        super().__init__("colours", default, allowed, players=(3,))

    def read(self, value: Any, players: int) -> tuple[str, ...]:
        parts: list[Any] = []
        if isinstance(value, str):
            parts = value.replace(",", " ").split()
        elif isinstance(value, (Sequence, Set)):
            parts = list(value)
        names = {letter.lower(): name for letter, name in zip(LETTERS, COLOUR_NAMES)} | {
            name: name for name in COLOUR_NAMES
        }
        chosen = [names.get(part.strip().lower()) if isinstance(part, str) else None for part in parts]
        if len(chosen) != 3 or len(set(chosen)) != 3 or None in chosen:
            raise self.refusal(value)
        return tuple(name for name in COLOUR_NAMES if name in chosen)

    def text(self, value: Any) -> str:
        return " ".join(value)

    def store(self, s: State, value: Any) -> None:
        """As a bit a colour; two and four players use all four, and have no such option."""
        chosen = sum(1 << colour for colour, name in enumerate(COLOUR_NAMES) if name in value)
        super().store(s, chosen if s.players == 3 else ALL)

    def choices(self, players: int) -> Sequence[tuple[str, ...]]:
        """Each three of the four, the default first."""
        return tuple(combinations(COLOUR_NAMES, 3))

    def samples(self, players: int) -> Sequence[tuple[str, ...]]:
        return (COLOUR_NAMES[:3], COLOUR_NAMES[1:])
