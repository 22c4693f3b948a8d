"""What the games say about the bots: win shares, scores, ratings, and each against each."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from openskill.models import PlackettLuce

from kobako.arena.duel import Outcome, Outcomes
from kobako.arena.lab import Estimate, Z, average, proportion
from kobako.arena.luck import evened
from kobako.arena.schedule import Plan, Unit

# Student's t, by which an interval of few values is wider: with 2, 3, 4, … of them.
T = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)


@dataclass(frozen=True)
class Paired:
    """A mean over deals, each first averaged over all its games, so that the luck of the cards drops out.

    The 95 % interval, Student's, is over deals; one deal alone has none.
    """

    mean: float
    low: float | None
    high: float | None
    deals: int


@dataclass(frozen=True)
class Rating:
    """A Plackett-Luce rating: a skill and how unsure it is. Everyone starts at 25 and 8.33."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class EvenedShare:
    """A share of the wins with the luck of the draws taken out: over deals, and as many plain games as it is worth."""

    mean: float
    low: float
    high: float
    plain_games: int


@dataclass(frozen=True)
class Standing:
    """How one bot did. A bot on several seats of a game counts once in it, with the mean of its seats."""

    bot: str
    games: int
    win_share: Estimate
    score: Paired
    difference: Paired | None  # to the mean of the others; None: it met no other
    rating: Rating
    win_share_by_seat: list[float]
    evened: EvenedShare | None = None  # the same share less the luck of the draws, where that was measured


@dataclass(frozen=True)
class Pair:
    """One bot against another, in the games that had both: how often ahead (equal counts half), by how many points."""

    bot: str
    other: str
    games: int
    ahead: Estimate
    difference: Paired


@dataclass(frozen=True)
class Standings:
    """The whole outcome of an arena, the bot with most wins first."""

    plan: Plan
    games: int
    deals: int
    bots: list[Standing]
    pairs: list[Pair]
    running: dict[str, list[float]]  # each bot's win share so far, deal after deal

    def to_json(self) -> dict[str, Any]:
        """The standings as plain values."""
        bots, pairs = [asdict(bot) for bot in self.bots], [asdict(pair) for pair in self.pairs]
        return {**self.plan.to_json(), "games": self.games, "deals": self.deals, "standings": bots, "pairs": pairs}


@dataclass(frozen=True)
class Seen:
    """One game as the statistics see it."""

    deal: int
    bots: tuple[str, ...]
    outcome: Outcome

    def seats(self, bot: str) -> list[int]:
        """The seats of a bot."""
        return [seat for seat, name in enumerate(self.bots) if name == bot]

    def mean(self, values: Sequence[float], seats: Sequence[int]) -> float:
        """The mean of some seats' values."""
        return fmean(values[seat] for seat in seats)


def games_of(plan: Plan, done: Mapping[Unit, Outcomes]) -> Iterator[Seen]:
    """The games in the order of the plan."""
    for unit in plan.units:
        for rotation, outcome in enumerate(done.get(unit, ())):
            yield Seen(unit.deal, plan.seated(unit.line_up, rotation), outcome)


def standings(plan: Plan, done: Mapping[Unit, Outcomes]) -> Standings:
    """Sum up."""
    games = list(games_of(plan, done))
    names = list(dict.fromkeys(plan.bots))
    ratings = rate(games, names)
    met = {bot: [game for game in games if bot in game.bots] for bot in names}
    bots = [_standing(bot, met[bot], ratings[bot], plan.players) for bot in names if met[bot]]
    pairs = [_pair(a, b, both) for a in names for b in names if a != b and (both := [g for g in met[a] if b in g.bots])]
    bots.sort(key=lambda bot: -bot.win_share.mean)
    running = {bot.bot: _running(bot.bot, met[bot.bot]) for bot in bots}
    return Standings(plan, len(games), len({game.deal for game in games}), bots, pairs, running)


