"""OpenSpiel: every game as a Python game of pyspiel. Importing this module registers them.

>>> import pyspiel
>>> import kobako.adapters.openspiel
>>> game = pyspiel.load_game("kobako_ice(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 52)

Chance is the seed, drawn at the start byte by byte in four chance nodes: explicit, so that a history replays, and all
2**32 deals are there. Whatever chance decides later follows from the seed, and is hidden in the state as the deck is.
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np

import kobako
from kobako.bots.bot import Bot, Budget
from kobako.bots.company import ask
from kobako.core.errors import BadOption, UnknownAction
from kobako.core.extras import missing_extra
from kobako.core.fields import NONE, Field, Seen
from kobako.core.game import Game, Setup
from kobako.core.options import Flag, Option
from kobako.core.position import Position, View, position_of

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "openspiel") from None

SEED_BYTES, BYTE = 4, 256
SEED_BYTE = [(value, 1 / BYTE) for value in range(BYTE)]
PREFIX = "kobako_"
CARDS_BETWEEN = "|"  # what stands in a game's text where a list has commas, which separate parameters there


class Table:
    """What a state of OpenSpiel holds of ours: the seed as far as it is drawn, and then the game."""

    __slots__ = ("legal", "position", "seed", "setup")

    def __init__(self, setup: Setup, seed: tuple[int, ...] = (), position: Position | None = None) -> None:
        self.setup, self.seed, self.position = setup, seed, position
        self.legal: list[int] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return Table(self.setup, self.seed, self.position and self.position.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self.setup
        about = (setup.game.name, str(setup.players), setup.option_texts())
        return lay_table, (about, self.seed, self.position and self.position.to_bytes())

    def draw(self, value: int) -> None:
        """One more byte of the seed; with the last one the game is dealt."""
        if not 0 <= value < BYTE:
            raise UnknownAction(f"a byte of the seed is 0 to {BYTE - 1}, not {value}")
        self.seed = (*self.seed, value)
        if len(self.seed) == SEED_BYTES:
            self.position = Position(self.setup, self.setup.deal(int.from_bytes(bytes(self.seed), "little")))

    def actions(self) -> list[int]:
        """The legal actions, in order."""
        if self.legal is None:
            self.legal = sorted(map(int, self.position.legal())) if self.position else []
        return self.legal

    def apply(self, action: int) -> None:
        """A byte of the seed, or an action of the game."""
        if self.position is None:
            self.draw(action)
            return
        if action not in self.actions():
            self.position.allowed(action)  # which says why it is not
        self.legal = None
        self.setup.game.rules.apply(self.position.state, action)


def lay_table(about: tuple[str, str, dict[str, str]], seed: tuple[int, ...], state: bytes | None) -> Table:
    """A table from what was pickled of it."""
    name, players, options = about
    setup = kobako.game(name).setup_from(players, options)
    return Table(setup, seed, None if state is None else position_of(setup, state))


class KobakoState(pyspiel.State):  # type: ignore[misc]
    """A game being played, or its seed being drawn."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.table = Table(game.setup)

    def current_player(self) -> int:
        """The seat to move, chance, or the end."""
        position = self.table.position
        if position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.seat is None else position.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A byte of the seed, each as likely as another."""
        return SEED_BYTE

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed byte {action}" if player == pyspiel.PlayerId.CHANCE else str(self.table.setup.action(action))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.table.position is not None and self.table.position.over

    def returns(self) -> list[float]:
        """At the end 1 for a sole winner, -1 / (players - 1) for a loser, and the sum is 0; until then nothing."""
        position = self.table.position
        return position.rewards if position else [0.0] * self.table.setup.players

    def view(self, seat: int | None) -> View:
        """What a seat knows (None: what all do), for all that Kobako can do with it."""
        if self.table.position is None:
            raise BadOption("the seed is not drawn yet: until then there are chance nodes, and nothing to be seen")
        return self.table.position.view(seat)

    def __str__(self) -> str:
        table = self.table
        if table.position is None:
            return f"the seed, {len(table.seed)} of {SEED_BYTES} bytes drawn"
        return View(table.setup, table.position.state, None).draw()


class KobakoGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options, which are its parameters. Each game has a class of its own below this."""

    kind: Any
    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.game
        given = dict(params or {})
        players = given.pop("players", game.players[-1])
        options = {option.name: option for option in (*game.house, *game.options)}
        texts = {
            name: str(value).replace(CARDS_BETWEEN, ",")
            for name, value in given.items()
            if value != parameter(options[name])
        }
        self.setup = game.setup_from(str(players), texts)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=BYTE,
            num_players=self.setup.players,
            min_utility=-1.0 / (self.setup.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setup.bound,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> KobakoState:
        """The start: no byte of the seed is drawn."""
        return KobakoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The bytes of the seed."""
        return SEED_BYTES

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What a player can be told of a state."""
        if params:
            raise ValueError(f"an observer of {self.setup.game.name} takes no parameters, not {params}")
        return Observer(self.setup, kind or pyspiel.IIGObservationType(perfect_recall=False))


class Observer:
    """Information states and observations, as text and as numbers, both made from a view.

    The information state is the view whole, number by number: all that the seat has seen and that can still matter.
    The observation is the same in people's names, and as numbers the view's `observation()`, seats counted from it.
    An observer of less (public things only, or private ones) gets that part of the view.
    """

    def __init__(self, setup: Setup, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("what all players know together is no player's view: ask for one player's, or for none")
        self.setup = setup
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = kind.public_info
        self.whole = kind.perfect_recall or not (self.public and self.private)
        self.fields = {name: field for name, field in setup.game.fields.items() if self._wanted(field)}
        self.tensor = np.zeros(self._size(), np.float32)
        self.dict = {"information_state" if self.whole else "observation": self.tensor}

    def _wanted(self, field: Field) -> bool:
        return (self.public and field.seen is Seen.EVERYONE) or (self.private and field.seen is Seen.OWNER)

    def _size(self) -> int:
        if not self.whole:
            return int(self.setup.game.knowledge.OBSERVATION)
        sizes = [np.prod(f.shape[1:] if f.seen is Seen.OWNER else f.shape) for f in self.fields.values()]
        return int(sum(sizes)) + self.setup.players

    def set_from(self, state: KobakoState, player: int) -> None:
        """Write what the player knows into the tensor."""
        if state.table.position is None:
            self.tensor.fill(0)
        elif not self.whole:
            self.tensor[:] = state.view(player).observation()
        else:
            seats = [float(seat == player) for seat in range(self.setup.players)]
            parts = [np.ravel(value) for value in self._parts(state, player).values()]
            self.tensor[:] = np.concatenate([seats, *parts])

    def string_from(self, state: KobakoState, player: int) -> str | None:
        """What the player knows as a text; None where a game has nothing of the kind."""
        if not self.fields:
            return None
        if state.table.position is None:
            return ""
        if not self.whole:
            return f"seat {player} " + json.dumps(state.view(player).show(), ensure_ascii=False)
        return f"seat {player} " + " ".join(f"{name}={value}" for name, value in self._parts(state, player).items())

    def _parts(self, state: KobakoState, player: int) -> dict[str, Any]:
        seen = state.view(player if self.private else None).state
        return {
            name: getattr(seen, name)[player] if field.seen is Seen.OWNER else getattr(seen, name)
            for name, field in self.fields.items()
        }


class Resampler:
    """Another state that fits what a player knows: for `ISMCTSBot.set_resampler`.

    It is made from the player's view and nothing else, and has no history, which would tell the true deal.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def __call__(self, state: KobakoState, player: int) -> KobakoState:
        other: KobakoState = state.get_game().new_initial_state()
        setup = state.table.setup
        other.table = Table(setup, position=Position(setup, state.view(player).imagine(self._rng)))
        return other


class SeatBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of ours as one of OpenSpiel's: `evaluate_bots` and its like can seat it. It is shown a view, as ever."""

    def __init__(self, bot: Bot, budget: Budget | None = None) -> None:
        super().__init__()
        self.bot, self.budget = bot, budget

    def step(self, state: KobakoState) -> int:
        """The bot's action."""
        view = state.view(state.current_player())
        return int(ask(self.bot, type(self.bot).__name__, view, view.legal(), self.budget))

    def restart_at(self, state: KobakoState) -> None:
        """Nothing to forget: a view holds all that is known."""


def parameter(option: Option) -> int | bool | str:
    """An option's default as a parameter of OpenSpiel, which also says what kind of thing it takes."""
    if isinstance(option, Flag):
        return bool(option.default)
    if not option.listed:
        return NONE  # the rulebook's number, which may hang on the players
    if isinstance(option.default, int):
        return option.default
    return option.text(option.default).replace(", ", CARDS_BETWEEN)


def game_text(setup: Setup) -> str:
    """The text that `pyspiel.load_game` makes this setup from."""
    given = [f"players={setup.players}"]
    for option in (*setup.game.options, *setup.game.house):
        value = setup.options[option.name] if setup.players in option.players else None
        if value is not None and value != option.default_for(setup.players):
            text = str(bool(value)) if isinstance(option, Flag) else option.text(value).replace(", ", CARDS_BETWEEN)
            given.append(f"{option.name}={text}")
    return f"{PREFIX}{setup.game.name}({','.join(given)})"


def register() -> None:
    """Make every game known to pyspiel."""
    for name in kobako.game_names():
        if PREFIX + name not in pyspiel.registered_names():
            register_game(kobako.game(name))


def register_game(game: Game) -> None:
    """Make one game known to pyspiel."""
    kind = pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[-1],
            **{o.name: parameter(o) for o in (*game.house, *game.options)},
        },
    )
    # A class with a name in this module: pickle finds it by that, and pyspiel may keep it until the process has ended.
    made = type(f"Kobako{game.name.title()}", (KobakoGame,), {"kind": kind, "game": game, "__module__": __name__})
    globals()[made.__name__] = made
    pyspiel.register_game(kind, made)


register()
