"""How much luck forbids: the same search, given full sight, against random players.

    python -m bench.sight kotori -n 200

Full sight is a measuring device, not a bot: it is handed the true state, and its `imagine` leaves everything as it is.
What it wins is about the most that anyone could; what the honest search lacks of that, hidden cards cost.
"""

from __future__ import annotations

import argparse
import copy
from types import ModuleType
from typing import Any

import kobako
from kobako.arena.lab import proportion
from kobako.bots.minds import mind_of
from kobako.bots.random import RandomBot
from kobako.bots.search.search import candidates
from kobako.bots.search.thinking import loops
from kobako.bots.search.tree import compiled_tree
from kobako.core.compiling import Compiled
from kobako.core.game import Action, Game
from kobako.core.match import Match
from kobako.core.position import View


def imagine(s: Any, me: int, r: Any) -> None:
    """Nothing to imagine: all is seen."""


def sighted(game: Game) -> Game:
    """The game for one who sees everything."""
    knowledge = ModuleType(f"{game.name}_seen")
    knowledge.imagine, knowledge.observe = imagine, game.knowledge.observe  # type: ignore[attr-defined]
    knowledge.OBSERVATION = game.knowledge.OBSERVATION  # type: ignore[attr-defined]
    twin = copy.copy(game)
    twin.knowledge = knowledge
    return twin


class FullSight:
    """The search on the true state."""

    def __init__(self, game: Game, simulations: int) -> None:
        self.game, self.simulations = game, simulations
        self.compiled = Compiled(sighted(game), loops=loops(game))

    def choose(self, match: Match, seed: int) -> Action:
        """The best action, all cards open."""
        legal = match.legal()
        if len(legal) == 1:
            return legal[0]
        seen = View(match.setup, match.state.copy(), match.seat)
        tree = compiled_tree(seen, self.compiled, self.simulations + 2, seed)
        tree.think(self.compiled.kernel("search"), self.simulations, mind_of(self.game).exploration)
        return candidates(seen, legal, [tree.thought()])[0].action


def share(game: Game, players: int, games: int, simulations: int) -> list[float]:
    """What full sight wins of each game against random players, its seat going round."""
    sight, shares = FullSight(game, simulations), []
    for k in range(games):
        match, mine = game.new(players=players, seed=k // players), k % players
        others = [RandomBot(100 * k + seat) for seat in range(players)]
        while not match.over:
            if match.seat == mine:
                match.play(sight.choose(match, 1000 * k + len(match.actions)))
            else:
                view = match.view(match.seat)
                match.play(others[match.state.to_move].choose(view, view.legal()))
        shares.append((mine in match.winners) / len(match.winners))
    return shares


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.sight", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("-p", "--players", type=int, default=4)
    parser.add_argument("-n", "--games", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=1000)
    args = parser.parse_args()
    found = proportion(share(kobako.game(args.game), args.players, args.games, args.simulations))
    what = f"{args.game}, full sight against {args.players - 1} random"
    print(f"{what}: {found.mean:.3f} ({found.low:.3f} to {found.high:.3f})")
