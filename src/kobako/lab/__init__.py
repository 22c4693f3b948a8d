"""The lab: games of players that think, and what they say of a game to who designs it."""

from kobako.lab.study import Study, study

__all__ = ["Study", "study"]
