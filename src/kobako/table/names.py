"""Names that people give themselves: one line, no wider than it is long, and nobody else's at the same table.

What cannot be seen is left out, what piles up is cut down, and what looks like another letter counts as that letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import chain, count

from kobako.core.errors import BadOption
from kobako.core.words import LANGUAGES, load_words
from kobako.table.alike import LOOKS

LONGEST = 24
MOST_MARKS = 2  # upon one letter: no writing needs more
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by Unicode's word, and nothing to the eye
# What else Unicode says is to be ignored where it cannot be shown; a note without a head, and what stands for things.
UNSEEN = frozenset(map(chr, chain(
    (0x034F, 0x17B4, 0x17B5), range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xFFF0, 0xFFFE),
    (0x1D159,), range(0xE0000, 0xE1000),
)))  # fmt: skip
SPRAWLING = frozenset("\u102a\u2e3a\u2e3b\ua9c5\ufdfa\ufdfb\ufdfd")  # one character, and as wide as a line
CUNEIFORM = range(0x12000, 0x12550)  # all of it, too
VOICED = "\u3099\u309a"  # the marks of が and ぱ tell them from か and は
WRITTEN_TOGETHER = frozenset({"LATIN", "HIRAGANA", "KATAKANA", "CJK", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
ALIKE = str.maketrans({other: letter for letter, others in LOOKS.items() for other in others})
LATIN = re.compile("LATIN (?:(?:SMALL|CAPITAL) LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH .*)?")


def presentable(name: str) -> str:
    """A name as it may be shown; BadOption if a word of it mixes letters that only imitation mixes.

    Who calls themselves a guest has given no name: screens call them so, and number them.
    """
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", "".join(map(visible, name))):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MOST_MARKS and (not marks or shown):
            shown.append(visible(char))
    cleaned = " ".join("".join(shown).split())[:LONGEST].rstrip()
    for word in cleaned.split():
        scripts = {unicodedata.name(char, "").split(" ")[0].partition("-")[0] for char in word if char.isalpha()}
        scripts.discard("MODIFIER")  # the sign in Kaʻiulani
        if len(scripts) > 1 and not scripts <= WRITTEN_TOGETHER:
            raise BadOption(f"a word of a name is in one script, and {word!r} mixes them", "bad_name", name=word)
    return "" if look(cleaned) in guests() else cleaned


def visible(char: str) -> str:
    """A character, if it is one to be seen. What has no width leaves nothing, all else that is not seen a space."""
    if unicodedata.category(char) in ("Cf", "Me") or char in UNSEEN | SPRAWLING or ord(char) in CUNEIFORM:
        return ""
    return char if char.isprintable() and char not in BLANK else " "


@cache
def guests() -> frozenset[str]:
    """How the words look for who has no name; several at a table have a number."""
    words = [load_words("kobako.kit", lang).get("label", "guest") for lang in LANGUAGES]
    return frozenset(look(f"{word}{number}") for word in words for number in ("", *range(1, 10)))


def look(name: str) -> str:
    """What is the same for names that look the same."""
    parts = "".join(map(plain, unicodedata.normalize("NFKD", name))).translate(ALIKE).casefold().translate(ALIKE)
    return "".join(filter(telling, parts)).replace("rn", "m").replace("vv", "w")


def plain(char: str) -> str:
    """The Latin letter to which a stroke or a hook was added, or that is a small capital; else the character."""
    latin = LATIN.fullmatch(unicodedata.name(char, ""))
    return latin[1] if latin and not char.isascii() else char


def telling(char: str) -> bool:
    """Whether a character tells names apart: spaces, accents, dots and quotes do not."""
    if unicodedata.combining(char):
        return char in VOICED
    kind = unicodedata.category(char)
    return kind != "Sk" and kind[0] not in "ZP" and not unicodedata.name(char, "").startswith("MODIFIER ")


def looks(name: str) -> set[str]:
    """How a name looks, as it is written and in capitals: in some scripts these look like others."""
    return {look(name), look(name.upper())}


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if it could be taken for one of the others."""
    known = set[str]().union(*(looks(other) for other in others if other))
    if not name or not looks(name) & known:
        return name
    numbered = (f"{name[: LONGEST - len(str(n)) - 1].rstrip()} {n}" for n in count(2))
    return next(one for one in numbered if not looks(one) & known)
