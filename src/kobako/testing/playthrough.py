"""A whole game as readable text: every state, what each seat is told, every legal action. Kept, it shows any change."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from kobako.core.game import Setup


def playthrough(setup: Setup, seed: int) -> str:
    """One random game, written out."""
    return "\n".join(_lines(setup, seed)) + "\n"


def _lines(setup: Setup, seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    match = setup.new(seed)
    yield f"# {setup!r}, seed {match.seed}, seed hash {match.seed_hash}"
    yield f"# rules {match.game.version}, at most {setup.bound} decisions"
    told = 0
    while True:
        yield ""
        for event in match.events[told:]:
            yield f"  {event}"
            for seat in range(match.players):
                if (seen := event.seen_by(seat)).record != event.record:
                    yield f"    seat {seat} is told: {seen}"
        told = len(match.events)
        yield f"state {json.dumps(match.game.notation.show(match.state), ensure_ascii=False)}"
        for viewer in (*range(match.players), None):
            who = "spectator" if viewer is None else f"seat {viewer}"
            yield f"{who} sees {json.dumps(match.view(viewer).show(), ensure_ascii=False)}"
        if match.over:
            break
        legal = match.legal()
        yield f"legal {', '.join(map(str, legal))}"
        action = rng.choice(legal)
        yield f"ply {len(match.actions) + 1}: seat {match.seat} plays {action}"
        match.play(action)
    yield f"scores {match.scores}, ranks {match.ranks}, winners {match.winners}"
