"""Names that people give themselves: one line, no wider than it is long, and nobody else's at the same table.

What cannot be seen is left out, what piles up is cut down, and what looks like another letter counts as that letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count

from kobako.core.errors import BadOption

LONGEST = 24
MOST_MARKS = 2  # upon one letter: no writing needs more
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by Unicode's word, and nothing to the eye
SPRAWLING = frozenset("\u102a\u2e3a\u2e3b\ua9c5\ufdfa\ufdfb\ufdfd")  # one character, and as wide as a line
CUNEIFORM = range(0x12000, 0x12550)  # all of it, too
VOICED = "\u3099\u309a"  # the marks of が and ぱ tell them from か and は
WRITTEN_TOGETHER = frozenset({"LATIN", "HIRAGANA", "KATAKANA", "CJK", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
# To the eye each letter is any of those behind it: small letters, and kana that are also kanji.
LOOKS = {
    "a": "аαɑᴀ@", "b": "вьβƅʙ", "c": "сϲᴄ", "d": "ԁᴅ", "e": "еєεᴇ3", "g": "ԍɡց9", "h": "һнհ", "i": "іιɩıl1|!ӏј",
    "j": "ϳȷ", "k": "кκᴋ", "m": "мᴍ", "n": "пηոɴν", "o": "оοօσ0ᴏ", "p": "рρᴘ", "q": "ԛ", "r": "гʀᴦ", "s": "ѕ$5",
    "t": "тτᴛ", "u": "υսцᴜ", "v": "ѵᴠ", "w": "ԝωшᴡ", "x": "хχ", "y": "уүγʏ", "z": "ᴢ2",
    "カ": "力", "ロ": "口", "ニ": "二", "ハ": "八", "タ": "夕", "エ": "工", "ト": "卜", "ヘ": "へ", "リ": "り",
    "ミ": "三", "チ": "千", "オ": "才", "ー": "一―–—－-_",
}  # fmt: skip
ALIKE = str.maketrans({other: letter for letter, others in LOOKS.items() for other in others})


def presentable(name: str) -> str:
    """A name as it may be shown; BadOption if a word of it mixes letters that only imitation mixes."""
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
        if len(scripts) > 1 and not scripts <= WRITTEN_TOGETHER:
            raise BadOption(f"a word of a name is in one script, and {word!r} mixes them", "bad_name", name=word)
    return cleaned


def visible(char: str) -> str:
    """A character, if it is one to be seen. What has no width leaves nothing, all else that is not seen a space."""
    if unicodedata.category(char) in ("Cf", "Me") or char in SPRAWLING or ord(char) in CUNEIFORM:
        return ""
    return char if char.isprintable() and char not in BLANK else " "


def look(name: str) -> str:
    """What is the same for names that look the same."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(char for char in parts if char in VOICED or not unicodedata.combining(char))
    letters = "".join(char.translate(ALIKE) for char in unicodedata.normalize("NFC", bare) if not char.isspace())
    return letters.replace("rn", "m").replace("vv", "w")


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if it could be taken for one of the others."""
    known = {look(other) for other in others if other}
    if not name or look(name) not in known:
        return name
    numbered = (f"{name[: LONGEST - len(str(n)) - 1].rstrip()} {n}" for n in count(2))
    return next(one for one in numbered if look(one) not in known)
