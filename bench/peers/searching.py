"""OpenSpiel's ISMCTS beside our search: simulations per second, and a match at equal processor time.

python -m bench.peers.searching kotori -n 240 --seconds 0.02
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import kobako
from bench.peers.clock import Run
from bench.peers.theirs import choice
from kobako.adapters.openspiel import KobakoState, Resampler
from kobako.arena.lab import proportion
from kobako.bots.minds import mind_of
from kobako.bots.search.search import candidates
from kobako.bots.search.thinking import compiled_search, thinking_of
from kobako.bots.search.tree import compiled_tree
from kobako.core.game import Game

UCT = 2.0  # OpenSpiel's own choice in its examples
SLICE = 64
NODES = 1 << 16
GAMES = {"donburiko": 30, "ice": 30, "kotori": 240, "tokkuri": 30, "umbradeco": 30}
SECONDS = 0.02


class TimedISMCTS(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's Python bot with a budget of processor time in place of one of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, rng), UCT, 1, random_state=rng)
        self.set_resampler(Resampler(seed))
        self.seconds, self.simulations, self.decisions = seconds, 0, 0

    def run_search(self, state: KobakoState) -> Any:
        """As its parent does, until the time is up."""
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        end, done = time.thread_time() + self.seconds, 0
        self._root_node = self.create_new_node(state)
        while done < 2 or time.thread_time() < end:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        self.simulations, self.decisions = self.simulations + done, self.decisions + 1
        return self.get_final_policy(state, self._root_node)


class TimedSearch:
    """Our search with the same budget."""

    def __init__(self, game: Game, seconds: float, seed: int) -> None:
        self.thinking, self.seconds, self.seed = thinking_of(game), seconds, seed
        self.run = self.thinking.compiled.kernel(self.thinking.kernel)
        self.simulations, self.decisions = 0, 0

    def step(self, state: KobakoState) -> int:
        """The action visited most."""
        view = state.view(state.current_player())
        legal = view.legal()
        if len(legal) == 1:
            return int(legal[0])
        end, self.seed = time.thread_time() + self.seconds, self.seed + 1
        tree = self.thinking.tree(view, NODES, self.seed)
        while time.thread_time() < end:
            tree.think(self.run, SLICE, self.thinking.explore)
            self.simulations += SLICE
        self.decisions += 1
        return int(candidates(view, legal, [tree.thought()])[0].action)


def match(name: str, games: int, seconds: float) -> dict[str, Any]:
    """Two players, every deal twice, once from each side; our share of the wins, and what both could think."""
    game, shares = pyspiel.load_game(f"kobako_{name}(players=2)"), []
    ours, theirs = TimedSearch(kobako.game(name), seconds, 1), TimedISMCTS(game, seconds, 1)
    for k in range(games):
        state, mine = game.new_initial_state(), k % 2
        for byte in (k // 2).to_bytes(4, "little"):
            state.apply_action(byte)
        while not state.is_terminal():
            seat = state.current_player()
            state.apply_action(int((ours if seat == mine else theirs).step(state)))
        shares.append((state.returns()[mine] + 1) / 2)
    won = proportion(shares)
    return {
        "game": name,
        "games": games,
        "seconds": seconds,
        "share": won.mean,
        "low": won.low,
        "high": won.high,
        "our_simulations": ours.simulations / ours.decisions,
        "their_simulations": theirs.simulations / theirs.decisions,
    }


def our_search(name: str, players: int) -> Run:
    """Our search at the first decision; gives the simulations."""
    game = kobako.game(name)
    run, table = compiled_search(game).kernel("search"), game.new(players=players, seed=1)
    view = table.view(table.seat)

    def think() -> int:
        compiled_tree(view, compiled_search(game), 5002, 1).think(run, 5000, mind_of(game).exploration)
        return 5000

    return think


def their_search(name: str, players: int) -> Run:
    """OpenSpiel's Python ISMCTS on our game, at the first decision that is one."""
    game = pyspiel.load_game(f"kobako_{name}(players={players})")
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(1 if state.is_chance_node() else state.legal_actions()[0])
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), UCT, 20, random_state=rng)
    bot.set_resampler(Resampler(1))

    def think() -> int:
        bot.run_search(state)
        return 20

    return think


def inside_search(name: str) -> Run:
    """OpenSpiel's C++ ISMCTS on a game of its own."""
    _, state, _ = choice(name)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), UCT, 2000)

    def think() -> int:
        bot.step_with_policy(state)
        return 2000

    return think


def runs() -> Iterator[tuple[dict[str, Any], Run]]:
    """The searches, at a table of four."""
    for name in ("hearts", "euchre", "oh_hell"):
        yield {"search": "OpenSpiel C++ ISMCTS", "game": name}, inside_search(name)
    for name in kobako.game_names():
        yield {"search": "OpenSpiel Python ISMCTS", "game": name}, their_search(name, 4)
        yield {"search": "Kobako search", "game": name}, our_search(name, 4)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.peers.searching", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("-n", "--games", type=int)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    args = parser.parse_args()
    print(json.dumps(match(args.game, args.games or GAMES[args.game], args.seconds)))
