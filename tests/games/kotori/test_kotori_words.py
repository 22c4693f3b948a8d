"""Kotori Atsume: the texts of actions, the words, the picture."""

import pytest

from kobako.core.errors import UnknownAction
from kobako.games.kotori import GAME
from tests.games.kotori.table import random_games, table


def test_action_texts():
    match = GAME.new(players=2, seed=1)
    assert [str(a) for a in match.setup.actions] == ["bid", "pass"]
    assert match.setup.action("ＢＩＤ ") == 0
    with pytest.raises(UnknownAction, match="'bid', 'pass'"):
        match.play("raise")


def test_words_of_events():
    """Sentences in both languages, with the cards as written."""
    match = table(players=3, rows=[(3, 8)], deck=(4, 8, 6))
    took, _, burst = match.play("bid")
    assert str(took) == "Seat 1 bids the 4."
    assert str(burst) == "Another 8! Seat 1 bursts, turns that card face down and is left with 7."
    assert took.words("ja", ["花", "月", "雪"]) == "花が値付け。4を競りカードに加えました。"
    assert "バースト" in burst.words("ja")


def test_every_text_is_used():
    """No label or rule text lies unused, and each that is used is there."""
    seen = set()

    class Noting:
        def label(self, key, **values):
            seen.add(key)
            return GAME.words("ja").label(key, **values)

    for match in random_games(6):
        GAME.picture.draw(match.view(0).show(), Noting(), ["a", "b", "c", "d"])
    for lang in ("en", "ja"):
        tables = GAME.words(lang).tables
        assert set(tables["label"]) - {"seat", "unseen", "refused"} == seen
        assert set(tables["rule"]) == {"KOT-3", "KOT-4"}
        assert set(tables["event"]) == {kind.name for kind in GAME.events.values()}
        assert set(tables["kind"]) == {"bid", "pass"}


def test_the_picture():
    rows = [(10, 6, 9), (4, 8), ()]
    match = table(players=3, rows=rows, face_down=(6,), cages=[(1, 2), (), (7,)], field=(3, 5), to_move=2, deck=(7, 9))
    lines = match.view(0).draw("en", ["Ann", "Bob", "Cho"]).splitlines()
    assert lines[:3] == ["Round 5   deck of 1 under the treetop, then a reshuffle", "  treetop [7]", "  field 3 5"]
    assert lines[3:6] == ["  Ann (dealer)", "    bid 10 (6) 9 = 19 (burst)", "    cage 1 2 = 2 birds"]
    assert lines[6:9] == ["  Bob", "    bid 4 8 = 12 (passed)", "    cage - = 0 birds"]
    assert lines[9:12] == ["* Cho", "    bid - = 0", "    cage 7 = 1 bird"]
    assert lines[12] == "In the deck: 9"
    assert lines[13].startswith("Discards: 2 3x2 4x3 ")
    assert "こずえカード [7]" in match.view(None).draw("ja")
