"""Kotori Atsume by Susumu Kawasaki, for the Pairs deck: bid for little birds, and keep no two alike."""

from kobako.core.game import Game
from kobako.games.kotori import knowledge, notation, picture, rules, why
from kobako.games.kotori.events import EVENTS

GAME = Game(
    name="kotori",
    version=1,
    package=__name__,
    rules=rules,
    knowledge=knowledge,
    notation=notation,
    why=why,
    picture=picture,
    events=EVENTS,
)
