"""What a frame says, in words: players, moves, what happened, why something was refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kobako.bots.registry import bot_title
from kobako.core.errors import BadGame
from kobako.core.game import Game, Setup
from kobako.core.shown import LogItem, ShownAction, pieces_of, told_of
from kobako.core.words import Words, load_words, number
from kobako.table.protocol import CandidateShown, RefusedAnswer, SeatShown, TableTerms, Welcome


def screen_words(lang: str) -> Words:
    """The words of the terminal."""
    return load_words("kobako.terminal", lang)


def called(seats: Sequence[SeatShown], you: int | None, lang: str) -> list[str]:
    """The players as they are called at the table."""
    words = screen_words(lang)
    names = []
    for seat, held in enumerate(seats):
        if held["by"] == "bot":
            name = bot_name(held["level"], seat, lang)
        elif held["by"] == "open":
            name = words.label("open_seat")
        else:
            name = held["name"] or words.get("label", "seat").format(seat=seat)
        names.append(words.label("you_are", name=name) if seat == you else name)
    return names


def bot_name(kind: str | None, seat: int, lang: str) -> str:
    """A bot as it is called at the table."""
    return screen_words(lang).label("bot", name=bot_title(kind or "", lang), seat=seat)


def told(item: LogItem, game: Game, names: Sequence[str], lang: str) -> str:
    """An item of the log as a sentence."""
    name, shown = item["event"], told_of(item)
    kind = next((kind for kind in game.events.values() if kind.name == name), None)
    if kind is None:
        return told_of_table(name, shown, names, lang)
    words = game.words(lang)
    key = f"{name}_unseen" if None in shown.values() and words.has("event", f"{name}_unseen") else name
    for arg in kind.args:
        value = shown[arg.name]
        if value is None:
            shown[arg.name] = words.label("unseen")
        elif arg.kind == "seat":
            shown[arg.name] = names[int(value)]
        else:
            shown[arg.name] = words.get(arg.kind, value, value) if isinstance(value, str) else number(value)
    return words.get("event", key).format(**shown)


def told_of_table(name: str, shown: Mapping[str, str | int | None], names: Sequence[str], lang: str) -> str:
    """Something that happened around the game: someone sat down, left, or said something."""
    words = screen_words(lang)
    said = words.get("saying", str(shown.get("what")), "")
    try:
        return words.get("event", name).format(seat=names[int(shown["seat"] or 0)], what=said)
    except (BadGame, KeyError):
        return name  # of a newer server


def piece_words(part: str, value: str | int, game: Game, names: Sequence[str], lang: str) -> str:
    """A piece that a move names: `acorn 4`, a player, a row."""
    return names[int(value)] if part == "seat" else game.words(lang).get(part, str(value), str(value))


def move_words(move: ShownAction, game: Game, names: Sequence[str], lang: str) -> str:
    """A move in words: `add face up: acorn 4, B`."""
    kind = game.words(lang).get("kind", move["kind"], move["kind"])
    parts = [piece_words(part, value, game, names, lang) for part, value in pieces_of(move).items()]
    words = screen_words(lang)
    return words.label("move", kind=kind, pieces=words.label("comma").join(parts)) if parts else kind


def kinds_words(legal: Sequence[ShownAction], game: Game, lang: str) -> str:
    """What one may do now: the kinds of the legal moves."""
    words = game.words(lang)
    kinds = list(dict.fromkeys(move["kind"] for move in legal))
    return screen_words(lang).label("or").join(words.get("kind", kind, kind) for kind in kinds)


def refusal(answer: RefusedAnswer, wanted: str, game: Game, lang: str) -> str:
    """Why a request was refused: the rule in words, or what else was wrong."""
    words = screen_words(lang)
    rule = answer.get("rule")
    if answer["code"] == "illegal" and rule and game.words(lang).has("rule", rule):
        return words.label("refused", action=wanted, rule=rule, why=game.words(lang).get("rule", rule))
    return words.get("refusal", answer["code"], answer["message"]).format(wanted=wanted)


def result(scores: Sequence[int], winners: Sequence[int], names: Sequence[str], lang: str) -> str:
    """Who won, with which scores."""
    words = screen_words(lang)
    all_scores = words.label("comma").join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    return words.label("won", winners=words.label("and").join(names[seat] for seat in winners), scores=all_scores)


def hint_words(candidates: Sequence[CandidateShown], lang: str, most: int = 5) -> str:
    """What the search thinks: the best candidates, each with its share of the win and of the thought."""
    words = screen_words(lang)
    visits = sum(candidate["visits"] for candidate in candidates) or 1
    shown = [f"{c['text']} {100 * c['share']:.0f}% ({100 * c['visits'] / visits:.0f}%)" for c in candidates[:most]]
    return words.label("hint", candidates="   ".join(shown))


def other_rules(table: TableTerms, page: str, lang: str = "en") -> str:
    """What is to be said of a table whose game, or whose version of the rules, is not here; "" where all is well."""
    from kobako.core.registry import game, game_names

    words, name = screen_words(lang), table["game"]
    if name not in game_names():
        return words.label("game_not_here", game=name, page=page)
    ours, theirs = game(name).version, table["rules"]
    if ours == theirs:
        return ""
    return words.label("other_rules", game=game(name).title(lang), ours=ours, theirs=theirs, page=page)


def setup_of(welcome: Welcome) -> Setup:
    """The game that a table plays, as it introduces itself."""
    from kobako.core.registry import game

    return game(welcome["game"]).setup_from(str(welcome["players"]), welcome["options"])
