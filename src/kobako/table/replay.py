"""A finished game told again, position by position, for whoever's eyes: docs/protocol.md says what is in it."""

from __future__ import annotations

from kobako.core.kifu import steps
from kobako.core.match import Match
from kobako.core.shown import LogItem, ShownView
from kobako.table.frame import shown_item
from kobako.table.protocol import Replay, ReplayPosition

FORMAT = 2


def replay(kifu: str, from_elsewhere: bool = False) -> Replay:
    """Every position of a recorded game, with nothing hidden and as each seat saw it."""
    positions: list[ReplayPosition] = []
    told = 0
    for match in steps(kifu, from_elsewhere):
        positions.append(position(match, told))
        told = len(match.events)
    return {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.version,
        "players": match.players,
        "options": match.setup.option_texts(),
        "house_rules": dict(match.setup.house_rules),
        "seed": match.seed,
        "seed_hash": match.seed_hash,
        "names": match.names,
        "winners": match.winners if match.over else None,
        "positions": positions,
    }


def position(match: Match, told: int) -> ReplayPosition:
    """One position: who came here by which action; and what all, a spectator and each seat see and are told."""
    fresh = match.events[told:]
    views: dict[str, ShownView] = {"all": match.game.notation.show(match.state)}
    events: dict[str, list[LogItem]] = {"all": [{"ply": event.ply, **event.show()} for event in fresh]}
    for eyes, seat in [("none", None), *((str(seat), seat) for seat in range(match.players))]:
        views[eyes] = match.view(seat).show()
        events[eyes] = [shown_item(event, seat) for event in fresh]
    return {
        "ply": len(match.actions),
        "seat": match.seats[-1] if match.seats else None,
        "action": match.setup.describe(match.actions[-1]) if match.actions else None,
        "acting": [] if match.seat is None else [match.seat],
        "scores": match.scores,
        "ranks": match.ranks,
        "events": events,
        "views": views,
    }
