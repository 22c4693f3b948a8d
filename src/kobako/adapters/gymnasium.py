"""Gymnasium: one seat is the agent's, bots play the others. Importing this module registers every game by id.

>>> import gymnasium
>>> import kobako.adapters.gymnasium
>>> env = gymnasium.make("kobako/Ice-4p-v0", opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"].sum()
((364,), np.int64(10))
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

import kobako
from kobako.adapters.drawing import table_image
from kobako.adapters.seats import (
    ILLEGAL_REWARD,
    MOST,
    action_mask,
    check_render_mode,
    dtype_of,
    observation,
    seat_of,
    seated,
)
from kobako.bots.company import BotMaker, Company
from kobako.core.errors import IllegalAction, UnknownAction
from kobako.core.extras import missing_extra
from kobako.core.match import Match
from kobako.core.words import check_lang

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "gymnasium") from None

Observation = npt.NDArray[Any]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class KobakoEnv(gymnasium.Env[Observation, Any]):
    """A seat at a table of bots.

    `opponents` is the name of a bot (`"greedy"`, `"search:200"`), a function `(game, seed) -> Bot`, or one of these for
    each other seat in the order in which they follow the agent's. `seat` is the agent's; None draws one for each game.
    The reward comes at the end: 1 for a sole winner, -1 / (players - 1) for a loser, in between for winners that share;
    the table's sum is 0. An action that is not allowed ends the game with a reward of -1, and `info["illegal"]` names
    the rule; with `strict` it raises instead.

    A bot that crashes, or plays what is not allowed, raises BotFailed, which names it and its seat.

    `reset(seed=7)` deals the game that `kobako.game(…).new(seed=7)` does.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012  (as Gymnasium declares it)

    def __init__(
        self,
        game: str,
        players: int = 4,
        opponents: str | BotMaker | Sequence[str | BotMaker] = "random",
        seat: int | None = None,
        observations: str = "uint8",
        strict: bool = False,
        render_mode: str | None = None,
        lang: str = "en",
        **options: Any,
    ) -> None:
        self.setup = kobako.game(game).setup(players, **options)
        check_render_mode(render_mode, self.metadata["render_modes"])
        check_lang(lang)
        self.opponents, self.seat = seated(opponents, self.setup.players), seat_of(seat, self.setup.players)
        self.strict = strict
        self.render_mode, self.lang = render_mode, lang
        self._dtype = dtype_of(observations)
        self._match: Match | None = None
        self._company: Company | None = None
        self._mine, self._ended = 0, True
        found = self.setup.game
        self.observation_space = spaces.Box(0, MOST, (found.knowledge.OBSERVATION,), self._dtype)  # type: ignore[arg-type]
        self.action_space = spaces.Discrete(found.actions)

    @property
    def match(self) -> Match:
        """The game being played, for all that Kobako itself can tell of it."""
        if self._match is None:
            raise gymnasium.error.ResetNeeded("no game has been dealt yet: call reset() first")
        return self._match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and let the others play up to the agent's turn."""
        super().reset(seed=seed)
        self._ended, deal = True, seed
        while self._ended:  # a game that is over before the agent's first turn is none of its own
            self.close()
            self._match = self.setup.new(self._draw() if deal is None else deal)
            self._mine = int(self.np_random.integers(self.setup.players)) if self.seat is None else self.seat
            self._company = self._invite(random.Random(self._draw()))
            self._company.tell(self.match.events)
            self._company.play(self.match)
            self._ended, deal = self.match.over, None
        return observation(self.match, self._mine, self._dtype), self._info()

    def _invite(self, rng: random.Random) -> Company:
        """The opponents, in the order in which they follow the agent's seat."""
        others = {(self._mine + 1 + k) % self.setup.players: bot for k, bot in enumerate(self.opponents)}
        return Company(self.setup.game, others, lambda seat: rng.getrandbits(64))

    def _draw(self) -> int:
        return int.from_bytes(self.np_random.bytes(16), "little")

    def step(self, action: Any) -> Step:
        """Play an action; the others answer, until it is the agent's turn again or the game is over."""
        match = self.match
        if self._ended or self._company is None:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() for the next")
        try:
            self._company.tell(match.play(action))
        except (IllegalAction, UnknownAction) as refusal:
            if self.strict:
                raise
            return self._forfeit(refusal)
        self._company.play(match)
        self._ended = match.over
        worth = match.rewards[self._mine]
        return observation(match, self._mine, self._dtype), worth, match.over, False, self._info()

    def _forfeit(self, refusal: Exception) -> Step:
        self._ended = True
        known = observation(self.match, self._mine, self._dtype)
        return known, ILLEGAL_REWARD, True, False, {**self._info(), "illegal": str(refusal)}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": action_mask(self.match, self._mine), "seat": self._mine}
        if self.match.over:
            info |= {"scores": self.match.scores, "ranks": self.match.ranks}
        return info

    def render(self) -> Any:
        """The table as the agent sees it, as text or as an image."""
        view = self.match.view(self._mine)
        if self.render_mode == "rgb_array":
            return table_image(view)
        return view.draw(self.lang) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Send the bots home."""
        company, self._company, self._ended = self._company, None, True
        if company is not None:
            company.close()


def env_id(game: str, players: int) -> str:
    """The id that a game of so many players is registered by."""
    return f"kobako/{game.title()}-{players}p-v0"


def register() -> None:
    """Make every game known to Gymnasium, one by one and on the batch kernel."""
    for name in kobako.game_names():
        for players in kobako.game(name).players:
            if (known := env_id(name, players)) not in gymnasium.registry:
                gymnasium.register(
                    known,
                    entry_point="kobako.adapters.gymnasium:KobakoEnv",
                    vector_entry_point="kobako.adapters.vector:KobakoVectorEnv",
                    kwargs={"game": name, "players": players},
                )


register()
