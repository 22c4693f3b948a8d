"""A review told in words: a line per decision, the costly ones marked, and at the end what cost each player most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kobako.bots.review import Decision
from kobako.core.match import Match
from kobako.core.words import Words
from kobako.terminal.telling import screen_words

WORST = 3
MARKS = ("  ", "! ", "!!")


def sentences(match: Match, decisions: Sequence[Decision], lang: str) -> Iterator[str]:
    """The review of a match."""
    words = screen_words(lang)
    called = [match.game.words(lang).seat(seat, match.names) for seat in range(match.players)]
    yield words.label("reviewed", title=match.game.title(lang), players=match.players, seed=match.seed)
    for decision in decisions:
        yield MARKS[decision.mark] + told(decision, called[decision.seat], words)
    yield ""
    for seat, name in enumerate(called):
        yield from summary([d for d in decisions if d.seat == seat], name, words)


def told(decision: Decision, name: str, words: Words) -> str:
    """One decision."""
    return words.label(
        "agreed" if decision.agreed else "preferred",
        ply=decision.ply,
        name=name,
        played=decision.played.action.text,
        share=_percent(decision.played.value),
        preferred=decision.preferred.action.text,
        best=_percent(decision.preferred.value),
        cost=_points(decision.cost),
    )


def summary(decisions: Sequence[Decision], name: str, words: Words) -> Iterator[str]:
    """How one player did, and their costliest decisions."""
    cost = sum(d.cost for d in decisions)
    agreed = sum(d.agreed for d in decisions)
    yield words.label("review_of", name=name, decisions=len(decisions), agreed=agreed, cost=_points(cost))
    worst = sorted((d for d in decisions if d.mark), key=lambda d: (-d.cost, d.ply))
    for decision in worst[:WORST]:
        yield "  " + MARKS[decision.mark] + told(decision, name, words)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _points(cost: float) -> str:
    return f"{100 * cost:.1f}"
