"""Tokkuri Taking by Takashi Saito (Brain Brain Games): serve flasks of sake, and empty them exactly."""

from kobako.core.game import Game
from kobako.core.options import Whole
from kobako.games.tokkuri import knowledge, notation, picture, rules, why
from kobako.games.tokkuri.deck import Deck
from kobako.games.tokkuri.events import EVENTS

GAME = Game(
    name="tokkuri",
    version=1,
    package=__name__,
    rules=rules,
    knowledge=knowledge,
    notation=notation,
    why=why,
    picture=picture,
    events=EVENTS,
    options=[Whole("rounds", range(1, 51), 8), Deck()],  # TOK-17, TOK-1
)
