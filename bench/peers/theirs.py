"""Random play in the games of others, each driven as its own documentation does."""

from __future__ import annotations

import contextlib
import importlib
import io
import random
from collections.abc import Iterator
from typing import Any

import pyspiel
from open_spiel.python.observation import make_observation

from bench.peers.clock import Run

OPENSPIEL = ("hearts", "euchre", "oh_hell", "crazy_eights", "go_fish", "hanabi", "gin_rummy", "leduc_poker")
# Umbradeco is played on a board of 37 hexagons, and so is this Havannah.
OPENSPIEL_BOARDS = ("havannah(board_size=4)", "hex(board_size=6)", "othello")
OPENSPIEL_PYTHON = ("python_block_dominoes", "python_team_dominoes", "python_liars_poker", "python_kuhn_poker")
OPENSPIEL_INSIDE = ("hearts", "euchre", "oh_hell", "crazy_eights", "go_fish", *OPENSPIEL_BOARDS)
RLCARD = ("leduc-holdem", "uno", "bridge", "gin-rummy", "doudizhu")
PETTINGZOO = ("hanabi_v5", "leduc_holdem_v4", "texas_holdem_v4", "tictactoe_v3", "connect_four_v3")
PGX = ("leduc_holdem",)
PGX_BATCHES = (1024, 4096, 16384)


def openspiel_loop(name: str, weighted: bool, observe: bool = False) -> Run:
    """A game from Python: chance by its weights, or (the fastest loop there is) by any of its outcomes.

    To observe is to have what the player to move knows written into an array, in the quickest way there is.
    """
    game = pyspiel.load_game(name)
    known = observer(game) if observe else None

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                plies += 1
                if known is not None:
                    known.set_from(state, state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
            elif weighted:
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
        return plies

    return play


def observer(game: Any) -> Any:
    """What writes the observations of a game, or its information states where it has no observations."""
    return make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=not game.get_type().provides_observation_tensor)
    )


def choice(name: str) -> tuple[Any, Any, float]:
    """A game, its first state with something to decide, and the mean number of decisions from there on at random."""
    random.seed(1)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(random.choice(state.legal_actions()))
    plies = 0
    for _ in range(200):
        twin = state.clone()
        while not twin.is_terminal():
            plies += not twin.is_chance_node()
            twin.apply_action(random.choice(twin.legal_actions()))
    return game, state, plies / 200


def openspiel_inside(name: str, rollouts: int = 2000) -> Run:
    """Rollouts that never leave OpenSpiel's C++: two simulations of its MCTS, each of so many rollouts."""
    game, state, length = choice(name)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, 1, False)

    def play() -> int:
        bot.step_with_policy(state)
        return int(2 * rollouts * length)

    return play


def rlcard_loop(name: str) -> Run:
    """A game of RLCard."""
    import rlcard

    env = rlcard.make(name)

    def play() -> int:
        state, _ = env.reset()
        plies = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            plies += 1
        return plies

    return play


def pettingzoo_loop(table: Any) -> Run:
    """A game of PettingZoo, as in its documentation."""

    def play() -> int:
        table.reset()
        plies = 0
        for agent in table.agent_iter():
            known, _, terminated, truncated, info = table.last()
            over = terminated or truncated
            plies += not over
            mask = info["action_mask"] if "action_mask" in info else known["action_mask"]
            table.step(None if over else table.action_space(agent).sample(mask))
        return plies

    return play


def pgx_loop(name: str, batch: int, steps: int = 64) -> Run:
    """A batch of Pgx: random legal actions, games dealt anew, all inside one compiled loop."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, chance = jax.random.split(key, 3)
        action = jax.random.categorical(choosing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return (step(state, action, jax.random.split(chance, batch)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1))

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return batch * steps

    return play


def runs() -> Iterator[tuple[dict[str, Any], Run]]:
    """Library, game, way, and what plays it."""

    def named(library: str, game: str, way: str, size: int = 1) -> dict[str, Any]:
        return {"library": library, "game": game, "way": way, "size": size}

    for name in (*OPENSPIEL, *OPENSPIEL_BOARDS):
        yield named("OpenSpiel", name, "Python, usual loop"), openspiel_loop(name, True)
        yield named("OpenSpiel", name, "Python, fastest loop"), openspiel_loop(name, False)
        yield named("OpenSpiel", name, "Python, with observations"), openspiel_loop(name, False, observe=True)
    for name in OPENSPIEL_INSIDE:
        yield named("OpenSpiel", name, "inside C++"), openspiel_inside(name)
    for name in OPENSPIEL_PYTHON:
        importlib.import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
        yield named("OpenSpiel", name, "game in Python"), openspiel_loop(name, True)
    for name in RLCARD:
        yield named("RLCard", name, "Python, with observations"), rlcard_loop(name)
    for name in PETTINGZOO:
        with contextlib.redirect_stdout(io.StringIO()):
            table = importlib.import_module(f"pettingzoo.classic.{name}").env()
        yield named("PettingZoo", name, "Python, with observations"), pettingzoo_loop(table)
    for name in PGX:
        for size in PGX_BATCHES:
            yield named("Pgx", name, "batch", size), pgx_loop(name, size)
