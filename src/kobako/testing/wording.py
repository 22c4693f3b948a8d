"""Laws of what a game says: both languages have the same texts, all can be filled in, and every rule has its number."""

from __future__ import annotations

from collections.abc import Set

from kobako.core.events import EventKind
from kobako.core.game import Game
from kobako.core.made import GIVEN, kinds, number_names
from kobako.core.rulebook import rule_numbers
from kobako.core.shown import pieces_of
from kobako.core.words import LANGUAGES, Number, Words
from kobako.table.requests import EVENTS as TABLE_EVENTS
from kobako.testing.broken import LawBroken


def check_words(game: Game) -> None:
    """Both languages have the same texts, for every event and kind of action, and all can be filled in."""
    for lang in LANGUAGES:
        game.title(lang), game.about(lang)
    keys = check_same_keys(game)
    for lang in LANGUAGES:
        words = game.words(lang)
        for kind in game.events.values():
            check_sentences(game, words, kind)
        for action in game.setup(game.players[-1]).actions:
            if action is not None:
                words.get("kind", game.notation.action_kind(int(action)))
        check_move_words(game, words, {k for s, k in keys if s == "move"})
    named = {kind.name for kind in game.events.values()}
    if taken := named & TABLE_EVENTS.keys():
        raise LawBroken(f"{game.name}: events of a table are called so already: {sorted(taken)}")
    spare = {k for s, k in keys if s == "event" and k.removesuffix("_unseen") not in named}
    if spare:
        raise LawBroken(f"{game.name}: texts for events that there are not: {sorted(spare)}")
    check_made_words(game, {k for s, k in keys if s == "made"})
    check_rule_numbers(game, {k for s, k in keys if s == "rule"} | {rule.rule for rule in game.house})
    if unnamed := [rule.name for rule in game.house if ("option", rule.name) not in keys]:
        raise LawBroken(f"{game.name}: house rules without a name in [option] of the words: {', '.join(unnamed)}")


def check_same_keys(game: Game) -> set[tuple[str, str]]:
    """What one language has a text for, the other has too; gives the sections and keys."""
    tables = {lang: game.words(lang).tables for lang in LANGUAGES}
    keys = {lang: {(s, k) for s, t in tables[lang].items() if isinstance(t, dict) for k in t} for lang in LANGUAGES}
    every = set().union(*keys.values())
    told = [
        f"words.{lang}.toml lacks {', '.join(f'{key} in [{section}]' for section, key in lacks)}"
        for lang in LANGUAGES
        if (lacks := sorted(every - keys[lang]))
    ]
    if told:
        raise LawBroken(f"{game.name}: {'; '.join(told)}")
    return every


def check_move_words(game: Game, words: Words, worded: Set[str]) -> None:
    """What is said of a move is said of a kind that there is, with the pieces that its moves name."""
    setups = [game.setup(players) for players in game.players]  # some kinds there are only for a few, or for many
    moves = [setup.describe(action) for setup in setups for action in setup.actions if action is not None]
    if spare := worded - {move["kind"] for move in moves}:
        raise LawBroken(f"{game.name}: words under [move] for kinds that there are not: {sorted(spare)}")
    for move in moves:
        pieces = pieces_of(move)
        try:
            words.move(move["kind"], pieces)
        except (KeyError, IndexError, ValueError) as wrong:
            has = ", ".join(f"{{{name}}}" for name in pieces) or "nothing"
            raise LawBroken(
                f"the {words.lang} text move.{move['kind']} does not fit: it can be filled with {has}"
            ) from wrong


SCORE = "score"  # what the score is called as a whole, `{n}` of it, where it is not points


def check_made_words(game: Game, worded: Set[str]) -> None:
    """What is said of a score is said of events that there are, with numbers that they have; or of the score itself."""
    worded = worded - {SCORE}
    if spare := worded - set(kinds(game)):
        raise LawBroken(f"{game.name}: words under [made] for events that there are not: {sorted(spare)}")
    numbers = {kind.name: number_names(game, kind) for kind in game.events.values()}
    for key in worded:
        sums = dict.fromkeys(numbers.get(key.removesuffix(GIVEN), []), 1)
        for lang in LANGUAGES:
            try:
                game.words(lang).made({"kind": key, "times": 1, "points": 1, "sums": sums})
            except (KeyError, IndexError, ValueError) as wrong:
                has = ", ".join(f"{{{name}}}" for name in ("gain", "times", *sums))
                raise LawBroken(f"the {lang} text made.{key} does not fit: it can be filled with {has}") from wrong


def check_rule_numbers(game: Game, worded: Set[str]) -> None:
    """Both rulebooks have the same rules, and among them each that has words for a refusal or that a house changes."""
    numbers = {lang: set(rule_numbers(game.rulebook(lang))) for lang in LANGUAGES}
    for lang in LANGUAGES:
        if unknown := worded - numbers[lang]:
            told = ", ".join(sorted(unknown))
            raise LawBroken(
                f"{game.name}: words under [rule] or a house rule for {told}, which rulebook.{lang}.md does not have"
            )
    for lang, other in (LANGUAGES, LANGUAGES[::-1]):
        if lacks := numbers[other] - numbers[lang]:
            told = ", ".join(sorted(lacks))
            raise LawBroken(f"{game.name}: rulebook.{lang}.md lacks {told}, which rulebook.{other}.md has")


def check_sentences(game: Game, words: Words, kind: EventKind) -> None:
    """An event's sentence, and the one for those who may not read all of it, with pieces of the kinds that it has."""
    texts = {arg.name: arg.kind == "seat" or arg.kind in game.notation.TEXTS for arg in kind.args}
    seen = {name: "" if is_text else Number(1) for name, is_text in texts.items()}
    unseen = seen | {arg.name: "" for arg in kind.args if arg.secret}
    check_sentence(words, kind.name, seen)
    unread = f"{kind.name}_unseen"
    if unseen != seen or words.has("event", unread):
        check_sentence(words, unread if words.has("event", unread) else kind.name, unseen)


def check_sentence(words: Words, key: str, pieces: dict[str, str | Number]) -> None:
    """A sentence names only what its event has, and counts only numbers."""
    text = words.get("event", key)
    has = ", ".join(f"{{{name}}}" for name in pieces) or "nothing to fill in"
    try:
        text.format(**pieces)
    except (KeyError, IndexError, ValueError) as wrong:
        counted = ", ".join(f"{{{name}}}" for name, piece in pieces.items() if isinstance(piece, Number)) or "none"
        raise LawBroken(
            f"the {words.lang} text event.{key}, {text!r}, does not fit: its event has {has}; "
            f"of these {{name:one|many}} can count {counted}"
        ) from wrong
