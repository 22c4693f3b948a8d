"""Tokkuri Taking by Takashi Saito (Brain Brain Games): serve flasks of sake, and empty them exactly."""

from kobako.core.game import Game
from kobako.core.options import Whole
from kobako.games.tokkuri.deck import Deck

GAME = Game(
    name="tokkuri",
    version=1,
    package=__name__,
    options=[Whole("rounds", range(1, 51), 8), Deck()],  # TOK-17, TOK-1
)
