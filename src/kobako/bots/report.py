"""A review as data, for the JSON lines, the server and the screens: decisions, the curve of the game, grades."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from typing_extensions import TypedDict

from kobako.bots.policy import apart
from kobako.bots.prospects import Prospect, outlook
from kobako.bots.review import COSTLY, Decision
from kobako.bots.search.search import Candidate
from kobako.core.game import Action, Setup
from kobako.core.match import Match
from kobako.core.position import View
from kobako.core.shown import Reason, ShownAction

OUTLOOKS = 500  # visits to say how things stand, from each seat's view
SWING = 0.1  # so much of the win changes hands: a turning point
MOST_TURNS = 5
COSTLIEST = 3
AT_STAKE = 0.05  # below this there was nothing to be graded by
TOLD_SHARE, TOLD_POINTS, TOLD_RANK = 0.02, 0.1, 0.1  # differences worth a sentence
MOST_LEARNED = 2  # reasons of what was learned
TOLD_PART = 0.25  # and of the points lost at least this part


class Considered(TypedDict):
    """What may be expected of an action, where the look ahead ends."""

    action: str
    move: ShownAction
    """The same, for a screen."""
    visits: int
    """How often the search tried it when it chose."""
    share: float
    """The mover's share of the win, 0 to 1."""
    shares: list[float]
    """The same for each seat."""
    points: list[float]
    """Each seat's points."""
    rank: float
    """The mover's rank."""


class DecisionShown(TypedDict):
    """One unforced decision, as a review shows it."""

    ply: int
    """As in a replay: the first action of the game is 1."""
    seat: int
    played: str
    preferred: str
    """What the search would have played; where the win is out of reach, what brings the most points."""
    cost: float
    """How much less of the win was to be expected."""
    error: float
    """The standard error of the cost."""
    points: float
    """How much less of a lead: the mover's points less the mean of the others'."""
    points_error: float
    """The standard error of that."""
    rank: float
    """How many ranks lower."""
    in_reach: bool
    """Whether the mover could still hope to win. If not, the points say how bad it was."""
    harm: float
    """What that counts for: the cost; out of reach of the win, the points, at half of their worth in an even game."""
    stake: float
    """The harm to be expected of an action picked at random."""
    mark: Literal[0, 1, 2]
    """0 nothing to say, 1 costly, 2 grave. What may well be chance is not marked."""
    why: list[Reason]
    """What the better action does; nothing where none was better."""
    candidates: list[Considered]
    """The best four and the one played, the preferred first."""


class Grade(TypedDict):
    """How one player did."""

    seat: int
    decisions: int
    """Those that were not forced."""
    agreed: int
    """As the search would have."""
    cost: float
    """What one of them cost on average, in share of the win: a sum would say how long the game was."""
    points: float
    """And in points of the lead."""
    accuracy: int | None
    """100: as the search plays; 0: as chance would. Null where nothing was at stake."""
    costliest: list[int]
    """The plies of the costliest decisions, the worst first: those marked; of a loser also those half as bad."""


class Story(TypedDict):
    """The game as a whole."""

    curve: list[list[float]]
    """After so many actions (the first: the deal), each seat's chance to win, as those at the table could tell."""
    decided_at: int | None
    """The action after which the winners stayed ahead to the end; 0: from the deal on. Null before the end."""
    turns: list[int]
    """The actions at which most changed hands."""
    grades: list[Grade]


class Review(Story):
    """What the search thinks of a game, as far as it has got."""

    done: int
    of: int
    decisions: list[DecisionShown]


def shown(decision: Decision) -> DecisionShown:
    """A decision as a review shows it."""
    d, setup = decision, decision.view.setup
    first, *rest = d.prospects
    by = (lambda one: -one.shares[d.seat]) if d.in_reach else (lambda one: -one.lead(d.seat))
    ordered = [first, *sorted(rest, key=by)]
    return {
        "ply": d.ply,
        "seat": d.seat,
        "played": str(d.played.action),
        "preferred": str(d.preferred.action),
        "cost": round(d.cost, 4),
        "error": round(d.error, 4),
        "points": round(d.points, 2),
        "points_error": round(d.loss.points_error, 2),
        "rank": round(max(0.0, d.loss.rank), 2),
        "in_reach": d.in_reach,
        "harm": round(max(0.0, d.harm), 4),
        "stake": round(d.stake, 4),
        "mark": d.mark,
        "why": reasons(d),
        "candidates": [considered(one, d, setup) for one in ordered],
    }


def considered(prospect: Prospect, decision: Decision, setup: Setup) -> Considered:
    """What may be expected of one action."""
    return {
        "action": str(prospect.action),
        "move": setup.describe(prospect.action),
        "visits": next(c.visits for c in decision.candidates if c.action == prospect.action),
        "share": round(prospect.shares[decision.seat], 4),
        "shares": [round(share, 4) for share in prospect.shares],
        "points": [round(points, 2) for points in prospect.points],
        "rank": round(prospect.ranks[decision.seat], 2),
    }


