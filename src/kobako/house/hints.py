"""A hint as it is sent: what the search thinks of each action, what speaks for the best, what the others may hold."""

from __future__ import annotations

from collections.abc import Sequence

from kobako.bots.beliefs import beliefs
from kobako.bots.report import hint_reasons
from kobako.bots.search.search import Candidate
from kobako.core.position import View
from kobako.table.frame import shown_candidate
from kobako.table.protocol import Hint


def shown_hint(id: str, turn: int, view: View, thought: Sequence[Candidate]) -> Hint:
    """What is told of a decision that was thought about. It takes some hundredths of a second: not between others."""
    return {
        "type": "hint",
        "id": id,
        "turn": turn,
        "candidates": [shown_candidate(candidate) for candidate in thought],
        "why": hint_reasons(view, thought),
        "beliefs": [
            {"seat": seat, "piece": piece, "chance": round(chance, 3)}
            for seat, pieces in beliefs(view).items()
            for piece, chance in pieces.items()
        ],
    }
