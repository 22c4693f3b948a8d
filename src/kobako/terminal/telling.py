"""What a frame says, in words: players, moves, what happened, why something was refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kobako.bots.registry import bot_title, player_title
from kobako.core import registry
from kobako.core.game import Game, Setup
from kobako.core.match import Match
from kobako.core.shown import LogItem, MadePart, Reason, ShownAction, pieces_of, told_of
from kobako.core.words import Words, minus, number
from kobako.kit import words as catalogue
from kobako.table.protocol import CandidateShown, SeatShown, TableTerms, Welcome
from kobako.table.requests import EVENTS


def screen_words(lang: str) -> Words:
    """The words of the terminal."""
    return catalogue.screen_words("terminal", lang)


def called(seats: Sequence[SeatShown], lang: str) -> list[str]:
    """The players as they are called at the table, no two of them alike: as seatNames does in the browser."""
    words = screen_words(lang)
    plain = [plain_name(words, held) for held in seats]
    return [
        f"{name} {plain[: seat + 1].count(name)}" if plain.count(name) > 1 and seats[seat]["by"] != "open" else name
        for seat, name in enumerate(plain)
    ]


def plain_name(words: Words, held: SeatShown) -> str:
    """People as they call themselves, bots by their level."""
    if held["by"] == "bot":
        return bot_title(held["level"] or "", words.lang, held.get("face", ""))
    if held["by"] == "open":
        return (
            words.label("kept_seat", name=held["kept"] or words.label("guest"))
            if "kept" in held
            else words.label("open_seat")
        )
    return str(held["name"]) or words.label("guest")


def players_called(match: Match, lang: str) -> list[str]:
    """The players of a recorded game: by their names, bots by their characters."""
    names = [player_title(name, lang) for name in match.names]
    return [match.game.words(lang).seat(seat, names) for seat in range(match.players)]


def along(log: Sequence[LogItem], names: Sequence[str], lang: str) -> list[list[str]]:
    """What to call the players at each item of a log: who has left since keeps their name. As namesAlong does."""
    words, now, called = screen_words(lang), list(names), []
    for item in reversed(log):
        told = told_of(item)
        if item["event"] == "left" and "name" in told:
            now[int(told["seat"] or 0)] = str(told["name"] or words.label("guest"))
        called.append(list(now))
        if item["event"] == "sat" and "level" in told:
            now[int(told["seat"] or 0)] = bot_title(str(told["level"]), lang, str(told.get("face") or ""))
    return called[::-1]


def told(item: LogItem, game: Game, names: Sequence[str], lang: str) -> str:
    """An item of the log as a sentence: an event of the table, or of its game."""
    name = item["event"]
    kind = EVENTS.get(name) or next((kind for kind in game.events.values() if kind.name == name), None)
    if kind is None:
        return str(name)  # of a newer server
    words = screen_words(lang) if name in EVENTS else game.words(lang)
    pieces: dict[str, Any] = {**item}
    if name == "refused":  # a player is told why, not the number of a rule
        pieces["rule"] = game.words(lang).get("rule", pieces["rule"], pieces["rule"])
    return words.sentence(kind, pieces, names)


def move_words(move: ShownAction, game: Game, names: Sequence[str], lang: str) -> str:
    """A move in words: `add acorn 4 to row B, face up`; of a game without sentences for moves, its kind and pieces."""
    own, words, pieces = game.words(lang), screen_words(lang), pieces_of(move)
    if said := own.move(move["kind"], pieces, names):
        return said
    kind = own.get("kind", move["kind"], move["kind"])
    parts = [f"{own.piece(part, value, names)}" for part, value in pieces.items()]
    return words.label("move", kind=kind, pieces=words.label("comma").join(parts)) if parts else kind


def kinds_words(legal: Sequence[ShownAction], game: Game, lang: str) -> str:
    """What one may do now: the kinds of the legal moves."""
    words, say = game.words(lang), screen_words(lang)
    kinds = [words.get("kind", kind, kind) for kind in dict.fromkeys(move["kind"] for move in legal)]
    *others, last = kinds or [""]
    return say.label("comma").join(others) + say.label("or") + last if others else last


def result(scores: Sequence[int], winners: Sequence[int], names: Sequence[str], lang: str) -> str:
    """Who won, with which scores."""
    words = screen_words(lang)
    all_scores = words.label("comma").join(f"{name} {minus(score)}" for name, score in zip(names, scores, strict=True))
    return words.label("won", winners=words.label("and").join(names[seat] for seat in winners), scores=all_scores)


def tie_words(scores: Sequence[int], ranks: Sequence[int], game: Game, lang: str) -> list[str]:
    """By what equal scores were told apart at a game's end, if they were and the game has words for it."""
    words = game.words(lang)
    broken = len({*zip(scores, ranks, strict=True)}) > len({*scores})
    return [words.get("end", "tie_broken")] if broken and words.has("end", "tie_broken") else []


