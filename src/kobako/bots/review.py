"""Review: what the search would have done at each decision of a game, knowing only what the player then knew."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from kobako.bots.bot import Budget
from kobako.bots.prospects import Loss, Prospect, Scales, answer, weighing_a_point
from kobako.bots.search.asking import Thinking, finish
from kobako.bots.search.search import Candidate, SearchBot
from kobako.core.game import Action
from kobako.core.match import Match
from kobako.core.position import View

HINT_SIMULATIONS = 20_000
SIMULATIONS = 4000  # that a review spends on a decision, unless told otherwise: half as many on each action it weighs
LOOKS = 10  # so many simulations at least for each legal action, or none of them says anything
WEIGHED = 4  # of so many actions, the best ones, it is said what they bring; and of the played one always
SAMPLE, FEW = 12, 200  # what is at stake: so many actions at random, looked at so often each
CLOSER = 4  # a decision in doubt is weighed again, with so many times the visits
COSTLY, GRAVE = 0.05, 0.15  # what a decision costs, from which on it is marked once, and twice
DOUBT = 2.5  # and it must be so many times its own error
IN_REACH = 0.25  # the win is out of reach for who has less of it than this part of an even share
CONSOLATION = 0.5  # and then a point counts for this part of what it is worth in an even game


@dataclass(frozen=True)
class Decision:
    """One unforced decision: what was played, what the search thought of every action, and what the best would bring.

    `cost` is in share of the win, `points` in points. Where the win is in reach, the share says how bad a decision was;
    where it is not, the points do, at half of what they are worth in an even game: that is the `harm`.
    """

    ply: int  # as in a replay: the first action of the game is 1
    seat: int
    played: Candidate
    candidates: tuple[Candidate, ...]  # the best first
    prospects: tuple[Prospect, ...]  # of the best actions, the very best first, and of what was played
    loss: Loss
    in_reach: bool  # whether the mover could still hope to win
    worth: float  # of a point in an even game, in share of the win
    stake: float  # the harm to be expected of an action picked at random
    view: View = field(compare=False, repr=False)  # what the seat saw

    @property
    def preferred(self) -> Candidate:
        """What would have been best: the search's choice, or, where the win is out of reach, the most points."""
        return next(one for one in self.candidates if one.action == self.best.action)

    @property
    def agreed(self) -> bool:
        """Whether that is what was played."""
        return self.played.action == self.best.action

    @property
    def best(self) -> Prospect:
        """What the best action would have brought."""
        return self.prospects[0]

    @cached_property
    def mine(self) -> Prospect:
        """What was to be expected of the action played."""
        return next(one for one in self.prospects if one.action == self.played.action)

    @property
    def cost(self) -> float:
        """The difference in the mover's chance of winning (of a shared win, its share); never below 0."""
        return max(0.0, self.loss.share)

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return self.loss.share_error

    @property
    def points(self) -> float:
        """How much less of a lead over the others was to be expected, in points; never below 0."""
        return max(0.0, self.loss.points)

    @property
    def harm(self) -> float:
        """What was lost, in share of the win; where the win is out of reach, what the points lost count for."""
        return harm_of(self.loss, self.worth, self.in_reach)

    @property
    def doubt(self) -> float:
        """The standard error of the harm."""
        return error_of(self.loss, self.worth, self.in_reach)

    @property
    def mark(self) -> Literal[0, 1, 2]:
        """0 nothing to say, 1 costly, 2 grave. What may well be chance is not marked."""
        if self.harm < DOUBT * self.doubt:
            return 0
        return 2 if self.harm >= GRAVE else 1 if self.harm >= COSTLY else 0


def hint(view: View, legal: Sequence[Action], budget: Budget, seed: int | None = None) -> list[Candidate]:
    """What the search thinks of every legal action, the best first."""
    return SearchBot(view.setup.game, budget, seed).explain(view, legal, budget)


def hint_bot(view: View, simulations: int = HINT_SIMULATIONS) -> SearchBot:
    """Who is asked for a hint. The seed comes from the view: whoever sees the same is told the same."""
    seed = int.from_bytes(hashlib.sha256(view.to_bytes()).digest()[:8])
    return SearchBot(view.setup.game, Budget(simulations), seed)


def harm_of(loss: Loss, worth: float, in_reach: bool) -> float:
    """What a loss counts for: the share of the win, or, where the win is out of reach, the points."""
    return loss.share if in_reach else CONSOLATION * worth * loss.points


