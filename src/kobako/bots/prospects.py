"""Prospects: what may be expected of an action, in share of the win, in points and in rank; and what another loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum, sqrt
from operator import mul, sub
from typing import Any

from kobako.bots.minds import mind_of
from kobako.bots.search.asking import MOST_NODES, Lines, Question, Think, Thinking, Thought, Weigh, finish
from kobako.bots.search.search import think_compiled, think_plainly
from kobako.bots.search.thinking import compiled_search, plain_search, unlearned_thinking
from kobako.bots.search.tree import compiled_tree, plain_tree, words
from kobako.bots.search.weighing import POINTS_AT, RANKS_AT, SHARES
from kobako.core.game import Action, Game
from kobako.core.match import Match
from kobako.core.position import View

Column = Sequence[float]
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
        return _lead(self.points, seat)


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
        self._found: dict[Action, Lines] = {}

    def weigh(self, *actions: Action) -> Thinking[None]:
        """Put these on the scales, all at once."""
        missing = [action for action in dict.fromkeys(actions) if action not in self._found]
        if missing:
            found = yield [Weigh(self.view, int(action), self.visits, self.seed) for action in missing]
            for action, lines in zip(missing, found, strict=True):
                self._found[action] = lines[LINE * (self.visits // UNRIPE) :]

    def prospect(self, action: Action) -> Prospect:
        """What may be expected of an action."""
        lines, players = self._of(action), self.view.setup.players
        shares, points, ranks = (
            tuple(_mean(_column(lines, at + seat)) for seat in range(players)) for at in (SHARES, POINTS_AT, RANKS_AT)
        )
        return Prospect(action, shares, points, ranks)

    def loss(self, better: Action, played: Action) -> Loss:
        """What is lost by playing one action rather than another. Visit is compared with visit of the same number."""
        if better == played:
            return NO_LOSS
        one, other = self._of(better), self._of(played)

        def apart(at: int) -> Column:
            return list(map(sub, _column(one, at), _column(other, at)))

        lead = _leads([apart(POINTS_AT + seat) for seat in range(self.view.setup.players)], self.seat)
        share = apart(SHARES + self.seat)
        rank = -_mean(apart(RANKS_AT + self.seat))
        return Loss(_mean(share), _error(share), _mean(lead), _error(lead), rank)

    def _of(self, action: Action) -> Lines:
        finish(self.weigh(action), answer)
        return self._found[action]


def answer(questions: Sequence[Question]) -> list[Any]:
    """What is asked for a review, thought about here; compiled or not, all of it."""
    return [weigh(one) if isinstance(one, Weigh) else think(one) for one in questions]


def weigh(asked: Weigh) -> Lines:
    """What each of so many visits below an action came to: a line of shares, points and ranks."""
    view, game, visits, seed = asked.view, asked.view.setup.game, asked.visits, asked.seed
    assert view.seat is not None
    run = compiled_search(game).kernel_or_none("weigh")
    if run is not None:
        import numpy as np

        tree = compiled_tree(view, compiled_search(game), asked.nodes, seed, asked.parts)
        lines: Any = np.zeros((visits, LINE))
        start: Any = np.array(words(seed), np.int64)
    else:
        run, tree = plain_search(game, "weigh"), plain_tree(view, asked.nodes, seed, asked.parts)
        lines, start = [[0.0] * LINE for _ in range(visits)], words(seed)
    room = (tree.views, view.seat, asked.action, tree.work, tree.out, tree.mark, tree.path, tree.actors, tree.gain)
    run(*room, tree.nodes, tree.book, start, mind_of(game).exploration, tree.roots, lines, tree.random)
    return Lines("d", chain.from_iterable(lines)) if isinstance(lines, list) else Lines("d", lines.tobytes())


def think(asked: Think) -> Thought:
    """What the search comes to, compiled or not."""
    run = asked.method.compiled.kernel_or_none(asked.method.kernel)
    return think_plainly(asked, asked.most, MOST_NODES) if run is None else think_compiled(run, asked)


_worths: dict[tuple[Game, int], float] = {}


def worth_of_a_point(game: Game, players: int) -> float:
    """How much of the win a point is worth in an even game."""
    return finish(weighing_a_point(game, players), answer)


def weighing_a_point(game: Game, players: int) -> Thinking[float]:
    """The same, whoever thinks; once for each game.

    The slope of the share over the lead, among the seats and the visits at the first decision of a game; so it is
    known of every game without being told.
    """
    if (game, players) not in _worths:
        match = game.new(players=players, seed=0)
        while len(match.legal()) < 2:
            match.play(match.legal()[0])
        [found] = yield [Weigh(match.view(match.seat), int(match.legal()[0]), WORTH_VISITS, 0)]
        _worths[game, players] = _slope(found, players)
    return _worths[game, players]


def _slope(found: Lines, players: int) -> float:
    """Of the share over the lead, seat by seat around the seat's own means."""
    points = [_column(found, POINTS_AT + seat) for seat in range(players)]
    above = below = 0.0
    for seat in range(players):
        lead, share = (_around_mean(one) for one in (_leads(points, seat), _column(found, SHARES + seat)))
        above += fsum(map(mul, lead, share))
        below += fsum(map(mul, lead, lead))
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
    return finish(looking_out(views, visits, seed), answer)


def looking_out(views: Sequence[View], visits: int, seed: int) -> Thinking[tuple[float, ...]]:
    """The same, whoever thinks: each seat's share of the win, as a search from each view has it, whoever is to move."""
    method = unlearned_thinking(views[0].setup.game)
    thoughts = yield [Think(view, seed << 2 | k, visits, None, method) for k, view in enumerate(views)]
    seen = [shares_of(thought, view.setup.players) for thought, view in zip(thoughts, views, strict=True)]
    return tuple(sum(column) / len(seen) for column in zip(*seen, strict=True))


def shares_of(thought: Thought, players: int) -> list[float]:
    """Each seat's share of the win over all that a search has tried."""
    sums = [fsum(tried.shares[seat] for tried in thought.values()) for seat in range(players)]
    return [part / fsum(sums) for part in sums]


def _column(lines: Lines, at: int) -> Column:
    """One number of every line."""
    return lines[at::LINE]


def _mean(column: Column) -> float:
    return fsum(column) / len(column)


def _around_mean(column: Column) -> list[float]:
    mean = _mean(column)
    return [value - mean for value in column]


def _lead(points: Sequence[float], seat: int) -> float:
    """A seat's points less the mean of the others'."""
    others = [points[p] for p in range(len(points)) if p != seat]
    return points[seat] - sum(others) / len(others)


def _leads(points: Sequence[Column], seat: int) -> list[float]:
    """The same of whole columns."""
    return [_lead(line, seat) for line in zip(*points, strict=True)]


def _error(apart: Column) -> float:
    """The standard error of a mean of differences."""
    around = _around_mean(apart)
    return sqrt(fsum(map(mul, around, around)) / len(apart)) / sqrt(max(1, len(apart) - 1))
