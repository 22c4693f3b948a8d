"""How strong a learned mind is, and what its thought costs: one with weights among searches of the first release.

    python -m bench.minds umbradeco --simulations 1500 --rival 1500 --deals 25
    python -m bench.minds umbradeco --milliseconds 20 --deals 25

Duplicate deals, the one in every seat. The share of the wins has Wilson's interval over games, and Student's over
deals, from which the luck of seats and cards is out. Besides it says by how many points the one was ahead, which tells
sooner, and how long each thought about a decision. `--weights` tries others than those that come with the game,
`--explore` and `--widen` other settings of the search. With `--milliseconds` all think for the same time of a core:
each as often as its decisions so far say that it can, so it is the same however busy the machine is.
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
from kobako.core.game import Action, Game
from kobako.core.match import Match

FEWEST = 100  # simulations of a decision, and of the first, when nothing is known of their time


@dataclass
class Clock:
    """A player's thought: decisions, simulations, and the time of its core that they took."""

    decisions: int = 0
    simulations: int = 0
    seconds: float = 0.0

    def took(self, simulations: int, seconds: float) -> None:
        """One decision more."""
        self.decisions += 1
        self.simulations += simulations
        self.seconds += seconds

    def within(self, seconds: float) -> int:
        """How many simulations take so long, by what they took so far."""
        return max(FEWEST, round(seconds * self.simulations / self.seconds)) if self.seconds else FEWEST

    @property
    def ms(self) -> float:
        """Of one decision, in thousandths of a second."""
        return 1000 * self.seconds / max(1, self.decisions)

    @property
    def average(self) -> float:
        """Simulations of one decision."""
        return self.simulations / max(1, self.decisions)


@dataclass
class Bout:
    """One mind against others, deal by deal."""

    game: Game
    thinking: Method
    simulations: int
    rival: int
    players: int
    seconds: float | None = None  # that all think for, instead of so many simulations
    clocks: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))

    def play(self, deal: int) -> Iterator[tuple[float, float]]:
        """What the one won, and how far it was ahead of the others' mean, from every seat."""
        for mine in range(self.players):
            match = self.game.new(players=self.players, seed=deal)
            bots = [self._bot(seat == mine, 1000 * deal + 10 * mine + seat) for seat in range(self.players)]
            while not match.over:
                match.play(self._decide(bots[match.state.to_move], match, match.seat == mine))
            others = [score for seat, score in enumerate(match.scores) if seat != mine]
            yield (mine in match.winners) / len(match.winners), match.scores[mine] - sum(others) / len(others)

    def _decide(self, bot: SearchBot, match: Match, one: bool) -> Action:
        """What is played, by the clock of who plays it."""
        view, clock = match.view(match.seat), self.clocks[not one]
        legal, sims = view.legal(), self.simulations if one else self.rival
        if len(legal) == 1:
            return legal[0]
        if self.seconds is not None:
            sims = clock.within(self.seconds)
        start = time.thread_time()
        action = bot.choose(view, legal, Budget(sims))
        clock.took(sims, time.thread_time() - start)
        return action

    def _bot(self, one: bool, seed: int) -> SearchBot:
        thinking = self.thinking if one else classic_thinking(self.game)
        return SearchBot(self.game, Budget(1), seed, thinking=thinking)


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
    parser.add_argument("--milliseconds", type=float, help="of a core, for every decision of everyone")
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
    seconds = args.milliseconds and args.milliseconds / 1000
    bout = Bout(game, thinking, args.simulations, args.rival, args.players, seconds)
    shares: list[tuple[int, float]] = []
    ahead: list[tuple[int, float]] = []
    for deal in range(args.seed, args.seed + args.deals):
        for share, points in bout.play(deal):
            shares.append((deal, share))
            ahead.append((deal, points))
        won, evenly, lead = proportion([share for _, share in shares]), paired(shares), paired(ahead)
        by_deal = "" if evenly.low is None else f", by deals {evenly.low:.3f} to {evenly.high:.3f}"
        spread = "" if lead.low is None else f" ({lead.low:.2f} to {lead.high:.2f})"
        mine, theirs = bout.clocks
        said = (
            f"{won.mean:.3f} ({won.low:.3f} to {won.high:.3f}{by_deal}) of {len(shares)} games, "
            f"ahead by {lead.mean:.2f}{spread}"
        )
        sims = "" if seconds is None else f" ({mine.average:.0f} simulations against {theirs.average:.0f})"
        print(f"{said}; {mine.ms:.1f} ms a decision against {theirs.ms:.1f}{sims}", flush=True)
