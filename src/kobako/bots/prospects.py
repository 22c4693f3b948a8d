"""Prospects: what may be expected of an action, in share of the win, in points and in rank; and what another loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any

from kobako.bots.minds import mind_of
from kobako.bots.search.search import compiled_search, plain_search
from kobako.bots.search.tree import compiled_tree, plain_tree, words
from kobako.bots.search.weighing import POINTS_AT, RANKS_AT, SHARES
from kobako.core.game import Action, Game
from kobako.core.match import Match
from kobako.core.position import View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Found = npt.NDArray[np.float64]

LINE = 12  # numbers in what is found of one visit: three for each of four seats
UNRIPE = 4  # the first visits, one in so many, go down a tree that has hardly grown: they are not counted
WORTH_VISITS = 2000


@dataclass(frozen=True)
class Prospect:
    """What may be expected once an action is played: for each seat the mean where the look ahead ends."""

    action: Action
    shares: tuple[float, ...]
    points: tuple[float, ...]
    ranks: tuple[float, ...]

    def lead(self, seat: int) -> float:
        """A seat's points less the mean of the others'."""
        return float(_lead(self.points, seat))


@dataclass(frozen=True)
class Loss:
    """How much better another action was, for the seat that decided, with standard errors. Below 0: it was worse."""

    share: float
    share_error: float
    points: float  # of the lead: a seat's points less the mean of the others'
    points_error: float
    rank: float  # so many ranks


NO_LOSS = Loss(0.0, 0.0, 0.0, 0.0, 0.0)


class Scales:
    """Weighs actions against each other at one view: every one in the same imagined states, with the same chance."""

    def __init__(self, view: View, visits: int, seed: int) -> None:
        assert view.seat is not None
        self.view, self.seat, self.visits, self.seed = view, view.seat, visits, seed
        self._found: dict[Action, Found] = {}

    def prospect(self, action: Action) -> Prospect:
        """What may be expected of an action."""
        means = self._of(action).mean(axis=0).tolist()
        players = self.view.setup.players
        shares, points, ranks = (tuple(means[at : at + players]) for at in (SHARES, POINTS_AT, RANKS_AT))
        return Prospect(action, shares, points, ranks)

    def loss(self, better: Action, played: Action) -> Loss:
        """What is lost by playing one action rather than another. Visit is compared with visit of the same number."""
        if better == played:
            return NO_LOSS
        seat, players = self.seat, self.view.setup.players
        apart = self._of(better) - self._of(played)
        lead = _lead(apart[:, POINTS_AT : POINTS_AT + players].T, seat)
        share = apart[:, SHARES + seat]
        rank = -float(apart[:, RANKS_AT + seat].mean())
        return Loss(float(share.mean()), _error(share), float(lead.mean()), _error(lead), rank)

    def _of(self, action: Action) -> Found:
        if action not in self._found:
            self._found[action] = visits_below(self.view, action, self.visits, self.seed)[self.visits // UNRIPE :]
        return self._found[action]


def visits_below(view: View, action: Action, visits: int, seed: int) -> Found:
    """What each of so many visits below an action came to: a line of shares, points and ranks."""
    import numpy as np

    game = view.setup.game
    assert view.seat is not None
    run = compiled_search(game).kernel_or_none("weigh")
    if run is not None:
        tree = compiled_tree(view, compiled_search(game), visits + 2, seed)
        lines: Any = np.zeros((visits, LINE))
        start: Any = np.array(words(seed), np.int64)
    else:
        run, tree = plain_search(game, "weigh"), plain_tree(view, visits + 2, seed)
        lines, start = [[0.0] * LINE for _ in range(visits)], words(seed)
    room = (tree.views, view.seat, int(action), tree.work, tree.out, tree.mark, tree.path, tree.actors, tree.gain)
    run(*room, tree.nodes, tree.book, start, mind_of(game).exploration, tree.roots, lines, tree.random)
    return np.asarray(lines)


@cache
def worth_of_a_point(game: Game, players: int) -> float:
    """How much of the win a point is worth in an even game.

    The slope of the share over the lead, among the seats and the visits at the first decision of a game; so it is
    known of every game without being told.
    """
    match = game.new(players=players, seed=0)
    while len(match.legal()) < 2:
        match.play(match.legal()[0])
    found = visits_below(match.view(match.seat), match.legal()[0], WORTH_VISITS, 0)
    points, shares = found[:, POINTS_AT : POINTS_AT + players].T, found[:, SHARES : SHARES + players].T
    above = below = 0.0
    for seat in range(players):
        lead = _lead(points, seat)
        lead = lead - lead.mean()
        above += float((lead * (shares[seat] - shares[seat].mean())).sum())
        below += float((lead * lead).sum())
    return max(0.0, above / below) if below else 0.0


def outlook(match: Match, visits: int, seed: int) -> tuple[float, ...]:
    """Each seat's chance to win as things stand: the mean of what each seat can tell from what it sees.

    When the game has ended, the winners share 1.
    """
    if match.over:
        return tuple((seat in match.winners) / len(match.winners) for seat in range(match.players))
    views = [match.view(seat) for seat in range(match.players)]
    return mean_outlook(views, visits, seed)


def mean_outlook(views: Sequence[View], visits: int, seed: int) -> tuple[float, ...]:
    """The same from the views."""
    seen = [shares_seen(view, visits, seed << 2 | k) for k, view in enumerate(views)]
    return tuple(sum(column) / len(seen) for column in zip(*seen, strict=True))


def shares_seen(view: View, visits: int, seed: int) -> list[float]:
    """Each seat's share of the win, as a search from one seat's view has it, whoever is to move."""
    game, explore = view.setup.game, mind_of(view.setup.game).exploration
    run = compiled_search(game).kernel_or_none("search")
    if run is not None:
        tree = compiled_tree(view, compiled_search(game), visits + 2, seed)
    else:
        run, tree = plain_search(game), plain_tree(view, visits + 2, seed)
    tree.think(run, visits, explore)
    sums = [sum(float(line[seat]) for line in tree.outcome) for seat in range(view.setup.players)]
    return [part / sum(sums) for part in sums]


def _lead(points: Any, seat: int) -> Any:
    """A seat's points less the mean of the others'; of numbers or of whole columns."""
    others = [points[p] for p in range(len(points)) if p != seat]
    return points[seat] - sum(others) / len(others)


def _error(apart: Found) -> float:
    """The standard error of a mean of differences."""
    return float(apart.std()) / sqrt(max(1, len(apart) - 1))
