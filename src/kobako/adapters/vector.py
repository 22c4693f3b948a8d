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
from typing import Any

import numpy as np
import numpy.typing as npt

import kobako
from kobako.adapters import against
from kobako.adapters.seats import ILLEGAL_REWARD, MOST, dtype_of, seat_of
from kobako.bots.minds import mind_of
from kobako.core.batch import Seeds, Work, action_array, game_seeds, refusal
from kobako.core.compiling import Compiled, Kernels
from kobako.core.errors import BadOption
from kobako.core.extras import missing_extra
from kobako.core.game import Game
from kobako.core.options import whole

try:
    from gymnasium import error, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "gymnasium") from None

OPPONENTS = ("random", "greedy")
Array = npt.NDArray[Any]


@cache
def compiled_against(game: Game) -> Compiled:
    """The loop with this game's rules, and with what is believed of it."""
    mind = mind_of(game)
    choosing = {"choose_greedily": against.by_prior if mind.has_prior else against.by_score}
    return Compiled(game, loops=Kernels((against, mind.functions, choosing), ("step_against",)))


class KobakoVectorEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` tables, one seat of each the agent's: table i's is `i % players`, or `seat` at all of them.

    The others are `random` or `greedy`, played in compiled code; for other bots there is `KobakoEnv`, for self-play
    `kobako.batch`. Rewards are as in `KobakoEnv`, and so is an action that is not allowed: it ends that game with -1,
    or raises with `strict`. A game that ends is dealt anew in the same step (`AutoresetMode.SAME_STEP`): observation
    and mask are then those of the new game; `infos["final_obs"]` has what was known at the end, `infos["final_info"]`
    the agent's seat, and the scores and ranks of all unless the agent forfeited.

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
        count = whole(num_envs)
        if count is None or count < 1:
            raise BadOption(f"num_envs is a whole number from 1 on, not {num_envs!r}")
        setup, num_envs = kobako.game(game).setup(players, **options), count
        players, found, dtype = setup.players, setup.game, dtype_of(observations)
        mine = seat_of(seat, players)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.setup, self.num_envs, self.copy, self.strict = setup, num_envs, copy, strict
        self.single_observation_space = spaces.Box(0, MOST, (found.knowledge.OBSERVATION,), dtype)  # type: ignore[arg-type]
        self.single_action_space = spaces.Discrete(found.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._prepare(threads, observations)
        self._template = found.compiled.records([setup.template])
        self._greedy = int(opponents == "greedy")
        self._seats = np.array([i % players if mine is None else mine for i in range(num_envs)], np.int32)
        self._states = np.zeros(num_envs, found.compiled.dtype)
        guessing = self._greedy and not mind_of(found).has_prior
        self._guesses = np.zeros(num_envs if guessing else 0, found.compiled.dtype)
        self._legals = np.zeros((num_envs, found.rules.MOST_LEGAL), np.int32)
        self._seeds, self._choices = np.zeros((num_envs, 4), np.int64), np.zeros((num_envs, 4), np.int64)
        self._mask = np.zeros((num_envs, found.actions), np.uint8)
        self._obs, self._final = (np.zeros((num_envs, found.knowledge.OBSERVATION), dtype) for _ in range(2))
        self._rewards, self._done = np.zeros(num_envs), np.zeros(num_envs, np.bool_)
        self._shares = np.zeros((num_envs, players), np.float32)
        self._scores, self._ranks = (np.zeros((num_envs, players), np.int32) for _ in range(2))
        self._truncations = np.zeros(num_envs, np.bool_)  # no game is cut short
        self._dealt = False

    def _prepare(self, threads: int, observations: str) -> None:
        self._work = Work(self.num_envs, threads)
        self._step = compiled_against(self.setup.game).kernel("step_against", observations)

    def __getstate__(self) -> dict[str, Any]:
        """Copied and pickled without its threads and compiled code, which the twin has of its own."""
        kept = {name: value for name, value in self.__dict__.items() if name not in ("_work", "_step")}
        return {**kept, "threads": self._work.threads}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        threads = kept.pop("threads")
        self.__dict__.update(kept)
        self._prepare(threads, self._obs.dtype.name)

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal every table anew."""
        deal = int.from_bytes(self.np_random.bytes(16), "little") if seed is None else seed
        words = game_seeds(deal, self.num_envs)
        if seed is not None:  # the deals after this one follow from the first table's seed, whatever form it had
            super().reset(seed=sum(word << 32 * k for k, word in enumerate(words[0])))
        self._seeds[:] = words
        self._run(np.zeros(self.num_envs, np.int32), fresh=1)
        self._dealt = True
        return self._given(self._obs), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The agent's action at every table."""
        if not self._dealt:
            raise error.ResetNeeded("no game has been dealt yet: call reset() first")
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
            self._guesses,
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
            self._scores,
            self._ranks,
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
        played = self._ranks[:, 0] > 0
        info = {"seat": np.where(ended, self._seats, 0), "scores": self._scores.copy(), "ranks": self._ranks.copy()}
        info |= {"_seat": ended, "_scores": played, "_ranks": played}
        return {"final_obs": final, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def _check(self, chosen: npt.NDArray[np.int32]) -> None:
        wrong = int(self.setup.game.compiled.kernel("first_wrong")(self._mask, chosen))
        if wrong >= 0:
            raise refusal(self.setup, self._states, wrong, int(chosen[wrong]))
