"""Kobako: five Japanese small-box games, exact and fast.

>>> import kobako
>>> match = kobako.game("donburiko").new(players=4, seed=7)
>>> match.seat, len(match.legal())
(0, 24)
"""

from kobako.core.errors import KobakoError
from kobako.core.game import Action, Game, Setup
from kobako.core.kifu import replay
from kobako.core.match import Event, Match, View
from kobako.core.registry import game, game_names

__version__ = "0.1.0"
__all__ = ["Action", "Event", "Game", "KobakoError", "Match", "Setup", "View", "game", "game_names", "replay"]
