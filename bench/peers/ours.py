"""Random play in our games: natively, and through each adapter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

import kobako
from bench.engine import random_play
from bench.peers.clock import Run
from bench.peers.theirs import openspiel_loop, pettingzoo_loop
from kobako.adapters.gymnasium import env_id
from kobako.adapters.openspiel import game_text
from kobako.adapters.pettingzoo import env

PLAYERS, BATCHES = 4, (256, 1024)


def batch_loop(name: str, n: int, observations: str | None) -> Run:
    """The batch: random choice, step, masks, rewards, new deals; and observations, or none."""
    games = kobako.batch(name, players=PLAYERS, n=n, seed=1, observations=observations)

    def play() -> int:
        for _ in range(20):
            games.step(games.random_actions())
        return 20 * n

    return play


def gymnasium_loop(name: str) -> Run:
    """One seat, the others random: only the agent's own decisions count."""
    table = gymnasium.make(env_id(name, PLAYERS), opponents="random", disable_env_checker=True)

    def play() -> int:
        _, info = table.reset()
        over, plies = False, 0
        while not over:
            _, _, over, _, info = table.step(table.action_space.sample(info["action_mask"]))
            plies += 1
        return plies

    return play


def vector_loop(name: str, n: int = 1024) -> Run:
    """The vector environment, others random: only the agents' own decisions count, choosing them included."""
    tables = gymnasium.make_vec(env_id(name, PLAYERS), num_envs=n, opponents="random", copy=False)
    _, infos = tables.reset(seed=1)
    mask, rng = infos["action_mask"], np.random.default_rng(1)

    def play() -> int:
        tables.step((mask * rng.random(mask.shape, np.float32)).argmax(1).astype(np.int32))
        return n

    return play


def runs() -> Iterator[tuple[dict[str, Any], Run]]:
    """Library, game, way, and what plays it."""
    for name in kobako.game_names():
        setup = kobako.game(name).setup(PLAYERS)
        ways = [("compiled playouts", 1, random_play(setup, compiled=True))]
        for n in BATCHES:
            ways.append(("batch, masks", n, batch_loop(name, n, None)))
            ways.append(("batch, masks and observations", n, batch_loop(name, n, "uint8")))
        ways += [
            ("PettingZoo", 1, pettingzoo_loop(env(name, PLAYERS))),
            ("OpenSpiel", 1, openspiel_loop(game_text(setup), True)),
            ("Gymnasium", 1, gymnasium_loop(name)),
            ("Gymnasium vector", 1024, vector_loop(name)),
        ]
        for way, size, run in ways:
            yield {"library": "Kobako", "game": name, "way": way, "size": size}, run
