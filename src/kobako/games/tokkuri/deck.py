"""The deck: which cards there are, as data, and how a list of cards is read and written (TOK-1).

The rulebook shows some faces and nowhere the full list. RECONSTRUCTION is OUR GUESS at it: who owns the box can
correct it here, in one place, or play with a list of their own by the option `deck`.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from kobako.core import fields
from kobako.core.errors import BadOption
from kobako.core.options import Counted, Option
from kobako.games.tokkuri.state import (
    CARDS,
    DRAW,
    DUMMY,
    KINDS,
    MOST_NUMBERS,
    NUMBER_KINDS,
    ONE_TO_THREE,
    PASS,
    PLAIN,
    ROB,
    STAR,
    TROUBLESOME,
    State,
)

# Our reconstruction. Seen in the rulebook: 5, 9+4, 8+5, 1+1+1 pass, 3+3+3 pass, 9 steal, 1~3 draw, 7+7+7*, 8+8+8*,
# the Dummies and the Troublesome, and that there are cards of four numbers. The rest is filled up to 28.
RECONSTRUCTION_LIST = """
    2 x2, 3 x2, 4 x2, 5 x2, 6 x2, 7, 8
    9 steal x2
    1~3 draw x3
    9+4, 8+5, 7+6, 5+5, 6+4
    1+1+1 pass, 3+3+3 pass
    4+4+4
    7+7+7*, 8+8+8*
    2+2+2+2
    dummy x3, troublesome
"""
# No deck of anyone's: one to try the rules with, where every effect stands on cards of every size.
ODD_LIST = """
    1, 1 pass, 2 steal, 3 draw, 9*, 1~3 draw x2
    5+5, 2+1 pass, 4+1 steal, 9+1 draw, 5+5* x2
    1+1+1, 2+2+1 pass x2, 3+3+3 steal, 9+9+1 draw, 5+5+5*
    1+1+1+1 pass x2, 2+2+1+1 steal, 2+2+2+2 draw x2, 5+5+5+5* x2, 9+5+5+1* x2
    dummy x3, troublesome