def made(parts: Sequence[Sequence[MadePart]], names: Sequence[str], game: Game, lang: str) -> list[str]:
    """What made each score, a line for each player; none where the game does not tell."""
    say, words = screen_words(lang), game.words(lang)
    return [
        say.label("made", name=name, parts=say.label("comma").join(words.made(part) for part in whole))
        for name, whole in zip(names, parts, strict=False)
    ]


def hint_words(
    candidates: Sequence[CandidateShown], why: Sequence[Reason], game: Game, lang: str, most: int = 5
) -> str:
    """What the search thinks: the best candidates, each with its share of the win and of the thought; and why."""
    words = screen_words(lang)
    visits = sum(candidate["visits"] for candidate in candidates) or 1
    shown = [f"{c['text']} {100 * c['share']:.0f}% ({100 * c['visits'] / visits:.0f}%)" for c in candidates[:most]]
    reasons = [reason_words(one, game.words(lang), words, (), "the_next") for one in why]
    return "\n".join([words.label("hint", candidates="   ".join(shown)), *reasons])


def belief_words(
    held: Mapping[int, Mapping[str, float]], piece: str, names: Sequence[str], game: Game, lang: str, most: int = 6
) -> list[str]:
    """Who may hold a piece, named as it is written or in words; without one, what each is likeliest to hold."""
    words, cards = screen_words(lang), game.words(lang)
    comma = words.label("comma")

    def written(one: str, chance: float) -> str:
        return words.label("belief", what=one, chance=round(100 * chance))

    def named(one: str) -> str:
        return cards.get("card", one, one)

    if not piece:
        likely = {seat: list(found.items())[:most] for seat, found in held.items()}
        lines = [
            words.label(
                "may_hold", name=names[seat], pieces=comma.join(written(named(p), chance) for p, chance in found)
            )
            for seat, found in likely.items()
        ]
        return lines or [words.label("nothing_hidden")]
    known = dict.fromkeys(one for found in held.values() for one in found)
    typed = minus(piece.casefold())  # a hyphen is on every keyboard
    asked = next((one for one in known if typed in (minus(one.casefold()), minus(named(one).casefold()))), None)
    if asked is None:
        return [words.label("nobody_hides", piece=piece)]
    chances = comma.join(written(names[seat], found.get(asked, 0.0)) for seat, found in held.items())
    return [words.label("who_may", piece=named(asked), chances=chances)]


def reason_words(reason: Reason, game: Words, screen: Words, called: Sequence[str], other: str = "the_played") -> str:
    """One reason: in the game's words where it foresees something itself, else in the screen's.

    `other` is which move the better one is compared with.
    """
    values: Mapping[str, object] = {
        name: called[int(value)] if name == "seat" else minus(value) if isinstance(value, float) else number(value)
        for name, value in reason["values"].items()
    }
    words, section = (game, "would") if game.has("would", reason["fact"]) else (screen, "why")
    return words.get(section, reason["fact"]).format(**values, other=screen.get("why", other))


def other_rules(table: TableTerms, page: str, lang: str = "en") -> str:
    """What is to be said of a table whose game, or whose version of the rules, is not here; "" where all is well."""
    words, name = screen_words(lang), table["game"]
    if name not in registry.game_names():
        return words.label("game_not_here", game=name, page=page)
    ours, theirs = registry.game(name).version, table["rules"]
    if ours == theirs:
        return ""
    return words.label("other_rules", game=registry.game(name).title(lang), ours=ours, theirs=theirs, page=page)


def house_words(setup: Setup, lang: str) -> list[str]:
    """By which house rules a table leaves the rulebook: a line for each, below a heading; nothing if by none."""
    words, game = screen_words(lang), setup.game.words(lang)
    texts = setup.option_texts()
    lines = [
        words.label(
            "house_rule",
            option=game.option(name),
            value=game.option_value(name, texts[name]),
            rulebook=game.option_value(name, rulebook),
        )
        for name, rulebook in setup.house_rules.items()
    ]
    return [words.label("house_rules"), *(f"  {line}" for line in lines)] if lines else []


def setup_of(welcome: Welcome) -> Setup:
    """The game that a table plays, as it introduces itself."""
    return registry.game(welcome["game"]).setup_from(str(welcome["players"]), welcome["options"])
