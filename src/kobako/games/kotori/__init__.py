"""Kotori Atsume by Susumu Kawasaki, for the Pairs deck: bid for little birds, and keep no two alike."""

from kobako.core.game import Game

GAME = Game(name="kotori", version=1, package=__name__)
