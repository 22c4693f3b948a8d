"""A frame: the table as one viewer may know it, ready to be sent. docs/protocol.md says what is in it."""

from __future__ import annotations

from typing import Any

from kobako.core.match import Event
from kobako.table.table import SPECTATOR, Item, Table


def frame(table: Table, viewer: int, now: float, log_from: int = 0) -> dict[str, Any]:
    """All that a seat, or a SPECTATOR, is shown of a table, with the log from an item on."""
    match, seat = table.match, None if viewer == SPECTATOR else viewer
    setup = table.terms.setup
    chosen = table.chosen(viewer)
    return {
        "type": "table",
        "seq": table.seq(viewer),
        "turn": table.turn,
        "status": table.status,
        "seats": [{"by": s.by, "name": s.name, "level": s.level, "away": s.away} for s in table.seats],
        "acting": table.acting,
        "view": match.view(seat).show() if match else None,
        "legal": [setup.describe(action) for action in table.legal(viewer)],
        "chosen": None if chosen is None else setup.describe(chosen),
        "held": table.held is not None and table.held == viewer,
        "can": abilities(table, viewer),
        "scores": match.scores if match else [],
        "ranks": match.ranks if match else [],
        "winners": match.winners if match and match.over else None,
        "clocks": shown_clocks(table, viewer, now),
        "time": round(now, 3),
        "seed": table.terms.proof if table.status == "over" else None,
        "next": table.next,
        "log": {"from": log_from, "items": [shown_item(item, seat) for item in table.log[log_from:]]},
    }


def abilities(table: Table, viewer: int) -> list[str]:
    """Which requests, besides acting, this viewer can make now."""
    if viewer == SPECTATOR:
        return []
    return [
        what
        for what, possible in (
            ("undo", table.can_undo(viewer)),
            ("confirm", table.held == viewer),
            ("hint", table.hints and bool(table.legal(viewer))),
            ("rematch", table.status == "over"),
        )
        if possible
    ]


def shown_clocks(table: Table, viewer: int, now: float) -> list[dict[str, Any]] | None:
    """The clocks; while all choose at once, the others' run on whether they have chosen or not."""
    if table.clocks is None:
        return None
    shown = []
    for seat in range(len(table.seats)):
        running = seat in (table.owing if seat == viewer else table.acting)
        hidden = running and seat != viewer
        left = table.clocks.left_unstopped(seat, now) if hidden else table.clocks.left(seat, now)
        shown.append({"left": round(left, 1), "running": running})
    return shown


def shown_item(item: Item, seat: int | None) -> dict[str, Any]:
    """An item of the log as this seat may read it."""
    if isinstance(item, Event):
        return {"ply": item.ply, **item.seen_by(seat).show()}
    return dict(item)


def welcome(table: Table, name: str, viewer: int) -> dict[str, Any]:
    """What does not change while one sits here."""
    terms = table.terms
    return {
        "type": "welcome",
        "protocol": 1,
        "table": name,
        "you": None if viewer == SPECTATOR else viewer,
        "game": terms.setup.game.name,
        "rules": terms.setup.game.version,
        "players": terms.setup.players,
        "options": terms.setup.option_texts(),
        "private": terms.private,
        "practice": terms.practice,
        "hints": table.hints,
        "clock": {"bank": terms.clock.bank, "per_move": terms.clock.per_move} if terms.clock else None,
        "seed_hash": terms.promise,
    }
