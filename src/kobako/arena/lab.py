"""The lab: many random games, and what they say of a game: is it fair, how long is it, what happens in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from kobako.core.errors import BadOption
from kobako.core.game import Setup
from kobako.core.seeds import parse_seed, seed_text, seed_words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PLAIN_ONLY = 500  # so few games are played before a compiled kernel could be loaded
PLAIN_CHUNK, CHUNK = 20, 5000
Z = 1.96  # intervals are 95 % ones


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval, and how the single games spread."""

    mean: float
    low: float
    high: float
    deviation: float
    least: float
    most: float


@dataclass(frozen=True)
class Summary:
    """What came of many random games."""

    game: str
    rules: int
    players: int
    options: dict[str, str]
    games: int
    first_seed: str
    win_share_by_seat: list[Estimate]
    win_share_by_turn: list[Estimate]
    scores_by_seat: list[Estimate]
    shared_wins: Estimate
    decisions: Estimate
    rounds: Estimate
    actions: dict[str, Estimate]

    def to_json(self) -> dict[str, Any]:
        """The summary as plain values."""
        return asdict(self)


def simulate(
    setup: Setup, n: int, seed: int | str | None = None, report: Callable[[int], None] | None = None
) -> Summary:
    """Play n random games with the seeds seed, seed + 1, … and sum them up.

    The first are played plainly while the compiled rules are made ready; the outcome is the same either way.
    `report` is told how many games are done.
    """
    if n < 1:
        raise BadOption(f"a simulation has 1 game or more, not {n}")
    first = parse_seed(seed)
    results = _Results(setup, n)
    done = 0
    compiled = setup.game.compiled
    while done < n:
        kernel = compiled.kernel_if_ready("playouts") if n > PLAIN_ONLY else None
        count = min(n - done, CHUNK if kernel else PLAIN_CHUNK)
        seeds = [seed_words((first + done + i) % (1 << 128)) for i in range(count)]
        results.play(done, seeds, kernel)
        done += count
        if report:
            report(done)
    if n > PLAIN_ONLY:
        compiled.wait()
    return results.summary(first)


class _Results:
    """The arrays that the kernel fills, game by game."""

    def __init__(self, setup: Setup, n: int) -> None:
        import numpy as np

        game = setup.game
        self.setup = setup
        self.kinds = sorted({game.notation.action_kind(int(a)) for a in setup.actions if a is not None})
        self.kind_of = np.zeros(game.actions, np.int32)
        for action in setup.actions:
            if action is not None:
                self.kind_of[action] = self.kinds.index(game.notation.action_kind(int(action)))
        self.counts = np.zeros((n, len(self.kinds)), np.int32)
        self.firsts, self.plies, self.rounds = (np.zeros(n, np.int32) for _ in range(3))
        self.scores, self.results = (np.zeros((n, setup.players), np.int32) for _ in range(2))

    def play(self, at: int, seeds: list[tuple[int, int, int, int]], kernel: Callable[..., Any] | None) -> None:
        """Play one game a seed and keep what came of it from place `at` on."""
        import numpy as np

        game, template = self.setup.game, self.setup.template
        end = at + len(seeds)
        outcome = [
            part[at:end] for part in (self.counts, self.firsts, self.plies, self.rounds, self.scores, self.results)
        ]
        if kernel:
            work, out = np.zeros(1, game.compiled.dtype), np.zeros(game.rules.MOST_LEGAL, np.int32)
            words = np.array(seeds, np.int64)
            kernel(game.compiled.records([template]), work, out, np.zeros(4, np.int64), words, self.kind_of, *outcome)
        else:
            out_list, kinds = [0] * game.rules.MOST_LEGAL, self.kind_of.tolist()
            game.plain.playouts([template], [None], out_list, [0] * 4, seeds, kinds, *outcome)

    def summary(self, first: int) -> Summary:
        """Sum up."""
        import numpy as np

        n, players = self.results.shape
        best = self.results == self.results.max(axis=1, keepdims=True)
        winners = best.sum(axis=1)
        shares = best / winners[:, None]
        turns = np.take_along_axis(shares, (self.firsts[:, None] + np.arange(players)) % players, axis=1)
        game = self.setup.game
        return Summary(
            game=game.name,
            rules=game.version,
            players=players,
            options=self.setup.option_texts(),
            games=n,
            first_seed=seed_text(first),
            win_share_by_seat=[proportion(column) for column in shares.T],
            win_share_by_turn=[proportion(column) for column in turns.T],
            scores_by_seat=[average(column) for column in self.scores.T],
            shared_wins=proportion(winners > 1),
            decisions=average(self.plies),
            rounds=average(self.rounds),
            actions={kind: average(column) for kind, column in zip(self.kinds, self.counts.T, strict=True)},
        )


def average(values: Iterable[Any]) -> Estimate:
    """The mean of some numbers, with its normal interval."""
    x = _floats(values)
    spread = float(x.std(ddof=1)) if len(x) > 1 else 0.0
    mean, half = float(x.mean()), Z * spread / math.sqrt(len(x))
    return Estimate(mean, mean - half, mean + half, spread, float(x.min()), float(x.max()))


def proportion(values: Iterable[Any]) -> Estimate:
    """The mean of numbers from 0 to 1, with Wilson's interval: a shared win spreads less, so it is on the safe side."""
    x = _floats(values)
    n, p = len(x), float(x.mean())
    centre, scale = p + Z * Z / (2 * n), 1 + Z * Z / n
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    spread = float(x.std(ddof=1)) if n > 1 else 0.0
    return Estimate(p, (centre - half) / scale, (centre + half) / scale, spread, float(x.min()), float(x.max()))


def _floats(values: Iterable[Any]) -> npt.NDArray[np.float64]:
    import numpy as np

    return np.asarray(values, np.float64)
