"""Trials: how strong weights are, against the search of the first release: the same deals for all, seats in turn."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

from kobako.bots.bot import Budget
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import classic_thinking, thinking_of
from kobako.core.errors import KobakoError, describe
from kobako.core.registry import game as find_game


class Trial(NamedTuple):
    """One deal, played once from every seat."""

    deal: int


@dataclass(frozen=True)
class Trials:
    """One with these weights among searches of the first release: what the workers are given to do."""

    game: str
    players: int
    seed: int
    weights: tuple[int, ...]
    simulations: int
    rival: int  # simulations of the others

    def attempt(self, unit: Trial) -> tuple[float, ...] | str:
        """What the one won of each game; or why it could not be played."""
        try:
            return tuple(self._play(unit.deal, mine) for mine in range(self.players))
        except KobakoError as wrong:
            return str(wrong)
        except Exception as wrong:
            return f"{self.what(unit)}: {describe(wrong)}"

    def what(self, unit: Trial) -> str:
        """A trial in words."""
        return f"{self.game}, trial {unit.deal}"

    def _play(self, deal: int, mine: int) -> float:
        game = find_game(self.game)
        match, rng = game.new(players=self.players, seed=self.seed + deal), random.Random(f"{self.seed} {deal} {mine}")
        bots = []
        for seat in range(self.players):
            one = seat == mine
            thinking = thinking_of(game, self.weights) if one else classic_thinking(game)
            budget = Budget(self.simulations if one else self.rival)
            bots.append(SearchBot(game, budget, rng.getrandbits(64), thinking=thinking))
        while not match.over:
            match.play(bots[match.state.to_move].choose(match.view(match.seat), match.legal()))
        return (mine in match.winners) / len(match.winners)
