"""What may be wished for on a page, and what is meant by who does not say: as the models of the server have it."""

from __future__ import annotations

from typing import Any

from kobako.house.faults import Fault

SEAT_WISH = {"by": "open", "name": "", "level": None, "face": ""}
TABLE_WISH: dict[str, Any] = {
    "game": None,
    "players": 4,
    "options": {},
    "seats": [],
    "private": False,
    "clock": None,
    "hints": None,
    "table": None,
    "kifu": None,
    "ply": None,
    "practice": False,
    "lesson": None,
}
SIT_WISH = {"name": "", "seat": None, "face": ""}
BOT_WISH = {"level": None, "seat": None}


def table_wish(said: dict[str, Any]) -> dict[str, Any]:
    """A wish for a table, with every field, and every seat's."""
    wish = wished(TABLE_WISH, said)
    return {**wish, "seats": [wished(SEAT_WISH, seat) for seat in wish["seats"]]}


def wished(usual: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """A wish with every field. One that there is not is refused."""
    unknown = sorted(set(said) - set(usual))
    if unknown:
        raise Fault(422, "bad_request", f"no field {unknown[0]!r}: there are {', '.join(usual)}")
    return {**usual, **said}
