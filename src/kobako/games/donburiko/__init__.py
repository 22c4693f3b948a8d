"""Donburiko! by masanofu (Yu-gen Roman): add to rows, and take one worth 0 to 6."""

from kobako.core.game import Game
from kobako.games.donburiko import knowledge, notation, picture, rules, why
from kobako.games.donburiko.events import EVENTS

GAME = Game(
    name="donburiko",
    version=1,
    package=__name__,
    rules=rules,
    knowledge=knowledge,
    notation=notation,
    why=why,
    picture=picture,
    events=EVENTS,
)
