"""How strong a learned mind is, and what its thought costs: one with weights among searches of the first release.

    python -m bench.minds umbradeco --simulations 1500 --rival 1500 --deals 25

Duplicate deals, the one in every seat. Besides the share of the wins it says by how many points it was ahead, which
tells sooner, and how long each thought about a decision. `--weights` tries others than those that come with the game,
`--explore` and `--widen` other settings of the search.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import kobako
from kobako.arena.lab import proportion
from kobako.arena.standings import paired
from kobako.bots.bot import Budget
from kobako.bots.minds import learned_of
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import Method, classic_thinking, thinking_of
from kobako.bots.weights import read_weights
from kobako.core.game import Game


@dataclass
class Clock:
    """A player's thought: decisions, and the time of its core that they took."""

    decisions: int = 0
    seconds: float = 0.0

    @property
    def ms(self) -> float:
        """Of one decision, in thousandths of a second."""
        return 1000 * self.seconds / max(1, self.decisions)


@dataclass
class Bout:
    """One mind against others, deal by deal."""

    game: Game
    thinking: Method
    simulations: int
    rival: int
    players: int
    clocks: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))

    def play(self, deal: int) -> Iterator[tuple[float, float]]:
        """What the one won, and how far it was ahead of the others' mean, from every seat."""
        for mine in range(self.players):
            match = self.game.new(players=self.players, seed=deal)
            bots = [self._bot(seat == mine, 1000 * deal + 10 * mine + seat) for seat in range(self.players)]
            while not match.over:
                view, clock = match.view(match.seat), self.clocks[match.seat != mine]
                legal, start = view.legal(), time.thread_time()
                action = bots[match.state.to_move].choose(view, legal)
                if len(legal) > 1:
                    clock.decisions += 1
                    clock.seconds += time.thread_time() - start
                match.play(action)
            others = [score for seat, score in enumerate(match.scores) if seat != mine]
            yield (mine in match.winners) / len(match.winners), match.scores[mine] - sum(others) / len(others)

    def _bot(self, one: bool, seed: int) -> SearchBot:
        thinking = self.thinking if one else classic_thinking(self.game)
        return SearchBot(self.game, Budget(self.simulations if one else self.rival), seed, thinking=thinking)


def thinking_from(game: Game, weights: Path | None, explore: float | None, widen: float | None) -> Method:
    """The mind to be measured."""
    learned = learned_of(game)
    found = read_weights(game, learned.shape, weights.read_text("utf-8")) if learned and weights else None
    thinking = thinking_of(game, found.numbers if found else None)
    if explore is not None:
        thinking = replace(thinking, explore=explore)
    return thinking if widen is None else replace(thinking, widening=widen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.minds", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--simulations", type=int, default=1500)
    parser.add_argument("--rival", type=int, default=1500, help="simulations of the others")
    parser.add_argument("-p", "--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--explore", type=float)
    parser.add_argument("--widen", type=float)
    args = parser.parse_args()
    game = kobako.game(args.game)
    thinking = thinking_from(game, args.weights, args.explore, args.widen)
    for mind in (thinking, classic_thinking(game)):
        mind.compiled.kernel(mind.kernel)
    bout = Bout(game, thinking, args.simulations, args.rival, args.players)
    shares: list[float] = []
    ahead: list[tuple[int, float]] = []
    for deal in range(args.seed, args.seed + args.deals):
        for share, points in bout.play(deal):
            shares.append(share)
            ahead.append((deal, points))
        won, lead = proportion(shares), paired(ahead)
        spread = "" if lead.low is None else f" ({lead.low:.2f} to {lead.high:.2f})"
        mine, theirs = bout.clocks
        said = (
            f"{won.mean:.3f} ({won.low:.3f} to {won.high:.3f}) of {len(shares)} games, ahead by {lead.mean:.2f}{spread}"
        )
        print(f"{said}; {mine.ms:.1f} ms a decision against {theirs.ms:.1f}", flush=True)
