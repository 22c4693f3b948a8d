"""A table's row in the store: what does not change while it is played, and is needed to play it on."""

from __future__ import annotations

from base64 import b64decode, b64encode
from functools import lru_cache
from typing import Any

from kobako.core.errors import KobakoError, UnknownGame
from kobako.core.game import Setup
from kobako.core.lessons import find_lesson
from kobako.core.registry import game as find_game
from kobako.core.seeds import parse_seed
from kobako.table import Clock, Entry, Table, Terms


class OldRules(KobakoError):
    """The table was played under rules that are no longer here."""

    code = "old_rules"


def row_of(name: str, terms: Terms, table: Table, now: float, maker: str = "") -> dict[str, Any]:
    """A new table as it is stored."""
    setup = terms.setup
    return {
        "id": name,
        "made": now,
        "updated": now,
        "status": table.status,
        "game": setup.game.name,
        "rules": setup.game.version,
        "players": setup.players,
        "options": setup.option_texts(),
        "seed": terms.proof,
        "private": terms.private,
        "clock": None if terms.clock is None else {"bank": terms.clock.bank, "per_move": terms.clock.per_move},
        "hints": terms.hints,
        "opening": None if terms.opening is None else list(terms.opening),
        "lesson": terms.lesson.name if terms.lesson else None,
        "position": None if terms.position is None else b64encode(terms.position).decode(),
        "what_if": terms.what_if,
        "maker": maker or None,
        "driver_until": 0.0,
    }


def stored(entry: Entry) -> dict[str, Any]:
    """An entry as a page stores it."""
    return {"seq": entry.seq, "at": entry.at, "kind": entry.kind, "data": entry.data()}


@lru_cache(256)
def setup_of(game: str, players: int, options: tuple[tuple[str, str], ...]) -> Setup:
    """The setup that all tables of the same game and options share."""
    return find_game(game).setup_from(str(players), dict(options))


def terms_of(row: dict[str, Any]) -> Terms:
    """The terms of a stored table."""
    try:
        game = find_game(row["game"])
    except UnknownGame:
        raise OldRules(
            f"this table is of a game, {row['game']}, that is no longer here. If it was finished, its kifu and replay "
            "can still be read."
        ) from None
    if row["rules"] != game.version:
        raise OldRules(
            f"this table is of rules {row['rules']} of {game.name}; here are rules {game.version}, and a game is not "
            "played on by other rules. If it was finished, its kifu and replay can still be read."
        )
    return Terms(
        setup_of(game.name, row["players"], tuple(row["options"].items())),
        parse_seed(row["seed"]),
        row["private"],
        Clock(**row["clock"]) if row["clock"] else None,
        row["hints"],
        None if row["opening"] is None else tuple(row["opening"]),
        find_lesson(game, row["lesson"]) if row["lesson"] else None,
        None if row["position"] is None else b64decode(row["position"]),
        row["what_if"],
    )
