"""Laws for what is around the rules: parts are found by their names, a mind chooses, a drawing draws, all has words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from types import FunctionType

from kobako.bots.bot import Budget
from kobako.bots.greedy import GreedyBot
from kobako.bots.minds import FUNCTIONS, LEARNED
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import compiled_search
from kobako.core.extras import missing_extra
from kobako.core.game import Action, Game
from kobako.core.match import Match
from kobako.core.parts import PARTS
from kobako.core.shown import pieces_of
from kobako.core.words import LANGUAGES, Words
from kobako.testing.broken import LawBroken
from kobako.testing.laws import telling

SIMULATIONS = 30
UNNAMED = ("seats", "to_move")  # shown as plates, and as whose turn it is
SIZES = ((80, 20), (140, 45))  # the smallest table that a terminal has room for, and a large one


# What is looked for by name in each file of a game. In rules.py a short name may well be something else.
LOOKED_FOR: Mapping[str, tuple[str, ...]] = {
    **{part: tuple(names) for part, names in PARTS.items()},
    "rules": tuple(name for names in PARTS.values() for name in names if len(name) > 4),
    "mind": (*FUNCTIONS, "EXPLORATION", "SLIPS"),
    "learned": (*LEARNED, "TRAITS", "SIGNS", "MEASURES", "VERSION", "EXPLORATION", "WIDENING"),
    "terminal": ("draw", "headline"),
}
CLOSE = 0.85
A_WORD = re.compile(r"[a-z][a-z_ ]{2,}")


def check_names(game: Game) -> str:
    """No function is left out because its name is misspelt; gives in words what was looked at."""
    looked = []
    for part, names in LOOKED_FOR.items():
        try:
            module = game.part(part)
        except ModuleNotFoundError:
            continue  # another law tells of it
        if module is None:
            continue
        looked.append(f"{part}.py")
        lacking = [name for name in names if not hasattr(module, name)]
        for name, value in vars(module).items():
            own = name.isupper() or (isinstance(value, FunctionType) and value.__module__ == module.__name__)
            if own and name not in names and (meant := get_close_matches(name, lacking, 1, CLOSE)):
                told = f"{part}.py has `{name}`, which nobody looks for, and no `{meant[0]}`"
                raise LawBroken(f"{game.name}: {told}: is it misspelt? If it is something else, give it another name")
    return ", ".join(looked)


def check_mind(game: Game) -> str:
    """A game's own mind compiles, and plays a game to its end; gives in words what was looked at."""
    if game.part("mind") is None:
        return "the default"
    compiled_search(game).kernel("search")
    search, greedy = SearchBot(game, Budget(SIMULATIONS), seed=0), GreedyBot(game, seed=0)
    search.thinking.compiled.kernel(search.thinking.kernel)

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


def played(game: Game, choose: Callable[[Match], Action], at_end: Callable[[Match], None] | None = None) -> int:
    """Play a game for each number of players; gives how many."""
    for players in game.players:
        match = game.new(players, seed=0)
        with telling(match, 0):
            match.run(choose)
            if at_end:
                at_end(match)
    return len(game.players)


def check_labels(game: Game) -> str:
    """Every part of the view, and every word in it or in a move, has a name in both languages."""
    setup, missing = game.setup(game.players[-1]), set()
    moves = [setup.describe(action) for action in setup.actions if action is not None]
    pieces = [piece for move in moves for piece in pieces_of(move).items()]
    for lang in LANGUAGES:
        spoken = {part for pair in pieces for part in said(dict([pair])) if not game.words(lang).has(*part)}
        missing |= {f"{text} in [{part}] ({lang})" for part, text in spoken}
    kinds = {arg.kind for event in game.events.values() for arg in event.args} | {part for part, _ in pieces}

    def look(match: Match) -> None:
        shown = match.view(match.seat).show()
        for lang in LANGUAGES:
            words = match.game.words(lang)
            nameless = {key for key in labelled(shown) if not words.has("view", key)}
            wordless = {one for one in said(shown) if not is_worded(words, *one, kinds)}
            missing.update(f"{key} in [view] ({lang})" for key in nameless)
            missing.update(f'"{key}={text}" in [view] ({lang})' for key, text in wordless)

    def choose(match: Match) -> Action:
        look(match)
        return match.legal()[len(match.actions) % len(match.legal())]

    games = played(game, choose, look)
    if missing:
        raise LawBroken(f"{game.name}: the words have no name for {', '.join(sorted(missing))}")
    return f"{games} games"


def is_worded(words: Words, key: str, text: str, kinds: Iterable[str]) -> bool:
    """Whether a table made from the view has a word for a text of it: under its key, or as a piece of some kind."""
    by_key = any(words.has("view", f"{start}={text}") for start in (key, ""))
    return by_key or any(words.has(section, text) for section in (key, *kinds))


def said(shown: object, key: str = "") -> Iterator[tuple[str, str]]:
    """The words that stand in a view as values, with their keys: `bidding`, but no `B3`."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            yield from said(value, name)
    elif isinstance(shown, list):
        for one in shown:
            yield from said(one, key)
    elif isinstance(shown, str) and A_WORD.fullmatch(shown):
        yield key, shown


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
