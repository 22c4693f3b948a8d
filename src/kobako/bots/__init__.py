"""Players that are not people. They get a view, never a state."""

from kobako.bots.random import RandomBot

__all__ = ["RandomBot"]
