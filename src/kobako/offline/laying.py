"""The next deal of what somebody is likely to play, laid in their own browser: their next visit begins with it.

Bots that are to begin have moved when it is taken: so the person's first move never waits for Python.
"""

from __future__ import annotations

import json

from kobako.bots.characters import bot_of
from kobako.core.errors import KobakoError
from kobako.core.seeds import parse_seed
from kobako.house.faults import Fault
from kobako.house.openings import Laid, against_bots
from kobako.house.parts import Thinkers
from kobako.house.text import as_json
from kobako.house.wishes import table_wish
from kobako.offline.page import seed_at


async def laid_for(said: str, thinkers: Thinkers) -> str | None:
    """The opening of a fresh deal of what is wished for. None: it is not of a kind that is foreseen."""
    try:
        wish = table_wish(json.loads(said))
        if not against_bots(wish):
            return None
        laid = Laid(wish, parse_seed(None))
        await let_bots_begin(laid, thinkers)
        return as_json(laid.opening()).decode()
    except (Fault, KobakoError):
        return None


async def let_bots_begin(laid: Laid, thinkers: Thinkers) -> None:
    """They move as at any table of a page, until the person is asked."""
    table = laid.table
    while table.status == "playing" and not laid.asked:
        [seat, *_] = table.owing
        bot, seed = table.seats[seat], seed_at(table, seat)
        level = bot_of(bot.level or "", bot.face)
        laid.move(seat, await thinkers.choose(table.deciding_view(seat), table.legal(seat), level, seed))