"""
RECONSTRUCTION_NAME = "reconstruction"

DUMMIES, TROUBLESOMES = 3, 1
MOST_NAME = 100  # so much of a name that cannot be read is quoted
MOST_BYTES = 1 << 16  # a longer file is no list of 32 cards

EFFECTS = {"": PLAIN, "pass": PASS, "steal": ROB, "draw": DRAW, "*": STAR}
ENDINGS = {PLAIN: "", PASS: " pass", ROB: " steal", DRAW: " draw", STAR: "*"}
SPELLINGS = {
    "〜": "~",
    "★": "*",
    "、": ",",
    "×": "x",
    "パス": "pass",
    "スチール": "steal",
    "ドロー": "draw",
    "ダミー": "dummy",
    "厄介者": "troublesome",
}
FACE = re.compile(r"([1-9](?:\s*\+\s*[1-9]){0,3})\s*(pass|steal|draw|\*|)")
COUNTED = re.compile(r"(.*?)\s*x\s*(\d{1,4})")
ALLOWED_FACES = (
    "one to four numbers from 1 to 9 joined by '+', which one of 'pass', 'steal', 'draw' or '*' may follow "
    "('5', '9+4', '1+1+1 pass', '9 steal', '7+7+7*'), '1~3 draw', 'dummy' or 'troublesome'"
)


class Face(NamedTuple):
    """What is on a card. Faces sort as their kinds do: by how many numbers, by the numbers, by the effect."""

    size: int  # how many numbers; Dummy and Troublesome, which have none, come last
    numbers: tuple[int, ...]  # highest first
    effect: int

    def __str__(self) -> str:
        return NAMES.get(self) or face_text(self.numbers, self.effect)


ONE_TO_THREE_FACE = Face(1, (1,), ONE_TO_THREE)
DUMMY_FACE = Face(MOST_NUMBERS + 1, (), PLAIN)
TROUBLESOME_FACE = Face(MOST_NUMBERS + 2, (), PLAIN)
NAMED = {"1~3 draw": ONE_TO_THREE_FACE, "dummy": DUMMY_FACE, "troublesome": TROUBLESOME_FACE}
NAMES = {face: name for name, face in NAMED.items()}


def face_text(numbers: Iterable[int], effect: int) -> str:
    """A face with numbers as it is written: `9+4`, `1+1+1 pass`, `7+7+7*`, `1~3 draw`."""
    if effect == ONE_TO_THREE:
        return NAMES[ONE_TO_THREE_FACE]
    return "+".join(str(number) for number in numbers if number > 0) + ENDINGS[effect]


def plain_spelling(text: str) -> str:
    """Full-width and Japanese spellings as the plain ones, in lower case."""
    text = unicodedata.normalize("NFKC", text).lower()
    for other, usual in SPELLINGS.items():
        text = text.replace(other, usual)
    return text


def read_face(text: str) -> Face | None:
    """The face that a text in plain spelling writes, if any; its numbers may stand in any order."""
    words = re.sub(r"\s*~\s*", "~", " ".join(text.split()))
    if words.replace("3draw", "3 draw") in NAMED:
        return NAMED[words.replace("3draw", "3 draw")]
    found = FACE.fullmatch(words)
    if not found:
        return None
    numbers = sorted(map(int, re.findall(r"\d", found[1])), reverse=True)
    return Face(len(numbers), tuple(numbers), EFFECTS[found[2]])


def listed(text: str) -> Iterator[tuple[int, str]]:
    """The entries of a list, each with its line: one or more a line, commas between them, `#` before a comment."""
    for line, row in enumerate(plain_spelling(text).splitlines(), start=1):
        for entry in row.partition("#")[0].split(","):
            if entry.strip():
                yield line, entry.strip()


def read_list(text: str) -> tuple[str, ...]:
    """The 32 cards of a list, as they are written, in the order of their kinds; or BadOption."""
    faces: list[Face] = []
    for line, entry in listed(text):
        counted = COUNTED.fullmatch(entry)
        face = read_face(counted[1] if counted else entry)
        if face is None:
            told = f"option 'deck', line {line}: {entry[:40]!r} is no card: a card is {ALLOWED_FACES}"
            raise BadOption(told, "deck_card", row=line, card=entry[:40])
        count = int(counted[2]) if counted else 1
        if not 1 <= count <= CARDS:
            told = f"option 'deck', line {line}: {entry[:40]!r}: a card is there 1 to {CARDS} times"
            raise BadOption(told, "deck_times", row=line, card=entry[:40], cards=CARDS)
        faces += [face] * count
    check_counts(faces)
    return tuple(map(str, sorted(faces)))


def check_counts(faces: Sequence[Face]) -> None:
    """TOK-1: 28 cards with numbers, 3 Dummies, 1 Troublesome."""
    dummies, troublesomes = faces.count(DUMMY_FACE), faces.count(TROUBLESOME_FACE)
    found = (len(faces) - dummies - troublesomes, dummies, troublesomes)
    if found != (NUMBER_KINDS, DUMMIES, TROUBLESOMES):
        raise BadOption(
            f"option 'deck': a deck has {CARDS} cards, {NUMBER_KINDS} with numbers, {DUMMIES} 'dummy' and "
            f"{TROUBLESOMES} 'troublesome'; this one has {found[0]} with numbers, {found[1]} 'dummy' and "
            f"{found[2]} 'troublesome', {len(faces)} in all",
            "deck_count",
            cards=len(faces),
            numbers=found[0],
            dummies=found[1],
            troublesomes=found[2],
        )


RECONSTRUCTION = read_list(RECONSTRUCTION_LIST)
# To choose a deck from: the cards with numbers of the reconstruction, and others that a box might have.
NUMBER_CARDS = {card: RECONSTRUCTION.count(card) for card in RECONSTRUCTION if card not in ("dummy", "troublesome")}
OTHER_LIST = "1, 9, 9+1, 8+2, 7+3, 6+5, 5+4, 4+4, 3+3, 2+2+2 pass, 5+5+5, 6+6+6*, 9+9+9*, 1+1+1+1, 3+3+3+3"
OTHER_CARDS = tuple(entry for _, entry in listed(OTHER_LIST))


class Deck(Option):
    """The option `deck`: the cards, as a tuple of their texts.

    It is given as the name of a file, as the list itself (a text with commas or lines, or a sequence of texts), or as
    'reconstruction'. A kifu has the list itself, so replaying one needs no file, and never opens one.
    """

    free = True
    counted = Counted("card", NUMBER_CARDS, OTHER_CARDS, {"dummy": DUMMIES, "troublesome": TROUBLESOMES}, NUMBER_KINDS)

    def __init__(self) -> None:
        super().__init__(
            "deck",
            RECONSTRUCTION,
            f"the name of a file with a list of {CARDS} cards, that list itself with commas between the cards, "
            f"or {RECONSTRUCTION_NAME!r} (default)",
        )

    def read(self, value: Any, players: int) -> tuple[str, ...]:
        if isinstance(value, str):
            is_list = self.is_named(value) or any(c in plain_spelling(value) for c in ",\n\r")
            return self.parse(value, players) if is_list else self.read_file(value)
        if isinstance(value, os.PathLike):
            return self.read_file(value)
        if isinstance(value, Sequence) and value and all(isinstance(card, str) for card in value):
            return read_list("\n".join(value))
        raise self.refusal(value)

    def parse(self, text: str, players: int) -> tuple[str, ...]:
        return RECONSTRUCTION if self.is_named(text) else read_list(text)

    def is_named(self, text: str) -> bool:
        """Whether this is the name of the default deck."""
        return plain_spelling(text).strip() == RECONSTRUCTION_NAME

    def read_file(self, name: str | os.PathLike[str]) -> tuple[str, ...]:
        """The list in a file."""
        try:
            path = Path(name)
            if not path.is_file() or path.stat().st_size > MOST_BYTES:
                raise self.refusal(str(name)[:MOST_NAME])
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as unreadable:
            raise self.refusal(str(name)[:MOST_NAME]) from unreadable
        return read_list(text)

    def text(self, value: Any) -> str:
        return RECONSTRUCTION_NAME if value == RECONSTRUCTION else ", ".join(value)

    def choices(self, players: int) -> Sequence[tuple[str, ...]]:
        """The one that is known."""
        return (RECONSTRUCTION,)

    def samples(self, players: int) -> Sequence[tuple[str, ...]]:
        """The reconstruction, and a deck that is all effects and many numbers."""
        return RECONSTRUCTION, read_list(ODD_LIST)

    def store(self, s: fields.State, value: Any) -> None:
        """Give each different face its kind."""
        state = cast(State, s)
        faces = [read_face(card) for card in value]
        kinds: list[Face | None] = [None] * KINDS
        plain = sorted({face for face in faces if face and face.numbers})
        kinds[: len(plain)] = plain
        kinds[DUMMY], kinds[TROUBLESOME] = DUMMY_FACE, TROUBLESOME_FACE
        for kind, face in enumerate(kinds):
            state.deck[kind] = faces.count(face) if face else 0
            for i, number in enumerate(face.numbers if face else ()):
                state.numbers[kind][i] = number
            state.effect[kind] = face.effect if face else PLAIN