def reasons(decision: Decision) -> list[Reason]:
    """Why the better action is better: what it brings, what it denies to whom, and what the game itself foresees."""
    if decision.agreed or decision.harm <= 0:
        return []
    best, mine, me = decision.best, decision.mine, decision.seat
    actions = decision.preferred.action, decision.played.action
    found = [*foreseen(decision.view, *actions), *learned(decision.view, *actions)]
    if best.shares[me] - mine.shares[me] >= TOLD_SHARE:
        found.append(reason("chance", best=percent(best.shares[me]), mine=percent(mine.shares[me])))
    much = max(TOLD_POINTS, TOLD_PART * decision.points)
    own = best.points[me] - mine.points[me]
    if abs(own) >= much:
        fact = "scores" if own > 0 else "forgoes"
        found.append(reason(fact, best=round(best.points[me], 1), mine=round(mine.points[me], 1)))
    others = [seat for seat in range(len(best.shares)) if seat != me]
    richer = max(others, key=lambda seat: mine.points[seat] - best.points[seat])
    if mine.points[richer] - best.points[richer] >= much:
        kept, given = round(best.points[richer], 1), round(mine.points[richer], 1)
        found.append(reason("denies", seat=richer, best=kept, mine=given))
    luckier = max(others, key=lambda seat: mine.shares[seat] - best.shares[seat])
    if mine.shares[luckier] - best.shares[luckier] >= TOLD_SHARE:
        kept, given = percent(best.shares[luckier]), percent(mine.shares[luckier])
        found.append(reason("gives", seat=luckier, best=kept, mine=given))
    if decision.loss.rank >= TOLD_RANK:
        found.append(reason("rank", best=round(best.ranks[me], 1), mine=round(mine.ranks[me], 1)))
    return found


def foreseen(view: View, better: Action, played: Action) -> Iterator[Reason]:
    """What the game's own `foresee.py` says of the two actions, where it says different things of them."""
    words = view.setup.game.words("en")
    best, mine = (view.foresee(action) or {} for action in (better, played))
    for fact, value in best.items():
        other = mine.get(fact)
        if value == other or not words.has("would", fact):
            continue
        if isinstance(value, int | float | str) and isinstance(other, int | float | str):
            yield reason(fact, best=value, mine=other)


def learned(view: View, better: Action, played: Action) -> list[Reason]:
    """What by the game's learned mind speaks most for the better action, as far as the game has words for it."""
    words = view.setup.game.words("en")
    told = [reason(name, best=x, mine=y) for name, x, y in apart(view, better, played) if words.has("would", name)]
    return told[:MOST_LEARNED]


def hint_reasons(view: View, thought: Sequence[Candidate]) -> list[Reason]:
    """What speaks for the first of some candidates rather than the next: what the game foresees, and has learned."""
    if len(thought) < 2:
        return []
    best, other = thought[0].action, thought[1].action
    return [*foreseen(view, best, other), *learned(view, best, other)]


def reason(fact: str, **values: int | float | str) -> Reason:
    return {"fact": fact, "values": values}


def percent(share: float) -> int:
    return round(100 * share)


def outlooks(match: Match, seed: int = 0) -> Iterator[tuple[float, ...]]:
    """Each seat's chance to win at the deal and after every action of a match."""
    again = match.beginning()
    yield outlook(again, OUTLOOKS, seed << 32)
    for ply, action in enumerate(match.actions, start=1):
        again.play(action)
        yield outlook(again, OUTLOOKS, seed << 32 | ply)


def story(match: Match, decisions: Sequence[Decision], curve: Sequence[Sequence[float]]) -> Story:
    """The game as a whole, as far as it was looked at."""
    return {
        "curve": [[round(share, 3) for share in shares] for shares in curve],
        "decided_at": decided_at(match.winners, curve) if len(curve) == len(match.actions) + 1 else None,
        "turns": turns(curve),
        "grades": [grade(seat, decisions, match.winners) for seat in range(match.players)],
    }


def decided_at(winners: Sequence[int], curve: Sequence[Sequence[float]]) -> int | None:
    """The action after which the winners were ahead of all others, and stayed so."""
    if not winners:
        return None
    others = [seat for seat in range(len(curve[0])) if seat not in winners]
    for ply in reversed(range(len(curve))):
        ahead = min(curve[ply][seat] for seat in winners)
        if any(curve[ply][seat] >= ahead for seat in others):
            return ply + 1
    return 0


def turns(curve: Sequence[Sequence[float]]) -> list[int]:
    """The actions at which most of the win changed hands, in order."""
    swings = [
        (sum(abs(a - b) for a, b in zip(curve[ply], curve[ply - 1], strict=True)) / 2, ply)
        for ply in range(1, len(curve))
    ]
    return sorted(ply for _, ply in sorted((one for one in swings if one[0] >= SWING), reverse=True)[:MOST_TURNS])


def grade(seat: int, decisions: Sequence[Decision], winners: Sequence[int]) -> Grade:
    """How one player did: what they lost, of what a player by chance would have lost."""
    own = [decision for decision in decisions if decision.seat == seat]
    stake = sum(decision.stake for decision in own)
    kept = 1 - sum(max(0.0, decision.harm) for decision in own) / stake if stake >= AT_STAKE else None
    return {
        "seat": seat,
        "decisions": len(own),
        "agreed": sum(decision.agreed for decision in own),
        "cost": round(mean(decision.cost for decision in own), 4),
        "points": round(mean(decision.points for decision in own), 2),
        "accuracy": None if kept is None else round(100 * max(0.0, kept)),
        "costliest": [decision.ply for decision in costliest(own, seat not in winners)],
    }


def mean(values: Iterable[float]) -> float:
    """The mean, and of nothing 0."""
    return statistics.fmean(some) if (some := list(values)) else 0.0


def costliest(own: Sequence[Decision], lost: bool) -> list[Decision]:
    """A player's costliest decisions, no noise among them: those marked; of one who lost, also those half as bad, or
    at least the worst."""
    worst = sorted((d for d in own if d.harm > 2 * d.doubt), key=lambda d: (-d.harm, d.ply))
    bad = [d for d in worst if d.mark or (lost and d.harm >= COSTLY / 2)]
    return bad[:COSTLIEST] or (worst[:1] if lost else [])
