"""A whole game as readable text: every state, what each seat sees of it, every legal action. Kept, it shows any change.

After the start only what changed is written; of a view, only where it differs from the state.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from kobako.core.game import Setup
from kobako.core.match import Match


def playthrough(setup: Setup, seed: int) -> str:
    """One random game, written out."""
    return "\n".join(_lines(setup, seed)) + "\n"


def _lines(setup: Setup, seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    match = setup.new(seed)
    yield f"# {setup!r}, seed {match.seed}, seed hash {match.seed_hash}"
    yield f"# rules {match.game.version}, at most {setup.bound} decisions"
    before: dict[str, set[str]] = {}
    told = 0
    while True:
        yield from _news(match, told)
        told = len(match.events)
        for who, facts in _facts(match).items():
            for fact in facts:
                if fact not in before.get(who, ()):
                    yield f"  {who}: {fact}"
            before[who] = set(facts)
        if match.over:
            break
        legal = match.legal()
        yield f"  legal: {', '.join(map(str, legal))}"
        action = rng.choice(legal)
        yield f"{len(match.actions) + 1}. seat {match.seat}: {action}"
        match.play(action)
    yield f"scores {match.scores}, ranks {match.ranks}, winners {match.winners}"


def _news(match: Match, told: int) -> Iterator[str]:
    for event in match.events[told:]:
        yield f"  > {event}"
        others = {str(event.seen_by(seat)) for seat in (*range(match.players), None)} - {str(event)}
        for text in sorted(others):
            yield f"  > (others read: {text})"


def _facts(match: Match) -> dict[str, list[str]]:
    """The state as `path = value` lines, and of each view those that are not the same in the state."""
    true = list(_flat("", match.game.notation.show(match.state)))
    facts = {"state": true}
    for viewer in (*range(match.players), None):
        seen = _flat("", match.view(viewer).show())
        facts["spectator" if viewer is None else f"seat {viewer}"] = [fact for fact in seen if fact not in set(true)]
    return facts


def _flat(path: str, value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _flat(f"{path}.{key}" if path else key, part)
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for i, part in enumerate(value):
            yield from _flat(f"{path}.{i}", part)
    elif isinstance(value, list):
        yield f"{path} = [{' '.join(map(str, value))}]"
    else:
        yield f"{path} = {json.dumps(value, ensure_ascii=False)}"
