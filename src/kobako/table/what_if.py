"""What if: a side table, made from what one seat knows and from nothing else.

The cards that the seat cannot see are imagined, and chance is a fresh one: nothing that happens there tells anything
about the table it was made at.
"""

from __future__ import annotations

import random

from kobako.core.position import View
from kobako.core.seeds import parse_seed
from kobako.table.requests import Refused, Request, Sit, SitBot
from kobako.table.table import Table
from kobako.table.terms import Terms


def what_if(table: Table, name: str, seat: int, rng: random.Random | None = None) -> Terms:
    """The terms of a side table that goes on from what a seat now knows of a table; `name` is that table's."""
    if not table.can_ask_what_if(seat):
        raise Refused("no_what_if", "“what if” is for who plays against bots alone at a practice table, while it runs")
    return imagined(table.view(seat), name, table.terms.hints, rng or random.SystemRandom())


def imagined(view: View, name: str, hints: bool | None, rng: random.Random) -> Terms:
    """The terms of a side table that begins at a position which fits a view. It is given no more, so it cannot peek."""
    return Terms(
        view.setup,
        parse_seed(None),
        private=True,
        hints=hints,
        opening=(),
        position=view.imagined_position(rng),
        what_if=name,
    )


def same_company(table: Table, seat: int, key: str) -> list[Request]:
    """The same bots as at a table, and its one person, to whom the key belongs."""
    me = table.seats[seat]
    bots = [SitBot(i, held.level or "regular", held.face) for i, held in enumerate(table.seats) if i != seat]
    return [*bots, Sit(seat, key, me.name, me.face)]
