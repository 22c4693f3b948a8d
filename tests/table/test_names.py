"""Names that people give themselves: seen as they are, and nobody else's."""

import pytest

from kobako.core.errors import BadOption
from kobako.table.names import LONGEST, distinct, presentable


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Aiko", "Aiko"),
        ("  愛子  と\n太郎 ", "愛子 と 太郎"),
        ("Al\u202eice", "Alice"),
        ("\u2067Ken\u2069", "Ken"),
        ("Ke\u200bn", "Ken"),
        ("Z\u0300\u0301\u0302\u0303\u0304\u0305e", "Z\u0300\u0301e"),
        ("\u0301\u0302x", "x"),
        ("\ufdfd\ufdfd\ufdfd", ""),
        ("\U0001242b" * 5 + "a", "a"),
        ("\u3164", ""),
        ("Ｋｅｎ", "Ken"),
        ("ﾀﾛｳ", "タロウ"),
        ("が", "が"),
        ("Nguyễn", "Nguyễn"),
        ("นี้", "นี้"),
        ("田中Ken", "田中Ken"),
        ("Юки Yuki", "Юки Yuki"),
        ("🐦 bird", "🐦 bird"),
        ("Ai\u034fko", "Aiko"),
        ("Aiko\ufe0f", "Aiko"),
        ("Ai\ufe00ko", "Aiko"),
        ("Aiko\U000e0100", "Aiko"),
        ("Ai\u17b4ko", "Aiko"),
        ("Ai\u180bko", "Aiko"),
        ("\U0001d159Ken", "Ken"),
        ("Ken\ufffc", "Ken"),
        ("Guest", ""),
        ("guest 2", ""),
        ("Gue5t l", ""),
        ("ゲスト", ""),
        ("ゲスト３", ""),
        ("Guesta", "Guesta"),
        ("Kaʻiulani", "Kaʻiulani"),
        ("Ελένη", "Ελένη"),
        ("สมชาย", "สมชาย"),
        ("ᏣᎳᎩ", "ᏣᎳᎩ"),
        ("Łukasz", "Łukasz"),
        ("二郎", "二郎"),
    ],
)
def test_a_name_is_shown_as_it_is_seen(given, shown):
    assert presentable(given) == shown
    assert presentable(shown) == shown


@pytest.mark.parametrize("given", ["аiko", "Κen", "pаypаl", "Ꭺlice"])
def test_a_word_that_mixes_scripts_is_refused(given):
    with pytest.raises(BadOption, match="one script"):
        presentable(given)


def test_no_name_is_longer_after_than_a_name_may_be():
    assert len(presentable("㌀" * LONGEST)) == LONGEST


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Aiko", "aiko"),
        ("АІКО", "Aiko"),
        ("Bill", "BiIl"),
        ("Moon", "M00n"),
        ("José", "Jose"),
        ("カタ", "力夕"),
        ("ヘリ", "へり"),
        ("modern", "modem"),
        ("Ke n", "Ken"),
        ("ΜΙΑ", "MIA"),
        ("ΤΙΜ", "Tim"),
        ("ΕΜΜΑ", "Emma"),
        ("ΜΑΧ", "Max"),
        ("ΖΟΕ", "Zoe"),
        ("ΗΑΝΝΑ", "Hanna"),
        ("νικη", "ΝΙΚΗ"),
        ("ꓟꓲꓮ", "MIA"),
        ("ᎷᎥᎪ", "MiA"),
        ("ⲘⲒⲀ", "MIA"),
        ("ᴍɪᴀ", "Mia"),
        ("ǀda", "Ida"),
        ("Jørn", "Jorn"),
        ("Łukasz", "Lukasz"),
        ("B०b", "Bob"),
        ("ペペ", "ぺぺ"),
        ("ベリ", "べり"),
        ("末", "未"),
        ("曰", "日"),
        ("土", "士"),
        ("ニ", "二"),
        ("口", "ロ"),
        ("力", "カ"),
        ("Anna.", "Anna"),
        ("Anna·", "Anna"),
        ("Annaʼ", "Anna"),
    ],
)
def test_what_looks_the_same_counts_as_the_same(name, other):
    assert distinct(name, [other]) == f"{name} 2"
    assert distinct(name, [other, f"{other} 2"]) == f"{name} 3"


def test_what_looks_different_stays():
    assert distinct("が", ["か"]) == "が"
    assert distinct("ぱ", ["は", "ば"]) == "ぱ"
    assert distinct("นี", ["นิ"]) == "นี"
    assert distinct("Елена", ["Elena", "Олена"]) == "Елена"
    assert distinct("...", ["", "Ken"]) == "..."
    assert distinct("Ken", ["Ben", ""]) == "Ken"
    assert distinct("", ["", "Ken"]) == ""
    assert distinct("x" * LONGEST, ["x" * LONGEST]) == "x" * (LONGEST - 2) + " 2"
