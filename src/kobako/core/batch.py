"""A batch: many games stepped at once on arrays, by compiled rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kobako.core.errors import BadOption, IllegalAction, UnknownAction
from kobako.core.game import Setup
from kobako.core.seeds import parse_seed, seed_text, seed_words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

OBSERVATIONS = ("uint8", "float32")


class Batch:
    """N games of one setup, side by side. All arrays are written in place: keep a copy of what you want to keep.

    - `seats[i]`: who moves in game i; `mask[i, a]`: 1 where that seat may play action a;
    - `observations[i]`: what that seat knows, seats counted from it;
    - `rewards[i, seat]`, `done[i]`: set by the step that ended game i; the rest is then of the new game dealt there.

    Game i begins with seed `seed + i`; when it ends, the next has the seed n further on, so none comes twice.
    """

    def __init__(self, setup: Setup, n: int, seed: int | str | None = None, observations: str = "uint8") -> None:
        import numpy as np

        if n < 1:
            raise BadOption(f"a batch has 1 game or more, not {n}")
        if observations not in OBSERVATIONS:
            raise BadOption(f"observations are {' or '.join(OBSERVATIONS)}, not {observations!r}")
        game = setup.game
        self.setup, self.n = setup, n
        self._reset, self._step = (game.compiled.kernel(name, observations) for name in ("reset", "step"))
        self._pick = game.compiled.kernel("pick", observations)
        self._template = game.compiled.records([setup.template])
        self.states = np.zeros(n, game.compiled.dtype)
        self._out = np.zeros(game.rules.MOST_LEGAL, np.int32)
        self.mask = np.zeros((n, game.actions), np.uint8)
        self.observations = np.zeros((n, game.knowledge.OBSERVATION), observations)
        self.seats = np.zeros(n, np.int32)
        self.rewards = np.zeros((n, setup.players), np.float32)
        self.done = np.zeros(n, np.uint8)
        self.actions = np.zeros(n, np.int32)
        self._random = np.zeros(4, np.int64)
        self.reset(seed)

    def reset(self, seed: int | str | None = None) -> None:
        """Deal all games anew."""
        import numpy as np

        first = parse_seed(seed)
        self._random[:] = seed_words(first)
        self._seeds = np.array([seed_words((first + i) % (1 << 128)) for i in range(self.n)], np.int64)
        self.rewards[:], self.done[:] = 0, 0
        self._reset(self._template, self.states, self._out, self._seeds, self.mask, self.observations, self.seats)

    def seed(self, i: int) -> str:
        """The seed of the game that is now being played at place i."""
        return seed_text(sum(int(word) << 32 * k for k, word in enumerate(self._seeds[i])))

    def random_actions(self) -> npt.NDArray[np.int32]:
        """A random allowed action for every game."""
        self._pick(self.mask, self._random, self.actions)
        return self.actions

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game. If one is not allowed, none is played, and the error says which."""
        import numpy as np

        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.n,):
            raise UnknownAction(f"a step takes {self.n} actions, one a game, not an array of shape {chosen.shape}")
        wrong = self._step(
            self._template,
            self.states,
            self._out,
            chosen,
            self._seeds,
            self.mask,
            self.observations,
            self.seats,
            self.rewards,
            self.done,
        )
        if wrong >= 0:
            raise self._refusal(int(wrong), int(chosen[wrong]))

    def _refusal(self, i: int, action: int) -> IllegalAction:
        """The same answer that a match would give, in game i."""
        from kobako.core.fields import from_bytes
        from kobako.core.match import Match

        named = self.setup.action(action)
        match = Match(self.setup, 0)
        match.state = from_bytes(self.states[i].tobytes(), self.setup.game.plain_state(), self.setup.game.fields)
        refusal = match.refusal(named, match.legal())
        refusal.args = (f"game {i} of the batch: {refusal}",)
        return refusal
