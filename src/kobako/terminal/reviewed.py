"""A review told in words: a line per decision, the costly ones with their reasons, and how each player did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kobako.bots.report import Grade, Story, reasons
from kobako.bots.review import Decision
from kobako.core.game import Action
from kobako.core.match import Match
from kobako.core.words import minus
from kobako.terminal.telling import move_words, players_called, reason_words, screen_words

MARKS = ("  ", "? ", "??")
BARS = " ▁▂▃▄▅▆▇█"
CURVE = 60  # so many columns at most


def sentences(match: Match, decisions: Sequence[Decision], told: Story, lang: str) -> Iterator[str]:
    """The review of a match."""
    teller = Teller(match, lang)
    words = teller.words
    yield words.label("reviewed", title=match.game.title(lang), players=match.players, seed=match.seed)
    for decision in decisions:
        yield MARKS[decision.mark] + teller.decision(decision)
        if decision.mark:
            yield from ("     " + line for line in teller.reasons(decision))
    yield ""
    yield from teller.curve(told)
    by_ply = {decision.ply: decision for decision in decisions}
    for grade in told["grades"]:
        yield teller.grade(grade, seat_lost=bool(match.winners) and grade["seat"] not in match.winners)
        for ply in grade["costliest"]:
            yield "  " + MARKS[by_ply[ply].mark] + teller.decision(by_ply[ply])
    yield words.label("accuracy_means")


class Teller:
    """Says it in one language, with the names of one match."""

    def __init__(self, match: Match, lang: str) -> None:
        self.match, self.lang, self.words = match, lang, screen_words(lang)
        self.called = players_called(match, lang)

    def move(self, action: Action) -> str:
        """An action in words, with its notation."""
        said = move_words(self.match.setup.describe(action), self.match.game, self.called, self.lang)
        return self.words.label("move_noted", move=said, text=action.text)

    def decision(self, decision: Decision) -> str:
        """One decision."""
        better = not decision.agreed and decision.harm > 0
        label = "agreed" if decision.agreed else "preferred" if better else "as_good"
        return self.words.label(
            label,
            ply=decision.ply,
            name=self.called[decision.seat],
            played=self.move(decision.played.action),
            share=f"{100 * decision.mine.shares[decision.seat]:.0f}%",
            preferred=self.move(decision.preferred.action),
            best=f"{100 * decision.best.shares[decision.seat]:.0f}%",
            cost=minus(f"{100 * decision.cost:.1f}"),
            points=minus(f"{decision.points:.1f}"),
        )

    def reasons(self, decision: Decision) -> Iterator[str]:
        """Why the better action is better."""
        for reason in reasons(decision):
            yield reason_words(reason, self.match.game.words(self.lang), self.words, self.called)

    def curve(self, told: Story) -> Iterator[str]:
        """Each seat's chance to win over the game, and where it was decided."""
        if len(told["curve"]) < 2:
            return
        yield self.words.label("curve")
        width = max(len(name) for name in self.called)
        for seat, name in enumerate(self.called):
            yield f"  {name:<{width}} {bars([shares[seat] for shares in told['curve']])}"
        if told["decided_at"] is not None:
            label = "decided_at" if told["decided_at"] else "decided_at_once"
            winners = self.words.label("and").join(self.called[seat] for seat in self.match.winners)
            yield self.words.label(label, ply=told["decided_at"], name=winners)
        if told["turns"]:
            plies = self.words.label("comma").join(map(str, told["turns"]))
            yield self.words.label("turns", plies=plies)
        yield ""

    def grade(self, grade: Grade, seat_lost: bool) -> str:
        """How one player did."""
        said = self.words.label(
            "review_of",
            name=self.called[grade["seat"]],
            decisions=grade["decisions"],
            agreed=grade["agreed"],
            cost=minus(f"{100 * grade['cost']:.1f}"),
            points=minus(f"{grade['points']:.1f}"),
        )
        if grade["accuracy"] is not None:
            said += self.words.label("accuracy", accuracy=grade["accuracy"])
        if seat_lost and grade["decisions"] and not grade["costliest"]:
            said += self.words.label("no_fault")
        return said


def bars(shares: Sequence[float]) -> str:
    """A line of bars, one for each moment or, of a long game, for some."""
    step = max(1, -(-len(shares) // CURVE))
    picked = [*shares[::step], *([] if (len(shares) - 1) % step == 0 else [shares[-1]])]
    return "".join(BARS[round(share * (len(BARS) - 1))] for share in picked)