def _standing(bot: str, games: Sequence[Seen], rating: Rating, players: int) -> Standing:
    shares, scores, differences = [], [], []
    evenly: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    by_seat: list[list[float]] = [[] for _ in range(players)]
    for game in games:
        mine = game.seats(bot)
        others = [seat for seat in range(players) if seat not in mine]
        shares.append(game.mean(game.outcome.shares, mine))
        if game.outcome.luck:
            evenly[game.deal].append((shares[-1], game.mean(game.outcome.luck, mine)))
        score = game.mean(game.outcome.scores, mine)
        scores.append((game.deal, score))
        if others:
            differences.append((game.deal, score - game.mean(game.outcome.scores, others)))
        for seat in mine:
            by_seat[seat].append(game.outcome.shares[seat])
    difference = paired(differences) if differences else None
    seats = [fmean(column) for column in by_seat]
    evened = evened_share(evenly, len(games))
    return Standing(bot, len(games), proportion(shares), paired(scores), difference, rating, seats, evened)


def evened_share(games: Mapping[int, Sequence[tuple[float, float]]], number: int) -> EvenedShare | None:
    """The share of the wins without luck, from each deal's games, each with its luck."""
    deals = [(fmean(share for share, _ in deal), fmean(luck for _, luck in deal)) for deal in games.values()]
    found = evened([share for share, _ in deals], [luck for _, luck in deals])
    if found is None:
        return None
    left = paired(list(enumerate(found.values)))
    assert left.low is not None
    assert left.high is not None
    return EvenedShare(left.mean, left.low, left.high, round(number * found.worth))


def _pair(bot: str, other: str, games: Sequence[Seen]) -> Pair:
    ahead, differences = [], []
    for game in games:
        mine, theirs = game.seats(bot), game.seats(other)
        ranks, scores = game.outcome.ranks, game.outcome.scores
        meetings = [(ranks[a] < ranks[b]) + (ranks[a] == ranks[b]) / 2 for a in mine for b in theirs]
        ahead.append(fmean(meetings))
        differences.append((game.deal, game.mean(scores, mine) - game.mean(scores, theirs)))
    return Pair(bot, other, len(games), proportion(ahead), paired(differences))


def paired(values: Sequence[tuple[int, float]]) -> Paired:
    """The mean of values, each with its deal, and an interval over the deals."""
    by_deal: defaultdict[int, list[float]] = defaultdict(list)
    for deal, value in values:
        by_deal[deal].append(value)
    means = [fmean(group) for group in by_deal.values()]
    found = average(means)
    if len(means) == 1:
        return Paired(found.mean, None, None, 1)
    half = student(len(means)) * found.deviation / math.sqrt(len(means))
    return Paired(found.mean, found.mean - half, found.mean + half, len(means))


def student(count: int) -> float:
    """How many standard errors of so many values a 95 % interval reaches to each side."""
    free = count - 1
    return T[free - 1] if free <= len(T) else Z + (Z**3 + Z) / (4 * free)


def _running(bot: str, games: Sequence[Seen]) -> list[float]:
    """The win share after each deal."""
    so_far: dict[int, float] = {}
    total = 0.0
    for count, game in enumerate(games, 1):
        total += game.mean(game.outcome.shares, game.seats(bot))
        so_far[game.deal] = total / count
    return list(so_far.values())


def rate(games: Sequence[Seen], names: Sequence[str]) -> dict[str, Rating]:
    """Ratings, game after game in the order of the plan; equal ranks are ties.

    A bot on several seats of a game gets the mean of what they earn: as often rated as the others, no surer than they.
    """
    model = PlackettLuce(tau=0.0)  # tau is how much a skill drifts from game to game, and a bot's does not
    ratings = {name: Rating(model.mu, model.sigma) for name in names}
    for game in games:
        if len(set(game.bots)) == 1:
            continue  # a bot against itself says nothing of its skill, and would only make it look surer
        teams = [[model.rating(ratings[bot].mu, ratings[bot].sigma)] for bot in game.bots]
        rated = model.rate(teams, ranks=[float(rank) for rank in game.outcome.ranks])
        for bot in dict.fromkeys(game.bots):
            mine = [rated[seat][0] for seat in game.seats(bot)]
            ratings[bot] = Rating(fmean(r.mu for r in mine), fmean(r.sigma for r in mine))
    return ratings
