"""Gymnasium's VectorEnv on compiled rules: thousands of tables at once, the other seats played in the same loop.

>>> import gymnasium
>>> import kobako.adapters.gymnasium
>>> envs = gymnasium.make_vec("kobako/Kotori-2p-v0", num_envs=64, opponents="greedy")
>>> observations, infos = envs.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((64, 183), (64, 2))
"""

from __future__ import annotations

from functools import cache
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import kobako
from kobako.adapters import against
from kobako.adapters.seats import ILLEGAL_REWARD, MOST, dtype_of
from kobako.bots.minds import mind_of
from kobako.core.batch import Seeds, Work, action_array, game_seeds, refusal
from kobako.core.compiling import Compiled, Kernels
from kobako.core.errors import BadOption
from kobako.core.game import Game

OPPONENTS = ("random", "greedy")
Array = npt.NDArray[Any]

SIGNATURES = {
    "step_against": "state[:] state[:] int32[:,:] int64[:,:] int64[:,:] int32[:] uint8[:,:] obs[:,:] int32[:] "
    "float64[:] boolean[:] obs[:,:] float32[:,:] int64 int64 float64 int64"
}


@cache
def compiled_against(game: Game) -> Compiled:
    """The loop with this game's rules, and with what is believed of it."""
    return Compiled(game, loops=Kernels((against, mind_of(game)), SIGNATURES))


class KobakoVectorEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` tables, one seat of each the agent's: table i's is `i % players`, or `seat` at all of them.

    The others are `random` or `greedy`, played in compiled code; for other bots there is `KobakoEnv`, for self-play
    `kobako.batch`. Rewards are as in `KobakoEnv`, and so is an action that is not allowed: it ends that game with -1,
    or raises with `strict`. A game that ends is dealt anew in the same step (`AutoresetMode.SAME_STEP`): observation
    and mask are then those of the new game, and `infos["final_obs"]` has what was known at the end.

    With `copy=False` observations, masks, rewards and terminations are the environment's own arrays, written anew
    by the next step. `reset(seed=7)` deals table i from seed 7 + i; `reset(seed=[…])` each from its own.
    """

    def __init__(
        self,
        game: str,
        players: int = 4,
        num_envs: int = 1,
        opponents: str = "random",
        seat: int | None = None,
        observations: str = "uint8",
        copy: bool = True,
        strict: bool = False,
        threads: int = 1,
        **options: Any,
    ) -> None:
        if opponents not in OPPONENTS:
            raise BadOption(f"opponents of a vector environment are {' or '.join(OPPONENTS)}, not {opponents!r}")
        if seat is not None and not 0 <= seat < players:
            raise BadOption(f"no seat {seat!r}: there are 0 to {players - 1}, and None for all in turn")
        setup = kobako.game(game).setup(players, **options)
        found, dtype = setup.game, dtype_of(observations)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.setup, self.num_envs, self.copy, self.strict = setup, num_envs, copy, strict
        self.single_observation_space = spaces.Box(0, MOST, (found.knowledge.OBSERVATION,), dtype)  # type: ignore[arg-type]
        self.single_action_space = spaces.Discrete(found.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._work = Work(num_envs, threads)
        self._template = found.compiled.records([setup.template])
        self._greedy = int(opponents == "greedy")
        self._step = compiled_against(found).kernel("step_against", observations)
        self._seats = np.array([i % players if seat is None else seat for i in range(num_envs)], np.int32)
        self._states = np.zeros(num_envs, found.compiled.dtype)
        self._legals = np.zeros((num_envs, found.rules.MOST_LEGAL), np.int32)
        self._seeds, self._choices = np.zeros((num_envs, 4), np.int64), np.zeros((num_envs, 4), np.int64)
        self._mask = np.zeros((num_envs, found.actions), np.uint8)
        self._obs, self._final = (np.zeros((num_envs, found.knowledge.OBSERVATION), dtype) for _ in range(2))
        self._rewards, self._done = np.zeros(num_envs), np.zeros(num_envs, np.bool_)
        self._shares = np.zeros((num_envs, players), np.float32)
        self._truncations = np.zeros(num_envs, np.bool_)  # no game is cut short

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal every table anew."""
        if seed is None:
            seed = int.from_bytes(self.np_random.bytes(16), "little")
        else:
            super().reset(seed=int(seed) if isinstance(seed, SupportsIndex) else None)
        self._seeds[:] = game_seeds(seed, self.num_envs)
        self._run(np.zeros(self.num_envs, np.int32), fresh=1)
        return self._given(self._obs), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The agent's action at every table."""
        chosen = action_array(actions, self.num_envs)
        if self.strict:
            self._check(chosen)
        self._run(chosen, fresh=0)
        infos = self._infos()
        if self._done.any():
            infos |= self._endings()
        rewards, done = self._given(self._rewards), self._given(self._done)
        return self._given(self._obs), rewards, done, self._given(self._truncations), infos

    def _run(self, chosen: Array, fresh: int) -> None:
        self._work.share(
            self._step,
            self._states,
            self._legals,
            self._seeds,
            self._choices,
            self._seats,
            self._mask,
            self._obs,
            chosen,
            self._rewards,
            self._done,
            self._final,
            self._shares,
            first=(self._template,),
            last=(self._greedy, self.num_envs, ILLEGAL_REWARD, fresh),
        )

    def _given(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._given(self._mask).view(np.int8)}

    def _endings(self) -> dict[str, Any]:
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(self._done):
            final[i] = self._final[i].copy()
        ended = self._done.copy()
        return {"final_obs": final, "_final_obs": ended, "final_info": {}, "_final_info": ended}

    def _check(self, chosen: npt.NDArray[np.int32]) -> None:
        wrong = int(self.setup.game.compiled.kernel("first_wrong")(self._mask, chosen))
        if wrong >= 0:
            raise refusal(self.setup, self._states, wrong, int(chosen[wrong]))
