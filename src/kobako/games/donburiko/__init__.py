"""Donburiko! by masanofu (Yu-gen Roman): add to rows, and take one worth 0 to 6."""

from kobako.core.game import Game

GAME = Game(name="donburiko", version=1, package=__name__)
