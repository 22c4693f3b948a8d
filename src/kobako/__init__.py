"""Kobako: five Japanese small-box games, exact and fast.

>>> import kobako
>>> match = kobako.game("donburiko").new(players=4, seed=7)
>>> match.seat, len(match.legal())
(0, 24)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kobako.core.errors import KobakoError
from kobako.core.game import Action, Game, Setup
from kobako.core.kifu import replay
from kobako.core.match import Event, Match
from kobako.core.position import Position, View
from kobako.core.registry import game, game_names

if TYPE_CHECKING:
    from kobako.core.batch import Batch, Seeds

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Event",
    "Game",
    "KobakoError",
    "Match",
    "Position",
    "Setup",
    "View",
    "batch",
    "game",
    "game_names",
    "replay",
]


def batch(
    name: str,
    players: int = 4,
    n: int = 1024,
    seed: Seeds = None,
    threads: int = 1,
    observations: str | None = "uint8",
    **options: Any,
) -> Batch:
    """Many games of one kind side by side on NumPy arrays, by compiled rules.

    >>> import kobako
    >>> games = kobako.batch("ice", players=4, n=4096, seed=7)
    >>> games.step(games.random_actions())
    >>> games.mask.shape, games.observations.shape, games.rewards.shape
    ((4096, 52), (4096, 364), (4096, 4))
    """
    from kobako.core.batch import Batch  # here, since it is for those who have NumPy's arrays in mind

    return Batch(game(name).setup(players, **options), n, seed, observations, threads)
