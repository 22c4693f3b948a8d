"""The lobby: public tables that wait or are played. Every guest who makes tables has the same share of it.

First comes one of each guest's, then each guest's second, and so on: who makes a thousand tables stands first with one,
and be somebody at all of them. Among those of one turn, and of one guest's, those with somebody there come first.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kobako.house.limits import guest_at

if TYPE_CHECKING:
    from kobako.house.house import House, Room

SHOWN = 50
LOBBY = 3600.0  # seconds for which a public table that nothing happens at stays in the lobby


class Listed(NamedTuple):
    """A table that could be shown."""

    name: str
    status: str
    updated: float
    maker: str
    present: bool = False


def maker_of(client: str) -> str:
    """What is kept of who made a table: enough to tell today's guests apart, and no address."""
    day = int(time.time() // 86_400)
    return hashlib.blake2s(f"{day} {guest_at(client)}".encode(), digest_size=8).hexdigest()


async def listed_names(house: House) -> list[str]:
    """The names of the tables to be shown, those that wait first."""
    since = house.now() - LOBBY
    stored = await house.store.lobby(since)
    here = {room.name: listed(room) for room in house.rooms.values() if public(room) and room.table.updated > since}
    return fair([*here.values(), *(Listed(*row) for row in stored if row[0] not in here)])


def public(room: Room) -> bool:
    """Whether somebody is at a table that anyone may come to."""
    return bool(room.viewers) and not room.table.terms.private and room.table.status != "over"


def listed(room: Room) -> Listed:
    return Listed(room.name, room.table.status, room.table.updated, room.maker or room.name, any(room.present))


def fair(tables: Iterable[Listed]) -> list[str]:
    """As many as are shown, of each maker as many as of every other."""
    turns: Counter[str] = Counter()
    ranked = []
    for table in sorted(tables, key=lambda table: (not table.present, -table.updated)):
        turns[table.maker] += 1
        ranked.append((turns[table.maker], not table.present, table.status != "waiting", -table.updated, table))
    chosen = [table for *_, table in sorted(ranked)[:SHOWN]]
    return [table.name for table in sorted(chosen, key=lambda table: table.status != "waiting")]
