"""Dokitto! Ice by Rana to Papa: win tricks for scoops, and never put a fourth one on your cone."""

from kobako.core.game import Game
from kobako.core.options import Whole
from kobako.games.ice.options import Colours

GAME = Game(
    name="ice",
    version=1,
    package=__name__,
    options=(Whole("hand", (10, 12), default=10, players=(2,), house=range(3, 13)), Colours()),
)
