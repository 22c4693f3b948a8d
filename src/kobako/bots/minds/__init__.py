"""What a search believes of each game: where to stop looking, what the table is then worth, what is likely played.

One module per game, of plain functions that are compiled with its rules:

- `shorten(s)`: called with every state that is imagined: lets the game end where the look ahead ends, so that no round
  is dealt for nothing;
- `settled(s, view)`: 1 where a playout that began in the view ends: the game or the round is over;
- `worth(s, view, gain)`: each seat's expected share of the win, as the table then stands;
- `taste(s, action)`: how much the seat to move likes an action at first sight, from what it sees;
- `lean(s, out, n, r)`: of the n actions in `out` the one that is tried first, or played in a playout;
- `drift(s, out, r)`: what a playout plays: what is leant to of all that is legal, or, quicker, some legal action;
- `EXPLORE`: how much a branch seldom tried is favoured.

A game without a module of its own is played to its end at random (`plain.py`).
"""

from __future__ import annotations

import importlib
from types import ModuleType

from kobako.bots.minds import plain
from kobako.core.game import Game


def mind_of(game: Game) -> ModuleType:
    """The module for a game."""
    try:
        return importlib.import_module(f"kobako.bots.minds.{game.name}")
    except ModuleNotFoundError:
        return plain
