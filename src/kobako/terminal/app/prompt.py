"""What a table's screen says around the game: whose turn it is, which keys do something now."""

from __future__ import annotations

from collections.abc import Sequence

from kobako.core.words import Words
from kobako.kit.canvas import Piece
from kobako.terminal import telling
from kobako.terminal.choosing import Choice
from kobako.terminal.screen import Key
from kobako.terminal.sitting.local import LocalTable
from kobako.terminal.sitting.sitting import Sitting


def line_word(sitting: Sitting, lang: str) -> str:
    """How the connection stands."""
    return telling.screen_words(lang).label(f"line_{sitting.line}")


def corner(sitting: Sitting, lang: str) -> str:
    """What stands in the right corner of the title."""
    words = telling.screen_words(lang)
    parts = []
    if sitting.remote and sitting.line != "good":
        parts.append(line_word(sitting, lang))
    if sitting.you is None:
        parts.append(words.label("watching"))
    if sitting.aside:
        parts.append(words.label("what_if"))
    elif sitting.welcome["practice"]:
        parts.append(words.label("practice"))
    return " ".join(parts)


def prompt(sitting: Sitting, choice: Choice | None, names: Sequence[str], lang: str) -> str:
    """Whose turn it is, and what can be done."""
    words, frame, game = telling.screen_words(lang), sitting.frame, sitting.setup.game
    if frame["status"] == "over":
        return telling.result(frame["scores"], frame["winners"] or [], names, lang)
    if frame["status"] == "waiting":
        return ""
    if frame["held"]:
        return words.get("status", "held")
    if frame["chosen"]:
        return words.get("status", "chosen").format(move=telling.move_words(frame["chosen"], game, names, lang))
    if frame["legal"] and choice:
        return what_to_do(sitting, choice, names, lang)
    if sitting.paused:
        return words.label("paused")
    return others_turn(sitting, names, words)


def others_turn(sitting: Sitting, names: Sequence[str], words: Words) -> str:
    """Whom the table waits for."""
    acting, seats = sitting.frame["acting"], sitting.frame["seats"]
    if len(acting) > 1:
        return words.get("status", "all_choose")
    bots = all(seats[seat]["by"] == "bot" for seat in acting)
    return words.get("status", "thinking" if bots else "their_turn").format(name="".join(names[s] for s in acting))


def what_to_do(sitting: Sitting, choice: Choice, names: Sequence[str], lang: str) -> str:
    """The kinds of moves that are left, and what is picked."""
    words, game = telling.screen_words(lang), sitting.setup.game
    kinds = telling.kinds_words(choice.left, game, lang)
    if not choice.picked:
        shared = isinstance(sitting, LocalTable) and sitting.hot
        return words.get("status", "turn_of" if shared else "your_turn").format(name=names[sitting.you or 0], can=kinds)
    picked = [str(game.words(lang).piece(part, value, names)) for part, value in choice.picked.items()]
    return words.label("picked", picked=words.label("comma").join(picked), kinds=kinds)


def absent(sitting: Sitting) -> frozenset[int]:
    """The seats whose people are away, or have no connection."""
    here = sitting.here if sitting.remote else []
    return frozenset(
        seat
        for seat, by in enumerate(sitting.frame["seats"])
        if by["away"] or (by["by"] == "person" and seat < len(here) and not here[seat])
    )


def free_seats(sitting: Sitting) -> list[int]:
    """The seats that wait for somebody."""
    return [seat for seat, by in enumerate(sitting.frame["seats"]) if by["by"] == "open"]


def buttons(sitting: Sitting, lang: str) -> list[tuple[Piece, str]]:
    """What can be picked besides a move."""
    if not sitting.frame["held"]:
        return []
    words = telling.screen_words(lang)
    return [(("key", "confirm"), f"c {words.label('confirm')}"), (("key", "undo"), f"u {words.label('take_back')}")]


def keys(sitting: Sitting, lang: str) -> list[Key]:
    """The keys that do something now."""
    words, frame = telling.screen_words(lang), sitting.frame
    can = {"confirm": "c", "undo": "u", "hint": "h"}
    keys: list[Key] = [(key, what, what) for what, key in can.items() if what in frame["can"]]
    if sitting.may_try_out:
        keys.append(("w", "what_if", "what_if"))
    if frame["legal"]:
        keys += [(":", "type", "type"), ("m", "moves", "moves")]
    if frame["status"] == "over":
        keys.append(("e", "end", "end"))
    elif not sitting.remote and sitting.you is None:
        keys += [("p", "pause", "pause"), ("+", "faster", "faster"), ("-", "slower", "slower")]
    if sitting.remote and sitting.you is not None:
        keys.append(("s", "say", "say"))
    keys += [("l", "log", "log"), ("r", "rules", "rules"), ("F2", "language", "lang"), ("?", "help", "help")]
    keys.append(("q", "leave", "what_if_back" if sitting.aside else "leave"))
    return [(key, does, words.get("key", label)) for key, does, label in keys]
