"""Laws for what is around the rules: a game's mind chooses, its drawing draws, and the parts of its view have names."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from kobako.bots.bot import Budget
from kobako.bots.greedy import GreedyBot
from kobako.bots.search.search import SearchBot, compiled_search
from kobako.core.extras import missing_extra
from kobako.core.game import Action, Game
from kobako.core.match import Match
from kobako.core.words import LANGUAGES
from kobako.testing.laws import LawBroken, telling

SIMULATIONS = 30
UNNAMED = ("seats", "to_move")  # shown as plates, and as whose turn it is
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


def check_labels(game: Game) -> str:
    """Every part of the view has a name in both languages, for the tables that are made from it."""
    missing: set[tuple[str, str]] = set()

    def choose(match: Match) -> Action:
        for lang in LANGUAGES:
            words = match.game.words(lang)
            parts = set(labelled(match.view(match.seat).show()))
            missing.update((lang, part) for part in parts if not words.has("view", part))
        return match.legal()[len(match.actions) % len(match.legal())]

    games = played(game, choose)
    if missing:
        told = ", ".join(f"{part} ({lang})" for lang, part in sorted(missing))
        raise LawBroken(f"{game.name}: the section [view] of the words has no name for {told}")
    return f"{games} games"


def labelled(shown: object) -> Iterator[str]:
    """The keys of a view that need a name. One of a letter or two is one: a row's, a cell's, a colour's."""
    if isinstance(shown, list):
        for one in shown:
            yield from labelled(one)
    elif isinstance(shown, dict):
        for key, value in shown.items():
            if key not in UNNAMED and len(key) > 2:
                yield key
            yield from labelled(value)
