"""Tokkuri Taking: the options, and decks of one's own."""

import random

import pytest

from kobako.core.errors import BadKifu, BadOption, UnknownAction
from kobako.core.kifu import replay
from kobako.core.options import Whole
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.deck import ODD_LIST, RECONSTRUCTION, Deck, read_face, read_list
from kobako.games.tokkuri.notation import card_text
from kobako.games.tokkuri.state import KINDS
from tests.games.tokkuri.table import broken, random_games


def test_options():
    """TOK-17, TOK-1: what the options are, and what is said of a wrong one."""
    assert GAME.setup(4).option_texts() == {"first": "drawn", "rounds": "8", "deck": "reconstruction"}
    assert GAME.setup(2, rounds=50).template.rounds == 50
    for wrong in (0, 51, "many"):
        with pytest.raises(BadOption, match="1 to 50"):
            GAME.setup(2, rounds=wrong)
    with pytest.raises(BadOption, match="deck, first, rounds"):
        GAME.setup(2, cards=7)
    with pytest.raises(BadOption, match="2, 3, 4 players"):
        GAME.setup(5)
    assert isinstance(GAME.options[1], Whole)


OWN = """
# the cards of my box
5 x10, 9+4 ×4
4+9             # numbers in any order
１＋１＋１　パス
9 steal
1〜3 ドロー x2
7+7+7★
2+2+2+2 draw x8
ダミー x3
厄介者
"""


def test_deck_from_text():
    """TOK-1: an owner's list, as text: counts, comments, full-width and Japanese spellings."""
    match = GAME.new(players=3, seed=1, deck=OWN)
    s = match.state
    assert broken(s) is None
    cards = {card_text(s, kind): s.deck[kind] for kind in range(KINDS) if s.deck[kind]}
    assert cards == {
        "1~3 draw": 2,
        "5": 10,
        "9 steal": 1,
        "9+4": 5,
        "1+1+1 pass": 1,
        "7+7+7*": 1,
        "2+2+2+2 draw": 8,
        "dummy": 3,
        "troublesome": 1,
    }
    assert list(cards)[0:3] == ["1~3 draw", "5", "9 steal"]
    assert "lay 2" not in map(str, match.setup.actions)
    with pytest.raises(UnknownAction):
        match.setup.action("lay 2")
    assert GAME.setup(3, deck=list(read_list(OWN))).template == GAME.setup(3, deck=OWN).template


def test_deck_from_a_file(tmp_path, monkeypatch):
    """TOK-1: the name of a file; the kifu has the list itself, and replays without the file."""
    path = tmp_path / "box.txt"
    path.write_text(OWN, encoding="utf-8")
    match = GAME.new(players=2, seed=1, deck=str(path))
    assert match.setup.template == GAME.setup(2, deck=path).template == GAME.setup(2, deck=OWN).template
    rng = random.Random(1)
    match.run(lambda m: rng.choice(m.legal()))
    kifu = match.kifu()
    path.unlink()
    monkeypatch.setattr(Deck, "read_file", None)
    assert "box.txt" not in kifu
    assert "option deck: 1~3 draw, 1~3 draw, 5, 5, 5," in kifu
    assert replay(kifu).to_bytes() == match.to_bytes()
    assert replay(GAME.new(players=2, seed=1).kifu()).setup.options["deck"] == RECONSTRUCTION


def test_a_text_from_elsewhere_opens_no_file(tmp_path):
    """TOK-1: in a kifu or a message the option is the list itself; a file name is read as a card that is none."""
    path = tmp_path / "box.txt"
    path.write_text(OWN, encoding="utf-8")
    kifu = GAME.new(players=2, seed=1).kifu()
    with pytest.raises(BadKifu, match=r"box.txt' is no card"):
        replay(kifu.replace("deck: reconstruction", f"deck: {path.name}"))
    with pytest.raises(BadOption, match="is no card"):
        GAME.setup_from("2", {"deck": str(path)})
    assert GAME.setup_from("2", {"deck": OWN}).options["deck"] == read_list(OWN)


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("no such file", "cannot be 'no such file': allowed is the name of a file"),
        ("", "allowed is the name of a file"),
        (7, "cannot be 7: allowed is the name of a file"),
        (None, "allowed is the name of a file"),
        ("a\0b", "allowed is the name of a file"),
        ("5 x2,\n\n10+2", "line 3: '10\\+2' is no card: a card is one to four numbers from 1 to 9"),
        ("0,", "line 1: '0' is no card"),
        ("5 pass steal,", "'5 pass steal' is no card"),
        ("1+1+1+1+1,", "is no card"),
        ("1~3,", "'1~3' is no card: .*'1~3 draw'"),
        ("2~4 draw,", "is no card"),
        ("dummy pass,", "is no card"),
        ("5 x0,", "line 1: '5 x0': a card is there 1 to 32 times"),
        ("5 x9999,", "1 to 32 times"),
        ("5 x28, dummy x4", "has 32 cards, .* this one has 28 with numbers, 4 'dummy' and 0 'troublesome', 32 in all"),
        ("5 x27, dummy x3, troublesome", "this one has 27 with numbers, .* 31 in all"),
    ],
)
def test_deck_refused(deck, told):
    """TOK-1: a list that is not 28, 3 and 1 cards, or has unknown faces, is refused, saying where and why."""
    with pytest.raises(BadOption, match=told):
        GAME.setup(2, deck=deck)


def test_faces():
    """TOK-1: a face is written in one way, and read in many."""
    for given, written in {
        "4 + 9": "9+4",
        "1+3+2 pass": "3+2+1 pass",
        "7+7+7 *": "7+7+7*",
        "9steal": "9 steal",
        "1 ~ 3 draw": "1~3 draw",
        "1+2+3+4": "4+3+2+1",
        "troublesome": "troublesome",
    }.items():
        assert str(read_face(given)) == written
        assert str(read_face(written)) == written


def test_odd_decks_play():
    """TOK-1: any deck of the grammar can be played: effects on cards of every size, up to four stars."""
    for match, rng in random_games(6, deck=ODD_LIST, rounds=3):
        while not match.over:
            match.play(rng.choice(match.legal()))
            assert broken(match.state) is None
