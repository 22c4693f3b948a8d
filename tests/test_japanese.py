"""Japanese as it is set: signs are full-width wherever they stand beside Japanese, and one thing has one word."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from kobako.core.rulebook import PICTURE

SOURCE = Path(str(files("kobako")))
ROOT = Path(__file__).parent.parent
CATALOGUES = sorted(path for kind in ("words", "lessons") for path in SOURCE.rglob(f"{kind}.ja.toml"))
PAGES = [*sorted(SOURCE.rglob("rulebook.ja.md")), *sorted((ROOT / "docs").glob("*.ja.md"))]

LETTER = "[ぁ-んァ-ヶ一-龠々ー〓]"  # 〓: what a placeholder or a piece of notation will be
NOT_SO = {
    "brackets are （）": re.compile(rf"{LETTER}\(|\({LETTER}|{LETTER}\)|\)(?={LETTER})"),
    "sentences end in ！ and ？": re.compile(rf"(?:{LETTER}|[」）。★%])[!?]"),
    "a colon is ：": re.compile(rf"(?:{LETTER}|[」）])\**:"),
    "a minus is −": re.compile(r"(?<![A-Za-z-])-(?=[\d〓])"),
    "after a number stands %": re.compile("％"),
    "a move is 手": re.compile("指し手|指した|指せる|指します|指され"),
    "a table is テーブル": re.compile("卓"),
    "one way to write it": re.compile("友達|良[いくさ]|つづけ|五つ"),
    "nobody is さん": re.compile(r"〓さん"),
}
# The boxes bear these names so.
TITLE = re.compile(r"ドキッと!アイス|^# ドンブリコ!|^ドンブリコ!$")
CODE = re.compile(r"^```.*?^```$", re.M | re.S)
NOTATION = re.compile(r"`[^`\n]+`|\{[^{}]*\}|(?<=\])\([\w./#-]+\)")  # and where a link leads
MOST_ASKED = 24  # letters: with "your turn" before them, and a button beside them, two lines of a phone


def texts_of(tables, above=""):
    """Every text of a catalogue, by its whole key."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from texts_of(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def running(text):
    """What is read as Japanese: no titles, which are as they are printed, and no notation, placeholders and links."""
    return NOTATION.sub("〓", TITLE.sub("", text))


def amiss(text):
    """The first thing in a text that is not set as it should be, and why."""
    return next(((why, found[0]) for why, sign in NOT_SO.items() if (found := sign.search(running(text)))), None)


def named(path):
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", CATALOGUES, ids=named)
def test_every_text_of_a_catalogue_is_set_as_japanese(path):
    for key, text in texts_of(tomllib.loads(path.read_text(encoding="utf-8"))):
        assert not amiss(text), f"{key} = {text!r}: {amiss(text)}"


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_every_page_is_set_as_japanese(path):
    text = CODE.sub("", PICTURE.sub(r"\2", path.read_text(encoding="utf-8")))
    for line in text.splitlines():
        assert line.startswith("    ") or not amiss(line), f"{line}: {amiss(line)}"


@pytest.mark.parametrize(
    "text",
    [
        "できました!",
        "どこ?",
        "「はい」!",
        "池(青)",
        "色: 赤",
        "{name}: 赤",
        "`bid`: 値付け",
        "*裁定:* なし",
        "-3点",
        "3-2=1点",
        "5％",
        "指し手",
        "{name}さんの番",
    ],
)
def test_what_is_not_set_as_japanese(text):
    assert amiss(text)


@pytest.mark.parametrize(
    "text",
    [
        "ドンブリコ!",
        "ドキッと!アイスのルール",
        "`(4)>B`と書く",
        "「?」でヘルプ",
        "SHA-256とICE-3",
        "3×(1+2)=9",
        "{n:なし|#点}",
    ],
)
def test_what_is_set_as_japanese(text):
    assert not amiss(text)


@pytest.mark.parametrize("path", sorted(SOURCE.glob("games/*/words.ja.toml")), ids=named)
def test_what_a_table_asks_fits_on_a_phone(path):
    for key, text in tomllib.loads(path.read_text(encoding="utf-8"))["screen"].items():
        if key.startswith("ask"):
            assert len(NOTATION.sub("〓〓〓", text)) <= MOST_ASKED, f"{key} = {text!r}"


def test_what_is_told_apart_in_english_is_in_japanese():
    """Two choices of one setting, say, that are called the same."""
    japanese, english = (
        dict(texts_of(tomllib.loads((SOURCE / "kit" / f"words.{lang}.toml").read_text(encoding="utf-8"))["browser"]))
        for lang in ("ja", "en")
    )
    calls: dict[tuple[str, str], str] = {}
    for key, text in japanese.items():
        first = calls.setdefault((key.rpartition(".")[0], text), key)
        assert english[key] == english[first], f"{first} and {key} are both {text!r}"