def error_of(loss: Loss, worth: float, in_reach: bool) -> float:
    """The standard error of that."""
    return loss.share_error if in_reach else CONSOLATION * worth * loss.points_error


def judge(view: View, ply: int, action: Action, simulations: int = SIMULATIONS, seed: int = 0) -> Decision:
    """What is to be said of one decision: of an action played at a seat's view. The same seed says the same."""
    return finish(judging(view, ply, action, simulations, seed), answer)


def judging(view: View, ply: int, action: Action, simulations: int = SIMULATIONS, seed: int = 0) -> Thinking[Decision]:
    """The same, whoever thinks.

    First the search chooses; then its first choices and the played action are weighed against each other afresh, so
    that what looked best by chance has no advantage. What is still in doubt is weighed again, more closely.
    """
    assert view.seat is not None
    legal, visits = view.legal(), max(LOOKS, simulations // 2)
    own = seed << 32 | ply  # seeds of its own, so that what is said of a decision does not hang on those before it
    search = SearchBot(view.setup.game, Budget(max(simulations, LOOKS * len(legal))), own)
    thought = tuple((yield from search.explaining(view, legal)))
    played = next(candidate for candidate in thought if candidate.action == action)
    worth = yield from weighing_a_point(view.setup.game, view.setup.players)
    best, in_reach = yield from finding_best(view, thought, visits, own)
    weighed = best if action in best else [*best, action]

    def weigh(actions: list[Action], visits: int, times: int) -> Thinking[Decision]:
        scales = Scales(view, visits, times << 64 | own)
        yield from scales.weigh(*actions, action)
        prospects = tuple(scales.prospect(one) for one in actions)
        loss = scales.loss(actions[0], action)
        return Decision(ply, scales.seat, played, thought, prospects, loss, in_reach, worth, 0.0, view)

    decision = yield from weigh(weighed, visits, 1)
    if not decision.agreed and abs(decision.harm - COSTLY) <= DOUBT * decision.doubt:
        closer = yield from weigh([best[0], action], CLOSER * visits, 2)
        rest = tuple(one for one in decision.prospects if one.action not in (best[0], action))
        decision = replace(closer, prospects=(*closer.prospects, *rest))
    glance, some = Scales(view, min(FEW, visits), 3 << 64 | own), sample(legal, own)
    yield from glance.weigh(best[0], *some)
    losses = [glance.loss(best[0], one) for one in some]
    return replace(decision, stake=max(0.0, sum(harm_of(loss, worth, in_reach) for loss in losses) / len(losses)))


def finding_best(
    view: View, thought: Sequence[Candidate], visits: int, seed: int
) -> Thinking[tuple[list[Action], bool]]:
    """The best few of what the search has thought of, the best first, and whether the win is in reach.

    The search looks for wins and does not tell lost games apart: where the win is out of reach, the best are those
    that bring the most points.
    """
    assert view.seat is not None
    best = [candidate.action for candidate in thought[:WEIGHED]]
    scales = Scales(view, visits, 4 << 64 | seed)
    yield from scales.weigh(best[0])
    if scales.prospect(best[0]).shares[view.seat] >= IN_REACH / view.setup.players:
        return best, True
    glance, seat = Scales(view, min(FEW, visits), 5 << 64 | seed), view.seat
    some = dict.fromkeys([*best, *sample([candidate.action for candidate in thought], seed)])
    yield from glance.weigh(*some)
    promising = sorted(some, key=lambda one: -glance.prospect(one).lead(seat))[:WEIGHED]
    yield from scales.weigh(*promising)
    return sorted(promising, key=lambda one: -scales.prospect(one).lead(seat)), False


def sample(legal: Sequence[Action], seed: int) -> list[Action]:
    """Some of the actions, at random; of a few, all."""
    return list(legal) if len(legal) <= SAMPLE else random.Random(seed).sample(list(legal), SAMPLE)


def review(match: Match, simulations: int = SIMULATIONS, seed: int = 0) -> Iterator[Decision]:
    """Every unforced decision of a match, one by one. The same seed gives the same review."""
    Budget(simulations)  # a wrong number is refused before the first decision
    again = match.beginning()
    for ply, (seat, action) in enumerate(zip(match.seats, match.actions, strict=True), start=1):
        view = again.view(seat)
        if len(view.legal()) > 1:
            yield judge(view, ply, action, simulations, seed)
        again.play(action)
