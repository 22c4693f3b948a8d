"""Umbradeco by Emi Kuji (Kujiradama): umbrellas on a mat of hexagons, no two of a colour touching."""

from kobako.core.game import Game
from kobako.core.options import Flag, Whole

GAME = Game(
    name="umbradeco",
    version=1,
    package=__name__,
    options=(Whole("side", (3, 4, 5), 4), Flag("edge_stack", True)),
)
