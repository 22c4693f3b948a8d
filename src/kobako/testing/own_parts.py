"""Laws for what a game may bring besides its rules: its mind chooses, its drawing draws, wherever a game may stand."""

from __future__ import annotations

import random
from collections.abc import Callable

from kobako.bots.bot import Budget
from kobako.bots.greedy import GreedyBot
from kobako.bots.search.search import SearchBot, compiled_search
from kobako.core.extras import missing_extra
from kobako.core.game import Action, Game
from kobako.core.match import Match
from kobako.core.words import LANGUAGES
from kobako.testing.laws import telling

SIMULATIONS = 30
SIZES = ((80, 20), (140, 45))  # the smallest table that a terminal has room for, and a large one


def check_mind(game: Game) -> str:
    """A game's own mind compiles, and plays a game to its end; gives in words what was looked at."""
    if game.part("mind") is None:
        return "the default"
    compiled_search(game).kernel("search")
    search, greedy = SearchBot(game, Budget(SIMULATIONS), seed=0), GreedyBot(game, seed=0)

    def choose(match: Match) -> Action:
        bot = search if len(match.actions) % 2 else greedy
        return bot.choose(match.view(match.seat), match.legal())

    return f"{played(game, choose)} games"


def check_drawing(game: Game) -> str:
    """A game's own drawing for the terminal draws whatever anyone sees; gives in words what was looked at."""
    try:
        from kobako.kit.canvas import Canvas
        from kobako.kit.scene import Scene

        own = game.part("terminal")
    except ModuleNotFoundError as missing:
        told = missing_extra(missing, "play")
        if told is missing:
            raise
        return f"not looked at: {told}"
    if own is None:
        return "the default"
    rng = random.Random(0)

    def choose(match: Match) -> Action:
        lang, (width, height) = rng.choice(LANGUAGES), rng.choice(SIZES)
        for viewer in (*range(match.players), None):
            names = [match.game.words(lang).seat(seat) for seat in range(match.players)]
            own.draw(Canvas(width, height), Scene(match.setup, match.view(viewer).show(), viewer, lang, names))
        return rng.choice(match.legal())

    return f"{played(game, choose)} games"


def played(game: Game, choose: Callable[[Match], Action]) -> int:
    """Play a game for each number of players; gives how many."""
    for players in game.players:
        match = game.new(players, seed=0)
        with telling(match, 0):
            match.run(choose)
    return len(game.players)
