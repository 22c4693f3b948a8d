"""PettingZoo: every game as an AEC environment.

>>> from kobako.adapters.pettingzoo import env
>>> table = env("ice", players=4)
>>> table.reset(seed=7)
>>> table.agent_selection
'seat_0'
>>> sorted(table.last()[0])
['action_mask', 'observation']
"""

from __future__ import annotations

from typing import Any

import numpy as np

import kobako
from kobako.adapters.drawing import table_image
from kobako.adapters.seats import ILLEGAL_REWARD, MOST, action_mask, check_render_mode, dtype_of, observation
from kobako.core.errors import BadOption, IllegalAction, UnknownAction
from kobako.core.extras import missing_extra
from kobako.core.match import Match
from kobako.core.seeds import parse_seed
from kobako.core.words import check_lang

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "pettingzoo") from None

RENDER_MODES = ["human", "ansi", "rgb_array"]


def env(game: str, players: int = 4, **how: Any) -> AECEnv[str, Any, Any]:
    """A game for every day: an action that is not allowed ends it, with a reward of -1 for who played it."""
    return wrappers.OrderEnforcingWrapper(forgiving_env(game, players, **how))


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # noqa: N801  (PettingZoo's own name for it)
    """The game as it is: an action that is not allowed is refused, naming the rule, and changes nothing.

    `reset(seed=7)` deals the same game that `kobako.game(…).new(seed=7)` does, and seeds nothing else but
    the deals after it. A copy or pickle in mid-game goes on apart from this one, to the same cards.
    """

    def __init__(
        self,
        game: str,
        players: int = 4,
        observations: str = "uint8",
        render_mode: str | None = None,
        lang: str = "en",
        **options: Any,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, RENDER_MODES)
        check_lang(lang)
        self._setup = kobako.game(game).setup(players, **options)
        self._match: Match | None = None
        self._dtype = dtype_of(observations)
        self._rng = np.random.default_rng()
        self.metadata = {
            "name": f"kobako_{game}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode, self.lang = render_mode, lang
        self.possible_agents = [f"seat_{seat}" for seat in range(self._setup.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        found = self._setup.game
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(found.actions) for agent in self.possible_agents}

    def _space(self) -> spaces.Dict:
        game = self._setup.game
        knows = spaces.Box(0, MOST, (game.knowledge.OBSERVATION,), self._dtype)  # type: ignore[arg-type]
        return spaces.Dict({"observation": knows, "action_mask": spaces.Box(0, 1, (game.actions,), np.int8)})

    @property
    def match(self) -> Match:
        """The game being played, for all that Kobako itself can tell of it."""
        if self._match is None:
            raise BadOption("no game has been dealt yet: call reset() first")
        return self._match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an observation can be: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an action can be: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: from the seed, or the next one after the last seed given."""
        deal = int.from_bytes(self._rng.bytes(16), "little") if seed is None else parse_seed(seed)
        if seed is not None:
            self._rng = np.random.default_rng(deal)
        self._match = self._setup.new(deal)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.state.to_move]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent's seat knows, and what it may do: nothing, when it is not its turn."""
        seat = self._seats[agent]
        return {
            "observation": observation(self.match, seat, self._dtype),
            "action_mask": action_mask(self.match, seat),
        }

    def step(self, action: Any) -> None:
        """Play an action for the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match = self.match
        match.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.possible_agents[match.state.to_move]
        if match.over:
            self._end()
            self._accumulate_rewards()
        self._show()

    def _end(self) -> None:
        worth, match = self.match.rewards, self.match
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent], self.terminations[agent] = worth[seat], True
            self.infos[agent] = {"score": match.scores[seat], "rank": match.ranks[seat]}

    def render(self) -> Any:
        """The table as the agent to move sees it: printed, as text, or as an image."""
        if self.render_mode is None:
            raise BadOption(f"this table was made without a render_mode: there are {', '.join(RENDER_MODES)}")
        view = self.match.view(self._seats[self.agent_selection])
        if self.render_mode == "rgb_array":
            return table_image(view)
        if self.render_mode == "ansi":
            return view.draw(self.lang)
        print(view.draw(self.lang))
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class forgiving_env(raw_env):  # noqa: N801
    """The game that ends when an action is not allowed, as PettingZoo's `TerminateIllegalWrapper` would end it.

    It is no wrapper because each of them makes every look at an environment slower, for every game that is played.
    """

    def step(self, action: Any) -> None:
        """Play an action; one that is not allowed ends the game, costs who played it 1, and tells it the rule."""
        try:
            super().step(action)
        except (IllegalAction, UnknownAction) as refusal:
            EnvLogger.warn_on_illegal_move()
            self._forfeit(self.agent_selection, refusal)

    def _forfeit(self, agent: str, refusal: Exception) -> None:
        self.infos[agent] = {"illegal": str(refusal)}
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD}
        self._accumulate_rewards()
        self._deads_step_first()
