"""A kifu told again: in words for people, as JSON lines for programs (the format is in docs/kifu.md)."""

from __future__ import annotations

from collections.abc import Iterator

from kobako.core.kifu import steps
from kobako.core.match import Event, Match
from kobako.terminal.telling import house_words, made, players_called, result, screen_words, tie_words


def json_lines(text: str) -> Iterator[dict[str, object]]:
    """The start position, then one object per action, all that is hidden shown."""
    legal: list[str] = []
    told = 0
    for match in steps(text):
        yield {
            "ply": len(match.actions),
            "seat": match.seats[-1] if match.seats else None,
            "action": str(match.actions[-1]) if match.actions else None,
            "legal": legal,
            "events": [event.show() for event in match.events[told:]],
            "state": match.game.notation.show(match.state),
            "scores": match.scores,
            "winners": match.winners if match.over else None,
            **(heading(match) if not match.actions else {}),
        }
        legal, told = [str(a) for a in match.legal()], len(match.events)


def heading(match: Match) -> dict[str, object]:
    """What the first line says besides the start position."""
    return {
        "game": match.game.name,
        "rules": match.game.version,
        "players": match.players,
        "options": match.setup.option_texts(),
        "seed": match.seed,
        "names": match.names,
    }


def sentences(text: str, lang: str) -> Iterator[str]:
    """The game as a story, and its result."""
    words = screen_words(lang)
    told = 0
    for match in steps(text):
        if not match.actions:
            yield words.label("retold", title=match.game.title(lang), players=match.players, seed=match.seed)
            yield from house_words(match.setup, lang)
        else:
            yield f"{len(match.actions)}. {match.actions[-1]}"
        for event in match.events[told:]:
            yield "   " + spoken(event, match, lang)
        told = len(match.events)
    yield outcome(match, lang)


def spoken(event: Event, match: Match, lang: str) -> str:
    """An event in words, with the players' names."""
    return event.words(lang, players_called(match, lang))


def outcome(match: Match, lang: str) -> str:
    """Who won, with which scores and what made them; or that the game is not over."""
    words = screen_words(lang)
    if not match.over:
        return words.label("unfinished")
    names = players_called(match, lang)
    won = result(match.scores, match.winners, names, lang)
    tie = tie_words(match.scores, match.ranks, match.game, lang)
    return "\n".join([won, *tie, *made(match.made(), names, match.game, lang)])
