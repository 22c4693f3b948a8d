"""House rules: numbers of a rulebook that a table may change, by naming them.

They are declared with the fields of a state (`fields.house`), and are options like any other, but that no list of
options has them: where nobody names one, the rulebook holds, and neither state, kifu nor screen says a word of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kobako.core.errors import BadOption
from kobako.core.fields import Field, House, State
from kobako.core.options import QUOTED, Option, whole


class HouseRule(Option):
    """A number of the rulebook, and the whole numbers that a table may have instead."""

    listed = False

    def __init__(self, field: str, about: House, counts: Sequence[int]) -> None:
        self.field, self.rule = field, about.rule
        self.rulebook = {n: value for n, value in about.rulebook if n in counts}
        self.least, self.most = dict(about.least), dict(about.most)
        super().__init__(about.option or field, None, self._allowed(), tuple(self.rulebook))

    def _allowed(self) -> str:
        """What is allowed, and what the rulebook has, by the number of players where that matters."""
        counts = list(self.rulebook)
        if len({self.told(n) for n in counts}) == 1:
            return self.told(counts[0])
        if len({(self.least[n], self.most[n]) for n in counts}) > 1:
            return "; ".join(f"with {n} players {self.told(n)}" for n in counts)
        values, players = (", ".join(map(str, numbers)) for numbers in (self.rulebook.values(), counts))
        return f"{self.least[counts[0]]} to {self.most[counts[0]]} (rulebook: {values} with {players} players)"

    def told(self, players: int) -> str:
        """What is allowed with so many players."""
        return f"{self.least[players]} to {self.most[players]} (rulebook: {self.rulebook[players]})"

    def default_for(self, players: int) -> int:
        return self.rulebook[players]

    def is_house(self, value: Any, players: int) -> bool:
        return bool(value != self.rulebook[players])

    def read(self, value: Any, players: int) -> int:
        number = whole(value)
        least, most, rulebook = self.least[players], self.most[players], self.rulebook[players]
        if number is None or not least <= number <= most:
            raise BadOption(
                f"house rule {self.name!r} cannot be {value!r}: allowed is {self.told(players)}, see {self.rule}",
                "bad_house_rule",
                option=self.name,
                value=str(value)[:QUOTED],
                least=least,
                most=most,
                rulebook=rulebook,
                rule=self.rule,
            )
        return number

    def store(self, s: State, value: Any) -> None:
        setattr(s, self.field, value)

    def house_samples(self, players: int) -> Sequence[int]:
        """The least and the most."""
        ends = (self.least[players], self.most[players])
        return [value for value in ends if self.is_house(value, players)]


def house_rules(table: Mapping[str, Field], counts: Sequence[int]) -> tuple[HouseRule, ...]:
    """The house rules among a state's fields, for a game that is for so many players."""
    return tuple(HouseRule(name, field, counts) for name, field in table.items() if isinstance(field, House))


class Misfit(NamedTuple):
    """House rules that cannot be played together: more pieces are needed than there are."""

    rule: str
    options: tuple[str, ...]  # those that have to do with it
    needed: int
    there: int

    def refusal(self, game: str, players: int) -> BadOption:
        told = ", ".join(map(repr, self.options))
        return BadOption(
            f"with {players} players {self.rule} needs {self.needed}, and there are {self.there}: change {told}",
            "misfit",
            game=game,
            players=players,
            options=list(self.options),
            rule=self.rule,
            needed=self.needed,
            there=self.there,
        )
